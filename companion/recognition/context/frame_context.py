"""What the whole frame says about each candidate: measured once per frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.recognition.classify.candidates import Candidates
from companion.recognition.classify.cascade import sure_of
from companion.recognition.classify.surface_normals import SurfaceNormals
from companion.recognition.config import EyeConfig
from companion.recognition.context.derotate import EstimatesNormals, Rotations, derotate
from companion.recognition.context.outliers import (
    objectness_shift,
    outlier_logits,
    outlier_offsets,
    suspects,
)
from companion.recognition.detect.pyramid import ImagePyramid


@dataclass(frozen=True, slots=True, eq=False)
class FrameContext:
    """N candidates as the frame shows them.

    ``sure`` (N,): the first classifier's face is accepted. ``suspect`` (N,): it is read again all the same.
    ``offsets`` (N, 2) and ``outliers`` (N,) say how each differs from the sure dice. ``flatness`` is the
    frame's objectness shift.
    """

    sure: np.ndarray
    suspect: np.ndarray
    normals: SurfaceNormals
    rotations: Rotations
    offsets: np.ndarray
    outliers: np.ndarray
    flatness: float

    @property
    def to_read_again(self) -> np.ndarray:
        """The numbers of the candidates that go to the second classifier."""
        return np.flatnonzero(~self.sure | self.suspect | self.rotations.far)


def measured(
    estimator: EstimatesNormals, pixels: ImagePyramid, candidates: Candidates, config: EyeConfig
) -> FrameContext:
    """The context of a frame's candidates."""
    sure = sure_of(candidates.predictions, config)
    normals = estimator.read(candidates.crops)
    offsets = outlier_offsets(candidates.detections, sure, config)
    outliers = outlier_logits(offsets, config)
    flatness = objectness_shift(normals.background_logit, sure, config)
    normals, rotations = derotate(estimator, pixels, candidates, normals, flatness, config)
    suspect = suspects(outliers, normals.background_logit, flatness, config)
    return FrameContext(sure, suspect, normals, rotations, offsets, outliers, flatness)
