"""What crops of dice show: a face and a chance for each, and the doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.weights import open_session

STAR, NO_DIE = 6, 7
"""Columns of the kinds: 0-5 are pips 1-6, then the star, then what is no die."""
EXCLUSIVE = 8
"""The first logits exclude each other: pips 1-6, star and no die; the other three are the doubts."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """What the classifier makes of N crops.

    ``kinds`` (N, 8): chances of pips 1-6, star, no die; they sum to 1, or to less where a frame speaks
    against a face. ``doubts`` (N, 3): chance of cocked, stacked, hidden.
    """

    kinds: np.ndarray
    doubts: np.ndarray

    @property
    def faces(self) -> np.ndarray:
        """Chances (N, 6) of the faces 1-6; a star is a face 1, so a blurred one may be sure of its face
        while it is not known whether a star or a pip marks it.
        """
        faces = self.kinds[:, :STAR].copy()
        faces[:, 0] += self.kinds[:, STAR]
        return faces

    @property
    def surest(self) -> np.ndarray:
        """The chance (N,) of the likeliest face of each."""
        return self.faces.max(1, initial=0.0)

    def but(self, crops: np.ndarray, kinds: np.ndarray, doubts: np.ndarray) -> Verdicts:
        """These verdicts with other chances for some of the crops."""
        changed = Verdicts(self.kinds.copy(), self.doubts.copy())
        changed.kinds[crops], changed.doubts[crops] = kinds, doubts
        return changed

    def same_faces(self, others: Verdicts) -> np.ndarray:
        """Of which of the crops both say the same face first, (N,)."""
        return self.faces.argmax(1) == others.faces.argmax(1)

    def where(self, these: np.ndarray, others: Verdicts) -> Verdicts:
        """Of some of the crops, ``these`` (N,), these verdicts, of the rest the others."""
        return others.but(these, self.kinds[these], self.doubts[these])

    def and_those(self, others: Verdicts) -> Verdicts:
        """These verdicts, then the others, of the same network."""
        return Verdicts(
            np.concatenate([self.kinds, others.kinds]), np.concatenate([self.doubts, others.doubts])
        )

    def of(self, crops: Sequence[int]) -> Verdicts:
        """The verdicts on some of the crops, in that order."""
        chosen = np.asarray(crops, dtype=np.intp)
        return Verdicts(self.kinds[chosen], self.doubts[chosen])


class Classifier:
    """Reads batches of crops; one ONNX Runtime session."""

    def __init__(self, model: bytes, temperature: float, threads: int = 1) -> None:
        self._session = open_session(model, threads)
        self._temperature = temperature

    def read(self, crops: np.ndarray) -> Verdicts:
        """Verdicts on crops uint8 (N, S, S, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return Verdicts(np.zeros((0, EXCLUSIVE)), np.zeros((0, 3)))
        (logits,) = self._session.run(["logits"], {"crops": crops})
        kinds = logits[:, :EXCLUSIVE] / self._temperature
        kinds = np.exp(kinds - kinds.max(1, keepdims=True))
        doubts = 1 / (1 + np.exp(-logits[:, EXCLUSIVE:].astype(np.float64)))
        return Verdicts(kinds / kinds.sum(1, keepdims=True), doubts)
