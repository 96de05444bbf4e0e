"""One detector network on one picture: its heatmap, and boxes that may be dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.recognition.detect.nms import Bounds
from companion.recognition.networks.arithmetic import logit, sigmoid
from companion.recognition.networks.weights import open_session

SUBCELLS = 4
"""A dice detector answers with four cells, two by two, as channels of each place (before the pixel shuffle
that other detectors end with): only the peaks need to be laid out."""
_NEIGHBOURS = np.ones((3, 3), np.uint8)
_DOWN, _RIGHT = (each.ravel() for each in np.mgrid[-1:2, -1:2])


def local_maxima(heat: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns in (C, C), from ``least_logit`` on, that no neighbour exceeds."""
    rows, columns = np.nonzero((heat >= least_logit) & (heat >= cv2.dilate(heat, _NEIGHBOURS)))
    return rows, columns


def decode_heatmap(answer: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows and columns of peaks of (C * SUBCELLS, H, W), and the C numbers of each (C, N).

    The first of the C numbers is the logit. Row by row, as ``local_maxima``.
    """
    count, tall, wide = len(answer) // SUBCELLS, *answer.shape[1:]
    cells = answer.reshape(count, SUBCELLS, tall, wide)
    # The heatmap with a border of minus infinity, flat, so that the neighbours of a cell lie near it.
    across = 2 * wide + 2
    heat = np.full((2 * tall + 2, across), -np.inf, answer.dtype)
    for subcell in range(SUBCELLS):
        heat[1 + subcell // 2 : -1 : 2, 1 + subcell % 2 : -1 : 2] = cells[0, subcell]
    heat = heat.ravel()
    hot = np.flatnonzero(heat >= least_logit)
    peaks = hot[heat[hot] >= heat[hot[:, None] + (_DOWN * across + _RIGHT)].max(1)]
    rows, columns = np.divmod(peaks, across)
    rows, columns = rows - 1, columns - 1
    return rows, columns, cells[:, 2 * (rows % 2) + columns % 2, rows // 2, columns // 2]


MIDDLE, SCALE = 128.0, 1 / 128.0
"""Pixels 0-255 become -1 to just below 1: here for cards, inside the networks for dice."""
PADDED_TO = 16
"""Sides of a frame become multiples of this: the detectors' coarsest cells are 16 px wide."""
PADDING = (114, 114, 114)


def preprocess(pictures: Sequence[np.ndarray] | np.ndarray) -> np.ndarray:
    """Float32 (N, 3, H, W) from uint8 (H, W, 3) BGR of one size; N is at least 1."""
    return cv2.dnn.blobFromImages(list(pictures), SCALE, mean=(MIDDLE, MIDDLE, MIDDLE), swapRB=False)


def preprocess_frame(frame: np.ndarray) -> np.ndarray:
    """Float32 (1, 3, H, W) from uint8 (H, W, 3), padded."""
    return preprocess([padded(frame)])


def padded(frame: np.ndarray) -> np.ndarray:
    """Adds grey to uint8 (H, W, 3) on the right and below, up to whole cells."""
    height, width = frame.shape[:2]
    tall, wide = (-height) % PADDED_TO, (-width) % PADDED_TO
    if not (tall or wide):
        return frame
    return cv2.copyMakeBorder(frame, 0, tall, 0, wide, cv2.BORDER_CONSTANT, value=PADDING)


STRIDE = 4
SIZE_UNIT_PX = 24.0
"""As in models/nets.py: cells are 4 px wide, a log size of 0 is 24 px."""
LOG_SIZE_LIMIT = 2.3
"""Sizes are clipped to 24 px times e to the power of plus or minus this: 2.4 to 240 px."""


@dataclass(frozen=True, slots=True)
class Detection:
    """``box`` in frame px, ``score`` 0-1."""

    box: Bounds
    score: float
    refined: bool = False

    @property
    def longer_px(self) -> float:
        return max(self.box[2] - self.box[0], self.box[3] - self.box[1])

    def shifted(self, right: float, down: float) -> Detection:
        left, top, end, bottom = self.box
        return replace(self, box=(left + right, top + down, end + right, bottom + down))


class Detector:
    def __init__(self, model: bytes, least_score: float, threads: int = 1, refines: bool = False) -> None:
        self._session = open_session(model, threads)
        self._least_logit = float(logit(least_score))
        self._refines = refines

    def detect(self, size: tuple[float, float], small: np.ndarray) -> list[Detection]:
        """Detections in ``small``, a reduced frame, in px of the frame of that width and height."""
        answer = self._session.run(None, {"frame": padded(small)[None]})[0][0]
        across, down = size[0] / small.shape[1], size[1] / small.shape[0]
        return self._decoded(answer, (across, down), (small.shape[1], small.shape[0]))

    def _decoded(
        self, answer: np.ndarray, ratio: tuple[float, float], size: tuple[int, int]
    ) -> list[Detection]:
        rows, columns, cells = decode_heatmap(answer, self._least_logit)
        if len(rows) == 0:
            return []
        cells = cells.astype(np.float64)  # NumPy's exponentials of 32 bits differ between processors
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
