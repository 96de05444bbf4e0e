"""The house's own capitals, as strokes of one width: for the name on the first screen."""

from __future__ import annotations

import numpy as np

from companion.ui.art.canvas import Field, Picture, inside, segment, soft
from companion.ui.theme import Colour, Palette

STROKE = 0.215
"""Width of a stroke as a part of the letters' height."""
_SPACING = 0.16
_WIDTHS = {"C": 0.72, "U": 0.72, "P": 0.62, "S": 0.62, " ": 0.34}


def draw_words(text: str, height: int, colour: Colour) -> Picture:
    """The text in capitals ``height`` pixels tall, a soft shadow below; ValueError for other letters."""
    unknown = sorted(set(text) - _WIDTHS.keys())
    if unknown:
        raise ValueError(f"the lettering has no {', '.join(unknown)}: it has {', '.join(sorted(_WIDTHS))}")
    pad = 0.12
    total = sum(_WIDTHS[each] for each in text) + _SPACING * (len(text) - 1)
    width = int((total + 2 * pad) * height)
    picture = Picture(width, int(height * (1 + 2 * pad)), (*colour[:3], 0.0))
    x, y = picture.x / height - pad, picture.y / height - pad
    distance = np.full_like(x, np.inf)
    at = 0.0
    for each in text:
        if each != " ":
            distance = np.minimum(distance, _letter(each, x - at, y))
        at += _WIDTHS[each] + _SPACING
    shape = (distance - STROKE / 2) * height
    drop = np.roll(shape, max(1, height // 22), axis=0)
    picture.paint(0.6 * soft(drop, height * 0.05), Palette.night)
    picture.paint(inside(shape), colour)
    gleam = np.clip(1 - y * 1.6, 0, 1) * 0.35
    picture.paint(inside(shape + height * 0.02) * gleam, (1.0, 1.0, 1.0, 1.0))
    return picture


def _letter(letter: str, x: Field, y: Field) -> Field:
    """Distance to the letter's middle line, in heights; the letter stands in a box 0 to 1 high."""
    edge = STROKE / 2
    right, low = _WIDTHS[letter] - edge, 1 - edge
    if letter == "C":
        radius = (right - edge) / 2
        top = _arc(x, y, (edge + radius, edge + radius), radius, (np.pi, 2 * np.pi - 0.35))
        foot = _arc(x, y, (edge + radius, low - radius), radius, (0.35, np.pi))
        return np.minimum(np.minimum(top, foot), segment(x, y, (edge, edge + radius), (edge, low - radius)))
    if letter == "U":
        radius = (right - edge) / 2
        bowl = _arc(x, y, (edge + radius, low - radius), radius, (0.0, np.pi))
        walls = np.minimum(
            segment(x, y, (edge, edge), (edge, low - radius)),
            segment(x, y, (right, edge), (right, low - radius)),
        )
        return np.minimum(bowl, walls)
    if letter == "P":
        radius = 0.245
        bowl = _arc(x, y, (right - radius, edge + radius), radius, (-np.pi / 2, np.pi / 2))
        bars = np.minimum(
            segment(x, y, (edge, edge), (right - radius, edge)),
            segment(x, y, (edge, edge + 2 * radius), (right - radius, edge + 2 * radius)),
        )
        return np.minimum(np.minimum(bowl, bars), segment(x, y, (edge, edge), (edge, low)))
    radius = (low - edge) / 4
    middle = (edge + right) / 2
    reach = (right - edge) / 2 - radius
    upper, lower = edge + radius, low - radius
    top = _arc(x, y, (middle - reach, upper), radius, (np.pi / 2, 3 * np.pi / 2))
    foot = _arc(x, y, (middle + reach, lower), radius, (-np.pi / 2, np.pi / 2))
    end = _arc(x, y, (middle + reach, upper), radius, (-np.pi / 2, -0.3))
    start = _arc(x, y, (middle - reach, lower), radius, (np.pi / 2, np.pi - 0.3))
    heights = (edge, (edge + low) / 2, low)
    bars = [segment(x, y, (middle - reach, at), (middle + reach, at)) for at in heights]
    return np.minimum.reduce([top, foot, end, start, *bars])


def _arc(
    x: Field, y: Field, centre: tuple[float, float], radius: float, between: tuple[float, float]
) -> Field:
    """Distance to an arc; angles in radians, clockwise from the right."""
    dx, dy = x - centre[0], y - centre[1]
    start, end = between
    turn = np.mod(np.arctan2(dy, dx) - start, 2 * np.pi)
    on_arc = turn <= end - start
    ends = [np.hypot(dx - radius * np.cos(angle), dy - radius * np.sin(angle)) for angle in (start, end)]
    return np.where(on_arc, np.abs(np.hypot(dx, dy) - radius), np.minimum(*ends))
