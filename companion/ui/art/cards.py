"""Paper, back and chips of the card game, without what is printed on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.core.seats import INK, Outline, Rgb, SeatSign, Shape
from companion.ui.art.canvas import (
    Field,
    Picture,
    blend,
    disc,
    inside,
    polygon,
    rounded_box,
    soft,
    star_corners,
)
from companion.ui.art.theme import Colour, Paint, colour

ROUND = 0.11
"""Corner radius as a part of a card's width; by eye."""
_PAPER, _PAPER_LOW = colour("#FFFDF6"), colour("#EFE6D2")
_BACK, _BACK_LOW, _BACK_LINE = colour("#B93A30"), colour("#8C2018"), colour("#F3D9A8", 0.55)
_EDGE_SPOTS = 8


def draw_card(width: int, height: int, face_up: bool) -> Picture:
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
    step, line = width / 5.0, max(1.0, width * 0.035)
    frame = body + width * 0.10
    for way in (picture.x + picture.y, picture.x - picture.y):
        off = np.abs(np.mod(way, step) - step / 2) - line / 2
        picture.paint(inside(np.maximum(off, frame)), _BACK_LINE)
    picture.paint(inside(np.abs(frame) - line / 2), _BACK_LINE)


def draw_chip(side: int) -> Picture:
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


HEIGHT = 1.12
"""Height of the picture as a part of its width."""
_SHADE: Colour = colour("#050B0A")
_BODY: Colour = colour("#1B2E4A")
_SHEEN: Colour = colour("#4C709C")
_ROUNDING = 0.045


def draw_cup(width: int) -> Picture:
    height = int(width * HEIGHT)
    picture = Picture(width, height, (*_BODY[:3], 0.0))
    x, y = picture.x / width, picture.y / width
    round_by = _ROUNDING
    corners = [(0.24, 0.10), (0.76, 0.10), (0.88, 0.98), (0.12, 0.98)]
    shape = (polygon(x, y, corners) - round_by) * width
    shadow = disc((x - 0.5) * 1.0, (y - 1.03) * 5.0, (0.0, 0.0), 0.42)
    picture.paint(0.55 * soft(shadow, 0.08), Paint.night)
    half = 0.26 + (y - 0.10) / 0.88 * 0.12 + round_by
    round_cup = np.clip((x - 0.5) / half, -1, 1)
    light = np.exp(-(((round_cup + 0.42) / 0.28) ** 2))
    edge = np.abs(round_cup) ** 3
    body = blend(_BODY, _SHEEN, light * 0.75)
    picture.paint(inside(shape), body)
    bow = (y - 0.035 * (1 - round_cup**2)) * width
    _band(picture, shape, bow, (0.80, 0.90), width, light)
    _band(picture, shape, bow, (0.16, 0.185), width, light)
    star = polygon(x, y, star_corners((0.5, 0.53), 0.165)) * width - width * 0.012
    picture.paint(inside(star), Paint.yellow)
    picture.paint(inside(shape) * edge * 0.7, _SHADE)
    return picture


def _band(
    picture: Picture,
    shape: np.ndarray,
    bow: np.ndarray,
    between: tuple[float, float],
    width: int,
    light: np.ndarray,
) -> None:
    top, bottom = between[0] * width, between[1] * width
    stripe = np.maximum(top - bow, bow - bottom)
    picture.paint(np.minimum(inside(shape), inside(stripe)), Paint.yellow)
    picture.paint(np.minimum(inside(shape), inside(stripe)) * light * 0.5, Paint.yellow_light)


SIGN_SHARE = 0.74
"""Side of the sign as a part of the badge's."""


def draw_badge(sign: SeatSign, side: int) -> Picture:
    colour = _painted(sign.colour)
    picture = Picture(side, side, (*colour[:3], 0.0))
    x, y = picture.x / side, picture.y / side
    picture.paint(inside(disc(x, y, (0.5, 0.5), 0.49) * side), _painted(INK))
    picture.paint(inside(disc(x, y, (0.5, 0.5), 0.46) * side), colour)
    edge = (1 - SIGN_SHARE) / 2
    within = shape_distance(sign.shape, (x - edge) / SIGN_SHARE, (y - edge) / SIGN_SHARE)
    picture.paint(inside(within * SIGN_SHARE * side), _painted(INK))
    return picture


def shape_distance(shape: Shape, x: Field, y: Field) -> Field:
    solid = _union(shape.solid, x, y)
    return np.maximum(solid, -_union(shape.holes, x, y)) if shape.holes else solid


def _union(outlines: Sequence[Outline], x: Field, y: Field) -> Field:
    return np.minimum.reduce([polygon(x, y, outline) for outline in outlines])


def _painted(colour: Rgb) -> Colour:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255, 1.0
