"""Refinement: the second detector draws boxes again where dice touch or the classifier is not sure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.recognition.config import EyeConfig
from companion.recognition.detect.clusters import around, clusters, holds, median_side
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import Bounds, area_of, shared_area
from companion.recognition.detect.pyramid import ImagePyramid


class Detects(Protocol):
    """What finds dice in a picture (``companion.recognition.detect.detector.Detector``)."""

    def detect(self, size: tuple[float, float], small: np.ndarray) -> list[Detection]:
        """Detections in a reduced frame, as boxes of the frame of that width and height."""
        ...


def refine_clusters(
    detector: Detects, pyramid: ImagePyramid, found: Sequence[Detection], config: EyeConfig
) -> list[Detection]:
    """The detections; those that lie together are refined."""
    boxes = [each.box for each in found]
    groups = clusters(boxes, config)
    sides = [median_side([boxes[index] for index in group]) for group in groups]
    return _refined(detector, pyramid, found, groups, sides, config)


def refine(
    detector: Detects,
    pyramid: ImagePyramid,
    found: Sequence[Detection],
    doubtful: Sequence[int],
    config: EyeConfig,
) -> list[Detection]:
    """The detections; each of the ``doubtful`` ones is refined by itself.

    Such a box may hold two dice. A die in it is taken to be no longer than the median box, nor longer than
    the shorter side of its own box allows.
    """
    if not doubtful:
        return list(found)
    boxes = [each.box for each in found]
    usual, longest = median_side(boxes), config.longest_die
    sides = [min(usual, longest * _shorter(boxes[index]), found[index].longer_px) for index in doubtful]
    return _refined(detector, pyramid, found, [[index] for index in doubtful], sides, config)


def _refined(
    detector: Detects,
    pyramid: ImagePyramid,
    found: Sequence[Detection],
    groups: Sequence[Sequence[int]],
    sides: Sequence[float],
    config: EyeConfig,
) -> list[Detection]:
    """The detections; those of each group are replaced by what its region shows, if it shows anything.

    ``sides`` is the expected length of a die in frame pixels, one number per group. A box of the group stays
    where the region shows nothing: the classifier decides about it.
    """
    boxes = [each.box for each in found]
    replaced, new = set(), []
    for group, side in zip(groups, sides, strict=True):
        there = _in_region(detector, pyramid, [boxes[index] for index in group], side, config)
        there = [each for each in there if not _known_better(each, found, config)]
        replaced |= _found_again(found, there, config)
        replaced |= {index for index in group if _covered(found[index], there, config)}
        new += there
    return [each for index, each in enumerate(found) if index not in replaced] + new


def _in_region(
    detector: Detects, pyramid: ImagePyramid, boxes: Sequence[Bounds], side: float, config: EyeConfig
) -> list[Detection]:
    """What the detector finds around boxes with dice of that side; nothing where the dice are too small."""
    region, inside = around(boxes, config.cluster_margin * side), around(boxes, config.cluster_gap * side)
    scale = _scale(region, side, config)
    if scale * side < config.least_refined_px:
        return []
    part, (left, top), size = pyramid.part(region, scale)
    there = [each.shifted(left, top) for each in detector.detect(size, part)]
    return [each for each in there if holds(inside, each.box)]


def _scale(region: Bounds, side: float, config: EyeConfig) -> float:
    """How much a region with dice of that side is reduced."""
    area = (region[2] - region[0]) * (region[3] - region[1])
    return min(1.0, config.refined_die_px / side, math.sqrt(config.most_refined_pixels / max(area, 1.0)))


def _found_again(found: Sequence[Detection], drawn: Sequence[Detection], config: EyeConfig) -> set[int]:
    """The boxes whose centres lie in a refined one; a die at the rim of a cluster may be another one."""
    return {
        index
        for index, each in enumerate(found)
        if any(holds(other.box, each.box) and not _is_part(other, each, config) for other in drawn)
    }


def _covered(old: Detection, drawn: Sequence[Detection], config: EyeConfig) -> bool:
    """Whether a refined box takes the place of a box, or of a part of it."""
    least = config.replaced_overlap * area_of(old.box)
    return any(shared_area(old.box, each.box) > least and not _is_part(each, old, config) for each in drawn)


def _is_part(drawn: Detection, old: Detection, config: EyeConfig) -> bool:
    """Whether a refined box may be a pip of a die: then the classifier decides between the two.

    The middle pip of a die that fills the picture holds the die's centre, too.
    """
    return old.longer_px > config.part_of_die * drawn.longer_px


def _known_better(drawn: Detection, found: Sequence[Detection], config: EyeConfig) -> bool:
    """Whether an earlier refinement found the same die with at least this score.

    The refinement of a doubtful neighbour shows that die at the wrong scale.
    """
    better = [each.box for each in found if each.refined and each.score >= drawn.score]
    own, most = area_of(drawn.box), config.refined_overlap
    return any(shared_area(drawn.box, box) > most * min(own, area_of(box)) for box in better)


def _shorter(box: Bounds) -> float:
    return min(box[2] - box[0], box[3] - box[1])
