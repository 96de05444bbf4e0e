"""What a played classifier says of crops, and one that says what it is told to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.classify.classifier import BACKGROUND, MARK, Predictions, SurfaceNormals

SPREAD = 0.03
"""How sure each normal is, where the test does not say."""


def predicted(
    class_probabilities: Sequence[Sequence[float]] | np.ndarray,
    doubts: Sequence[Sequence[float]] | np.ndarray | None = None,
    across: Sequence[Sequence[float]] | np.ndarray | None = None,
) -> Predictions:
    """Predictions for N crops.

    Rows of ``class_probabilities`` are (N, 9): pips 1-6, star, another mark, no die. With eight columns the
    other mark is left out. ``doubts`` (N, 3) and ``across`` (N, 2) are none and square on where left out.
    """
    rows = np.atleast_2d(np.asarray(class_probabilities, float))
    if rows.shape[1] == BACKGROUND:
        rows = np.insert(rows, MARK, 0.0, axis=1)
    count = len(rows)
    normals = SurfaceNormals(
        np.zeros((count, 2)) if across is None else np.asarray(across, float), np.full(count, SPREAD)
    )
    return Predictions(rows, np.zeros((count, 3)) if doubts is None else np.asarray(doubts, float), normals)


def predicted_as(*crops: dict[int, float]) -> Predictions:
    """Predictions for crops whose class probabilities are given by column; all others are 0."""
    rows = np.zeros((len(crops), BACKGROUND + 1))
    for row, probabilities in zip(rows, crops, strict=True):
        row[list(probabilities)] = list(probabilities.values())
    return predicted(rows)


class Told:
    """A classifier that says what it is told to, one answer a call, and keeps what it is shown."""

    def __init__(self, *answers: Predictions) -> None:
        self._answers, self.crops = list(answers), list[np.ndarray]()

    @property
    def shown(self) -> list[int]:
        """How many crops each call showed."""
        return [len(each) for each in self.crops]

    def read(self, crops: np.ndarray) -> Predictions:
        self.crops.append(crops)
        return self._answers.pop(0)
