"""Where dice lie together: parts of a frame to be looked at from nearer."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from companion.recognition.doubles import middles_apart, shared_areas

NEAR = 0.25
"""Boxes nearer to each other than this share of their sides are of one cluster; a choice."""
ONE_DIE = 0.3
"""Boxes whose middles are nearer than this share of the smaller side show one die, not two. The two boxes
that two looks draw round one die share their middle; one round two dice is off by half a side."""
ROOM = 0.75
"""Round a cluster this much of a die is looked at too: dice at its rim are seen on their ground; a choice."""

Bounds = tuple[float, float, float, float]


def clusters(boxes: Sequence[Bounds]) -> list[list[int]]:
    """Which boxes lie together, two or more: lists of their numbers."""
    if len(boxes) < 2:
        return []
    corners = np.asarray(boxes, float)
    sides = (corners[:, 2:] - corners[:, :2]).max(1)
    reach = NEAR / 2 * sides[:, None]
    near = shared_areas(np.hstack([corners[:, :2] - reach, corners[:, 2:] + reach])) > 0
    near &= middles_apart(corners) > ONE_DIE * np.minimum(sides[:, None], sides[None])
    if not near.any():
        return []
    free, found = set(range(len(boxes))), []
    while free:
        group, rim = set(), {free.pop()}
        while rim:
            group |= rim
            free -= rim
            rim = {other for each in rim for other in np.flatnonzero(near[each]).tolist() if other in free}
        if len(group) > 1:
            found.append(sorted(group))
    return found


def side_of(boxes: Sequence[Bounds]) -> float:
    """The middle one of the boxes' longer sides."""
    return median(max(right - left, bottom - top) for left, top, right, bottom in boxes)


def around(boxes: Sequence[Bounds], room: float) -> Bounds:
    """The rectangle round boxes with ``room`` pixels on each side."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left) - room, min(top) - room, max(right) + room, max(bottom) + room


def holds(region: Bounds, box: Bounds) -> bool:
    """Whether a box's middle lies in a region."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return region[0] <= x <= region[2] and region[1] <= y <= region[3]
