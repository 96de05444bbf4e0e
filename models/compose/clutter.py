"""Other things on a table: cups, fingers, cards, pens, buttons, berries, loose pips."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.compose.make import any_make
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
from models.compose.sketch import PIPS, sketched_die, star_points

ROUND_PX = 96
HEAP_PX = 240


def _round(rng: Rng, colour: Colour, flatness: float = 0.0, rough: float = 0.0) -> np.ndarray:
    """A lit ball, float32 (96, 96, 4): ``flatness`` 1 is a disc, ``rough`` bends its surface."""
    middle, radius = (ROUND_PX - 1) / 2, ROUND_PX / 2 - 3
    y, x = (np.mgrid[0:ROUND_PX, 0:ROUND_PX] - middle) / radius
    off = np.sqrt(x * x + y * y)
    height = np.sqrt(np.clip(1 - off**2, 0, None))
    bends = rough * (layered_noise(rng, ROUND_PX, ROUND_PX, 8) - 0.5)
    lamp = rng.normal(0, 0.5, 2)
    facing = height + (1 - flatness) * (lamp[0] * x + lamp[1] * y) + bends
    dark, steep = rng.uniform(0.15, 0.6), rng.uniform(0.5, 1.3)
    light = dark + (1 - dark) * np.clip(facing, 0, None) ** steep
    canvas = np.zeros((ROUND_PX, ROUND_PX, 4), np.float32)
    canvas[..., :3] = light[..., None] * np.asarray(colour, np.float32) * rng.uniform(0.8, 1.3)
    canvas[..., 3] = 255 * np.clip((1 - off) * radius + 0.5, 0, 1)
    return canvas


def _mirrored(rng: Rng, canvas: np.ndarray, most: int = 4) -> None:
    """Lamps and windows in something round: small bright spots, squares and bows."""
    glint = np.zeros(canvas.shape[:2], np.uint8)
    for _ in range(int(rng.integers(0, most))):
        x, y = (int(each) for each in rng.normal(ROUND_PX / 2, ROUND_PX * 0.17, 2))
        size, kind = int(rng.integers(2, 13)), rng.random()
        if kind < 0.5:
            axes = (size, max(1, int(size * rng.uniform(0.4, 1))))
            cv2.ellipse(glint, (x, y), axes, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
        elif kind < 0.75:
            cv2.rectangle(glint, (x, y), (x + size, y + int(size * rng.uniform(0.6, 1.8))), 255, -1)
        else:
            start, radius = rng.uniform(0, 360), int(ROUND_PX * rng.uniform(0.2, 0.42))
            span, thick = rng.uniform(30, 160), int(rng.integers(2, 6))
            cv2.ellipse(glint, (ROUND_PX // 2,) * 2, (radius,) * 2, start, 0, span, 255, thick, cv2.LINE_AA)
    share = cv2.GaussianBlur(glint, (0, 0), rng.uniform(0.5, 2.5))[..., None].astype(np.float32) / 255
    lamp = np.asarray(hsv(rng.random(), rng.uniform(0, 0.25), 1.0), np.float32)
    canvas[..., :3] += rng.uniform(0.4, 1) * share * (lamp - canvas[..., :3])


def _longish(rng: Rng, canvas: np.ndarray, least: float) -> np.ndarray:
    tall = max(8, int(ROUND_PX * rng.uniform(least, 1)))
    return cv2.resize(canvas, (ROUND_PX, tall), interpolation=cv2.INTER_AREA)


def _ball(rng: Rng) -> np.ndarray:
    """A marble, a sweet, a bead or a berry."""
    canvas = _round(rng, any_colour(rng), rough=rng.uniform(0, 0.5) * (rng.random() < 0.4))
    if rng.random() < 0.3:
        spots: np.ndarray = (rng.random((ROUND_PX, ROUND_PX)) < rng.uniform(0.002, 0.02)).astype(np.uint8)
        spots = cv2.dilate(spots, np.ones((3, 3), np.uint8))[..., None]
        canvas[..., :3] += spots * (np.asarray(any_colour(rng), np.float32) - canvas[..., :3])
    if rng.random() < 0.3:
        at = [int(each) for each in rng.normal(ROUND_PX / 2, ROUND_PX * 0.15, 2)]
        hole = (*shaded(any_colour(rng), 0.4), 255)
        cv2.circle(canvas, at, int(rng.integers(4, 16)), hole, -1, cv2.LINE_AA)
    _mirrored(rng, canvas)
    return _longish(rng, canvas, 0.8)


def _nut(rng: Rng) -> np.ndarray:
    """A nut, a bean, an olive, a biscuit: longish, brown or green, rough."""
    colour = hsv(rng.uniform(0.03, 0.3), rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.95))
    canvas = _round(rng, colour, rough=rng.uniform(0.3, 1.6))
    for _ in range(int(rng.integers(0, 4))):
        across = int(rng.uniform(10, 86))
        line = (*shaded(colour, rng.uniform(0.3, 0.8)), 255)
        cv2.ellipse(canvas, (ROUND_PX // 2, across), (40, 10), 0, 0, 180, line, int(rng.integers(1, 5)))
    _mirrored(rng, canvas, 2)
    return _longish(rng, canvas, 0.4)


def _button(rng: Rng) -> np.ndarray:
    """A button, a washer, a cap: a disc with a rim, holes or notches."""
    colour = any_colour(rng)
    canvas, middle = _round(rng, colour, flatness=0.9, rough=rng.uniform(0, 0.2)), ROUND_PX // 2
    rim, ink = (*shaded(colour, rng.uniform(0.4, 1.7)), 255), (*shaded(any_colour(rng), 0.6), 255)
    width = int(rng.integers(1, 9))
    cv2.circle(canvas, (middle,) * 2, int(rng.uniform(20, 42)), rim, width, cv2.LINE_AA)
    holes, radius, size = int(rng.choice([0, 1, 2, 4, 4])), rng.uniform(7, 20), int(rng.integers(2, 9))
    for angle in rng.uniform(0, 6) + np.linspace(0, 2 * np.pi, holes, endpoint=False):
        at = (int(middle + radius * np.cos(angle)), int(middle + radius * np.sin(angle)))
        cv2.circle(canvas, at if holes > 1 else (middle,) * 2, size, ink, -1, cv2.LINE_AA)
    notches = int(rng.choice([0, 0, 6, 8, 21]))
    for angle in np.linspace(0, 2 * np.pi, notches, endpoint=False):
        at = (int(middle + 42 * np.cos(angle)), int(middle + 42 * np.sin(angle)))
        cv2.circle(canvas, at, max(2, 40 // notches), rim, -1, cv2.LINE_AA)
    canvas[..., 3] = _round(rng, colour)[..., 3]
    _mirrored(rng, canvas, 2)
    return canvas


def chip(rng: Rng) -> Sprite:
    """A disc with blocks round its rim, a plain or ringed middle, its edge seen from aside."""
    canvas, middle = np.zeros((ROUND_PX, ROUND_PX, 4), np.float32), ROUND_PX / 2
    colour = any_colour(rng)
    block = any_colour(rng) if rng.random() < 0.4 else hsv(0.1, 0.05, rng.uniform(0.8, 1))
    tall, thick = 38 * rng.uniform(0.75, 1), rng.uniform(0, 10)
    blocks, start = int(rng.choice([3, 4, 6, 6, 8, 8])), rng.uniform(0, 360)
    inner, share = rng.uniform(0.55, 0.8), rng.uniform(0.25, 0.6)
    at = (middle, middle - thick / 2)
    for drop in (thick, 0.0):
        shade = rng.uniform(0.4, 0.8) if drop else 1.0
        around = ((at[0], at[1] + drop), (76.0, 2 * tall), 0.0)
        cv2.ellipse(canvas, around, (*shaded(colour, shade), 255), -1, cv2.LINE_AA)
        for index in range(blocks):
            first = start + 360 / blocks * index
            spot = (round(at[0] * 16), round((at[1] + drop) * 16))
            axes = (38 * 16, round(tall * 16))
            ends = (0, first, first + share * 360 / blocks)
            cv2.ellipse(canvas, spot, axes, *ends, (*shaded(block, shade), 255), -1, cv2.LINE_AA, 4)
    cv2.ellipse(canvas, (at, (76 * inner, 2 * tall * inner), 0.0), (*colour, 255), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        ring = (*shaded(any_colour(rng), rng.uniform(0.5, 1.5)), 255)
        size = inner * rng.uniform(0.5, 0.95)
        cv2.ellipse(
            canvas, (at, (76 * size, 2 * tall * size), 0.0), ring, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    _mirrored(rng, canvas, 2)
    return _sprite(canvas)


PIECES = (_ball, _ball, _nut, _button)


def _piece(rng: Rng) -> np.ndarray:
    return PIECES[int(rng.integers(len(PIECES)))](rng)


def _sprite(canvas: np.ndarray) -> Sprite:
    return Sprite(trimmed(canvas.clip(0, 255).astype(np.uint8)), BACKGROUND)


def trifle(rng: Rng) -> Sprite:
    return _sprite(_piece(rng))


def _laid(rng: Rng, canvas: np.ndarray, reach: float) -> None:
    """Some round things of one or two kinds, within ``reach`` of the middle."""
    kinds = [PIECES[int(rng.integers(len(PIECES)))] for _ in range(2)]
    size = rng.uniform(20, 56)
    for _ in range(int(rng.integers(3, 26))):
        piece = kinds[int(rng.integers(2))](rng)
        scale = size / ROUND_PX * rng.uniform(0.85, 1.15)
        piece = cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        piece = np.ascontiguousarray(np.rot90(piece, int(rng.integers(4))))
        angle, far = rng.uniform(0, 2 * np.pi), (reach - size / 2) * np.sqrt(rng.random())
        top = int(HEAP_PX / 2 + far * np.sin(angle) - piece.shape[0] / 2)
        left = int(HEAP_PX / 2 + far * np.cos(angle) - piece.shape[1] / 2)
        window = canvas[top : top + piece.shape[0], left : left + piece.shape[1]]
        share = piece[..., 3:] / 255
        window[..., :3] += share * (piece[..., :3] - window[..., :3])
        window[..., 3:] = np.maximum(window[..., 3:], piece[..., 3:])


def heap(rng: Rng) -> Sprite:
    """Small round things together: loose, or in a bowl."""
    canvas, middle = np.zeros((HEAP_PX, HEAP_PX, 4), np.float32), (HEAP_PX // 2,) * 2
    if rng.random() < 0.5:
        colour = any_colour(rng)
        for scale in (1.0, rng.uniform(0.88, 0.96), rng.uniform(0.5, 0.85)):
            shade = (*shaded(colour, rng.uniform(0.3, 1.2)), 255)
            cv2.circle(canvas, middle, int(114 * scale), shade, -1, cv2.LINE_AA)
        _laid(rng, canvas, 92)
    else:
        _laid(rng, canvas, 108)
    return _sprite(canvas)


def glass(rng: Rng) -> Sprite:
    """Bright and dark rings, with what lies under the glass."""
    canvas, middle = np.zeros((HEAP_PX, HEAP_PX, 4), np.float32), (HEAP_PX // 2,) * 2
    drink = (*any_colour(rng), rng.uniform(20, 200))
    cv2.circle(canvas, middle, 100, drink, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(2, 6))):
        pale = (*hsv(rng.random(), 0.1, rng.choice([0.1, 1.0])), rng.uniform(60, 255))
        radius, thick = int(rng.uniform(40, 112)), int(rng.integers(1, 6))
        start, span = rng.uniform(0, 360), rng.choice([360.0, 90.0, 40.0])
        cv2.ellipse(canvas, middle, (radius,) * 2, start, 0, span, pale, thick, cv2.LINE_AA)
    return _sprite(canvas)


Rng = np.random.Generator


def _blank(size: int) -> np.ndarray:
    return np.zeros((size, size, 4), np.float32)


def _cut(canvas: np.ndarray) -> Sprite:
    return Sprite(trimmed(canvas.clip(0, 255).astype(np.uint8)), BACKGROUND)


def cup(rng: Rng) -> Sprite:
    """Rim and inside, sometimes upside down."""
    canvas, colour = _blank(160), any_colour(rng)
    axes = np.array([70, rng.uniform(52, 70)])
    for scale in np.linspace(1, rng.uniform(0.5, 0.9), int(rng.integers(2, 5))):
        shade = (*shaded(colour, rng.uniform(0.35, 1.2)), 255)
        cv2.ellipse(canvas, ((80.0, 80.0), tuple(2 * axes * scale), 0), shade, -1, cv2.LINE_AA)
    return _cut(canvas)


def finger(rng: Rng) -> Sprite:
    """One or two with a nail, in any skin."""
    canvas = _blank(160)
    skin = hsv(rng.uniform(0.02, 0.08), rng.uniform(0.25, 0.7), rng.uniform(0.25, 0.95))
    for index in range(int(rng.integers(1, 4))):
        x, tip = 30 + 36 * index, int(rng.uniform(15, 50))
        cv2.line(canvas, (x, tip), (x + int(rng.uniform(-15, 15)), 175), (*skin, 255), 30, cv2.LINE_AA)
        nail = (*shaded(skin, 1.15), 255)
        cv2.ellipse(canvas, ((float(x), float(tip)), (16.0, 22.0), 0), nail, -1, cv2.LINE_AA)
    canvas[..., :3] *= 0.75 + 0.5 * soft_noise(rng, 160, 160, 5)[..., None]
    return _cut(canvas)


def coin(rng: Rng) -> Sprite:
    """A disc with rings, spokes or spots."""
    canvas, colour = _blank(100), any_colour(rng)
    cv2.circle(canvas, (50, 50), 46, (*colour, 255), -1, cv2.LINE_AA)
    ink = (*any_colour(rng), 255)
    cv2.circle(canvas, (50, 50), int(rng.uniform(15, 42)), ink, int(rng.choice([1, 3, -1])), cv2.LINE_AA)
    spokes = int(rng.integers(0, 9))
    for angle in np.linspace(0, 2 * np.pi, spokes, endpoint=False):
        spot = (int(50 + 38 * np.cos(angle)), int(50 + 38 * np.sin(angle)))
        cv2.circle(canvas, spot, int(rng.integers(3, 9)), (*any_colour(rng), 255), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        letter(canvas, str(int(rng.integers(1, 60))), (32, 62), 1.0, ink, 2)
    return _cut(canvas)


def card(rng: Rng) -> Sprite:
    """Suit spots in rows, or a patterned back."""
    canvas = _blank(160)
    cv2.rectangle(canvas, (28, 5), (132, 155), (240, 244, 245, 255), -1)
    ink = (*(hsv(0.0, 0.9, 0.8) if rng.random() < 0.5 else (20.0, 20.0, 20.0)), 255)
    if rng.random() < 0.3:
        cv2.rectangle(canvas, (34, 11), (126, 149), (*any_colour(rng), 255), -1)
        for y in range(14, 148, 8):
            cv2.line(canvas, (34, y), (126, y + 6), ink, 1, cv2.LINE_AA)
        return _cut(canvas)
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    for y in np.linspace(35, 125, rows):
        for x in np.linspace(52, 108, columns):
            corners = star_points(10, rng.uniform(0.4, 0.95), 0.3) + np.array((x, y))
            cv2.fillPoly(canvas, [corners.astype(np.int32)], ink, cv2.LINE_AA)
    letter(canvas, rng.choice(list("A23456789JQK")), (31, 26), 0.7, ink, 2)
    return _cut(canvas)


def blank_cube(rng: Rng) -> Sprite:
    """A cube of a die's make with nothing on it."""
    make = any_make(rng)
    bare = replace(make, mark=make.body, one_mark=make.body, pip_ring=False)
    return Sprite(sketched_die(rng, bare, int(rng.integers(1, 7))).bgra, BACKGROUND)


