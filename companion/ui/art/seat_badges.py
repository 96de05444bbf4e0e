"""A seat's sign on its colour, as a small round badge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.seat_signs import INK, Outline, Rgb, SeatSign, Shape
from companion.ui.art.canvas import Field, Picture, disc, inside, polygon
from companion.ui.theme import Colour

SIGN_SHARE = 0.74
"""Side of the sign as a part of the badge's."""


def draw_badge(sign: SeatSign, side: int) -> Picture:
    """The badge, ``side`` pixels wide, on nothing."""
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
    """Distance to a sign in its unit square, negative inside."""
    solid = _union(shape.solid, x, y)
    return np.maximum(solid, -_union(shape.holes, x, y)) if shape.holes else solid


def _union(outlines: Sequence[Outline], x: Field, y: Field) -> Field:
    return np.minimum.reduce([polygon(x, y, outline) for outline in outlines])


def _painted(colour: Rgb) -> Colour:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255, 1.0
