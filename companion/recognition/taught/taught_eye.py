"""The eye with a taught set: the usual detection, then prototypes of the set's faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import PhotoReading, TeachError
from companion.recognition.classify.classifier import BACKGROUND, MARK, STAR, Predictions, unit
from companion.recognition.classify.two_sizes import Candidates, ScoredDice
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import non_max_suppression
from companion.recognition.detect.pyramid import CROP_PX, ImagePyramid
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.recognition.taught.dice_set import DiceSet
from companion.recognition.taught.views import (
    LOOKS,
    SQUARE_PX,
    cut_squares,
    in_other_lights,
    nothing_shows,
    signatures,
)
from companion.text import say

CLASSIFIER_COCKED, CLASSIFIER_STACKED, CLASSIFIER_HIDDEN = 0.2, 0.117, 0.31
"""Limits of the three doubts for the small classifier alone: half a percent each of the sound dice of the
bank ``strangers``, at their true boxes (the rule of ``weights.json``)."""


class SetEye(Eye):
    """An eye that finds dice of any kind, with signatures for teaching and reading."""

    least_score = 0.3
    """Boxes with lower scores do not help: with 0.2, 86 instead of 83 of a hundred unusual dice were read,
    but also 18 things that are no dice (768 sketched dice, seeds 5 and 6, three pictures per face)."""

    def lying(
        self, pixels: np.ndarray | ImagePyramid, found: Sequence[Detection]
    ) -> tuple[Candidates, np.ndarray]:
        """One box per die with its ordinary predictions, and squares uint8 (N, 96, 96, 3).

        The detector alone chooses the boxes, for the classifier knows only ordinary dice.
        """
        pixels = ImagePyramid.of(pixels)
        kept = non_max_suppression([each.box for each in found], [each.score for each in found], self.config)
        detections = [found[index] for index in kept]
        return self._classified(pixels, detections), cut_squares(pixels, [each.box for each in detections])

    def signatures(self, squares: np.ndarray) -> np.ndarray:
        return signatures(self.symbols, squares)

    def prototypes(self, dice_set: DiceSet) -> Prototypes:
        """The set's faces by these weights. Raises ``TeachError`` if faces are too similar."""
        squares = np.concatenate(dice_set.squares)
        faces = np.repeat(np.arange(1, FACES + 1), [len(each) for each in dice_set.squares])
        lights = [in_other_lights(square, seed) for seed, square in enumerate(squares)]
        rows = self.signatures(np.concatenate(lights)).reshape(len(squares), LOOKS, -1) if lights else squares
        return learned(rows, faces, bool(dice_set.in_few_lights))

    def taken_for(self, dice_set: DiceSet) -> tuple[frozenset[int], ...]:
        """Ordinary classes (columns 0-8) of each taught face's dice."""
        edge = (SQUARE_PX - CROP_PX) // 2
        crops = [squares[:, edge:-edge, edge:-edge] for squares in dice_set.squares]
        return tuple(frozenset(_classes(self._small.read(each))) for each in crops)


