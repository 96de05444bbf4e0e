"""Things on a table that are no dice: cups, fingers, coins, chips, cards, blank cubes, pens, loose pips."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.compose.make import any_make
from models.compose.paint import any_colour, hsv, letter, shaded, soft_noise
from models.compose.sketch import PIPS, sketched_die, star_points
from models.compose.sprite import BACKGROUND, Sprite, trimmed
from models.compose.trifles import chip, glass, heap, trifle

Rng = np.random.Generator


def _blank(size: int) -> np.ndarray:
    return np.zeros((size, size, 4), np.float32)


def _cut(canvas: np.ndarray) -> Sprite:
    return Sprite(trimmed(canvas.clip(0, 255).astype(np.uint8)), BACKGROUND)


def cup(rng: Rng) -> Sprite:
    """A cup from above: rim, inside, sometimes upside down."""
    canvas, colour = _blank(160), any_colour(rng)
    axes = np.array([70, rng.uniform(52, 70)])
    for scale in np.linspace(1, rng.uniform(0.5, 0.9), int(rng.integers(2, 5))):
        shade = (*shaded(colour, rng.uniform(0.35, 1.2)), 255)
        cv2.ellipse(canvas, ((80.0, 80.0), tuple(2 * axes * scale), 0), shade, -1, cv2.LINE_AA)
    return _cut(canvas)


def finger(rng: Rng) -> Sprite:
    """A finger or two with a nail, in any skin."""
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
    """A coin or a chip: a disc with rings, spokes or spots."""
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
    """A playing card: suit spots in rows, or a patterned back."""
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
    """Pips or a star printed flat: on a board square, a domino or a tile; no cube carries them."""
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
    """A pen, a cable, a phone's edge: something long."""
    canvas, colour = _blank(160), (*any_colour(rng), 255)
    cv2.line(
        canvas, (10, 80), (150, int(rng.uniform(60, 100))), colour, int(rng.integers(3, 40)), cv2.LINE_AA
    )
    cv2.line(canvas, (60, 80), (90, 80), (*any_colour(rng), 255), int(rng.integers(2, 12)), cv2.LINE_AA)
    return _cut(canvas)


def keys(rng: Rng) -> Sprite:
    """Keys of a keyboard: dark or light tiles in rows, each with a letter or a sign."""
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
    """A printed label, tag or ticket: lines of text, a bar code, a black box, on light or dark ground."""
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
"""What lies about, and how often against the rest."""


def any_clutter(rng: Rng) -> Sprite:
    """Something that is no die."""
    chances = np.array([chance for _, chance in CLUTTER])
    return CLUTTER[rng.choice(len(CLUTTER), p=chances / chances.sum())][0](rng)
