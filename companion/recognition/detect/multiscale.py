"""Detection at several scales; a second network refines clusters and unsure boxes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

import numpy as np

from companion.recognition.detect.detector import PADDED_TO, Detection, Detector
from companion.recognition.detect.nms import (
    Bounds,
    area_of,
    centre_distances,
    iou_suppression,
    shared_area,
    shared_areas,
)
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.networks.arithmetic import quantile_of
from companion.recognition.networks.config import EyeConfig

FIRST_SCALE_PX = 768
"""Longer side of the frame at the first scale: a 45 px die of a 2304 px frame is then 15 px long."""
COARSER = 0.4
"""Every frame is also searched at this part of the first scale, and at this part of that, for a fifth of its
time: a die that fills a phone's picture is then small enough, and its pips are not taken for dice."""
FINER = 2.2
"""If dice are small, or none is sure, the next scale is this much finer, and so on."""
LEAST_PX = 64
"""Longer side of a frame at the coarsest scale, at least."""
MOST_PIXELS = 6_000_000
"""Most pixels of the finest scale."""
MOST_TILE_PIXELS = 1_800_000
"""Larger pictures are searched in tiles: six million pixels take 170 MB more as a whole, 70 in tiles."""
MOST_CLASSIFIED = 6
"""Detections of a scale that are classified before a finer one is searched. Chosen."""
OVERLAP_PX = 5 * PADDED_TO
"""Each die lies whole in the tile that holds its centre."""


SurelyDice = Callable[[ImagePyramid, Sequence[Detection]], bool]
"""Whether the classifier is sure that one of the detections is a die."""
ComeBack = Callable[[ImagePyramid, Sequence[Detection], Sequence[Detection]], list[Detection]]
"""Which of the first detections stay, though refinement, which gave the second ones, replaced them."""


