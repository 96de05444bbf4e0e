"""Finds the corner indices of cards in the reduced frame, then in enlarged parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from companion.recognition.detect.detector import local_maxima, preprocess_frame
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.networks.arithmetic import logit, sigmoid
from companion.recognition.networks.inference import onnxruntime
from companion.recognition.networks.weights import open_session

ALONG, ACROSS = 0.5, 0.22
"""Two detections are one index if they are nearer than these shares of its height, along and across it. In
a tight fan the next index lies 6 mm beside one of up to 19 mm, 0.32 of its height."""


@dataclass(frozen=True, slots=True)
class Index:
    """``height_px``: from the rank's top to the suit's bottom; (``x``, ``y``): the middle between, in
    frame px. ``up``: unit vector towards the reader's up in the frame (y down); ``upright`` 0-1: its
    certainty. ``chance`` 0-1: the locator's probability.
    """

    x: float
    y: float
    height_px: float
    up: tuple[float, float]
    chance: float
    upright: float = 1.0

    @property
    def turn(self) -> float:
        """Clockwise rotation from upright, radians."""
        return float(np.arctan2(self.up[0], -self.up[1]))

    def moved(self, right: float, down: float) -> Index:
        return replace(self, x=self.x + right, y=self.y + down)

    def on_its_head(self) -> Index:
        return replace(self, up=(-self.up[0], -self.up[1]))


def centres_of(indices: Sequence[Index]) -> np.ndarray:
    """Middles (N, 2) in frame px."""
    return np.array([(each.x, each.y) for each in indices], float).reshape(-1, 2)


def ups_of(indices: Sequence[Index]) -> np.ndarray:
    """Unit vectors (N, 2)."""
    return np.array([each.up for each in indices], float).reshape(-1, 2)


def heights_of(indices: Sequence[Index]) -> np.ndarray:
    """Heights (N,) in frame px."""
    return np.array([each.height_px for each in indices], float)


def same_places(
    indices: Sequence[Index], others: Sequence[Index], reach: tuple[float, float] = (ALONG, ACROSS)
) -> np.ndarray:
    """Which of N and M indices share a place: bool (N, M). ``reach``: shares of the smaller height, along
    and across.
    """
    apart = centres_of(others)[None] - centres_of(indices)[:, None]
    up = ups_of(indices)[:, None]
    along = (apart * up).sum(2)
    across = apart[..., 0] * -up[..., 1] + apart[..., 1] * up[..., 0]
    least = np.minimum(heights_of(indices)[:, None], heights_of(others)[None])
    same: np.ndarray = (along / (reach[0] * least)) ** 2 + (across / (reach[1] * least)) ** 2 < 1
    return same


def one_each(indices: Sequence[Index], most: int) -> list[Index]:
    ordered = sorted(indices, key=lambda each: -each.chance)
    if not ordered:
        return []
    same = same_places(ordered, ordered)
    free = np.ones(len(ordered), bool)
    kept: list[Index] = []
    for number, index in enumerate(ordered):
        if free[number] and len(kept) < most:
            kept.append(index)
            free &= ~(same[number] | same[:, number])
    return kept


STRIDE = 4
HEIGHT_UNIT_PX = 24.0
"""As trained in models/cards: cells are 4 px wide, a log height of 0 is 24 px."""
LOG_HEIGHT_LIMIT = 2.0
"""Heights are clipped to 24 px times e to the power of plus or minus this: 3 to 177 px."""
FIRST_LOOK_PX = 1152
"""Longer side of the frame at the first scale: half of 2304, which is quickly made. An index of a card 145
px wide, as on a table of one metre, is then 17 px tall."""
FARTHER = 0.4
"""Every frame is also searched at this share of the first scale, for a sixth of its time: on cards that
fill a phone's picture indices have 100 px and more at the first."""
TRUSTED_PX = (9.0, 70.0)
"""Heights that count at a scale, in the reduced frame; the locator is trained on 14 to 60."""
SMALL_PX = 18.0
"""An index shorter than this at the first scale is refined."""
AIMED_PX = 32.0
"""Refined indices get this height: the middle of the training range; a choice."""
CROWDED, CROWDED_PX = 0.9, 28.0
"""An index shorter than this whose neighbour is nearer than this share of its height is refined: in a fan
indices may be less than two cells apart."""
ROOM = 7.0
"""This many heights round an index are refined with it: a card's length at most, so that its other corner is
in the picture."""
WORTH_NEARING = 1.2
"""Least enlargement of a refinement."""
NEARER = 2.0
"""If nothing is found, the frame is searched at this many times the first scale."""
LEAST_LOOK_PX = 64
MOST_LOOK_PIXELS = 6_000_000
MOST_INDICES = 240
"""Two decks have 208 corners."""

Region = tuple[float, float, float, float]


