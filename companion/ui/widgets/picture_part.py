"""Parts of a frame, and where they lie on the screen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.reading import Box

Part = tuple[float, float, float, float]
"""Left, top, right, bottom of a part of the frame, in frame pixels."""
_ARC = 4
"""Straight pieces of a rounded corner."""


def fitted(inner: tuple[float, float], outer: tuple[float, float, float, float]) -> tuple[float, ...]:
    """Largest (x, y, width, height) of the inner shape inside the outer box, in its middle."""
    x, y, width, height = outer
    ratio = min(width / inner[0], height / inner[1])
    wide, high = inner[0] * ratio, inner[1] * ratio
    return x + (width - wide) / 2, y + (height - high) / 2, wide, high


def part_with(boxes: Sequence[Box], size: tuple[int, int], aspect: float, room: float = 0.0) -> Part:
    """The part of a frame with all boxes and ``room`` round them (px), widened to an aspect.

    The aspect is width / height; at the frame's edge the part may miss it.
    """
    left, top = min(box[0] for box in boxes) - room, min(box[1] for box in boxes) - room
    right, bottom = max(box[2] for box in boxes) + room, max(box[3] for box in boxes) + room
    wide = max(right - left, (bottom - top) * aspect)
    high = max(bottom - top, wide / aspect)
    left, right = _slid((left + right) / 2, wide, size[0])
    top, bottom = _slid((top + bottom) / 2, high, size[1])
    return left, top, right, bottom


def part_between(start: Part, end: Part, share: float) -> Part:
    """The part on the way from one to another; ``share`` 0-1, slow at both ends."""
    eased = share * share * (3 - 2 * share)
    left, top, right, bottom = (a + (b - a) * eased for a, b in zip(start, end, strict=True))
    return left, top, right, bottom


def common_part(box: Sequence[float], part: Part) -> Part | None:
    """What box and part have in common, ``None`` where that is nothing."""
    left, top = max(box[0], part[0]), max(box[1], part[1])
    right, bottom = min(box[2], part[2]), min(box[3], part[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def rounded_patch(spot: Sequence[float], texture_part: Sequence[float], corner: float) -> list[float]:
    """A part of a picture with rounded corners as vertices of a fan: x, y, u, v of each in a row.

    ``spot`` is x, y, width, height in the window; ``texture_part`` its texture's coordinates from the lower
    left corner on, counter-clockwise; ``corner`` the corners' radius as a part of the shorter side.
    """
    x, y, width, height = spot
    left, low, right, top = texture_part[0], texture_part[1], texture_part[2], texture_part[5]
    across, up = (corner * min(width, height) / side for side in (width, height))
    vertices: list[float] = []
    for number in range(4 * (_ARC + 1)):
        quarter, step = divmod(number, _ARC + 1)
        turn = math.pi / 2 * (quarter + step / _ARC)
        share_x = (1 - across if quarter in (0, 3) else across) + across * math.cos(turn)
        share_y = (1 - up if quarter in (0, 1) else up) + up * math.sin(turn)
        vertices += x + share_x * width, y + share_y * height
        vertices += left + share_x * (right - left), low + share_y * (top - low)
    return vertices


def _slid(middle: float, length: float, limit: float) -> tuple[float, float]:
    """A stretch of this length round a middle, moved and cut to lie between 0 and the limit."""
    length = min(length, limit)
    low = min(max(middle - length / 2, 0.0), limit - length)
    return low, low + length