def flat_pips(rng: Rng) -> Sprite:
    """Pips or a star printed flat: on a board square, a domino or a tile."""
    canvas = _blank(110)
    if rng.random() < 0.5:
        cv2.circle(canvas, (55, 55), 53, (*any_colour(rng), 255), -1, cv2.LINE_AA)
    ink = (*any_colour(rng), 255)
    if rng.random() < 0.5:
        cv2.fillPoly(
            canvas, [(star_points(40, 0.4, rng.uniform(0, 6)) + 55).astype(np.int32)], ink, cv2.LINE_AA
        )
    elif rng.random() < 0.5:
        letter(canvas, str(int(rng.integers(1, 21))), (22, 75), 1.8, ink, 4)
    else:
        for x, y in PIPS[int(rng.integers(1, 4))]:
            cv2.circle(canvas, (55 + 24 * x, 55 + 24 * y), int(rng.integers(6, 14)), ink, -1, cv2.LINE_AA)
    return _cut(canvas)


def stick(rng: Rng) -> Sprite:
    """A pen, a cable, a phone's edge."""
    canvas, colour = _blank(160), (*any_colour(rng), 255)
    cv2.line(
        canvas, (10, 80), (150, int(rng.uniform(60, 100))), colour, int(rng.integers(3, 40)), cv2.LINE_AA
    )
    cv2.line(canvas, (60, 80), (90, 80), (*any_colour(rng), 255), int(rng.integers(2, 12)), cv2.LINE_AA)
    return _cut(canvas)


