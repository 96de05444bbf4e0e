"""One box a die: of boxes that show the same die the likeliest stays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

REPEATED_OVERLAP = 0.55
"""Two looks that find one die draw boxes which share at least this of their joint area."""
SAME_OVERLAP = 0.45
WITHIN = 0.8
SAME_CENTRE = 0.35
"""Two boxes are one die when they share so much of their joint area, one lies so far within the other, or
their centres are nearer than this share of a side."""

COVERED = 0.6
"""A box of which this share lies under likelier ones shows parts of their dice: it straddles dice that touch.
Of 0.55 to 0.85 the traced tables of the split ``valid`` had fewest false dice for a missed one at 0.6."""
SIZES_SPREAD = 0.25
"""By how much (natural logarithm, one standard deviation) the boxes of one table's dice differ in size. Of
0.12 to 0.5 the traced tables of the split ``valid`` missed fewest dice at 0.2 and 0.3."""
USUAL_FROM = 3
"""So many sure dice say by themselves how large a die of that table is."""

_SAMPLES = (np.arange(12) + 0.5) / 12

Bounds = tuple[float, float, float, float]


def without_repeats(boxes: Sequence[Bounds], likely: Sequence[float]) -> list[int]:
    """Which boxes to keep, likeliest first: not those that all but repeat a likelier one."""
    if len(boxes) == 0:
        return []
    corners = np.asarray(boxes, float)
    return _likeliest(_overlaps(corners, shared_areas(corners)) > REPEATED_OVERLAP, likely)


def without_doubles(boxes: Sequence[Bounds], likely: Sequence[float]) -> list[int]:
    """Which boxes to keep, likeliest first, so that no die is shown twice, nor a part of it beside it."""
    if len(boxes) == 0:
        return []
    corners = np.asarray(boxes, float)
    shared, areas = shared_areas(corners), areas_of(corners)
    sides = (corners[:, 2:] - corners[:, :2]).max(1)
    within = shared > WITHIN * np.minimum(areas[:, None], areas[None])
    near = middles_apart(corners) < SAME_CENTRE * np.minimum(sides[:, None], sides[None])
    same = (shared > 0) & (within | near | (_overlaps(corners, shared) > SAME_OVERLAP))
    return _uncovered(corners, shared, areas, _likeliest(same, likely))


def of_like_size(
    boxes: Sequence[Bounds], likely: Sequence[float], sure: np.ndarray | None = None
) -> np.ndarray:
    """How likely each box (N) is one whole die, less for one of another size than the middle one: a box round
    two dice that touch is likelier than either of them, but twice as long.

    Where enough are ``sure`` (N,) to show a face, theirs is the middle one: the hundreds of squares of a
    chequered cloth would outvote the dice on it.
    """
    weights = np.asarray(likely, float)
    if len(weights) < 2:
        return weights
    corners = np.asarray(boxes, float)
    sides = np.log((corners[:, 2:] - corners[:, :2]).max(1).clip(1.0))
    middle = middle_of(sides, weights, sure)
    return weights * np.exp(-((sides - middle) ** 2) / (2 * SIZES_SPREAD**2))


def middle_of(values: np.ndarray, weights: np.ndarray, sure: np.ndarray | None = None) -> float:
    """The middle one of N values by weight (N,); of those that are ``sure`` alone, where they are enough."""
    if sure is not None and sure.sum() >= USUAL_FROM:
        weights = np.where(sure, weights, 0.0)
    order = np.argsort(values)
    until = np.cumsum(weights[order])
    return float(values[order[int(np.searchsorted(until, until[-1] / 2))]])


def _likeliest(same: np.ndarray, likely: Sequence[float]) -> list[int]:
    free, kept = np.ones(len(same), bool), []
    for index in np.argsort(-np.asarray(likely, float), kind="stable"):
        if free[index]:
            kept.append(int(index))
            free &= ~same[index]
    return kept


def _uncovered(corners: np.ndarray, shared: np.ndarray, areas: np.ndarray, kept: Sequence[int]) -> list[int]:
    """Of the boxes, likeliest first, those that are not mostly covered by likelier ones."""
    among = shared[np.ix_(kept, kept)]
    if (np.tril(among, -1).sum(1) < COVERED * areas[kept]).all():
        return list(kept)
    shown: list[int] = []
    for index in kept:
        at_most = shared[index, shown].sum() / max(areas[index], 1e-9)
        if at_most < COVERED or _covered(corners[index], corners[shown]) < COVERED:
            shown.append(index)
    return shown


def _covered(box: np.ndarray, others: np.ndarray) -> float:
    """The share of a box that lies under others, (N, 4), counted on a grid of points."""
    x, y = (box[side] + (box[side + 2] - box[side]) * _SAMPLES for side in (0, 1))
    across = (x > others[:, :1]) & (x < others[:, 2:3])
    down = (y > others[:, 1:2]) & (y < others[:, 3:])
    return float((down[:, :, None] & across[:, None]).any(0).mean())


def areas_of(corners: np.ndarray) -> np.ndarray:
    """Area of each of N boxes (N, 4)."""
    return (corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1])


def area_of(box: Bounds) -> float:
    """Area of one box; of a few boxes sooner than ``areas_of``."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def shared_area(one: Bounds, other: Bounds) -> float:
    """Area that two boxes share; of a few boxes sooner than ``shared_areas``."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(tall, 0)


def shared_areas(corners: np.ndarray) -> np.ndarray:
    """Shared area of each two of N boxes (N, 4), as (N, N)."""
    left, top, right, bottom = corners.T
    wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    tall = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
    return np.maximum(wide, 0) * np.maximum(tall, 0)


def middles_apart(corners: np.ndarray) -> np.ndarray:
    """How far the middles of each two of N boxes (N, 4) lie apart, across or down, as (N, N)."""
    across, down = ((corners[:, side] + corners[:, side + 2]) / 2 for side in (0, 1))
    return np.maximum(np.abs(np.subtract.outer(across, across)), np.abs(np.subtract.outer(down, down)))


def spans(corners: np.ndarray) -> np.ndarray:
    """Longer side of the box round each two of N boxes (N, 4), as (N, N)."""
    left, top, right, bottom = corners.T
    wide = np.maximum.outer(right, right) - np.minimum.outer(left, left)
    tall = np.maximum.outer(bottom, bottom) - np.minimum.outer(top, top)
    return np.maximum(wide, tall)


def _overlaps(corners: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Shared over joint area of each two boxes (N, N), 0-1."""
    areas = areas_of(corners)
    return shared / (areas[:, None] + areas[None] - shared)
