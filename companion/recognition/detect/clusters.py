"""Groups of boxes that lie together, and rectangles around them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from companion.recognition.config import EyeConfig
from companion.recognition.detect.nms import Bounds, centre_distances, shared_areas


def clusters(boxes: Sequence[Bounds], config: EyeConfig) -> list[list[int]]:
    """The groups of two or more boxes that lie together, as lists of their indices."""
    if len(boxes) < 2:
        return []
    corners = np.asarray(boxes, float)
    sides = (corners[:, 2:] - corners[:, :2]).max(1)
    reach = config.cluster_gap / 2 * sides[:, None]
    near = shared_areas(np.hstack([corners[:, :2] - reach, corners[:, 2:] + reach])) > 0
    near &= centre_distances(corners) > config.cluster_one_die * np.minimum(sides[:, None], sides[None])
    return _connected(near) if near.any() else []


def _connected(near: np.ndarray) -> list[list[int]]:
    """The connected components of two or more nodes, by an adjacency matrix (N, N)."""
    free, found = set(range(len(near))), []
    while free:
        group, rim = set(), {free.pop()}
        while rim:
            group |= rim
            free -= rim
            rim = {other for each in rim for other in np.flatnonzero(near[each]).tolist() if other in free}
        if len(group) > 1:
            found.append(sorted(group))
    return found


def median_side(boxes: Sequence[Bounds]) -> float:
    """The median of the boxes' longer sides."""
    return median(max(right - left, bottom - top) for left, top, right, bottom in boxes)


def around(boxes: Sequence[Bounds], margin_px: float) -> Bounds:
    """The rectangle around boxes with a margin on each side."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left) - margin_px, min(top) - margin_px, max(right) + margin_px, max(bottom) + margin_px


def holds(region: Bounds, box: Bounds) -> bool:
    """Whether the centre of a box lies in a region."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return region[0] <= x <= region[2] and region[1] <= y <= region[3]
