"""One detector network on one picture: boxes that may be dice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.recognition.detect.heatmap import decode_heatmap
from companion.recognition.detect.nms import Bounds
from companion.recognition.detect.preprocess import padded
from companion.recognition.logits import logit, sigmoid
from companion.recognition.weights import open_session

STRIDE = 4
SIZE_UNIT_PX = 24.0
"""As models/nets.py trained the networks: cells are 4 px wide, a log size of 0 is 24 px."""
LOG_SIZE_LIMIT = 2.3
"""Sizes are clipped to 24 px times e to the power of plus or minus this: 2.4 to 240 px."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A box in frame pixels that may hold a die, its score 0-1, and whether it was refined."""

    box: Bounds
    score: float
    refined: bool = False

    @property
    def longer_px(self) -> float:
        """Longer side of the box."""
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])

    def shifted(self, right: float, down: float) -> Detection:
        """The same detection in a frame in which its picture begins at that point."""
        left, top, end, bottom = self.box
        return replace(self, box=(left + right, top + down, end + right, bottom + down))


class Detector:
    """One ONNX Runtime session; ``refines`` marks its detections as refined."""

    def __init__(self, model: bytes, least_score: float, threads: int = 1, refines: bool = False) -> None:
        self._session = open_session(model, threads)
        self._least_logit = float(logit(least_score))
        self._refines = refines

    def detect(self, size: tuple[float, float], small: np.ndarray) -> list[Detection]:
        """Detections in ``small``, a reduced frame, as boxes of the frame of that width and height."""
        answer = self._session.run(None, {"frame": padded(small)[None]})[0][0]
        across, down = size[0] / small.shape[1], size[1] / small.shape[0]
        return self._decoded(answer, (across, down), (small.shape[1], small.shape[0]))

    def _decoded(
        self, answer: np.ndarray, ratio: tuple[float, float], size: tuple[int, int]
    ) -> list[Detection]:
        """The peaks of an answer (20, H, W) as boxes of the frame, best first."""
        rows, columns, cells = decode_heatmap(answer, self._least_logit)
        if len(rows) == 0:
            return []
        x = (columns + 0.5 + cells[1]) * STRIDE
        y = (rows + 0.5 + cells[2]) * STRIDE
        sides = SIZE_UNIT_PX / 2 * np.exp(cells[3:].clip(-LOG_SIZE_LIMIT, LOG_SIZE_LIMIT))
        boxes = np.stack([x - sides[0], y - sides[1], x + sides[0], y + sides[1]], 1)
        boxes = boxes.clip(0, (*size, *size)) * (*ratio, *ratio)
        scores = sigmoid(cells[0])
        order = np.argsort(-scores, kind="stable")
        inside = (boxes[:, 2] - boxes[:, 0] >= 2) & (boxes[:, 3] - boxes[:, 1] >= 2)
        kept = [index for index in order if inside[index]]
        return [
            Detection(tuple(boxes[index].tolist()), float(scores[index]), self._refines) for index in kept
        ]
