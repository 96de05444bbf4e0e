"""What looks like a die until one sees what lies around it: dominoes, keys, tiles, sweets, buttons, nuts.

Drawn flat, then as a solid thing that the camera sees aslant; ``scene.Table`` gives it a die's shadow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from models.compose.paint import BACKGROUND, Sprite, trimmed
from models.compose.prints import DOTS_PER_MM, blank, die_body, ink_of, lettered, star, suit_mark
from models.render.surface import Colour, varied

Rng = np.random.Generator
Lookalike = tuple[Sprite, float]
"""A thing, and its length in dice."""
FARTHEST_DEG = 45
"""Least steep view, off the vertical."""
LAYERS = 8
"""Steps of a thing's height."""


class Kind(NamedTuple):
    """``any_make`` gives what draws such things flat. ``dice_long``: length, in dice; ``corner`` and
    ``thick``: roundness and height, least and most, in shorter sides.
    """

    share: float
    any_make: Callable[[Rng], Callable[[Rng], np.ndarray]]
    dice_long: float
    corner: tuple[float, float]
    thick: tuple[float, float]


def any_kind(rng: Rng, flat: bool = False) -> Callable[[Rng], Lookalike]:
    """Things of one kind and make; each has its own number of pips, its letter and its turn."""
    kind = KINDS[int(rng.choice(len(KINDS), p=[each.share for each in KINDS]))]
    draw, corner = kind.any_make(rng), rng.uniform(*kind.corner)
    thick = 0.0 if flat else rng.uniform(*kind.thick)
    own, side, off = int(rng.integers(1 << 30)), any_colour(rng), rng.uniform(0, FARTHEST_DEG)
    shine, round_edge = rng.uniform(0, 0.5), rng.uniform(0.0, 0.25)
    coloured, size = rng.random() < 0.5, kind.dice_long * rng.uniform(0.75, 1.3)

    def made(rng: Rng) -> Lookalike:
        sheet = draw(np.random.default_rng((own, int(rng.integers(6)))))
        if sheet.shape[2] == 3:
            sheet = np.dstack([sheet, _rounded(sheet.shape[:2], corner)])
        sides = side if coloured else tuple((sheet[..., :3][sheet[..., 3] > 0].mean(0) / 255).tolist())
        return solid(rng, sheet, thick, sides, off, shine, round_edge), size

    return made


def solid(
    rng: Rng, sheet: np.ndarray, thick: float, side: Colour, off_deg: float, shine: float, round_edge: float
) -> Sprite:
    """A sheet, uint8 RGBA (H, W, 4), as the upper face of a thing seen ``off_deg`` from above, turned.

    ``thick`` and ``round_edge``: height, and width of the edge that a lamp lights, in shorter sides.
    """
    tall, wide = sheet.shape[:2]
    short, turn = min(tall, wide), rng.uniform(0, 2 * np.pi)
    face = sheet[..., :3].astype(np.float32) * _lit_edges(rng, sheet[..., 3], round_edge * short, shine)
    high = thick * short * np.sin(np.radians(off_deg))
    room = int(np.hypot(tall, wide) + high) + 4
    squashed = np.diag([1, np.cos(np.radians(off_deg))])
    way = squashed @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    middle = np.array([room / 2, (room - high) / 2]) - way @ [wide / 2, tall / 2]
    placed = np.column_stack([way, middle]).astype(np.float32)
    cover = cv2.warpAffine(sheet[..., 3], placed, (room, room)).astype(np.float32)[..., None] / 255
    upper = cv2.warpAffine(face, placed, (room, room), borderMode=cv2.BORDER_REPLICATE)
    pixels, alpha = np.zeros((room, room, 3), np.float32), np.zeros((room, room, 1), np.float32)
    dark = rng.uniform(0.3, 0.9)
    for layer in range(LAYERS if high >= 1 else 0):
        up = high * (1 - layer / LAYERS)
        lower = cv2.warpAffine(cover, np.array([[1, 0, 0], [0, 1, up]], np.float32), (room, room))[..., None]
        shade = 255 * np.array(side, np.float32) * dark * (0.7 + 0.3 * layer / LAYERS)
        pixels += lower * (shade - pixels)
        alpha = np.maximum(alpha, lower)
    pixels += cover * (upper - pixels)
    bgra = np.dstack([pixels[..., ::-1], 255 * np.maximum(alpha, cover)])
    return Sprite(trimmed(bgra.clip(0, 255).astype(np.uint8)), BACKGROUND, turns=False)


