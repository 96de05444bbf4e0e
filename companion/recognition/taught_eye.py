"""The eye with a taught set: it finds dice as ever, and reads them by the set's own faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from companion.frame import Frame
from companion.reading import PhotoReading
from companion.recognition.classify import NO_DIE, STAR, Verdicts
from companion.recognition.crops import CROP_PX
from companion.recognition.doubles import without_doubles
from companion.recognition.eye import Eye
from companion.recognition.shown import Shown, Weighed
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located
from companion.recognition.still_camera import StillCamera
from companion.recognition.symbols import SymbolReader
from companion.recognition.taught_prototypes import FACES, Prototypes, learned, margins_of
from companion.recognition.taught_set import DiceSet
from companion.recognition.taught_views import (
    LOOKS,
    SQUARE_PX,
    cut_squares,
    in_other_lights,
    nothing_shows,
    signatures,
)
from companion.recognition.weights import Weights, load_weights

CLASSIFIER_DOUBTS = {"cocked": 0.2, "stacked": 0.117, "hidden": 0.31}
"""Limits of the three doubts where the classifier alone is asked: by the rule of those in ``weights.json``,
half a percent of the sound dice of the bank ``strangers`` each, at their true boxes."""


class SetEye(Eye):
    """Finds dice of any kind, and gives their signatures: what teaching needs and a taught eye reads by."""

    least_centre = 0.3
    """Boxes less likely than this are no help: from 0.2 on 86 instead of 83 of a hundred unusual dice were
    told, but so were 18 things that are none (768 sketched dice, seeds 5 and 6, three pictures a face)."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_weights()
        super().__init__(weights, threads)
        self._symbols = SymbolReader(weights.symbol_reader, threads)

    def lying(self, pixels: np.ndarray | Halvings, found: Sequence[Located]) -> tuple[Shown, np.ndarray]:
        """One box a die with the ordinary verdicts on it, and its square, uint8 (N, 96, 96, 3).

        Which box is kept the locator alone decides, whatever the reader of ordinary dice thinks of it.
        """
        pixels = Halvings.of(pixels)
        kept = without_doubles([each.box for each in found], [each.chance for each in found])
        located = [found[index] for index in kept]
        return self._shown(pixels, located), cut_squares(pixels, [each.box for each in located])

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
        """For each taught face the kinds of ordinary dice (columns 0-7) that its dice are taken for."""
        edge = (SQUARE_PX - CROP_PX) // 2
        crops = [squares[:, edge:-edge, edge:-edge] for squares in dice_set.squares]
        return tuple(frozenset(self._classifier.read(each).kinds.argmax(1).tolist()) for each in crops)


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

    def read(
        self, frame: Frame, die_px: float | None = None, camera: StillCamera | None = None
    ) -> PhotoReading:
        """By this frame alone: how unusual faces tell from lift to lift where they look nobody measured."""
        return super().read(frame, die_px)

    def weighed(self, pixels: np.ndarray | Halvings, found: Sequence[Located]) -> Weighed:
        """Of the boxes that may be dice the ones to keep, one a die, and which taught face each shows."""
        pixels = Halvings.of(pixels)
        lying, squares = self.lying(pixels, found)
        ordinary, leans = lying.verdicts, self._leans.read(lying.crops)
        if not lying.located:
            return Weighed(lying.located, ordinary, leans, np.zeros((0, 2)))
        rows = self.signatures(squares)
        told = self._taught.told(rows) & ~nothing_shows(squares)
        seen = zip(self._taught.distances(rows), told, ordinary.kinds, strict=True)
        kinds = np.stack([self._kinds(*each) for each in seen])
        verdicts = Verdicts(kinds, ordinary.doubts)
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