def keys(rng: Rng) -> Sprite:
    """Dark or light keyboard tiles in rows, each with a letter or a sign."""
    canvas, cap = _blank(160), any_colour(rng) if rng.random() < 0.3 else hsv(0, 0, rng.choice([0.08, 0.9]))
    ink = (240, 240, 240, 255) if sum(cap) < 380 else (25, 25, 25, 255)
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    cv2.rectangle(canvas, (0, 0), (160, 160), (*shaded(cap, rng.uniform(0.4, 1.8)), 255), -1)
    pitch = 160 // max(rows, columns)
    canvas = canvas[: rows * pitch, : columns * pitch].copy()
    for row in range(rows):
        for column in range(columns):
            x, y, gap = column * pitch, row * pitch, max(1, int(pitch * rng.uniform(0.03, 0.08)))
            end = (x + pitch - gap, y + pitch - gap)
            cv2.rectangle(canvas, (x + gap, y + gap), end, (*cap, 255), -1)
            sign = str(rng.choice(list("QWERTYUIOPASDFGHJKLZXCVBNM0123456789+-*/<>#@&%")))
            place = (x + int(pitch * rng.uniform(0.15, 0.4)), y + int(pitch * rng.uniform(0.5, 0.8)))
            letter(canvas, sign, place, pitch / 55, ink, max(1, pitch // 28), int(rng.integers(0, 5)))
    return _cut(canvas)


def label(rng: Rng) -> Sprite:
    """Lines of text, a bar code, a black box, on light or dark ground."""
    height, width = int(rng.integers(50, 130)), 160
    canvas = np.zeros((height, width, 4), np.float32)
    pale = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.7, 1))
    ground = pale if rng.random() < 0.7 else any_colour(rng)
    ink = (*((15.0, 15.0, 15.0) if sum(ground) > 380 else (235.0, 235.0, 235.0)), 255)
    canvas[:] = (*ground, 255)
    for _ in range(int(rng.integers(1, 5))):
        x, y = int(rng.integers(0, width - 40)), int(rng.integers(12, height))
        kind = rng.random()
        if kind < 0.55:
            signs = rng.choice(list("ABCDEFGHIKLMNOPRSTUVZ0123456789.-"), int(rng.integers(2, 9)))
            size, thick = rng.uniform(0.4, 1.6), int(rng.integers(1, 4))
            letter(canvas, "".join(signs), (x, y), size, ink, thick, int(rng.integers(0, 5)))
        elif kind < 0.85:
            for bar in np.cumsum(rng.integers(2, 7, int(rng.integers(6, 22)))):
                cv2.line(canvas, (x + int(bar), y - 12), (x + int(bar), y + 14), ink, int(rng.integers(1, 4)))
        else:
            cv2.rectangle(canvas, (x, y - 12), (x + int(rng.integers(8, 40)), y + 10), ink, -1)
    return _cut(canvas)


CLUTTER = (
    (cup, 0.12),
    (finger, 0.1),
    (coin, 0.14),
    (card, 0.1),
    (blank_cube, 0.12),
    (flat_pips, 0.14),
    (stick, 0.08),
    (keys, 0.09),
    (label, 0.11),
    (chip, 0.1),
    (trifle, 0.25),
    (heap, 0.15),
    (glass, 0.05),
)
"""With relative frequencies."""


def any_clutter(rng: Rng) -> Sprite:
    chances = np.array([chance for _, chance in CLUTTER])
    return CLUTTER[rng.choice(len(CLUTTER), p=chances / chances.sum())][0](rng)
