"""Where dice are: one network over the reduced frame, looked at again nearer or from farther off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.recognition.blob import frame_blob
from companion.recognition.clusters import NEAR, ROOM, Bounds, around, clusters, holds, side_of
from companion.recognition.doubles import without_repeats
from companion.recognition.peaks import chance_of, least_logit_of, peaks_of
from companion.recognition.shrink import Halvings
from companion.recognition.weights import open_session

STRIDE = 4
SIZE_UNIT_PX = 24.0
"""As models/nets.py trained it: cells are 4 px wide, a log size of 0 is 24 px."""
LOG_SIZE_LIMIT = 2.3
"""Sizes are clipped to 24 px times e to the power of plus or minus this: 2.4 to 240 px."""
FIRST_LOOK_PX = 768
"""Longer side of the reduced frame at the first look: a 45 px die of a 2304 px frame is then 15 px long."""
FARTHER = 0.4
"""Every frame is also seen at this share of the first look's scale, for a sixth of its time: a die that fills
a phone's picture is then small enough, and its pips are no dice."""
NEARER = 2.2
"""Where small dice are found, or none, the frame is seen at this many times the first look's scale too."""
AIMED_DIE_PX = 26.0
"""Where the die's side is told, the frame is reduced so that dice get this long."""
TRUSTED_PX = (10.0, 72.0)
"""A look is believed on dice of these lengths in the reduced frame; the locator is trained on 10 to 84."""
SMALL_PX = 12.5
"""When a quarter of the dice found are shorter than this, a nearer look is worth its time."""
CLUSTER_DIE_PX = 40.0
"""Dice that lie together are seen once more at this length: run together at 20 px, they part at 34. On the
traced tables of the split ``valid`` 2.2 % of the dice were missed without that look, 0.8 % with it."""
WORTH_NEARING = 1.25
"""A cluster is not looked at again for less than this enlargement."""
LEAST_LOOK_PX = 64
MOST_LOOK_PIXELS = 6_000_000


