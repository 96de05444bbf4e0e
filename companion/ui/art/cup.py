"""A dice cup turned over, as the game has them."""

from __future__ import annotations

import numpy as np

from companion.ui.art.canvas import Picture, blend, disc, inside, polygon, soft, star_corners
from companion.ui.theme import Colour, Paint, colour

HEIGHT = 1.12
"""Height of the picture as a part of its width."""
_SHADE: Colour = colour("#050B0A")
_BODY: Colour = colour("#1B2E4A")
_SHEEN: Colour = colour("#4C709C")
_ROUNDING = 0.045


def draw_cup(width: int) -> Picture:
    """A midnight-blue cup with a yellow band and a star, mouth down."""
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
