"""Where the faces that are read look, and whether they are faces of dice at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.weights import open_session


@dataclass(frozen=True, slots=True, eq=False)
class Leans:
    """What the lean reader makes of N crops.

    ``across`` (N, 2): the part across the picture (right, down) of the unit vector out of each face;
    ``spread`` (N,): how far off that is likely to be; ``no_die`` (N,): the logit of its being no die.
    """

    across: np.ndarray
    spread: np.ndarray
    no_die: np.ndarray

    def of(self, crops: Sequence[int]) -> Leans:
        """Those of some of the crops, in that order."""
        chosen = np.asarray(crops, dtype=np.intp)
        return Leans(self.across[chosen], self.spread[chosen], self.no_die[chosen])

    def but(self, crops: np.ndarray, others: Leans) -> Leans:
        """These leans with others for some of the crops."""
        changed = Leans(self.across.copy(), self.spread.copy(), self.no_die.copy())
        changed.across[crops], changed.spread[crops] = others.across, others.spread
        changed.no_die[crops] = others.no_die
        return changed


class LeanReader:
    """Tells from crops where the faces look, and what may be no die; one ONNX Runtime session."""

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._session = open_session(model, threads)

    def read(self, crops: np.ndarray) -> Leans:
        """Leans of crops uint8 (N, S, S, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return Leans(np.zeros((0, 2)), np.zeros(0), np.zeros(0))
        told = self._session.run(None, {"crops": crops})[0].astype(np.float64)
        return Leans(told[:, :2], np.exp(told[:, 2]), told[:, 3])
