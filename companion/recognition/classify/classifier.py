"""What crops of dice show: class probabilities and doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.weights import open_session

STAR, BACKGROUND = 6, 7
"""Columns of the class probabilities: 0-5 are pips 1-6, then the star, then the background: no die."""
EXCLUSIVE = 8
"""The first logits exclude each other: pips 1-6, star and background. The other three are the doubts."""


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """What a classifier says of N crops.

    ``class_probabilities`` (N, 8): pips 1-6, star, background. They sum to 1, or to less where the frame
    speaks against a face. ``doubts`` (N, 3): probability of cocked, stacked, hidden.
    """

    class_probabilities: np.ndarray
    doubts: np.ndarray

    @property
    def faces(self) -> np.ndarray:
        """Probabilities (N, 6) of the faces 1-6. A star is a face 1: a blurred one may be sure of its face
        while nobody knows whether a star or a pip marks it.
        """
        faces = self.class_probabilities[:, :STAR].copy()
        faces[:, 0] += self.class_probabilities[:, STAR]
        return faces

    @property
    def confidence(self) -> np.ndarray:
        """The probability (N,) of the likeliest face of each crop."""
        likeliest: np.ndarray = self.faces.max(1, initial=0.0)
        return likeliest

    @property
    def background(self) -> np.ndarray:
        """The probability (N,) that a crop shows no die."""
        return self.class_probabilities[:, BACKGROUND]

    def replaced(self, crops: np.ndarray, class_probabilities: np.ndarray, doubts: np.ndarray) -> Predictions:
        """These predictions with other numbers for some of the crops."""
        changed = Predictions(self.class_probabilities.copy(), self.doubts.copy())
        changed.class_probabilities[crops], changed.doubts[crops] = class_probabilities, doubts
        return changed

    def same_faces(self, others: Predictions) -> np.ndarray:
        """Whether both find the same face likeliest, bool (N,)."""
        same: np.ndarray = self.faces.argmax(1) == others.faces.argmax(1)
        return same

    def where(self, mask: np.ndarray, others: Predictions) -> Predictions:
        """These predictions where ``mask`` (N,) holds, elsewhere the others."""
        return others.replaced(mask, self.class_probabilities[mask], self.doubts[mask])

    def concatenated(self, others: Predictions) -> Predictions:
        """These predictions, then the others, of the same network."""
        both = np.concatenate([self.class_probabilities, others.class_probabilities])
        return Predictions(both, np.concatenate([self.doubts, others.doubts]))

    def of(self, crops: Sequence[int] | np.ndarray) -> Predictions:
        """The predictions of some of the crops, in that order."""
        chosen = np.asarray(crops, dtype=np.intp)
        return Predictions(self.class_probabilities[chosen], self.doubts[chosen])


class Classifier:
    """Reads batches of crops; one ONNX Runtime session."""

    def __init__(self, model: bytes, temperature: float, threads: int = 1) -> None:
        self._session = open_session(model, threads)
        self._temperature = temperature

    def read(self, crops: np.ndarray) -> Predictions:
        """Predictions for crops uint8 (N, S, S, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return Predictions(np.zeros((0, EXCLUSIVE)), np.zeros((0, 3)))
        (logits,) = self._session.run(["logits"], {"crops": crops})
        scaled = logits[:, :EXCLUSIVE] / self._temperature
        exponentials = np.exp(scaled - scaled.max(1, keepdims=True))
        doubts = 1 / (1 + np.exp(-logits[:, EXCLUSIVE:].astype(np.float64)))
        return Predictions(exponentials / exponentials.sum(1, keepdims=True), doubts)
