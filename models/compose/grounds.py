"""Table tops: wood, felt, cloth, checks, stone, print, boards, patches of photographs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.compose.paint import (
    BACKGROUND,
    Colour,
    Sprite,
    any_colour,
    hsv,
    layered_noise,
    letter,
    shaded,
    soft_noise,
    trimmed,
)
from models.compose.sketch import star_points

Rng = np.random.Generator
TYPE_PX = 48
LETTERS = np.array(list("aaabcdeeefghiiklmmnnnoooprsstttuvwxyzABCDEFGHIKLMNOPRSTUVWZ0123456789&.:"))


def _blend(one: Colour, other: Colour, share: np.ndarray) -> np.ndarray:
    share = share[..., None]
    return np.asarray(one, np.float32) * (1 - share) + np.asarray(other, np.float32) * share


def wood(rng: Rng, height: int, width: int) -> np.ndarray:
    """Grain along one direction, planks now and then."""
    base = hsv(rng.uniform(0.04, 0.11), rng.uniform(0.15, 0.75), rng.uniform(0.2, 0.9))
    stretch = rng.uniform(8, 30)
    tall = layered_noise(rng, int(height), max(8, int(width / stretch)), rng.uniform(10, 50))
    grain = cv2.resize(tall, (width, height), interpolation=cv2.INTER_CUBIC)
    rings = 0.5 + 0.5 * np.sin(grain * rng.uniform(6, 60))
    picture = _blend(shaded(base, rng.uniform(0.5, 0.85)), base, rings * rng.uniform(0.3, 1))
    if rng.random() < 0.4:
        step = int(rng.uniform(40, 200))
        for y in range(int(rng.uniform(0, step)), height, step):
            cv2.line(picture, (0, y), (width, y), shaded(base, 0.35), int(rng.integers(1, 4)))
    return (
        picture if rng.random() < 0.5 else _sized(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), height, width)
    )


def _sized(picture: np.ndarray, height: int, width: int) -> np.ndarray:
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR)


def felt(rng: Rng, height: int, width: int) -> np.ndarray:
    """One colour, fine fibres."""
    colour = any_colour(rng)
    fibres: np.ndarray = rng.normal(0, rng.uniform(1, 14), (height, width)).astype(np.float32)
    fibres = cv2.GaussianBlur(fibres, (0, 0), rng.uniform(0.4, 1.2))
    return np.asarray(colour, np.float32) + fibres[..., None]


def plain(rng: Rng, height: int, width: int) -> np.ndarray:
    """A flat or slowly changing colour, often white, grey or black."""
    grey = rng.random() < 0.5
    one = hsv(0.1, rng.uniform(0, 0.1), rng.random()) if grey else any_colour(rng)
    other = shaded(one, rng.uniform(0.5, 1.4)) if rng.random() < 0.7 else any_colour(rng)
    return _blend(one, other, soft_noise(rng, height, width, rng.uniform(0.5, 3)))


def weave(rng: Rng, height: int, width: int) -> np.ndarray:
    """Threads over and under."""
    one, other = any_colour(rng), any_colour(rng)
    if rng.random() < 0.6:
        other = shaded(one, rng.uniform(0.5, 0.9))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pitch = rng.uniform(2.5, 14)
    threads = (
        0.5 + 0.25 * np.sin(x * 2 * np.pi / pitch) + 0.25 * np.sin(y * 2 * np.pi / pitch + rng.uniform(0, 6))
    )
    return _blend(one, other, threads)


def stripes(rng: Rng, height: int, width: int) -> np.ndarray:
    """Stripes or checks of two or three colours, any turn."""
    colours = np.array([any_colour(rng) for _ in range(int(rng.integers(2, 4)))], np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(6, 90)
    along = ((x * np.cos(turn) + y * np.sin(turn)) / pitch).astype(int)
    across = ((-x * np.sin(turn) + y * np.cos(turn)) / pitch).astype(int)
    return colours[(along + (across if rng.random() < 0.6 else 0)) % len(colours)]


def stone(rng: Rng, height: int, width: int) -> np.ndarray:
    """Marble veins, or specks."""
    one, other = any_colour(rng), any_colour(rng)
    if rng.random() < 0.5:
        field = layered_noise(rng, height, width, rng.uniform(2, 8), 5)
        return _blend(one, other, np.abs(np.sin(field * rng.uniform(4, 20))) ** rng.uniform(0.3, 3))
    field = (rng.random((height, width)) < rng.uniform(0.005, 0.1)).astype(np.float32)
    return _blend(one, other, cv2.GaussianBlur(field, (0, 0), rng.uniform(0.5, 1.6)) * 2)


def dots(rng: Rng, height: int, width: int) -> np.ndarray:
    """Polka dots and rings in rows, which look most like pips."""
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = any_colour(rng)
    colour, pitch = any_colour(rng), rng.uniform(14, 90)
    radius = max(1, int(pitch * rng.uniform(0.08, 0.42)))
    thick = -1 if rng.random() < 0.8 else 2
    jitter = rng.uniform(0, 0.4) * pitch if rng.random() < 0.5 else 0
    for row, y in enumerate(np.arange(0, height + pitch, pitch)):
        for x in np.arange((row % 2) * pitch / 2, width + pitch, pitch):
            spot = (int(x + rng.normal(0, jitter + 1e-3)), int(y + rng.normal(0, jitter + 1e-3)))
            cv2.circle(picture, spot, radius, colour, thick, cv2.LINE_AA)
    return picture


def printed(rng: Rng, height: int, width: int) -> np.ndarray:
    """Rows of letters and numbers, as on a newspaper or a rule sheet."""
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = any_colour(rng) if rng.random() < 0.4 else (225, 232, 235)
    colour = (25, 25, 25) if rng.random() < 0.7 else any_colour(rng)
    size = rng.uniform(0.3, 2.2)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz ABCDEF 0123456789 ..,,:o*"))
    for y in range(10, height + 30, int(26 * size) + 4):
        line = "".join(rng.choice(letters, int(width / (9 * size))))
        letter(picture, line, (-5, y), size, colour, max(1, int(size * 1.6)), int(rng.integers(0, 5)))
    return picture


def typefaces(folder: Path | None) -> list[ImageFont.FreeTypeFont]:
    """Every font under a folder, or none, in one size (``TYPE_PX``)."""
    paths = sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]) if folder else []
    return [ImageFont.truetype(str(path), TYPE_PX) for path in paths]


def typeset(
    rng: Rng, fonts: Sequence[ImageFont.FreeTypeFont], height: int, width: int, die_px: float
) -> np.ndarray:
    """Lines of words in a few sizes, as on leaflets, boxes and rule sheets, turned, seen aslant."""
    side = 14 * TYPE_PX
    sheet = Image.new("L", (side, side))
    top = 0.0
    while top < side:
        font = fonts[int(rng.integers(len(fonts)))]
        size = rng.uniform(0.5, 1.0) if rng.random() < 0.7 else 1.6
        words = " ".join("".join(rng.choice(LETTERS, int(rng.integers(1, 10)))) for _ in range(5))
        line = font.font_variant(size=round(size * TYPE_PX))
        for _ in range(int(rng.integers(1, 4))):
            ImageDraw.Draw(sheet).text((rng.uniform(-0.3, 0.3) * side, top), words, 255, line)
            top += 1.25 * size * TYPE_PX
    ink, paper = any_colour(rng), any_colour(rng)
    if rng.random() < 0.4:
        ink, paper = (rng.uniform(0, 60),) * 3, (rng.uniform(190, 255),) * 3
    scale = die_px * np.exp(rng.uniform(np.log(0.4), np.log(2.5))) / TYPE_PX
    turned = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(0, 360), scale)
    turned[:, 2] = turned[:, 2] + np.array([width - side, height - side]) / 2
    turned[1] *= rng.uniform(0.6, 1.0)
    printed = cv2.warpAffine(np.asarray(sheet), turned, (width, height), borderMode=cv2.BORDER_WRAP)
    return _blend(paper, ink, printed.astype(np.float32) / 255)


def bidding_board(rng: Rng, height: int, width: int) -> np.ndarray:
    """Our own bidding board: a track of squares with numbers and stars, empty ones within."""
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = any_colour(rng)
    count = int(rng.integers(5, 11))
    side = int(min(width / count, height / max(3, count * 0.6)))
    for index in range(count * int(height / max(side, 1) + 1)):
        row, column = divmod(index, count)
        x, y = column * side, row * side
        if 1 <= row <= 2 and 0 < column < count - 1:
            cv2.rectangle(
                picture, (x + 4, y + 4), (x + side - 4, y + side - 4), any_colour(rng), 2, cv2.LINE_AA
            )
            continue
        cv2.rectangle(picture, (x + 1, y + 1), (x + side - 1, y + side - 1), any_colour(rng), -1)
        ink = (20, 20, 20) if rng.random() < 0.6 else (240, 240, 240)
        if rng.random() < 0.4:
            middle = np.array((x + side / 2, y + side / 2))
            corners = star_points(side * 0.36, 0.4, rng.uniform(0, 6)) + middle
            cv2.fillPoly(picture, [corners.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            text = str(int(rng.integers(1, 21)))
            letter(picture, text, (x + side // 5, y + int(side * 0.7)), side / 45, ink, 2)
    return picture


def shapes(rng: Rng, height: int, width: int) -> np.ndarray:
    """A patchwork of random polygons: no table, but a hard lesson."""
    picture = plain(rng, height, width)
    for _ in range(int(rng.integers(5, 40))):
        middle, size = rng.uniform(0, (width, height)), rng.uniform(8, 160)
        corners = middle + rng.normal(0, size / 2, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(picture, [corners.astype(np.int32)], any_colour(rng), cv2.LINE_AA)
    return picture


GROUNDS: tuple[tuple[Callable[[Rng, int, int], np.ndarray], float], ...] = (
    (wood, 0.24), (felt, 0.14), (plain, 0.2), (weave, 0.09), (stripes, 0.07), (stone, 0.08),
    (dots, 0.04), (printed, 0.05), (bidding_board, 0.05), (shapes, 0.04),
)  # fmt: skip


def any_ground(rng: Rng, height: int, width: int) -> np.ndarray:
    """Float32 (H, W, 3) BGR; at times two kinds side by side."""
    chances = np.array([chance for _, chance in GROUNDS])
    draw = GROUNDS[rng.choice(len(GROUNDS), p=chances / chances.sum())][0]
    picture = draw(rng, height, width).astype(np.float32)
    if rng.random() < 0.2:
        other = any_ground(rng, height, width)
        corners = rng.uniform(0, (width, height)) + rng.normal(0, width / 2, (4, 2))
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1)
        picture[mask > 0] = other[mask > 0]
    if rng.random() < 0.5:
        picture *= 0.75 + 0.5 * layered_noise(rng, height, width, rng.uniform(1, 30))[..., None]
    return picture


def ground_from(rng: Rng, picture: np.ndarray, height: int, width: int) -> np.ndarray:
    """A part of a picture, from a tenth to nearly all: float32 (H, W, 3)."""
    tall, wide = picture.shape[:2]
    share = float(np.exp(rng.uniform(np.log(0.1), 0.0)))
    h = max(8, int(min(tall, wide * height / width) * share))
    w = max(8, int(h * width / height))
    y, x = int(rng.integers(0, max(1, tall - h + 1))), int(rng.integers(0, max(1, wide - w + 1)))
    part = picture[y : y + h, x : x + w][:, :: int(rng.choice([1, -1]))]
    return cv2.resize(
        part, (width, height), interpolation=cv2.INTER_AREA if h > height else cv2.INTER_CUBIC
    ).astype(np.float32)


PICTURE_KINDS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
LEAST_PX = 60
MOST_GROUND_PX, MOST_THING_PX = 1600, 320
"""Longer sides after reading."""


def pictures(folder: Path | None) -> tuple[list[np.ndarray], list[Sprite]]:
    """Grounds, uint8 (H, W, 3), and things, from all pictures without dice under a folder.

    One with a transparent surround is a thing, any other a ground. models/README.md names the packages of
    free pictures that were used. None of them enters the project.
    """
    grounds, things = [], []
    paths = (
        sorted(each for each in folder.rglob("*") if each.suffix.lower() in PICTURE_KINDS) if folder else []
    )
    for path in paths:
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is None or min(picture.shape[:2]) < LEAST_PX or picture.dtype != np.uint8:
            continue
        if picture.ndim == 2:
            picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
        cut_out = picture.shape[2] == 4 and float((picture[..., 3] < 20).mean()) > 0.03
        picture = _reduced(picture, MOST_THING_PX if cut_out else MOST_GROUND_PX)
        if cut_out:
            things.append(Sprite(trimmed(picture), BACKGROUND))
        else:
            grounds.append(np.ascontiguousarray(picture[..., :3]))
    return grounds, things


def _reduced(picture: np.ndarray, most: int) -> np.ndarray:
    scale = most / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
