"""The seats' colours and signs as a script for browsers, so that they are those of the table's own screen."""

from __future__ import annotations

import json
from functools import cache

from companion.seat_signs import INK, Outline, Rgb, sign_of

NAME = "signs.js"
SIGNED_SEATS = 20
"""Seats that have a sign of their own in browsers; the games have fourteen players at most."""
SQUARE = 100
"""Side of the square in which the corners are told."""


@cache
def signs_script() -> str:
    """``ink``, and ``signs`` by seat: colour, and the corners of what is filled and what is cut out again."""
    signs = []
    for seat in range(SIGNED_SEATS):
        sign = sign_of(seat)
        signs.append(
            {
                "colour": _hex(sign.colour),
                "solid": [_points(each) for each in sign.shape.solid],
                "holes": [_points(each) for each in sign.shape.holes],
            }
        )
    told = json.dumps(signs, separators=(",", ":"))
    return f'export const ink = "{_hex(INK)}";\nexport const signs = {told};\n'


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _points(outline: Outline) -> str:
    return " ".join(f"{x * SQUARE:.1f},{y * SQUARE:.1f}" for x, y in outline)
