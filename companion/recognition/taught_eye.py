"""The eye with a taught set: it finds dice as ever, and reads them by the set's own faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np

from companion.recognition.classify import NO_DIE, STAR, Verdicts
from companion.recognition.crops import CROP_PX, FINER_CROP_PX, cut_crops
from companion.recognition.doubles import without_doubles
from companion.recognition.eye import Eye
from companion.recognition.shown import Shown, Weighed
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located
from companion.recognition.taught_prototypes import FACES, Prototypes, learned, margins_of
from companion.recognition.taught_set import DiceSet
from companion.recognition.taught_views import (
    LOOKS,
    ROOM,
    SQUARE_PX,
    cut_squares,
    in_other_lights,
    signatures,
)
from companion.recognition.weights import Weights

CLASSIFIER_DOUBTS = {"cocked": 0.22, "stacked": 0.155, "hidden": 0.085}
"""Limits of the three doubts where the classifier alone is asked, those of the release before: by the second
reader's, which are in ``weights.json``, one of 192 dice of the set ``pirates`` was told wrongly (seeds 9 and
10, three pictures a face), by these none and as many rightly."""


class SetEye(Eye):
    """Finds dice of any kind, and gives their signatures: what teaching needs and a taught eye reads by."""

    least_centre = 0.3
    """Boxes less likely than this are no help: from 0.2 on fewer unusual dice were told, and more of them
    wrongly (models/README.md)."""

    def lying(
        self, pixels: np.ndarray | Halvings, found: Sequence[Located]
    ) -> tuple[Shown, np.ndarray]:
        """One box a die with the ordinary verdicts on it, and its square, uint8 (N, 96, 96, 3).

        Which box is kept the locator alone decides, whatever the reader of ordinary dice thinks of it.
        """
        pixels = Halvings.of(pixels)
        kept = without_doubles([each.box for each in found], [each.chance for each in found])
        located = [found[index] for index in kept]
        return self._shown(pixels, located), cut_squares(pixels, [each.box for each in located])

    def signatures(self, squares: np.ndarray) -> np.ndarray:
        """Signatures (N, D) of squares."""
        return signatures(self._classifier, squares)

    def prototypes(self, dice_set: DiceSet) -> Prototypes:
        """The set's faces by these weights. Raises ``TeachError`` when they cannot be told apart."""
        squares = np.concatenate(dice_set.squares)
        faces = np.repeat(np.arange(1, FACES + 1), [len(each) for each in dice_set.squares])
        lights = [in_other_lights(square, seed) for seed, square in enumerate(squares)]
        rows = self.signatures(np.concatenate(lights)) if lights else np.zeros((0, 1))
        return learned(rows.reshape(len(squares), LOOKS, -1), faces, bool(dice_set.in_few_lights))

    def taken_for(self, dice_set: DiceSet) -> tuple[frozenset[int], ...]:
        """For each taught face the kinds of ordinary dice (columns 0-7) that its dice are taken for."""
        edge = round(SQUARE_PX * (1 - 1 / ROOM) / 2)
        return tuple(
            frozenset(self._classifier.read(_middles(squares, edge)).kinds.argmax(1).tolist())
            for squares in dice_set.squares
        )


def _middles(squares: np.ndarray, edge: int) -> np.ndarray:
    middles = [cv2.resize(each[edge:-edge, edge:-edge], (CROP_PX, CROP_PX)) for each in squares]
    return np.array(middles, np.uint8).reshape(-1, CROP_PX, CROP_PX, 3)


class TaughtEye(SetEye):
    """Reads dice of one taught set. All other dice, and what is in doubt between two faces, it asks about."""

    def __init__(self, dice_set: DiceSet, weights: Weights | None = None, threads: int = 1) -> None:
        """Embed the set's pictures with these weights: new weights need no new teaching.

        Raises ``WeightsError``, or ``TeachError`` when these weights cannot tell the set's faces apart.
        """
        super().__init__(weights, threads)
        self.thresholds = replace(self.thresholds, **CLASSIFIER_DOUBTS)
        self.dice_set = dice_set
        self._taught = self.prototypes(dice_set)
        self._taken_for = self.taken_for(dice_set)

    def weighed(self, pixels: np.ndarray | Halvings, found: Sequence[Located]) -> Weighed:
        """Of the boxes that may be dice the ones to keep, one a die, and which taught face each shows."""
        pixels = Halvings.of(pixels)
        lying, squares = self.lying(pixels, found)
        boxes = [each.box for each in lying.located]
        ordinary, leans = lying.verdicts, self._leans.read(cut_crops(pixels, boxes, crop_px=FINER_CROP_PX))
        if not lying.located:
            return Weighed(lying.located, ordinary, leans, np.zeros((0, 2)))
        rows = self.signatures(squares)
        seen = zip(self._taught.distances(rows), self._taught.told(rows), ordinary.kinds, strict=True)
        kinds = np.stack([self._kinds(*each) for each in seen])
        verdicts = Verdicts(kinds, ordinary.doubts, ordinary.embeddings)
        return Weighed(lying.located, verdicts, leans, np.zeros((len(kinds), 2)))

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """The column of the kinds for each taught face: the wild one is the star."""
        return tuple(STAR if face == 1 else face - 1 for face in self.dice_set.counts_as)

    def _kinds(self, distances: np.ndarray, told: bool, ordinary: np.ndarray) -> np.ndarray:
        """Chances (8,) of one die: a face well told, a doubt, or no die."""
        kinds = np.zeros(NO_DIE + 1)
        near = distances.min() <= self._taught.limit
        if not near and ordinary[NO_DIE] >= self.thresholds.no_die:
            kinds[NO_DIE] = 1.0
            return kinds
        face = int(distances.argmin())
        first = self._places[face]
        if told and not self._foreign(face, ordinary):
            kinds[first] = max(self._taught.sureness, self.thresholds.face)
        else:
            share = margins_of(distances[None])[0] if near else 0.0
            kinds[first] = min(0.5 + share / 2, self.thresholds.face / 2 + 0.25, self.thresholds.face - 0.01)
        kinds[:NO_DIE] += (1 - kinds[first]) * (np.arange(NO_DIE) != first) / (NO_DIE - 1)
        return kinds

    def _foreign(self, face: int, ordinary: np.ndarray) -> bool:
        """Whether it is surely of an ordinary kind for which no taught die of that face was taken."""
        kind = int(ordinary[:NO_DIE].argmax())
        return ordinary[kind] >= self.thresholds.face and kind not in self._taken_for[face]
