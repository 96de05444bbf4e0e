"""A painted table with dice, as a camera would see it. It holds no words."""

from __future__ import annotations

from functools import cache

import numpy as np

from calibration import light_spoiled as spoil
from companion.core.frame import Frame
from companion.ui.art.canvas import Picture
from companion.ui.art.dice import IVORY, YELLOW, draw_die
from companion.ui.art.theme import colour

FRAME_SIZE = (1280, 720)
"""Width and height in pixels."""
DIE_SIDE = 46


@cache
def _die(face: int, star: bool) -> np.ndarray:
    return draw_die(DIE_SIDE, face, YELLOW if star else IVORY, star).pixels


@cache
def _table() -> np.ndarray:
    width, height = FRAME_SIZE
    picture = Picture(width, height, colour("#5B3A22"))
    stripes = (np.sin(picture.y / 9 + np.sin(picture.x / 160) * 2) + 1) / 2
    picture.paint(stripes * 0.35, colour("#3B2412"))
    return picture.pixels[..., 2::-1]


def _paste(ground: np.ndarray, face: int, left: int, top: int, star: bool) -> None:
    painted = _die(face, star)
    strength = painted[..., 3:]
    part = ground[top : top + DIE_SIDE, left : left + DIE_SIDE]
    part[:] = part * (1 - strength) + painted[..., 2::-1] * strength


@cache
def painted_table(
    hands: tuple[tuple[int, ...], ...], star: bool = True
) -> tuple[Frame, list[list[tuple[int, int, int, int]]]]:
    """A frame with the dice of each hand on a brown table, and their boxes; painted once for all."""
    (width, height), ground = FRAME_SIZE, _table().copy()
    boxes: list[list[tuple[int, int, int, int]]] = []
    for number, hand in enumerate(hands):
        turn = 2 * np.pi * number / len(hands) + np.pi / 2
        centre = (width / 2 + np.cos(turn) * width * 0.34, height / 2 + np.sin(turn) * height * 0.33)
        own = []
        for at, face in enumerate(hand):
            left = int(centre[0] + (at % 3 - 1) * DIE_SIDE * 1.35 - DIE_SIDE / 2 + 7 * (at // 3))
            top = int(centre[1] + (at // 3 - 0.5) * DIE_SIDE * 1.4 - DIE_SIDE / 2 + 3 * (at % 2))
            _paste(ground, face, left, top, star)
            own.append((left + 4, top + 4, left + DIE_SIDE - 4, top + DIE_SIDE - 4))
        boxes.append(own)
    pixels = (np.clip(ground, 0, 1) * 255).astype(np.uint8)
    pixels.setflags(write=False)
    return Frame(pixels, 0), boxes


def cups_table() -> Frame:
    """A frame of the empty table, for the live picture."""
    return painted_table(((),))[0]


@cache
def spoiled_light(hands: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """The table under a lamp that mirrors in it and lights one side."""
    good = painted_table(hands)[0]
    mirrored = spoil.mirroring(good.pixels, (0.24 * good.width, 0.3 * good.height), 0.045 * good.width)
    return spoil.sloped(mirrored, 2.4, 20.0)