def _lit_edges(rng: Rng, cover: np.ndarray, width: float, shine: float) -> np.ndarray:
    """Light (H, W, 1) on a face whose edge, ``width`` dots wide, is round; a glare may lie on it."""
    inside = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 3)
    down, right = np.gradient(cv2.GaussianBlur(np.minimum(inside, max(width, 1)), (0, 0), 1 + width / 4))
    towards = rng.uniform(0, 2 * np.pi)
    light = 1 + rng.uniform(0.1, 0.6) * (right * np.cos(towards) + down * np.sin(towards)) * (width >= 1)
    tall, wide = cover.shape
    ys, xs = np.mgrid[:tall, :wide]
    spot, reach = rng.uniform(0, (tall, wide)), rng.uniform(0.15, 0.5) * max(tall, wide)
    light += shine * np.exp(-((ys - spot[0]) ** 2 + (xs - spot[1]) ** 2) / reach**2)
    return light[..., None].astype(np.float32)


def _rounded(size: tuple[int, int], corner: float) -> np.ndarray:
    tall, wide = size
    radius = int(corner * min(size))
    cover = np.zeros(size, np.uint8)
    cover[radius : tall - radius or None, radius : wide - radius or None] = 255
    return cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))


TRINKET = 90
"""Dots across a small thing's shorter side."""
OUTLINES = ("disc", "oval", "hexagon", "oblong", "star", "sweet")
LONG = ("oval", "oblong", "sweet")
SIGNS = ("hole", "holes", "crumbs", "star", "letter", "pips", "studs")
ALIKE = 1.25
"""A shorter oblong with pips would be a die."""


