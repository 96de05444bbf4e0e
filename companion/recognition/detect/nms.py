"""Non-maximum suppression: of the boxes on one die the best stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from companion.recognition.networks.config import EyeConfig

_MIDDLE = 0.7
"""A box straddles touching dice if better boxes cover this part of its middle, as large a part of its sides.
A die amid turned ones has its corners under their boxes, too: with the whole box and 0.6 one of 600 dice in
drawn heaps fewer is read right; six, where a detector finds more of them (models/archive.md)."""
_SAMPLES = 0.5 + _MIDDLE * ((np.arange(12) + 0.5) / 12 - 0.5)

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in frame px."""


def iou_suppression(boxes: Sequence[Bounds], scores: Sequence[float], config: EyeConfig) -> list[int]:
    """Indices to keep, best first."""
    if len(boxes) == 0:
        return []
    corners = np.asarray(boxes, float)
    return _best(_ious(corners, shared_areas(corners)) > config.duplicate_iou, scores)


def non_max_suppression(
    boxes: Sequence[Bounds], scores: Sequence[float] | np.ndarray, config: EyeConfig
) -> list[int]:
    """Indices to keep, best first: none around a part of a die or across two."""
    if len(boxes) == 0:
        return []
    corners = np.asarray(boxes, float)
    shared, areas = shared_areas(corners), areas_of(corners)
    # less shared area cannot cover so much of the middle
    crowded = shared.sum(1) - areas >= _MIDDLE**3 * areas

    def straddles(index: int, kept: Sequence[int]) -> bool:
        return bool(crowded[index]) and _covered(corners[index], corners[kept]) >= _MIDDLE

    return _best(shared > config.covered * np.minimum(areas[:, None], areas[None]), scores, straddles)


def _best(
    same: np.ndarray,
    scores: Sequence[float] | np.ndarray,
    straddles: Callable[[int, Sequence[int]], bool] = lambda index, kept: False,
) -> list[int]:
    """A box that is left out leaves out no other."""
    free = np.ones(len(same), bool)
    kept: list[int] = []
    for index in np.argsort(-np.asarray(scores, float), kind="stable").tolist():
        if free[index] and not straddles(index, kept):
            kept.append(index)
            free &= ~same[index]
    return kept


def _covered(box: np.ndarray, others: np.ndarray) -> float:
    """Share of the box's middle that others (N, 4) cover, by a grid of points."""
    x, y = (box[side] + (box[side + 2] - box[side]) * _SAMPLES for side in (0, 1))
    across = (x > others[:, :1]) & (x < others[:, 2:3])
    down = (y > others[:, 1:2]) & (y < others[:, 3:])
    return float((down[:, :, None] & across[:, None]).any(0).mean())


def areas_of(corners: np.ndarray) -> np.ndarray:
    areas: np.ndarray = (corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1])
    return areas


def area_of(box: Bounds) -> float:
    """Faster than ``areas_of`` for a few boxes."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def shared_area(one: Bounds, other: Bounds) -> float:
    """Faster than ``shared_areas`` for a few boxes."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(tall, 0)


def covered_by(boxes: Sequence[Bounds], box: Bounds) -> np.ndarray:
    """The part (N,) of ``box`` that each of N boxes covers."""
    return np.array([shared_area(each, box) for each in boxes]) / area_of(box)


def shared_areas(corners: np.ndarray) -> np.ndarray:
    """Intersections (N, N) of boxes (N, 4)."""
    left, top, right, bottom = corners.T
    wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    tall = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
    shared: np.ndarray = np.maximum(wide, 0) * np.maximum(tall, 0)
    return shared


def centre_distances(corners: np.ndarray) -> np.ndarray:
    """Distances (N, N) of boxes (N, 4): the larger of across and down."""
    across, down = ((corners[:, side] + corners[:, side + 2]) / 2 for side in (0, 1))
    apart: np.ndarray = np.maximum(
        np.abs(np.subtract.outer(across, across)), np.abs(np.subtract.outer(down, down))
    )
    return apart


def _ious(corners: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Intersections over union (N, N), 0-1."""
    areas = areas_of(corners)
    ious: np.ndarray = shared / (areas[:, None] + areas[None] - shared)
    return ious
