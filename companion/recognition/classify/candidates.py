"""Values between detection and decision: boxes, and what the networks say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.classify.classifier import Predictions
from companion.recognition.classify.surface_normals import SurfaceNormals
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import Bounds


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """N detections, their crops uint8 (N, 64, 64, 3), and the predictions for them."""

    detections: list[Detection]
    crops: np.ndarray
    predictions: Predictions

    @property
    def boxes(self) -> list[Bounds]:
        """The boxes of the detections."""
        return [each.box for each in self.detections]

    def of(self, chosen: Sequence[int] | np.ndarray) -> Candidates:
        """Some of them, in that order."""
        rows = np.asarray(chosen, dtype=np.intp)
        detections = [self.detections[index] for index in rows]
        return Candidates(detections, self.crops[rows], self.predictions.of(rows))

    def below_background(self, probability: float) -> Candidates:
        """Those whose background probability is below this one."""
        return self.of(np.flatnonzero(self.predictions.background < probability))

    def concatenated(self, others: Candidates) -> Candidates:
        """These, then the others."""
        crops = np.concatenate([self.crops, others.crops])
        predictions = self.predictions.concatenated(others.predictions)
        return Candidates([*self.detections, *others.detections], crops, predictions)


@dataclass(frozen=True, slots=True, eq=False)
class ScoredDice:
    """The N detections that are kept, one per die, with what all networks say of each.

    ``offsets`` (N, 2): how each differs from the sure dice of the frame (``context.outliers``).
    ``mark_logits`` (N,): of a mark that no ordinary die has; ``-inf`` where none was looked for.
    """

    detections: list[Detection]
    predictions: Predictions
    normals: SurfaceNormals
    offsets: np.ndarray
    mark_logits: np.ndarray