def any_trinket(rng: Rng) -> Callable[[Rng], np.ndarray]:
    """Small things of one outline, RGBA: buttons, nuts, beads, tokens, sweets, biscuits, bricks, caps."""
    outline, sign = str(rng.choice(OUTLINES)), str(rng.choice(SIGNS))
    body, wide = any_colour(rng), int(TRINKET * rng.uniform(ALIKE, 1.8)) if outline in LONG else TRINKET
    ink, dot, spread = other_colour(rng, body), TRINKET * rng.uniform(0.05, 0.16), rng.uniform(0.18, 0.32)
    hollow, point = rng.random() < 0.4, rng.uniform(0.45, 0.8)

    def draw(rng: Rng) -> np.ndarray:
        sheet, cover = np.full((TRINKET, wide, 3), ink_of(body), np.uint8), _outlined(outline, wide, point)
        middle = np.array([wide, TRINKET]) / 2
        at = (float(middle[0]), float(middle[1]))
        if sign == "hole":
            _dot(sheet, middle, rng.uniform(1.8, 2.6) * dot, ink)
            if hollow:
                cv2.circle(cover, middle.astype(int).tolist(), int(2.2 * dot), 0, -1)
        elif sign == "holes":
            for hole in ((-1, -1), (1, 1), (-1, 1), (1, -1))[: 2 if hollow else 4]:
                _dot(sheet, middle + 0.16 * TRINKET * np.array(hole), 0.6 * dot, ink)
        elif sign == "crumbs":
            for _ in range(int(rng.integers(3, 10))):
                _dot(sheet, middle + rng.normal(0, 0.4, 2) * middle, dot * rng.uniform(0.4, 1), ink)
        elif sign == "star":
            star(sheet, at, TRINKET * rng.uniform(0.2, 0.4), ink)
        elif sign == "letter":
            lettered(sheet, str(rng.choice(list(LETTERS))), at, TRINKET * rng.uniform(0.3, 0.6), ink)
        elif sign == "pips":
            _dots(sheet, middle, int(rng.integers(1, 10)), spread * TRINKET, 0.6 * dot, ink, hollow)
        else:
            for place in range(2 * round(2 * wide / TRINKET)):
                stud = TRINKET * (0.25 + 0.5 * np.array([place // 2, place % 2]))
                _dot(sheet, stud + 0.03 * TRINKET, 0.17 * TRINKET, tuple(0.6 * np.array(body)))
                _dot(sheet, stud, 0.15 * TRINKET, tuple(np.minimum(1.0, 1.15 * np.array(body))))
        return np.dstack([sheet, cover])

    return draw


def _outlined(outline: str, wide: int, point: float) -> np.ndarray:
    """uint8 (TRINKET, wide), 255 inside; ``point``: inner radius of a star over its outer one."""
    cover = np.zeros((TRINKET, wide), np.uint8)
    middle, half = np.array([wide, TRINKET]) // 2, np.array([wide, TRINKET]) // 2 - 2
    if outline in ("disc", "oval"):
        cv2.ellipse(cover, middle.tolist(), half.tolist(), 0, 0, 360, 255, -1, cv2.LINE_AA)
    elif outline == "oblong":
        cover = _rounded((TRINKET, wide), 0.12)
    elif outline == "sweet":
        round_part = (np.array([0.6, 0.7]) * half).astype(int).tolist()
        cv2.ellipse(cover, middle.tolist(), round_part, 0, 0, 360, 255, -1, cv2.LINE_AA)
        for end in (2, wide - 3):
            wing = np.array([middle, (end, 4), (end, TRINKET - 4)])
            cv2.fillPoly(cover, [wing.astype(np.int32)], 255, cv2.LINE_AA)
    else:
        points, inner = (6, 1.0) if outline == "hexagon" else (10, point)
        corners = [
            middle + half * (1.0, inner)[each % 2] * _way(360 / points * each) for each in range(points)
        ]
        cv2.fillPoly(cover, [np.array(corners).astype(np.int32)], 255, cv2.LINE_AA)
    return cover


DOT_PLACES: tuple[tuple[int, ...], ...] = (
    *((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8)),
    *((0, 2, 3, 5, 6, 8), (0, 2, 3, 4, 5, 6, 8), (0, 1, 2, 3, 5, 6, 7, 8), tuple(range(9))),
)
"""In three rows of three, none to nine."""
LETTERS = "ABCDEFGHIJKLMNOPRSTUVXYZ0123456789&?!+-="
APART = 0.9
"""Least difference of the sums of two colours that one sees apart."""


def any_colour(rng: Rng) -> Colour:
    """Of 0 to 1, as ``varied`` gives them; often grey."""
    if rng.random() < 0.4:
        return (float(rng.random()),) * 3
    red, green, blue = (rng.random(3) * rng.uniform(0.3, 1)).tolist()
    return red, green, blue


def other_colour(rng: Rng, than: Colour) -> Colour:
    for _ in range(30):
        colour = any_colour(rng)
        if abs(sum(colour) - sum(than)) > APART:
            return colour
    return (0.04, 0.04, 0.04) if sum(than) > 1.5 else (0.95, 0.95, 0.95)


def _dot(sheet: np.ndarray, at: np.ndarray, radius: float, colour: Colour, ring: bool = False) -> None:
    thick = max(1, round(radius / 2)) if ring else -1
    centre = np.round(at * 16).astype(int).tolist()
    cv2.circle(sheet, centre, round(radius * 16), ink_of(colour), thick, cv2.LINE_AA, 4)


def _dots(
    sheet: np.ndarray, middle: np.ndarray, count: int, step: float, radius: float, colour: Colour, ring: bool
) -> None:
    for place in DOT_PLACES[count]:
        _dot(sheet, middle + step * np.array([place % 3 - 1, place // 3 - 1]), radius, colour, ring)


def any_domino(rng: Rng) -> np.ndarray:
    """Light, dark, wooden or coloured; up to nine pips of one colour or each number's; line, rivet, edge."""
    made = (((0.92, 0.9, 0.82), 0.08), ((0.06, 0.06, 0.07), 0.04), ((0.55, 0.36, 0.2), 0.15))
    which = int(rng.choice(4, p=(0.35, 0.25, 0.12, 0.28)))
    body = varied(made[which][0], rng, made[which][1]) if which < 3 else any_colour(rng)
    wide = 24 * rng.uniform(0.9, 1.1)
    tile = blank(wide, wide * rng.uniform(1.85, 2.15), body)
    rows, columns = tile.shape[:2]
    if rng.random() < 0.4:
        edge = ink_of(tuple(np.clip(np.array(body) * rng.uniform(0.6, 1.25), 0, 1)))
        cv2.rectangle(tile, (0, 0), (columns - 1, rows - 1), edge, 1 + int(columns * rng.uniform(0.02, 0.07)))
    ink = other_colour(rng, body)
    inks = [other_colour(rng, body) for _ in DOT_PLACES] if rng.random() < 0.3 else [ink] * len(DOT_PLACES)
    if rng.random() < 0.8:
        off, thick = int(columns * rng.uniform(0.02, 0.16)), max(1, int(columns * rng.uniform(0.01, 0.05)))
        across = ink if rng.random() < 0.6 else tuple(np.array(body) * 0.6)
        line = (off, rows // 2), (columns - off, rows // 2)
        cv2.line(tile, *line, ink_of(across), thick, cv2.LINE_AA)
    most = 6 if rng.random() < 0.7 else 9
    pip, step, ring = rng.uniform(0.06, 0.115), rng.uniform(0.22, 0.3), bool(rng.random() < 0.1)
    for half in (0.25, 0.75):
        count, middle = int(rng.integers(0, most + 1)), np.array([columns / 2, half * rows])
        _dots(tile, middle, count, step * columns, pip * columns, inks[count], ring)
    if rng.random() < 0.35:
        brass = varied((0.8, 0.65, 0.3), rng, 0.1)
        _dot(tile, np.array([columns, rows]) / 2, columns * rng.uniform(0.04, 0.08), brass)
    return tile


def any_keys(rng: Rng) -> np.ndarray:
    """Keys or signs in rows: of a keyboard, a calculator, a remote control, a telephone."""
    across, down, pitch = int(rng.integers(3, 7)), int(rng.integers(3, 6)), rng.uniform(11, 22)
    sheet, step = blank(across * pitch, down * pitch, any_colour(rng)), pitch * DOTS_PER_MM
    side, rounding = step * rng.uniform(0.55, 0.92), rng.uniform(0.02, 0.5)
    key, gay, raised, letters = any_colour(rng), rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.45
    ink = other_colour(rng, key)
    for place in range(across * down):
        middle = (np.array([place % across, place // across]) + 0.5) * step
        if gay:
            key = any_colour(rng)
            ink = other_colour(rng, key)
        if raised:
            die_body(sheet, middle + 0.05 * step, side, rounding, 0.0, tuple(np.array(key) * 0.5))
        die_body(sheet, middle, side, rounding, 0.0, key)
        _sign(rng, sheet, middle, side, ink, letters)
    return sheet


def _sign(rng: Rng, sheet: np.ndarray, middle: np.ndarray, side: float, ink: Colour, letters: bool) -> None:
    at, kind = (float(middle[0]), float(middle[1])), rng.random()
    if letters or kind < 0.3:
        lettered(sheet, str(rng.choice(list(LETTERS))), at, side * rng.uniform(0.4, 0.7), ink)
    elif kind < 0.65:
        step, dot = side * rng.uniform(0.2, 0.28), side * rng.uniform(0.07, 0.12)
        _dots(sheet, middle, int(rng.integers(1, 10)), step, dot, ink, False)
    elif kind < 0.75:
        star(sheet, at, 0.3 * side, ink)
    elif kind < 0.85:
        _dot(sheet, middle, 0.3 * side, ink, ring=True)
    elif kind < 0.92:
        suit_mark(sheet, at, 0.3 * side, int(rng.integers(4)))


def any_tile(rng: Rng) -> np.ndarray:
    """One thing with a letter, or with dots or holes that are no pips: a tile, a biscuit, a button."""
    body = varied((0.85, 0.7, 0.5), rng, 0.15) if rng.random() < 0.6 else any_colour(rng)
    wide = 18 * rng.uniform(0.8, 1.2)
    tile = blank(wide, wide * (1 if rng.random() < 0.6 else rng.uniform(1.2, 1.5)), body)
    rows, columns = tile.shape[:2]
    middle, short, ink = np.array([columns, rows]) / 2, min(rows, columns), other_colour(rng, body)
    if rng.random() < 0.6:
        at = (float(middle[0]), float(middle[1]))
        lettered(tile, str(rng.choice(list(LETTERS))), at, short * rng.uniform(0.4, 0.75), ink)
        if rng.random() < 0.5:
            lettered(tile, str(rng.integers(1, 11)), (0.8 * columns, 0.82 * rows), 0.2 * short, ink)
        return tile
    step, dot, ring = (
        short * rng.uniform(0.16, 0.3),
        short * rng.uniform(0.05, 0.11),
        bool(rng.random() < 0.5),
    )
    fewest = 2 if ring or rows > columns else 7  # up to six dots on a square would be a die
    _dots(tile, middle, int(rng.integers(fewest, 10)), step, dot, ink, ring)
    return tile


KINDS = (
    Kind(0.35, lambda _: any_domino, 2.0, (0.02, 0.2), (0.05, 0.5)),
    Kind(0.15, lambda _: any_tile, 1.2, (0.05, 0.3), (0.05, 0.8)),
    Kind(0.1, lambda _: any_keys, 4.0, (0.0, 0.1), (0.0, 0.4)),
    Kind(0.4, any_trinket, 1.1, (0.0, 0.0), (0.05, 0.9)),
)
BLOSSOMS_MM = 120


def any_blossoms(rng: Rng, height: int, width: int, die_px: float) -> np.ndarray:
    """A cloth printed with blossoms of round petals, float32 (H, W, 3) BGR."""
    sheet = blank(BLOSSOMS_MM, BLOSSOMS_MM, any_colour(rng))
    side, petals, middle, leaf = len(sheet), int(rng.integers(3, 8)), any_colour(rng), any_colour(rng)
    colours, size = [any_colour(rng) for _ in range(3)], len(sheet) * rng.uniform(0.03, 0.09)
    for _ in range(int(rng.integers(6, 16))):
        at, own, first = rng.uniform(0, side, 2), size * rng.uniform(0.8, 1.2), rng.uniform(0, 360)
        for turn in rng.uniform(0, 360, int(rng.integers(0, 4))):
            tip = (at + 2.2 * own * _way(turn)).astype(int).tolist()
            axes = (int(0.9 * own), int(0.35 * own))
            cv2.ellipse(sheet, tip, axes, turn, 0, 360, ink_of(leaf), -1, cv2.LINE_AA)
        colour = colours[int(rng.integers(3))]
        for petal in range(petals):
            _dot(sheet, at + own * _way(first + petal * 360 / petals), own * rng.uniform(0.5, 0.7), colour)
        _dot(sheet, at, 0.5 * own, middle)
    scale = max(1.3 * max(height, width) / side, die_px / 16 * rng.uniform(0.8, 2))
    turned = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(0, 360), scale)
    turned[:, 2] = turned[:, 2] + np.array([width - side, height - side]) / 2
    printed = sheet[..., ::-1].astype(np.float32)
    return cv2.warpAffine(printed, turned, (width, height), borderMode=cv2.BORDER_WRAP)


def _way(degrees: float) -> np.ndarray:
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
