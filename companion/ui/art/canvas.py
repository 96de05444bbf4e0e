"""A small painter: signed distances, blended with smooth edges onto an RGBA picture.

All pictures are float32 (H, W, 4), straight alpha, values 0-1, row 0 at the top; lengths in pixels. A
distance is negative inside its shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin

import numpy as np

from companion.ui.art.theme import Colour, Palette

Field = np.ndarray
"""float32 (H, W): a distance, or a strength 0-1, at each pixel's centre."""


class Picture:
    """``x`` (1, W) and ``y`` (H, 1): pixel centres from the top left."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a picture must be at least 1×1, got {width}×{height}")
        self.x = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5)
        self.y = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5)
        self._planes = np.empty((4, height, width), np.float32)  # a plane a colour, contiguous for NumPy
        self._planes[:] = np.asarray(ground, np.float32)[:, None, None]

    @property
    def pixels(self) -> np.ndarray:
        return self._planes.transpose(1, 2, 0)

    def copy(self) -> Picture:
        copied = Picture.__new__(Picture)
        copied.x, copied.y, copied._planes = self.x, self.y, self._planes.copy()
        return copied

    def paint(self, strength: Field | float, colour: Colour | np.ndarray) -> None:
        paint = np.moveaxis(np.asarray(colour, np.float32), -1, 0)
        alpha = self._planes[3]
        over = np.broadcast_to(np.asarray(strength, np.float32) * paint[3], alpha.shape)
        alpha *= 1 - over
        alpha += over
        share = over / np.maximum(alpha, 1e-6)
        for plane, tone in zip(self._planes[:3], paint[:3], strict=True):
            plane += (tone - plane) * share

    def bytes(self) -> bytes:
        """RGBA bytes for a texture, bottom row first."""
        planes = (np.clip(self._planes[:, ::-1], 0, 1) * 255 + 0.5).astype(np.uint8)
        return planes.transpose(1, 2, 0).tobytes()


def inside(distance: Field) -> Field:
    """1 inside the shape, 0 outside; its edge is a pixel wide."""
    return np.clip(0.5 - distance, 0, 1)


def soft(distance: Field, reach: float) -> Field:
    t = np.clip(0.5 - distance / (2 * max(reach, 1e-3)), 0, 1)
    return t * t * (3 - 2 * t)


def blend(low: Colour, high: Colour, t: Field) -> np.ndarray:
    a, b = (np.asarray(each, np.float32)[:, None, None] for each in (low, high))
    return np.moveaxis(a + (b - a) * np.clip(t, 0, 1), 0, -1)


def length(across: Field, down: Field) -> Field:
    """Euclidean length; many times faster than ``np.hypot``, without its care for extreme numbers."""
    return np.sqrt(across * across + down * down)


def rounded_box(x: Field, y: Field, box: Sequence[float], radius: float) -> Field:
    left, top, right, bottom = box
    dx = np.abs(x - (left + right) / 2) - (right - left) / 2 + radius
    dy = np.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
    outside = length(np.maximum(dx, 0), np.maximum(dy, 0))
    return outside + np.minimum(np.maximum(dx, dy), 0) - radius


def disc(x: Field, y: Field, centre: tuple[float, float], radius: float) -> Field:
    return length(x - centre[0], y - centre[1]) - radius


def segment(x: Field, y: Field, start: tuple[float, float], end: tuple[float, float]) -> Field:
    return np.sqrt(_squared(x, y, start, end))


def _squared(x: Field, y: Field, start: tuple[float, float], end: tuple[float, float]) -> Field:
    vx, vy = end[0] - start[0], end[1] - start[1]
    dx, dy = x - start[0], y - start[1]
    whole = max(vx * vx + vy * vy, 1e-9)
    along = np.clip(dx * (vx / whole) + dy * (vy / whole), 0, 1)
    across, down = dx - along * vx, dy - along * vy
    across *= across
    down *= down
    return across + down


def polygon(x: Field, y: Field, corners: Sequence[tuple[float, float]]) -> Field:
    """Distance to a polygon (even-odd rule)."""
    within = np.zeros(np.broadcast_shapes(x.shape, y.shape), bool)
    squared = np.full(within.shape, np.inf, np.float32)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        np.minimum(squared, _squared(x, y, (ax, ay), (bx, by)), out=squared)
        if ay != by:
            within ^= ((ay > y) != (by > y)) & (x < (bx - ax) / (by - ay) * (y - ay) + ax)
    distance = np.sqrt(squared)
    return np.negative(distance, out=distance, where=within)


def star_corners(centre: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """Corners of a star with five points, on two of them; its waist is 0.47 of its radius."""
    turns = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2 == 0, radius, radius * 0.47)
    xs, ys = centre[0] + reach * np.cos(turns), centre[1] + reach * np.sin(turns)
    return [(float(a), float(b)) for a, b in zip(xs, ys, strict=True)]


STROKE = 0.215
"""Width of a stroke as a part of the letters' height."""
_SPACING = 0.16
_WIDTHS = {"C": 0.72, "U": 0.72, "P": 0.62, "S": 0.62, " ": 0.34}


def draw_words(text: str, height: int, colour: Colour) -> Picture:
    """Capitals ``height`` pixels tall with a soft shadow; ValueError for a letter it lacks."""
    unknown = sorted(set(text) - _WIDTHS.keys())
    if unknown:
        raise ValueError(f"the lettering has no {', '.join(unknown)}: it has {', '.join(sorted(_WIDTHS))}")
    pad = 0.12
    total = sum(_WIDTHS[each] for each in text) + _SPACING * (len(text) - 1)
    width = int((total + 2 * pad) * height)
    picture = Picture(width, int(height * (1 + 2 * pad)), (*colour[:3], 0.0))
    x, y = picture.x / height - pad, picture.y / height - pad
    distance: Field = np.full((1, 1), np.inf, np.float32)
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
    ends = [length(dx - radius * cos(angle), dy - radius * sin(angle)) for angle in (start, end)]
    return np.where(on_arc, np.abs(length(dx, dy) - radius), np.minimum(*ends))