class MultiScaleDetector:
    """``far`` searches the whole frame, ``near`` refines parts of it."""

    def __init__(self, far: Detector, near: Detector, config: EyeConfig) -> None:
        self._far, self._near, self._config = far, near, config

    def detect(
        self,
        frame: np.ndarray | ImagePyramid,
        die_px: float | None = None,
        surely_dice: SurelyDice = lambda pyramid, best: False,
        come_back: ComeBack = lambda pyramid, before, after: [],
    ) -> list[Detection]:
        """Possible dice in uint8 (H, W, 3), BGR; ``die_px``: a die's side, if known.

        A die may be found twice, as a whole and as a part: the classifier decides. Finer scales are searched
        until ``surely_dice`` holds for detections that are not small. ``come_back``: see ``ComeBack``.
        """
        pyramid = ImagePyramid.of(frame)
        if die_px is None:
            found = self._at_all_scales(pyramid, surely_dice)
        else:
            found = self._at_die_size(pyramid, die_px)
        kept = iou_suppression([each.box for each in found], [each.score for each in found], self._config)
        found = [found[index] for index in kept]
        refined = refine_clusters(self._near, pyramid, found, self._config)
        return refined + come_back(pyramid, found, refined)

    def refine(
        self, pyramid: ImagePyramid, found: Sequence[Detection], doubtful: Sequence[int]
    ) -> list[Detection]:
        return refine(self._near, pyramid, found, doubtful, self._config)

    def _at_die_size(self, pyramid: ImagePyramid, die_px: float) -> list[Detection]:
        least = min(1.0, LEAST_PX / max(pyramid.size))
        scale = float(np.clip(self._config.aimed_die_px / die_px, least, 1.0))
        return self._in_tiles(pyramid.size, pyramid.at(scale))

    def _at_all_scales(self, pyramid: ImagePyramid, surely_dice: SurelyDice) -> list[Detection]:
        scales, size = _scales(*pyramid.size), pyramid.size
        first = pyramid.at(scales[0])
        coarse = self._coarser(first)
        found = self._trusted(size, first, finest=scales[0] >= 1.0)
        afar = self._trusted(size, coarse, coarsest=True)
        farther, too_long = self._farther(size, coarse)
        surely = [each for each in farther if each.longer_px < too_long and surely_dice(pyramid, [each])]
        afar += surely
        large = bool(surely) or self._any_sure(pyramid, found + afar, scales[0] * COARSER, surely_dice)
        sure = large or self._any_sure(pyramid, found + afar, scales[0], surely_dice)
        if not sure:
            large = sure = self._any_sure(pyramid, farther, scales[0] * COARSER, surely_dice)
            afar += [each for each in farther if each.longer_px >= too_long]
        seen, kept = found + afar, self._not_small(afar, coarse.shape[1] / size[0])
        for scale, finer in pairwise(scales):
            if large or (sure and not self._mostly_small(found, scale)):
                break
            kept += self._not_small(found, scale)
            found = self._trusted(size, pyramid.at(finer), finest=finer >= 1.0)
            seen = kept + found
            sure = sure or self._any_sure(pyramid, found, finer, surely_dice)
        return seen

    def _any_sure(
        self, pyramid: ImagePyramid, found: Sequence[Detection], scale: float, surely_dice: SurelyDice
    ) -> bool:
        """Whether a die is among the best that are not small at ``scale``."""
        found = self._not_small(found, scale)
        best = iou_suppression([each.box for each in found], [each.score for each in found], self._config)
        return bool(best) and surely_dice(pyramid, [found[index] for index in best[:MOST_CLASSIFIED]])

    def _farther(self, size: tuple[int, int], coarse: np.ndarray) -> tuple[list[Detection], float]:
        """Detections that are not small in the picture reduced once more; the length too long before."""
        small, too_long = self._coarser(coarse), self._config.trusted_px[1] * size[0] / coarse.shape[1]
        return self._not_small(self._in_tiles(size, small), small.shape[1] / size[0]), too_long

    def _coarser(self, picture: np.ndarray) -> np.ndarray:
        return ImagePyramid(picture).at(min(1.0, max(COARSER, LEAST_PX / max(picture.shape[:2]))))

    def _trusted(
        self, size: tuple[int, int], small: np.ndarray, finest: bool = False, coarsest: bool = False
    ) -> list[Detection]:
        """Keeps the lengths that count at this scale; the outermost scales have no limit on their side."""
        scale = small.shape[1] / size[0]
        least = 0.0 if finest else self._config.trusted_px[0]
        most = np.inf if coarsest else self._config.trusted_px[1]
        return [each for each in self._in_tiles(size, small) if least <= each.longer_px * scale <= most]

    def _in_tiles(self, size: tuple[int, int], small: np.ndarray) -> list[Detection]:
        tall, wide = small.shape[:2]
        count = math.ceil(math.sqrt(tall * wide / MOST_TILE_PIXELS))
        if count == 1:
            return self._far.detect(size, small)
        step, found = size[0] / wide, []
        for top, bottom in _tiles(tall, count):
            for left, right in _tiles(wide, count):
                found += self._in_tile(small, (left, top, right, bottom), step)
        return found

    def _in_tile(self, small: np.ndarray, tile: tuple[int, int, int, int], step: float) -> list[Detection]:
        left, top, right, bottom = tile
        x, y = max(0, left - OVERLAP_PX), max(0, top - OVERLAP_PX)
        part = small[y : bottom + OVERLAP_PX, x : right + OVERLAP_PX]
        seen = self._far.detect((part.shape[1] * step, part.shape[0] * step), part)
        core = (step * (left - x), step * (top - y), step * (right - x), step * (bottom - y))
        return [each.shifted(x * step, y * step) for each in seen if holds(core, each.box)]

    def _not_small(self, found: Sequence[Detection], scale: float) -> list[Detection]:
        return [each for each in found if each.longer_px * scale >= self._config.small_px]

    def _mostly_small(self, found: Sequence[Detection], scale: float) -> bool:
        sizes = [each.longer_px * scale for each in found]
        return bool(sizes) and quantile_of(sizes, 0.25) < self._config.small_px


