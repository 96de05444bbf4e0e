"""What one of the two locators finds in one picture: boxes that may be dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.recognition.blob import padded
from companion.recognition.chances import chance_of, logit_of
from companion.recognition.clusters import Bounds
from companion.recognition.peaks import peaks_in_places
from companion.recognition.weights import open_session

STRIDE = 4
SIZE_UNIT_PX = 24.0
"""As models/nets.py trained them: cells are 4 px wide, a log size of 0 is 24 px."""
LOG_SIZE_LIMIT = 2.3
"""Sizes are clipped to 24 px times e to the power of plus or minus this: 2.4 to 240 px."""


@dataclass(frozen=True, slots=True)
class Located:
    """A box in frame pixels that may hold a die, the locator's chance of it, and whether the near locator
    drew it.
    """

    box: Bounds
    chance: float
    near: bool = False

    @property
    def longer_px(self) -> float:
        """Longer side of the box."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])


class Sight:
    """One locator's network; one ONNX Runtime session."""

    def __init__(self, model: bytes, least_chance: float, threads: int = 1, near: bool = False) -> None:
        self._session = open_session(model, threads)
        self._least_logit = float(logit_of(least_chance))
        self._near = near

    def look(self, size: tuple[float, float], small: np.ndarray) -> list[Located]:
        """Dice found in ``small``, a reduced frame, as boxes of the frame of that width and height."""
        answer = self._session.run(None, {"frame": padded(small)[None]})[0][0]
        across, down = size[0] / small.shape[1], size[1] / small.shape[0]
        return self._boxes(answer, (across, down), (small.shape[1], small.shape[0]))

    def _boxes(self, answer: np.ndarray, ratio: tuple[float, float], size: tuple[int, int]) -> list[Located]:
        """Peaks of an answer (20, H, W) as boxes of the frame, best first."""
        rows, columns, told = peaks_in_places(answer, self._least_logit)
        if len(rows) == 0:
            return []
        x = (columns + 0.5 + told[1]) * STRIDE
        y = (rows + 0.5 + told[2]) * STRIDE
        sides = SIZE_UNIT_PX / 2 * np.exp(told[3:].clip(-LOG_SIZE_LIMIT, LOG_SIZE_LIMIT))
        boxes = np.stack([x - sides[0], y - sides[1], x + sides[0], y + sides[1]], 1)
        boxes = boxes.clip(0, (*size, *size)) * (*ratio, *ratio)
        chances = chance_of(told[0])
        order = np.argsort(-chances, kind="stable")
        inside = (boxes[:, 2] - boxes[:, 0] >= 2) & (boxes[:, 3] - boxes[:, 1] >= 2)
        return [Located(tuple(boxes[i].tolist()), float(chances[i]), self._near) for i in order if inside[i]]