class CardLocator:
    """Opens its session at the first frame."""

    def __init__(self, model: bytes, least_chance: float, threads: int = 1) -> None:
        self._model, self._threads = model, threads
        self._least_logit = float(logit(least_chance))

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        return open_session(self._model, self._threads)

    def find(self, frame: np.ndarray | ImagePyramid) -> list[Index]:
        """Each index of a frame, uint8 (H, W, 3) BGR, once, likeliest first."""
        pyramid = ImagePyramid.of(frame)
        longer = max(pyramid.size)
        scale = min(1.0, FIRST_LOOK_PX / longer)
        first = pyramid.at(scale)
        farther = ImagePyramid(first).at(min(1.0, max(FARTHER, LEAST_LOOK_PX / max(first.shape[:2]))))
        seen = self._trusted(pyramid.size, first, nearest=scale >= 1.0)
        seen += self._trusted(pyramid.size, farther, farthest=True)
        if scale < 1.0:
            seen = self._nearer(pyramid, one_each(seen, MOST_INDICES), scale)
        return one_each(seen, MOST_INDICES)

    def _nearer(self, pyramid: ImagePyramid, seen: list[Index], scale: float) -> list[Index]:
        for region, nearer in regions_to_near(seen, pyramid.size, scale):
            fitting = (MOST_LOOK_PIXELS / max(1.0, _area(region))) ** 0.5
            nearer = min(nearer, fitting)
            if nearer < WORTH_NEARING * scale:
                continue
            part, (left, top), size = pyramid.part(region, nearer)
            there = [each.moved(left, top) for each in self._trusted(size, part, nearest=True)]
            most = TRUSTED_PX[1] / nearer
            seen = [each for each in seen if not _inside(region, each) or each.height_px > most] + there
        return seen

    def _trusted(
        self, size: tuple[float, float], small: np.ndarray, nearest: bool = False, farthest: bool = False
    ) -> list[Index]:
        """Keeps the heights that count at this scale; the outermost scales have no limit on their side."""
        scale = small.shape[1] / size[0]
        least = 0.0 if nearest else TRUSTED_PX[0]
        most = np.inf if farthest else TRUSTED_PX[1]
        return [each for each in self.look(size, small) if least <= each.height_px * scale <= most]

    def look(self, size: tuple[float, float], small: np.ndarray) -> list[Index]:
        """``small``: a reduced frame; indices are in px of the frame of that width and height."""
        answer = self._session.run(None, {self._session.get_inputs()[0].name: preprocess_frame(small)})[0][0]
        ratio = (size[0] / small.shape[1], size[1] / small.shape[0])
        found = found_indices(answer, self._least_logit, ratio)
        return [each for each in found if 0 <= each.x < size[0] and 0 <= each.y < size[1]]


def found_indices(answer: np.ndarray, least_logit: float, ratio: tuple[float, float]) -> list[Index]:
    """The peaks of an answer, float (6, C, C); ``ratio``: frame px per reduced px."""
    rows, columns = local_maxima(answer[0], least_logit)
    told = answer[:, rows, columns].astype(np.float64)
    x = (columns + 0.5 + told[1]) * STRIDE * ratio[0]
    y = (rows + 0.5 + told[2]) * STRIDE * ratio[1]
    heights = HEIGHT_UNIT_PX * np.exp(told[3].clip(-LOG_HEIGHT_LIMIT, LOG_HEIGHT_LIMIT)) * ratio[1]
    lengths = np.hypot(told[4], told[5])
    ups = np.where(lengths > 1e-6, told[4:6] / lengths.clip(1e-6), [[0.0], [-1.0]])
    rows_of = zip(x, y, heights, ups.T, sigmoid(told[0]), lengths.clip(0.0, 1.0), strict=True)
    return [
        Index(float(x), float(y), float(tall), (float(up[0]), float(up[1])), float(chance), float(upright))
        for x, y, tall, up, chance, upright in rows_of
    ]


def regions_to_near(seen: Sequence[Index], size: tuple[int, int], scale: float) -> list[tuple[Region, float]]:
    """Parts to refine, each with its scale."""
    if not seen:
        return [((0.0, 0.0, float(size[0]), float(size[1])), min(1.0, NEARER * scale))]
    centres, heights = centres_of(seen), heights_of(seen)
    wanting = (heights * scale < SMALL_PX) | (_crowded(centres, heights) & (heights * scale < CROWDED_PX))
    boxes = [_around(centres[number], ROOM * heights[number], size) for number in np.flatnonzero(wanting)]
    regions = []
    for region in _merged(boxes):
        inside = [index.height_px for index, wants in zip(seen, wanting, strict=True)
                  if wants and _inside(region, index)]  # fmt: skip
        regions.append((region, min(1.0, AIMED_PX / float(np.quantile(inside, 0.25)))))
    return regions


def _crowded(centres: np.ndarray, heights: np.ndarray) -> np.ndarray:
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    crowded: np.ndarray = apart.min(1, initial=np.inf) < CROWDED * heights
    return crowded


def _around(centre: np.ndarray, reach: float, size: tuple[int, int]) -> Region:
    x, y = float(centre[0]), float(centre[1])
    return max(0.0, x - reach), max(0.0, y - reach), min(float(size[0]), x + reach), min(size[1], y + reach)


def _merged(boxes: Sequence[Region]) -> list[Region]:
    merged: list[Region] = []
    for box in boxes:
        touching = [each for each in merged if _overlap(each, box)]
        while touching:
            merged = [each for each in merged if each not in touching]
            box = _round([box, *touching])
            touching = [each for each in merged if _overlap(each, box)]
        merged.append(box)
    return merged


def _round(boxes: Sequence[Region]) -> Region:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _overlap(one: Region, other: Region) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(region: Region, index: Index) -> bool:
    return region[0] <= index.x <= region[2] and region[1] <= index.y <= region[3]


def _area(region: Region) -> float:
    return (region[2] - region[0]) * (region[3] - region[1])