def _tiles(length: int, count: int) -> list[tuple[int, int]]:
    ends = [length * each // count // PADDED_TO * PADDED_TO for each in range(count)]
    return list(pairwise([*ends, length]))


def _scales(width: int, height: int) -> list[float]:
    scales = [min(1.0, FIRST_SCALE_PX / max(width, height))]
    finest = min(1.0, math.sqrt(MOST_PIXELS / (width * height)))
    while scales[-1] < finest:
        scales.append(min(scales[-1] * FINER, finest))
    return scales


def clusters(boxes: Sequence[Bounds], config: EyeConfig) -> list[list[int]]:
    """Groups of two or more boxes, by index."""
    if len(boxes) < 2:
        return []
    corners = np.asarray(boxes, float)
    sides = (corners[:, 2:] - corners[:, :2]).max(1)
    reach = config.cluster_gap / 2 * sides[:, None]
    near = shared_areas(np.hstack([corners[:, :2] - reach, corners[:, 2:] + reach])) > 0
    near &= centre_distances(corners) > config.cluster_gap * np.minimum(sides[:, None], sides[None])
    return _connected(near) if near.any() else []


def _connected(near: np.ndarray) -> list[list[int]]:
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
    return median(max(right - left, bottom - top) for left, top, right, bottom in boxes)


def around(boxes: Sequence[Bounds], margin_px: float) -> Bounds:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left) - margin_px, min(top) - margin_px, max(right) + margin_px, max(bottom) + margin_px


def holds(region: Bounds, box: Bounds) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return region[0] <= x <= region[2] and region[1] <= y <= region[3]


def refine_clusters(
    detector: Detector, pyramid: ImagePyramid, found: Sequence[Detection], config: EyeConfig
) -> list[Detection]:
    boxes = [each.box for each in found]
    groups = clusters(boxes, config)
    sides = [median_side([boxes[index] for index in group]) for group in groups]
    return _refined(detector, pyramid, found, groups, sides, config)


def refine(
    detector: Detector,
    pyramid: ImagePyramid,
    found: Sequence[Detection],
    doubtful: Sequence[int],
    config: EyeConfig,
) -> list[Detection]:
    """Refines each doubtful box by itself, for it may hold two dice; a die is no longer than the
    median box.
    """
    if not doubtful:
        return list(found)
    boxes = [each.box for each in found]
    usual, longest = median_side(boxes), config.longest_die
    sides = [min(usual, longest * _shorter(boxes[index]), found[index].longer_px) for index in doubtful]
    return _refined(detector, pyramid, found, [[index] for index in doubtful], sides, config)


def _refined(
    detector: Detector,
    pyramid: ImagePyramid,
    found: Sequence[Detection],
    groups: Sequence[Sequence[int]],
    sides: Sequence[float],
    config: EyeConfig,
) -> list[Detection]:
    """Replaces each group of boxes by what ``detector`` finds in its region; if that is nothing they stay.

    ``sides``: expected die length per group, in frame px.
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
    detector: Detector, pyramid: ImagePyramid, boxes: Sequence[Bounds], side: float, config: EyeConfig
) -> list[Detection]:
    region, inside = around(boxes, config.cluster_margin * side), around(boxes, config.cluster_gap * side)
    scale = _scale(region, side, config)
    if scale * side < config.least_refined_px:
        return []
    part, (left, top), size = pyramid.part(region, scale)
    there = [each.shifted(left, top) for each in detector.detect(size, part)]
    return [each for each in there if holds(inside, each.box)]


def _scale(region: Bounds, side: float, config: EyeConfig) -> float:
    wide, tall = region[2] - region[0], region[3] - region[1]
    return min(1.0, config.refined_die_px / side, FIRST_SCALE_PX / max(wide, tall, 1.0))


def _found_again(found: Sequence[Detection], drawn: Sequence[Detection], config: EyeConfig) -> set[int]:
    """Which old boxes have their centre in a refined one, also boxes outside the cluster."""
    return {
        index
        for index, each in enumerate(found)
        if _covered(each, [other for other in drawn if holds(other.box, each.box)], config)
    }


def _covered(old: Detection, drawn: Sequence[Detection], config: EyeConfig) -> bool:
    """A smaller refined box may be a pip of the old one's die: both then stay for the classifier."""
    least = config.cluster_gap * area_of(old.box)
    return any(shared_area(old.box, each.box) > least for each in drawn)


def _known_better(drawn: Detection, found: Sequence[Detection], config: EyeConfig) -> bool:
    """Whether an earlier refinement found the die with at least this score: a neighbour's refinement has the
    wrong scale for it.
    """
    better = [each.box for each in found if each.refined and each.score >= drawn.score]
    own, most = area_of(drawn.box), config.covered
    return any(shared_area(drawn.box, box) > most * min(own, area_of(box)) for box in better)


def _shorter(box: Bounds) -> float:
    return min(box[2] - box[0], box[3] - box[1])