@dataclass(frozen=True, slots=True)
class Located:
    """A box in frame pixels that may hold a die, and the locator's chance of it."""

    box: Bounds
    chance: float

    @property
    def longer_px(self) -> float:
        """Longer side of the box."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])


class Locator:
    """Finds dice in frames; one ONNX Runtime session."""

    def __init__(self, model: bytes, least_chance: float, threads: int = 1) -> None:
        self._session = open_session(model, threads)
        self._least_logit = least_logit_of(least_chance)

    def find(self, frame: np.ndarray | Halvings, die_px: float | None = None) -> list[Located]:
        """What may be dice in a frame (uint8, H, W, 3, BGR); ``die_px`` is a die's side, where it is known.

        A die may be found twice, as a whole and as a part of it: what the boxes show decides between them.
        """
        halvings = Halvings.of(frame)
        width, height = halvings.size
        longer = max(width, height)
        if die_px is not None:
            scale = float(np.clip(AIMED_DIE_PX / die_px, min(1.0, LEAST_LOOK_PX / longer), 1.0))
            seen = _without_repeats(self.look(halvings.size, halvings.at(scale)))
            return self._parted(halvings, seen, scale)
        scale = min(1.0, FIRST_LOOK_PX / longer)
        first = halvings.at(scale)
        farther = Halvings(first).at(min(1.0, max(FARTHER, LEAST_LOOK_PX / max(first.shape[:2]))))
        seen = self._trusted(halvings.size, first, nearest=scale >= 1.0)
        seen += self._trusted(halvings.size, farther, farthest=True)
        nearer = min(1.0, scale * NEARER)
        fits = width * height * nearer * nearer <= MOST_LOOK_PIXELS
        if scale < 1.0 and fits and _worth_a_nearer_look(seen, scale):
            seen += self._trusted(halvings.size, halvings.at(nearer), nearest=nearer >= 1.0)
        return self._parted(halvings, _without_repeats(seen), scale)

    def _parted(self, halvings: Halvings, seen: list[Located], scale: float) -> list[Located]:
        """The dice seen, those that lie together as a look from nearer than ``scale`` shows them."""
        boxes = [each.box for each in seen]
        replaced, nearer_seen = set(), []
        for group in clusters(boxes):
            lying = [boxes[index] for index in group]
            side = side_of(lying)
            nearer = min(1.0, CLUSTER_DIE_PX / side)
            if nearer < WORTH_NEARING * scale:
                continue
            inside = around(lying, NEAR * side)
            there = [each for each in self._near(halvings, around(lying, ROOM * side), nearer)
                     if holds(inside, each.box)]  # fmt: skip
            if there:
                replaced |= set(group) | _seen_again(boxes, [each.box for each in there])
                nearer_seen += there
        return [each for index, each in enumerate(seen) if index not in replaced] + nearer_seen

    def _near(self, halvings: Halvings, region: Bounds, scale: float) -> list[Located]:
        """What a look at a region of the frame finds."""
        part, (left, top), size = halvings.part(region, scale)
        found = self.look(size, part)
        return [replace(each, box=_moved(each.box, left, top)) for each in found]

    def _trusted(
        self, size: tuple[int, int], small: np.ndarray, nearest: bool = False, farthest: bool = False
    ) -> list[Located]:
        """What one look finds of the sizes it is believed on; the last looks each way are believed beyond."""
        scale = small.shape[1] / size[0]
        least = 0.0 if nearest else TRUSTED_PX[0]
        most = np.inf if farthest else TRUSTED_PX[1]
        return [each for each in self.look(size, small) if least <= each.longer_px * scale <= most]

    def look(self, size: tuple[float, float], small: np.ndarray) -> list[Located]:
        """Dice found in ``small``, a reduced frame, as boxes of the frame of that width and height."""
        answer = self._session.run(None, {"frame": frame_blob(small)})[0][0]
        across, down = size[0] / small.shape[1], size[1] / small.shape[0]
        return self._boxes(answer, (across, down), (small.shape[1], small.shape[0]))

    def _boxes(self, answer: np.ndarray, ratio: tuple[float, float], size: tuple[int, int]) -> list[Located]:
        """Peaks of the heat map (5, C, C) as boxes of the frame, best first."""
        rows, columns = peaks_of(answer[0], self._least_logit)
        x = (columns + 0.5 + answer[1, rows, columns]) * STRIDE
        y = (rows + 0.5 + answer[2, rows, columns]) * STRIDE
        sides = SIZE_UNIT_PX / 2 * np.exp(answer[3:5, rows, columns].clip(-LOG_SIZE_LIMIT, LOG_SIZE_LIMIT))
        chances = chance_of(answer[0, rows, columns])
        boxes = np.stack([x - sides[0], y - sides[1], x + sides[0], y + sides[1]], 1)
        boxes = boxes.clip(0, (*size, *size)) * (*ratio, *ratio)
        order = np.argsort(-chances, kind="stable")
        inside = (boxes[:, 2] - boxes[:, 0] >= 2) & (boxes[:, 3] - boxes[:, 1] >= 2)
        return [Located(tuple(boxes[i].tolist()), float(chances[i])) for i in order if inside[i]]


def _worth_a_nearer_look(seen: list[Located], scale: float) -> bool:
    """Whether dice may be too small at the first look's ``scale``: none found, or a quarter of them small."""
    sizes = np.array([each.longer_px for each in seen]) * scale
    return len(sizes) == 0 or bool(np.quantile(sizes, 0.25) < SMALL_PX)


def _seen_again(boxes: Sequence[Bounds], nearer: Sequence[Bounds]) -> set[int]:
    """Which boxes a look from nearer has found again: others stay, a die at the rim of a cluster too."""
    return {index for index, box in enumerate(boxes) if any(holds(other, box) for other in nearer)}


def _moved(box: Bounds, right: float, down: float) -> Bounds:
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def _without_repeats(found: list[Located]) -> list[Located]:
    """The boxes without those that all but repeat a likelier one, as two looks find them."""
    kept = without_repeats([each.box for each in found], [each.chance for each in found])
    return [found[index] for index in kept]