class TaughtEye(SetEye):
    """Asks about other dice, and about dice between two faces."""

    def __init__(self, dice_set: DiceSet) -> None:
        """Embeds the set's pictures, so new weights need no new teaching.

        Raises ``WeightsError``, ``TeachError``.
        """
        super().__init__()
        self.config = replace(
            self.config, cocked=CLASSIFIER_COCKED, stacked=CLASSIFIER_STACKED, hidden=CLASSIFIER_HIDDEN
        )
        self.dice_set = dice_set
        self._taught = self.prototypes(dice_set)
        self._taken_for = self.taken_for(dice_set)

    def read(
        self, frame: Frame, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> PhotoReading:
        """Uses this frame alone: nobody measured how normals of unusual faces agree between lifts."""
        return super().read(frame, die_px)

    def score(
        self, pixels: np.ndarray | ImagePyramid, detections: Sequence[Detection], settled: bool = False
    ) -> ScoredDice:
        pixels = ImagePyramid.of(pixels)
        lying, squares = self.lying(pixels, detections)
        ordinary = lying.predictions
        if not lying.detections:
            return ScoredDice(lying.detections, ordinary)
        rows = self.signatures(squares)
        told = self._taught.told(rows) & ~nothing_shows(squares)
        seen = zip(self._taught.distances(rows), told, ordinary.class_probabilities, strict=True)
        class_probabilities = np.stack([self._probabilities(*each) for each in seen])
        predictions = Predictions(class_probabilities, ordinary.doubts, ordinary.normals)
        return ScoredDice(lying.detections, predictions)

    @cached_property
    def _places(self) -> tuple[int, ...]:
        return tuple(STAR if face == 1 else face - 1 for face in self.dice_set.counts_as)

    def _probabilities(self, distances: np.ndarray, told: bool, ordinary: np.ndarray) -> np.ndarray:
        """Class probabilities (9,) of a face well read, a doubt, or background."""
        probabilities = np.zeros(BACKGROUND + 1)
        near = distances.min() <= self._taught.limit
        if not near and ordinary[BACKGROUND] >= 1 - self.config.die:
            probabilities[BACKGROUND] = 1.0
            return probabilities
        face = int(distances.argmin())
        first = self._places[face]
        if told and not self._foreign(face, ordinary):
            probabilities[first] = max(self._taught.sureness, self.config.face)
        else:
            share = margins_of(distances[None])[0] if near else 0.0
            probabilities[first] = min(0.5 + share / 2, self.config.face / 2 + 0.25, self.config.face - 0.01)
        probabilities[:MARK] += (1 - probabilities[first]) * (np.arange(MARK) != first) / (MARK - 1)
        return probabilities

    def _foreign(self, face: int, ordinary: np.ndarray) -> bool:
        """Whether the die is surely of an ordinary class that no taught die of that face got."""
        kind = int(ordinary[:MARK].argmax())
        return ordinary[kind] >= self.config.face and kind not in self._taken_for[face]


def _classes(predictions: Predictions) -> list[int]:
    likeliest: list[int] = predictions.class_probabilities.argmax(1).tolist()
    return likeliest


FACES = 6
LEAST_DICE = 3
"""Taught dice that a face needs: with one left out, two must still agree."""
SLIPPED = 0.1
"""A taught die is left out if the others take most of its views for another face (its box slipped, or it is
of another set), but at most this share of them. Without it 75 instead of 82 % of the dice of four sketched
sets were read, 82 of cast ones either way (seeds 5 and 6, three pictures a face)."""
WITHIN = 0.97
"""The limits hold this share of the left-out views whose nearest face is right. With 0.95 two and with 0.9
eight of a hundred dice fewer are read, and as many wrongly (the same seeds)."""
WRONG = 0.005
"""The margin may leave this share of left-out views read wrongly."""
LEAST_MARGIN, FEW_LIGHTS_MARGIN = 0.4, 0.5
"""Least margins, the second for faces with too few pictures: their light then looks like a part of the
face, and left-out dice, lit alike, do not show it. On the same seeds a least margin of 0.3 left four wrong
of 1,536 instead of two; 0.6 for few pictures read three of a hundred dice fewer, and one wrong less."""
LEAST_RIGHT = 0.5
"""A face is usable if at least this share of its left-out views is nearest to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """Six faces (6, D) and their ``middle`` (D,); distances are 1 - cosine, 0-2, after subtracting it.

    A die is read if its nearest face is within ``limit``, its strangeness at most ``strangest``, and 1 -
    nearest / second above ``margin``. ``sureness``: probability of a right reading, by Laplace's rule of
    succession over the left-out views. ``told_share``: their share that was read.
    """

    middle: np.ndarray
    faces: np.ndarray
    limit: float = 2.0
    margin: float = 0.0
    sureness: float = 0.5
    told_share: float = 0.0
    strangest: float = np.inf

    def distances(self, signatures: np.ndarray) -> np.ndarray:
        """Distances (N, 6) of signatures (N, D)."""
        distances: np.ndarray = 1 - unit(signatures - self.middle) @ unit(self.faces - self.middle).T
        return distances

    def strangeness(self, signatures: np.ndarray) -> np.ndarray:
        """Euclidean distances (N,) of signatures (N, D) to the nearest face.

        Ordinary pips may lie in a face's direction but far from it, which the cosine does not see.
        """
        nearest: np.ndarray = np.linalg.norm(signatures[:, None] - self.faces, axis=-1).min(1)
        return nearest

    def told(self, signatures: np.ndarray) -> np.ndarray:
        """Which signatures (N, D) are read, bool (N,)."""
        distances = self.distances(signatures)
        near = (distances.min(1) <= self.limit) & (self.strangeness(signatures) <= self.strangest)
        read: np.ndarray = near & (margins_of(distances) > self.margin)
        return read


def margins_of(distances: np.ndarray) -> np.ndarray:
    """1 - nearest / second, 0-1, for rows of (N, 6)."""
    first, second = np.sort(distances, 1)[:, :2].T
    margins: np.ndarray = 1 - first / np.maximum(second, 1e-12)
    return margins


def learned(looks: np.ndarray, faces: np.ndarray, few_lights: bool = False) -> Prototypes:
    """Learns ``looks`` (N, L, D), signatures in L lights, of ``faces`` (N,) 1-6.

    ``few_lights``: some face has too few pictures. Raises ``TeachError`` if a face is missing, has too few
    dice, or looks like another.
    """
    for face in range(1, FACES + 1):
        count = int((faces == face).sum())
        if count < LEAST_DICE:
            if count == 0:
                raise TeachError(say("taught.no_dice_of_face", face=face, least=LEAST_DICE))
            raise TeachError(say("taught.few_of_face", count=int(count), face=face, least=LEAST_DICE))
    looks = looks.astype(np.float64)
    left_out, strange = _left_out(looks, faces)
    right = left_out.argmin(2) + 1 == faces[:, None]
    _refuse_twins(left_out.reshape(-1, FACES), np.repeat(faces, looks.shape[1]))
    sound = right.mean(1) >= LEAST_RIGHT
    if not sound.all() and _enough(sound, faces):
        looks, faces = looks[sound], faces[sound]
        left_out, strange = _left_out(looks, faces)
        right = left_out.argmin(2) + 1 == faces[:, None]
    distances, apart, right = left_out.reshape(-1, FACES), strange.ravel(), right.ravel()
    limit, strangest = (
        float(np.quantile(far[right], WITHIN)) if right.any() else 0.0 for far in (distances.min(1), apart)
    )
    near = (distances.min(1) <= limit) & (apart <= strangest)
    least = FEW_LIGHTS_MARGIN if few_lights else LEAST_MARGIN
    margin = max(_margin(margins_of(distances)[near], right[near]), least)
    told = right[near & (margins_of(distances) > margin)]
    return replace(
        _fitted(looks, faces),
        limit=limit,
        margin=margin,
        sureness=(int(told.sum()) + 1) / (len(told) + 2),
        told_share=len(told) / len(distances),
        strangest=strangest,
    )


def _left_out(looks: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compares each die with all others: distances (N, L, 6) and strangeness (N, L)."""
    others = [_fitted(np.delete(looks, each, 0), np.delete(faces, each)) for each in range(len(looks))]
    told = [(other.distances(own), other.strangeness(own)) for other, own in zip(others, looks, strict=True)]
    return np.stack([distances for distances, _ in told]), np.stack([strange for _, strange in told])


def _enough(sound: np.ndarray, faces: np.ndarray) -> bool:
    kept = [int((faces[sound] == face).sum()) for face in range(1, FACES + 1)]
    return (~sound).sum() <= SLIPPED * len(sound) and min(kept) >= LEAST_DICE


def _margin(margins: np.ndarray, right: np.ndarray) -> float:
    """The least margin above which at most ``WRONG`` of the views are wrong; 1.0 if there is none."""
    order = np.argsort(-margins, kind="stable")
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    fair = np.flatnonzero(wrong <= WRONG)
    if len(fair) == 0:
        return 1.0
    return float(margins[order[fair[-1] + 1]]) if fair[-1] + 1 < len(order) else 0.0


def _fitted(looks: np.ndarray, faces: np.ndarray) -> Prototypes:
    rows, owners = looks.reshape(-1, looks.shape[-1]), np.repeat(faces, looks.shape[1])
    means = np.stack([rows[owners == face].mean(0) for face in range(1, FACES + 1)])
    return Prototypes(means.mean(0), means)


def _refuse_twins(distances: np.ndarray, owners: np.ndarray) -> None:
    for face in range(1, FACES + 1):
        nearest = distances[owners == face].argmin(1) + 1
        if (nearest == face).mean() >= LEAST_RIGHT:
            continue
        twin = int(np.bincount(nearest[nearest != face]).argmax())
        raise TeachError(say("taught.twins", face=int(min(face, twin)), other=int(max(face, twin))))


def alike(signatures: np.ndarray, groups: int) -> np.ndarray:
    """Group numbers (N,) from 0, the largest group first, at most ``groups``.

    Average linkage: the pair with the highest mean cosine is merged first.
    """
    rows = unit(signatures - signatures.mean(0))
    likeness = rows @ rows.T
    members = [[index] for index in range(len(rows))]
    while len(members) > groups:
        best = max(
            ((a, b) for a in range(len(members)) for b in range(a)),
            key=lambda pair: likeness[np.ix_(members[pair[0]], members[pair[1]])].mean(),
        )
        members[best[1]] += members.pop(best[0])
    numbers = np.empty(len(rows), int)
    for number, group in enumerate(sorted(members, key=len, reverse=True)):
        numbers[group] = number
    return numbers
