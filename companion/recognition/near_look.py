"""Parts of a frame looked at from near, where dice touch or a box is doubtful."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.recognition.clusters import NEAR, ROOM, Bounds, around, clusters, holds, side_of
from companion.recognition.doubles import USUAL_FROM, area_of, shared_area
from companion.recognition.few import median_of
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located, Sight

NEAR_DIE_PX = 40.0
"""From near dice are seen at this length. Of the traced tables of the split ``valid``, which chose it, 98.9 %
of the dice were told right at 40 px, 98.1 at 32 and 98.3 at 48."""
LEAST_NEAR_PX = 17.0
"""Shorter dice the near locator was not shown (models/locator_examples.py): they stay as they were seen."""
LONGEST = 1.4
"""How many times as long as wide a die's box may be: one seen square on from 35 degrees off measures 1.39."""
COVERED = 0.2
"""A box of which more than this share lies under one that was drawn anew is replaced by it."""
ONE_DIE = 0.5
"""Two boxes that share more than this of the smaller one are drawn round one die."""
HARDLY_TWO = 1.3
"""A box no longer than so many times the middle one of the sure dice does not hold two."""
MOST_NEAR_PIXELS = 400_000
"""Of one look from near; a hundred dice side by side at 40 px and some room. Where a patterned cloth is taken
for more than that, it is seen from less near."""


def parted(sight: Sight, halvings: Halvings, seen: Sequence[Located]) -> list[Located]:
    """The dice seen, those that lie together as ``sight`` shows them from near."""
    boxes = [each.box for each in seen]
    groups = clusters(boxes)
    sides = [side_of([boxes[index] for index in group]) for group in groups]
    return _replaced(sight, halvings, seen, groups, sides)


def doubtful_of(seen: Sequence[Located], sure: np.ndarray, no_die: np.ndarray) -> list[int]:
    """Which of N boxes are to be drawn anew from near: from afar they were seen, and nobody is sure of them.

    ``sure`` (N,) show a face. What is ``no_die`` (N,) as it lies may hold two dice, if it is longer than the
    sure ones.
    """
    alone = np.zeros(len(seen), bool)
    if sure.sum() >= USUAL_FROM:
        lengths = np.array([each.longer_px for each in seen])
        alone = lengths <= HARDLY_TWO * median_of(lengths[sure])
    unsure = np.flatnonzero(~sure & ~(no_die & alone)).tolist()
    return [index for index in unsure if not seen[index].near]


def nearer(
    sight: Sight, halvings: Halvings, seen: Sequence[Located], doubtful: Sequence[int]
) -> list[Located]:
    """The dice seen, some that nobody is sure of as ``sight`` shows each from near.

    Such a box may lie round two dice: its dice are taken to be no longer than the middle one of all boxes,
    nor than its own shorter side lets them be.
    """
    if not doubtful:
        return list(seen)
    boxes = [each.box for each in seen]
    middle = side_of(boxes)
    sides = [min(middle, LONGEST * _shorter(boxes[index]), seen[index].longer_px) for index in doubtful]
    return _replaced(sight, halvings, seen, [[index] for index in doubtful], sides)


def _replaced(
    sight: Sight,
    halvings: Halvings,
    seen: Sequence[Located],
    groups: Sequence[Sequence[int]],
    sides: Sequence[float],
) -> list[Located]:
    """The boxes seen, but those of each group as the look at its region finds them, if it finds any.

    ``sides`` (a number a group) is how long its dice are taken to be, in frame pixels. A box of the group
    stays where that look finds nothing: what it shows decides about it.
    """
    boxes = [each.box for each in seen]
    replaced, found = set(), []
    for group, side in zip(groups, sides, strict=True):
        lying = [boxes[index] for index in group]
        region, inside = around(lying, ROOM * side), around(lying, NEAR * side)
        scale = _scale(region, side)
        if scale * side < LEAST_NEAR_PX:
            continue
        there = [each for each in _look(sight, halvings, region, scale) if holds(inside, each.box)]
        there = [each for each in there if not _known_better(each, seen)]
        if there:
            drawn = [each.box for each in there]
            replaced |= _seen_again(boxes, drawn)
            replaced |= {index for index in group if _covered(boxes[index], drawn)}
            found += there
    return [each for index, each in enumerate(seen) if index not in replaced] + found


def _scale(region: Bounds, side: float) -> float:
    """How much a region with dice of that side is reduced."""
    area = (region[2] - region[0]) * (region[3] - region[1])
    return min(1.0, NEAR_DIE_PX / side, math.sqrt(MOST_NEAR_PIXELS / max(area, 1.0)))


def _look(sight: Sight, halvings: Halvings, region: Bounds, scale: float) -> list[Located]:
    """What a look at a region of the frame finds."""
    part, (left, top), size = halvings.part(region, scale)
    return [moved(each, left, top) for each in sight.look(size, part)]


def _seen_again(boxes: Sequence[Bounds], nearer: Sequence[Bounds]) -> set[int]:
    """Which boxes a look from nearer has found again: others stay, a die at the rim of a cluster too."""
    return {index for index, box in enumerate(boxes) if any(holds(other, box) for other in nearer)}


def _covered(box: Bounds, drawn: Sequence[Bounds]) -> bool:
    """Whether one of the boxes drawn anew takes the place of a box, or of a part of it."""
    return any(shared_area(box, each) > COVERED * area_of(box) for each in drawn)


def _known_better(drawn: Located, seen: Sequence[Located]) -> bool:
    """Whether an earlier look from near has found the die of a box that is drawn anew, at least as surely: a
    look at a doubtful neighbour shows it at the wrong scale.
    """
    better = [each.box for each in seen if each.near and each.chance >= drawn.chance]
    own = area_of(drawn.box)
    return any(shared_area(drawn.box, box) > ONE_DIE * min(own, area_of(box)) for box in better)


def _shorter(box: Bounds) -> float:
    return min(box[2] - box[0], box[3] - box[1])


def moved(each: Located, right: float, down: float) -> Located:
    """What was found in a part of a frame that begins there, in the frame."""
    left, top, end, bottom = each.box
    return replace(each, box=(left + right, top + down, end + right, bottom + down))
