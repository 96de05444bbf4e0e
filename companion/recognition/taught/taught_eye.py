"""The eye with a taught set: it finds dice as always, and reads them by the set's own faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from companion.frame import Frame
from companion.reading import PhotoReading
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.classify.candidates import Candidates, ScoredDice
from companion.recognition.classify.classifier import BACKGROUND, STAR, Predictions
from companion.recognition.classify.crops import CROP_PX
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import non_max_suppression
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.eye import Eye
from companion.recognition.taught.dice_set import DiceSet
from companion.recognition.taught.prototypes import FACES, Prototypes, learned, margins_of
from companion.recognition.taught.views import (
    LOOKS,
    SQUARE_PX,
    cut_squares,
    in_other_lights,
    nothing_shows,
    signatures,
)
from companion.recognition.weights import Weights

CLASSIFIER_COCKED, CLASSIFIER_STACKED, CLASSIFIER_HIDDEN = 0.2, 0.117, 0.31
"""Limits of the three doubts where only the first classifier reads: half a percent of the sound dice of the
bank ``strangers`` each, at their true boxes (the rule of those in ``weights.json``)."""


class SetEye(Eye):
    """Finds dice of any kind and computes their signatures, which teaching and taught eyes need."""

    least_score = 0.3
    """Boxes with lower scores do not help: with 0.2, 86 instead of 83 of a hundred unusual dice were read,
    but also 18 things that are no dice (768 sketched dice, seeds 5 and 6, three pictures per face)."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        super().__init__(weights, threads)

    def lying(
        self, pixels: np.ndarray | ImagePyramid, found: Sequence[Detection]
    ) -> tuple[Candidates, np.ndarray]:
        """One box per die with the ordinary predictions for it, and its square, uint8 (N, 96, 96, 3).

        The detector alone decides which box is kept, whatever the classifier of ordinary dice says.
        """
        pixels = ImagePyramid.of(pixels)
        kept = non_max_suppression([each.box for each in found], [each.score for each in found], self.config)
        detections = [found[index] for index in kept]
        return self._classified(pixels, detections), cut_squares(pixels, [each.box for each in detections])

    def signatures(self, squares: np.ndarray) -> np.ndarray:
        """Signatures (N, D) of squares."""
        return signatures(self._symbols, squares)

    def prototypes(self, dice_set: DiceSet) -> Prototypes:
        """The set's faces by these weights. Raises ``TeachError`` when they cannot be told apart."""
        squares = np.concatenate(dice_set.squares)
        faces = np.repeat(np.arange(1, FACES + 1), [len(each) for each in dice_set.squares])
        lights = [in_other_lights(square, seed) for seed, square in enumerate(squares)]
        rows = self.signatures(np.concatenate(lights)).reshape(len(squares), LOOKS, -1) if lights else squares
        return learned(rows, faces, bool(dice_set.in_few_lights))

    def taken_for(self, dice_set: DiceSet) -> tuple[frozenset[int], ...]:
        """For each taught face the classes of ordinary dice (columns 0-7) that its dice are taken for."""
        edge = (SQUARE_PX - CROP_PX) // 2
        crops = [squares[:, edge:-edge, edge:-edge] for squares in dice_set.squares]
        return tuple(frozenset(_classes(self._classifier.read(each))) for each in crops)


class TaughtEye(SetEye):
    """Reads dice of one taught set. It asks about all other dice, and about dice between two faces."""

    def __init__(self, dice_set: DiceSet, weights: Weights | None = None, threads: int = 1) -> None:
        """Embed the set's pictures with these weights: new weights need no new teaching.

        Raises ``WeightsError``, or ``TeachError`` when these weights cannot tell the set's faces apart.
        """
        super().__init__(weights, threads)
        self.config = replace(
            self.config, cocked=CLASSIFIER_COCKED, stacked=CLASSIFIER_STACKED, hidden=CLASSIFIER_HIDDEN
        )
        self.dice_set = dice_set
        self._taught = self.prototypes(dice_set)
        self._taken_for = self.taken_for(dice_set)

    def read(
        self, frame: Frame, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> PhotoReading:
        """All dice of this frame alone: nobody measured how normals of unusual faces agree between lifts."""
        return super().read(frame, die_px)

    def score(self, pixels: np.ndarray | ImagePyramid, detections: Sequence[Detection]) -> ScoredDice:
        """The detections that are kept, one per die, with the taught face that each shows."""
        pixels = ImagePyramid.of(pixels)
        lying, squares = self.lying(pixels, detections)
        ordinary, normals = lying.predictions, self._normals.read(lying.crops)
        if not lying.detections:
            return ScoredDice(lying.detections, ordinary, normals, np.zeros((0, 2)), np.zeros(0))
        rows = self.signatures(squares)
        told = self._taught.told(rows) & ~nothing_shows(squares)
        seen = zip(self._taught.distances(rows), told, ordinary.class_probabilities, strict=True)
        class_probabilities = np.stack([self._probabilities(*each) for each in seen])
        predictions = Predictions(class_probabilities, ordinary.doubts)
        no_offsets, no_marks = np.zeros((len(rows), 2)), np.full(len(rows), -np.inf)
        return ScoredDice(lying.detections, predictions, normals, no_offsets, no_marks)

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """The column of the class probabilities for each taught face: the wild one is the star."""
        return tuple(STAR if face == 1 else face - 1 for face in self.dice_set.counts_as)

    def _probabilities(self, distances: np.ndarray, told: bool, ordinary: np.ndarray) -> np.ndarray:
        """Class probabilities (8,) of one die: a face well read, a doubt, or no die."""
        probabilities = np.zeros(BACKGROUND + 1)
        near = distances.min() <= self._taught.limit
        if not near and ordinary[BACKGROUND] >= self.config.no_die:
            probabilities[BACKGROUND] = 1.0
            return probabilities
        face = int(distances.argmin())
        first = self._places[face]
        if told and not self._foreign(face, ordinary):
            probabilities[first] = max(self._taught.sureness, self.config.face)
        else:
            share = margins_of(distances[None])[0] if near else 0.0
            probabilities[first] = min(0.5 + share / 2, self.config.face / 2 + 0.25, self.config.face - 0.01)
        probabilities[:BACKGROUND] += (
            (1 - probabilities[first]) * (np.arange(BACKGROUND) != first) / (BACKGROUND - 1)
        )
        return probabilities

    def _foreign(self, face: int, ordinary: np.ndarray) -> bool:
        """Whether it is surely of an ordinary class that no taught die of that face was taken for."""
        kind = int(ordinary[:BACKGROUND].argmax())
        return ordinary[kind] >= self.config.face and kind not in self._taken_for[face]


def _classes(predictions: Predictions) -> list[int]:
    """The likeliest class of each crop."""
    likeliest: list[int] = predictions.class_probabilities.argmax(1).tolist()
    return likeliest
