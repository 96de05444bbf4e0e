"""Playing cards and chips as the screen draws them: the paper and the back; what is printed is put on top."""

from __future__ import annotations

import numpy as np

from companion.ui.art.canvas import Picture, blend, disc, inside, rounded_box, soft
from companion.ui.theme import Paint, colour

ROUND = 0.11
"""Corner radius as a part of a card's width; by eye."""
_PAPER, _PAPER_LOW = colour("#FFFDF6"), colour("#EFE6D2")
_BACK, _BACK_LOW, _BACK_LINE = colour("#B93A30"), colour("#8C2018"), colour("#F3D9A8", 0.55)
_EDGE_SPOTS = 8
"""Light spots on the rim of a chip."""


def draw_card(width: int, height: int, face_up: bool) -> Picture:
    """A card's paper, or its back, filling the picture but for a thin shadow."""
    picture = Picture(width, height, (0.0, 0.0, 0.0, 0.0))
    x, y = picture.x, picture.y
    edge = max(1.0, width * 0.025)
    box = (edge, edge * 0.6, width - edge, height - edge * 1.4)
    radius = width * ROUND
    picture.paint(0.55 * soft(rounded_box(x, y - edge * 0.8, box, radius), edge), Paint.night)
    body = rounded_box(x, y, box, radius)
    fill = blend(_PAPER, _PAPER_LOW, y / height) if face_up else blend(_BACK, _BACK_LOW, y / height)
    picture.paint(inside(body), fill)
    picture.paint(inside(np.abs(body + 0.5) - 0.5) * 0.5, Paint.ivory_deep if face_up else Paint.ivory)
    if not face_up:
        _paint_lattice(picture, body, width)
    return picture


def _paint_lattice(picture: Picture, body: np.ndarray, width: int) -> None:
    """Crossed lines inside a frame, as card backs have them."""
    step, line = width / 5.0, max(1.0, width * 0.035)
    frame = body + width * 0.10
    for way in (picture.x + picture.y, picture.x - picture.y):
        off = np.abs(np.mod(way, step) - step / 2) - line / 2
        picture.paint(inside(np.maximum(off, frame)), _BACK_LINE)
    picture.paint(inside(np.abs(frame) - line / 2), _BACK_LINE)


def draw_chip(side: int) -> Picture:
    """A chip from above: a red disc with light spots on its rim and a lighter heart."""
    picture = Picture(side, side, (0.0, 0.0, 0.0, 0.0))
    x, y = picture.x, picture.y
    middle = side / 2
    radius = side * 0.44
    picture.paint(0.5 * soft(disc(x, y, (middle, middle + side * 0.03), radius), side * 0.05), Paint.night)
    whole = disc(x, y, (middle, middle), radius)
    picture.paint(inside(whole), blend(Paint.red_light, Paint.red_deep, y / side))
    turn = np.mod(np.arctan2(y - middle, x - middle) * _EDGE_SPOTS / (2 * np.pi), 1.0)
    spots = (np.abs(turn - 0.5) < 0.2) & (whole > -side * 0.11)
    picture.paint(inside(whole) * spots, Paint.ivory)
    heart = disc(x, y, (middle, middle), radius * 0.62)
    picture.paint(inside(heart), blend(Paint.yellow_light, Paint.yellow_deep, y / side))
    picture.paint(inside(np.abs(heart) - side * 0.012), Paint.ivory)
    return picture
