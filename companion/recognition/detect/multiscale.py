"""Detection at several scales: one network over the reduced frame, another where dice lie together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from companion.recognition.config import EyeConfig
from companion.recognition.detect.clusters import holds
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import iou_suppression
from companion.recognition.detect.preprocess import PADDED_TO
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.detect.refine import Detects, refine, refine_clusters
from companion.recognition.order_statistics import quantile_of

FIRST_SCALE_PX = 768
"""Longer side of the frame at the first scale: a 45 px die of a 2304 px frame is then 15 px long."""
COARSER = 0.4
"""Every frame is also searched at this part of the first scale, for a sixth of its time: a die that fills a
phone's picture is then small enough, and its pips are not taken for dice."""
FINER = 2.2
"""Where dice are small, or none is plain, the frame is searched at this many times the scale, and so on."""
LEAST_PX = 64
"""Longer side of a frame at the coarsest scale, at least."""
MOST_PIXELS = 6_000_000
"""Of the finest scale."""
MOST_TILE_PIXELS = 1_800_000
"""Larger pictures are searched in tiles: six million pixels take 170 MB more as a whole, 70 in tiles."""
MOST_CLASSIFIED = 12
"""So many large detections are classified before a finer scale is searched, at most. Chosen."""
OVERLAP_PX = 5 * PADDED_TO
"""How far tiles overlap, so that each die lies whole in the tile that holds its centre."""


SurelyDice = Callable[[ImagePyramid, Sequence[Detection]], bool]
"""Whether one of the detections is surely a die, by the classifier's word."""


class MultiScaleDetector:
    """Finds dice with two networks: ``far`` searches the whole frame, ``near`` refines parts of it."""

    def __init__(self, far: Detects, near: Detects, config: EyeConfig) -> None:
        self._far, self._near, self._config = far, near, config

    def detect(
        self,
        frame: np.ndarray | ImagePyramid,
        die_px: float | None = None,
        surely_dice: SurelyDice = lambda pyramid, large: False,
    ) -> list[Detection]:
        """What may be dice in a frame (uint8, H, W, 3, BGR); ``die_px`` is a die's side, where it is known.

        A die may be found twice, as a whole and as a part: the classifier decides between the two. No finer
        scale is searched where ``surely_dice`` holds for the large detections of the first ones.
        """
        pyramid = ImagePyramid.of(frame)
        if die_px is None:
            found = self._at_all_scales(pyramid, surely_dice)
        else:
            found = self._at_die_size(pyramid, die_px)
        kept = iou_suppression([each.box for each in found], [each.score for each in found], self._config)
        return refine_clusters(self._near, pyramid, [found[index] for index in kept], self._config)

    def refine(
        self, pyramid: ImagePyramid, found: Sequence[Detection], doubtful: Sequence[int]
    ) -> list[Detection]:
        """The detections, the doubtful ones refined."""
        return refine(self._near, pyramid, found, doubtful, self._config)

    def _at_die_size(self, pyramid: ImagePyramid, die_px: float) -> list[Detection]:
        """Detections at the one scale that suits dice of that side."""
        least = min(1.0, LEAST_PX / max(pyramid.size))
        scale = float(np.clip(self._config.aimed_die_px / die_px, least, 1.0))
        return self._in_tiles(pyramid.size, pyramid.at(scale))

    def _at_all_scales(self, pyramid: ImagePyramid, surely_dice: SurelyDice) -> list[Detection]:
        """Detections at the first scale, a coarser one, and finer ones as long as dice seem to be small."""
        scales, size = _scales(*pyramid.size), pyramid.size
        first = pyramid.at(scales[0])
        coarse = ImagePyramid(first).at(min(1.0, max(COARSER, LEAST_PX / max(first.shape[:2]))))
        found = self._trusted(size, first, finest=scales[0] >= 1.0)
        afar = self._trusted(size, coarse, coarsest=True)
        seen, kept = found + afar, self._not_small(afar, coarse.shape[1] / size[0])
        huge = [each for each in afar if each.longer_px * scales[0] >= self._config.trusted_px[1]]
        plain = self._any_plain(huge, scales[0])
        for scale, finer in pairwise(scales):
            plain |= self._any_plain(found, scale)
            if plain and not self._mostly_small(found, scale):
                break
            if scale == scales[0] and surely_dice(pyramid, self._best_large(seen, scale)):
                break
            kept += self._not_small(found, scale)
            found = self._trusted(size, pyramid.at(finer), finest=finer >= 1.0)
            seen = kept + found
        return seen

    def _trusted(
        self, size: tuple[int, int], small: np.ndarray, finest: bool = False, coarsest: bool = False
    ) -> list[Detection]:
        """Detections of the lengths that count at this scale; the outermost scales have no such limit."""
        scale = small.shape[1] / size[0]
        least = 0.0 if finest else self._config.trusted_px[0]
        most = np.inf if coarsest else self._config.trusted_px[1]
        return [each for each in self._in_tiles(size, small) if least <= each.longer_px * scale <= most]

    def _in_tiles(self, size: tuple[int, int], small: np.ndarray) -> list[Detection]:
        """Detections in a reduced frame; a large one is searched tile by tile, which saves memory."""
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
        """Detections whose centres lie in a tile of a frame that was reduced by ``step``."""
        left, top, right, bottom = tile
        x, y = max(0, left - OVERLAP_PX), max(0, top - OVERLAP_PX)
        part = small[y : bottom + OVERLAP_PX, x : right + OVERLAP_PX]
        seen = self._far.detect((part.shape[1] * step, part.shape[0] * step), part)
        core = (step * (left - x), step * (top - y), step * (right - x), step * (bottom - y))
        return [each.shifted(x * step, y * step) for each in seen if holds(core, each.box)]

    def _any_plain(self, found: Sequence[Detection], scale: float) -> bool:
        """Whether one of the detections is plainly a die, and not too small for the scale."""
        return any(self._is_plain(each.score, each.longer_px * scale) for each in found)

    def _is_plain(self, score: float, longer_px: float) -> bool:
        config = self._config
        least = config.large_plain_score if longer_px >= config.large_px else config.plain_score
        return score >= least and longer_px >= config.small_px

    def _not_small(self, found: Sequence[Detection], scale: float) -> list[Detection]:
        """The detections but the blobs, which a finer scale shows as what they are."""
        return [each for each in found if each.longer_px * scale >= self._config.small_px]

    def _best_large(self, found: Sequence[Detection], scale: float) -> list[Detection]:
        """The best of the detections that are large at that scale."""
        large = [each for each in found if each.longer_px * scale >= self._config.large_px]
        return sorted(large, key=lambda each: -each.score)[:MOST_CLASSIFIED]

    def _mostly_small(self, found: Sequence[Detection], scale: float) -> bool:
        """Whether a quarter of the detections is small at that scale."""
        sizes = [each.longer_px * scale for each in found]
        return bool(sizes) and quantile_of(sizes, 0.25) < self._config.small_px


def _tiles(length: int, count: int) -> list[tuple[int, int]]:
    """Parts of a length. Each begins with one of the network's cells, so it is seen as in the whole."""
    ends = [length * each // count // PADDED_TO * PADDED_TO for each in range(count)]
    return list(pairwise([*ends, length]))


def _scales(width: int, height: int) -> list[float]:
    """The first scale of a frame and the finer ones, should they be needed."""
    scales = [min(1.0, FIRST_SCALE_PX / max(width, height))]
    finest = min(1.0, math.sqrt(MOST_PIXELS / (width * height)))
    while scales[-1] < finest:
        scales.append(min(scales[-1] * FINER, finest))
    return scales
