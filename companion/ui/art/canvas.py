"""A small painter: shapes as signed distances, blended onto an RGBA picture with smooth edges.

All pictures are float32 (H, W, 4), straight alpha, values 0-1, row 0 at the top; lengths in pixels.
A distance is negative inside its shape.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.ui.theme import Colour

Field = np.ndarray
"""float32 (H, W): a distance, or a strength 0-1, at each pixel's centre."""


class Picture:
    """A picture being painted. ``x`` and ``y`` are the pixel centres, from the top left."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a picture must be at least 1×1, got {width}×{height}")
        self.y, self.x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
        self.pixels = np.empty((height, width, 4), np.float32)
        self.pixels[:] = ground

    def paint(self, strength: Field | float, colour: Colour | np.ndarray) -> None:
        """Blend a colour (or a picture of colours) over what is there, as strong as asked."""
        paint = np.asarray(colour, np.float32)
        over = np.asarray(strength, np.float32) * paint[..., 3]
        over = np.broadcast_to(over, self.x.shape)[..., None]
        below = self.pixels[..., 3:] * (1 - over)
        alpha = over + below
        mixed = paint[..., :3] * over + self.pixels[..., :3] * below
        np.divide(mixed, alpha, out=self.pixels[..., :3], where=alpha > 1e-6)
        self.pixels[..., 3:] = alpha

    def bytes(self) -> bytes:
        """RGBA bytes, bottom row first, as a texture wants them."""
        return (np.clip(self.pixels[::-1], 0, 1) * 255 + 0.5).astype(np.uint8).tobytes()


def inside(distance: Field, softness: float = 1.0) -> Field:
    """Strength 1 inside a shape, 0 outside, with an edge so many pixels soft."""
    return np.clip(0.5 - distance / max(softness, 1e-3), 0, 1)


def soft(distance: Field, reach: float) -> Field:
    """A shadow's strength: 1 well inside, falling smoothly to 0 at ``reach`` pixels outside."""
    t = np.clip(0.5 - distance / (2 * max(reach, 1e-3)), 0, 1)
    return t * t * (3 - 2 * t)


def blend(low: Colour, high: Colour, t: Field) -> np.ndarray:
    """A picture of colours between two, (H, W, 4)."""
    a, b = np.asarray(low, np.float32), np.asarray(high, np.float32)
    return a + (b - a) * np.clip(t, 0, 1)[..., None]


def rounded_box(x: Field, y: Field, box: Sequence[float], radius: float) -> Field:
    """Distance to a box (left, top, right, bottom) with round corners."""
    left, top, right, bottom = box
    dx = np.abs(x - (left + right) / 2) - (right - left) / 2 + radius
    dy = np.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    return outside + np.minimum(np.maximum(dx, dy), 0) - radius


def disc(x: Field, y: Field, centre: tuple[float, float], radius: float) -> Field:
    """Distance to a disc."""
    return np.hypot(x - centre[0], y - centre[1]) - radius


def segment(x: Field, y: Field, start: tuple[float, float], end: tuple[float, float]) -> Field:
    """Distance to a straight stroke of no width."""
    vx, vy = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * vx + (y - start[1]) * vy) / max(vx * vx + vy * vy, 1e-9)
    along = np.clip(along, 0, 1)
    return np.hypot(x - start[0] - along * vx, y - start[1] - along * vy)


def polygon(x: Field, y: Field, corners: Sequence[tuple[float, float]]) -> Field:
    """Distance to a polygon: to its nearest edge, negative inside (even-odd rule)."""
    distance = np.full_like(x, np.inf)
    within = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        distance = np.minimum(distance, segment(x, y, (ax, ay), (bx, by)))
        if ay != by:
            crosses = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
            within ^= crosses
    return np.where(within, -distance, distance)


def star_corners(
    centre: tuple[float, float], radius: float, inner: float = 0.47, points: int = 5
) -> list[tuple[float, float]]:
    """Corners of a star standing on two points; ``inner`` is its waist as a part of its radius."""
    turns = np.arange(2 * points) * np.pi / points - np.pi / 2
    reach = np.where(np.arange(2 * points) % 2 == 0, radius, radius * inner)
    xs, ys = centre[0] + reach * np.cos(turns), centre[1] + reach * np.sin(turns)
    return [(float(a), float(b)) for a, b in zip(xs, ys, strict=True)]
