"""The networks' predictions on crops: face, objectness, doubts, surface normal; embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.recognition.networks.arithmetic import sigmoid
from companion.recognition.networks.inference import onnxruntime
from companion.recognition.networks.weights import giving_back, open_session

STAR, MARK, BACKGROUND = 6, 7, 8
"""Columns of the class probabilities: 0-5 are pips 1-6, then star, another mark, background."""
FACES, OBJECTNESS = slice(0, 8), 8
DOUBTS, NORMALS = slice(9, 12), slice(12, 15)
"""Columns of a network's answers.

Logits of the first eight, exclusive classes; logit of being a die; logits of cocked, stacked and hidden; the
normal; the logarithm of its likely error.
"""
ANSWERS = 15


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceNormals:
    """The normals of N upper faces.

    ``across`` (N, 2): the unit normal's part in the picture's plane (right, down). ``spread`` (N,): its
    likely error.
    """

    across: np.ndarray
    spread: np.ndarray

    def of(self, crops: Sequence[int] | np.ndarray) -> SurfaceNormals:
        chosen = np.asarray(crops, dtype=np.intp)
        return SurfaceNormals(self.across[chosen], self.spread[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """Predictions for N crops.

    ``class_probabilities`` (N, 9): pips 1-6, star, another mark, background; they sum to 1. ``doubts`` (N,
    3): cocked, stacked, hidden.
    """

    class_probabilities: np.ndarray
    doubts: np.ndarray
    normals: SurfaceNormals

    @classmethod
    def of_answers(cls, answers: np.ndarray, temperature: float) -> Predictions:
        """``answers`` (N, 15); ``temperature`` divides the logits of the faces."""
        scaled = answers[:, FACES] / temperature
        exponentials = np.exp(scaled - scaled.max(1, keepdims=True, initial=-np.inf))
        faces = exponentials / exponentials.sum(1, keepdims=True)
        objectness = sigmoid(answers[:, OBJECTNESS, None])
        normals = answers[:, NORMALS]
        return cls(
            np.concatenate([faces * objectness, 1 - objectness], axis=1),
            sigmoid(answers[:, DOUBTS]),
            SurfaceNormals(normals[:, :2], np.exp(normals[:, 2])),
        )

    @property
    def faces(self) -> np.ndarray:
        """Probabilities (N, 6) of the faces 1-6. A star is a 1: a blurred crop may be surely a 1, though
        star and pip look alike.
        """
        faces = self.class_probabilities[:, :STAR].copy()
        faces[:, 0] += self.class_probabilities[:, STAR]
        return faces

    @property
    def objectness(self) -> np.ndarray:
        """Probability (N,) of a die."""
        die: np.ndarray = 1 - self.class_probabilities[:, BACKGROUND]
        return die

    @property
    def confidence(self) -> np.ndarray:
        """Probability (N,) of the likeliest face, if it is a die."""
        likeliest: np.ndarray = self.faces.max(1, initial=0.0) / np.maximum(self.objectness, 1e-9)
        return likeliest.clip(0, 1)

    @property
    def marks(self) -> np.ndarray:
        """Probability (N,) of another mark than pips and stars, if it is a die."""
        marks: np.ndarray = self.class_probabilities[:, MARK] / np.maximum(self.objectness, 1e-9)
        return marks.clip(0, 1)

    @property
    def background(self) -> np.ndarray:
        """Probability (N,) of no die."""
        return self.class_probabilities[:, BACKGROUND]

    def concatenated(self, others: Predictions) -> Predictions:
        mine, theirs = self._columns(), others._columns()
        return _of_columns([np.concatenate(pair) for pair in zip(mine, theirs, strict=True)])

    def of(self, crops: Sequence[int] | np.ndarray) -> Predictions:
        chosen = np.asarray(crops, dtype=np.intp)
        return _of_columns([column[chosen] for column in self._columns()])

    def replaced(self, crops: np.ndarray, others: Predictions) -> Predictions:
        changed = [column.copy() for column in self._columns()]
        for column, new in zip(changed, others._columns(), strict=True):
            column[crops] = new
        return _of_columns(changed)

    def with_objectness(self, objectness: np.ndarray) -> Predictions:
        """With other probabilities (N,) of a die, and the same ones of each face, if it is one."""
        share = (objectness / np.maximum(self.objectness, 1e-9))[:, None]
        faces = self.class_probabilities[:, :BACKGROUND] * share
        probabilities = np.concatenate([faces, 1 - objectness[:, None]], axis=1)
        return Predictions(probabilities, self.doubts, self.normals)

    def with_normals(self, crops: np.ndarray, others: SurfaceNormals) -> Predictions:
        across, spread = self.normals.across.copy(), self.normals.spread.copy()
        across[crops], spread[crops] = others.across, others.spread
        return Predictions(self.class_probabilities, self.doubts, SurfaceNormals(across, spread))

    def _columns(self) -> list[np.ndarray]:
        return [self.class_probabilities, self.doubts, self.normals.across, self.normals.spread]


def _of_columns(columns: Sequence[np.ndarray]) -> Predictions:
    probabilities, doubts, across, spread = columns
    return Predictions(probabilities, doubts, SurfaceNormals(across, spread))


def mean_of(predictions: Sequence[Predictions]) -> Predictions:
    """Normals are the first view's."""
    first = predictions[0]
    probabilities = np.mean([each.class_probabilities for each in predictions], axis=0)
    return Predictions(probabilities, np.mean([each.doubts for each in predictions], axis=0), first.normals)


CROPS_A_RUN = 16
"""A run of 116 crops left 4 MB more in the arena, took as long, and had the same answers to the last bit."""


def _run(
    session: onnxruntime.InferenceSession,
    name: str,
    crops: np.ndarray,
    options: onnxruntime.RunOptions | None = None,
) -> np.ndarray:
    runs = (crops[at : at + CROPS_A_RUN] for at in range(0, len(crops), CROPS_A_RUN))
    return np.concatenate([session.run([name], {"crops": each}, options)[0] for each in runs])


class Classifier:
    def __init__(self, model: bytes, temperature: float, threads: int = 1) -> None:
        self._session = open_session(model, threads)
        self._temperature = temperature

    def read(self, crops: np.ndarray) -> Predictions:
        """Crops: uint8 (N, S, S, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return Predictions.of_answers(np.zeros((0, ANSWERS)), self._temperature)
        answers = _run(self._session, "answers", crops)
        return Predictions.of_answers(answers.astype(np.float64), self._temperature)


class Surroundings:
    """Tells a die from half a domino, a key among keys, a printed die: by what lies around it."""

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._session = open_session(model, threads)

    def read(self, crops: np.ndarray) -> np.ndarray:
        """Log odds (N,) for a die, beside the classifiers', from wide crops: uint8 (N, 64, 64, 3) BGR."""
        answers: np.ndarray = _run(self._session, "answers", crops)[:, 0].astype(np.float64)
        return answers


class SymbolReader:
    """Embeds crops for taught sets and for the dice of the house.

    Opens its session at the first crop.
    """

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._model, self._threads = model, threads

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        model, self._model = self._model, b""
        return open_session(model, self._threads)

    def embed(self, crops: np.ndarray) -> np.ndarray:
        """float64 (N, 128), of length 1, from uint8 (N, 64, 64, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return np.zeros((0, 0))
        embeddings = _run(self._session, "embeddings", crops, giving_back())
        return unit(embeddings.astype(np.float64))


def unit(rows: np.ndarray) -> np.ndarray:
    """Scales rows (…, D) to length 1; zeros stay."""
    scaled: np.ndarray = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)
    return scaled
