"""The surface normal of the face in each crop, and whether the crop shows a solid die at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.weights import open_session


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceNormals:
    """What the normal estimator says of N crops.

    ``across`` (N, 2): the component of the unit normal in the picture's plane (right, down). ``spread`` (N,):
    its likely error. ``background_logit`` (N,): the logit of being no die.
    """

    across: np.ndarray
    spread: np.ndarray
    background_logit: np.ndarray

    def of(self, crops: Sequence[int]) -> SurfaceNormals:
        """Those of some of the crops, in that order."""
        chosen = np.asarray(crops, dtype=np.intp)
        return SurfaceNormals(self.across[chosen], self.spread[chosen], self.background_logit[chosen])

    def replaced(self, crops: np.ndarray, others: SurfaceNormals) -> SurfaceNormals:
        """These normals with others for some of the crops."""
        changed = SurfaceNormals(self.across.copy(), self.spread.copy(), self.background_logit.copy())
        changed.across[crops], changed.spread[crops] = others.across, others.spread
        changed.background_logit[crops] = others.background_logit
        return changed

    def rotated(self, degrees: np.ndarray) -> SurfaceNormals:
        """Normals of crops that were cut rotated by that many degrees (N,), as they are in the picture."""
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        right, down = self.across.T
        across = np.stack([cosine * right - sine * down, sine * right + cosine * down], axis=1)
        return SurfaceNormals(across, self.spread, self.background_logit)


class NormalEstimator:
    """Estimates surface normals of crops; one ONNX Runtime session."""

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._session = open_session(model, threads)

    def read(self, crops: np.ndarray) -> SurfaceNormals:
        """Normals of crops uint8 (N, S, S, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return SurfaceNormals(np.zeros((0, 2)), np.zeros(0), np.zeros(0))
        answer = self._session.run(None, {"crops": crops})[0].astype(np.float64)
        return SurfaceNormals(answer[:, :2], np.exp(answer[:, 2]), answer[:, 3])
