"""An eye that learns one sitting's dice; their prototypes vote on doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import ConfirmedDie, Doubt, PhotoReading, ReadDie, WildMark
from companion.recognition.adaptation.house_dice import FACES, NO_DIE, Confirmed, HouseDice
from companion.recognition.classify.classifier import SymbolReader
from companion.recognition.decide.known_dice import with_wild_mark
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.pipeline.camera_memory import CameraMemory, Things
from companion.recognition.taught.views import (
    blank,
    colours_of,
    cut_squares,
    nothing_shows,
    signatures,
)

SEVERAL = 3
"""This many confirmed dice must agree on a face. For an unknown mark, which the eye never takes for an
ordinary face, one player's answer is enough, if it is near and other faces are far."""
NEAR, MARK_NEAR = 0.3, 0.25
"""Largest distance of an agreeing die. Of 1,400 doubted dice (byler at half size, rune, 72 composed
evenings) this file's limits answer 61, none wrongly and no print; with 0.4, 71 and one print."""
MARK_APART = 0.4
"""Known dice of other faces must be this much farther from an unknown mark than the answered one. Of nine
marks on two makes of drawn dice the nearest answer was at most 0.24 away, the next face at least 0.67. None
of 50 faces with pips would be read wrongly if doubted as a mark."""
NO_DIE_APART = 0.1
"""Things answered with "no die" must be this much farther."""
NO_DIE_NEAR, DICE_APART = 0.15, 0.2
"""A thing is no die if several such things are this near, and no face is nearly as near. Of the same 1,400
doubts this finds 25 to 45 of 349 things that are no dice, and drops no die."""
DOUBTED = 0.5
"""Prototypes of this trust or less do not vote: a later die near them had another face."""
FAR = 1.5
"""Distances are cut off here; also the distance of a face with too few known dice."""
BY_DISTANCE = 8.0
"""Weight of a distance against the networks' probabilities, in logarithms: about the value fitted on dice
with known faces."""
LEAST_CHANCE = 1e-3
"""Added to the networks' probabilities, so that none is impossible."""
SURE = 0.98
"""Least combined probability of a face that is read."""
A_DIE = 0.9
"""Least probability that the thing is a die. Below it no face is read, for a look does not prove a die: with
0.8 nine prints were read."""
HALF = 0.5
"""Least probability by the networks alone. With 0.35 two more composed dice were read wrongly."""
POSSIBLE = 0.1
"""Another face that the networks find more probable than this must have prototypes, too."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What the dice of the house say: a face 1-6 or ``NO_DIE``, star or not, and its probability."""

    face: int
    star: bool | None
    chance: float


def vote(
    house: HouseDice, signature: np.ndarray, colour: np.ndarray, chances: Sequence[float]
) -> Vote | None:
    """``None``: ask the players.

    ``colour`` (3,); ``chances``: the networks' probabilities of the faces 1-6.
    """
    if not _comparable(house, signature):
        return None
    house, distances = _alike(house, signature, colour)
    nearest = np.array([_to(house, distances, face, SEVERAL) for face in FACES])
    if sum(chances) < A_DIE:
        no_die = _to(house, distances, NO_DIE, SEVERAL)
        is_none = no_die <= NO_DIE_NEAR and nearest.min() >= no_die + DICE_APART
        return Vote(NO_DIE, None, SURE) if is_none else None
    prior = np.asarray(chances) / sum(chances)
    scores = np.log(prior + LEAST_CHANCE) - BY_DISTANCE * np.minimum(nearest, FAR)
    likely = np.exp(scores - scores.max())
    likely /= likely.sum()
    best = int(likely.argmax())
    others = np.delete(nearest, best)[np.delete(prior, best) > POSSIBLE]
    if likely[best] < SURE or prior[best] < HALF or nearest[best] > NEAR or np.isinf(others).any():
        return None
    if _to_no_die(house, distances) <= nearest[best] + NO_DIE_APART:
        return None
    return Vote(best + 1, _star(house, distances, best + 1), float(likely[best]))


def vote_on_mark(house: HouseDice, signature: np.ndarray, colour: np.ndarray) -> Vote | None:
    """What players said of such a mark; ``None``: ask, also after contradictory answers."""
    if not _comparable(house, signature):
        return None
    house, distances = _alike(house, signature, colour)
    answers = np.flatnonzero(house.touched & (house.faces != NO_DIE) & (house.trusts > DOUBTED))
    if len(answers) == 0:
        return None
    nearest = answers[distances[answers].argmin()]
    near, face = float(distances[nearest]), int(house.faces[nearest])
    others = distances[(house.faces != face) & (house.faces != NO_DIE)]
    if near > MARK_NEAR or len(others) == 0 or others.min() < near + MARK_APART:
        return None
    if _to_no_die(house, distances) <= near + NO_DIE_APART:
        return None
    return Vote(face, _star(house, distances, face), SURE)


def _comparable(house: HouseDice, signature: np.ndarray) -> bool:
    return len(house) > 0 and house.signatures.shape[1] == len(signature)


def _alike(house: HouseDice, signature: np.ndarray, colour: np.ndarray) -> tuple[HouseDice, np.ndarray]:
    rows = np.flatnonzero(house.of_the_make(colour) | (house.faces == NO_DIE))
    return house.of(rows), house.distances(signature[None])[0][rows]


def _to(house: HouseDice, distances: np.ndarray, face: int, several: int) -> float:
    rows = np.flatnonzero((house.faces == face) & (house.trusts > DOUBTED))
    return np.inf if len(rows) < several else float(np.sort(distances[rows])[:several].mean())


def _to_no_die(house: HouseDice, distances: np.ndarray) -> float:
    return float(distances[house.faces == NO_DIE].min(initial=FAR))


def _star(house: HouseDice, distances: np.ndarray, face: int) -> bool | None:
    if face != 1:
        return False
    known = np.flatnonzero((house.faces == 1) & (house.stars >= 0))
    stars = house.stars[known[np.argsort(distances[known])][:SEVERAL]]
    return bool(stars[0]) if len(stars) and (stars == stars[0]).all() else None


ZOOMS = (0.75,)
"""Crops of the top face, at four turns: 120 million multiplications a die. The second zoom of taught sets
answered as many doubts rightly, in twice the time."""
MOST_TOLD = 12
"""This many read dice are learned from a lift at most, the rarest faces first."""
MOST_DOUBTED = 12
"""This many doubted dice of a picture are compared at most; about the others players are asked."""
KEPT_LIFTS = 4
"""Lifts whose lessons can be taken back."""


Seen = TypeVar("Seen", ReadDie, ConfirmedDie)


class FrameEye(Protocol):
    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading: ...


class AdaptiveEye:
    def __init__(self, eye: FrameEye, symbols: SymbolReader, house: HouseDice | None = None) -> None:
        self._eye, self._symbols = eye, symbols
        self.house = house or HouseDice()
        self.wild = WildMark.ANY
        self._before: tuple[tuple[object, HouseDice, Things], ...] = ()

    def take_up(self, house: HouseDice) -> None:
        """Earlier lessons can then not be taken back."""
        self.house, self._before = house, ()

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        camera.follow(frame)
        reading = camera.without_earlier_things(self._eye.read(frame, die_px, camera), frame)
        return self._by_the_house(with_wild_mark(reading, self.wild), camera.picture_of(frame))

    def confirm(
        self, lift: object, frame: Frame, confirmed: Sequence[ConfirmedDie], camera: CameraMemory
    ) -> None:
        """``lift`` names the picture for ``take_back``."""
        self.take_back(lift, camera)
        self._before = (*self._before, (lift, self.house, camera.things))[-KEPT_LIFTS:]
        chosen, picture = _worth_learning(self.house, confirmed), camera.picture_of(frame)
        self.house = self.house.after(
            [
                Confirmed(*look, NO_DIE if die.face is None else die.face, die.star, die.by_player)
                for die, look in self._looks(picture, chosen)
            ]
        )
        camera.confirm(frame, confirmed)

    def take_back(self, lift: object, camera: CameraMemory) -> None:
        """Forgets this lesson and all later ones; an unknown lift changes nothing."""
        known = [each for each, *_ in self._before]
        if lift in known:
            at = known.index(lift)
            _, self.house, camera.things = self._before[at]
            self._before = self._before[:at]

    def _by_the_house(self, reading: PhotoReading, picture: ImagePyramid) -> PhotoReading:
        doubted = [die for die in reading.dice if _may_be_answered(die)][:MOST_DOUBTED]
        if not doubted or len(self.house) == 0:
            return reading
        told = {die.box: self._answered(die, *look) for die, look in self._looks(picture, doubted)}
        dice = (told.get(die.box, die) for die in reading.dice)
        return replace(reading, dice=tuple(die for die in dice if die is not None))

    def _answered(self, die: ReadDie, signature: np.ndarray, colour: np.ndarray) -> ReadDie | None:
        mark = Doubt.UNKNOWN_MARK in die.doubts
        look = self.house, signature, colour
        said = vote_on_mark(*look) if mark else vote(*look, die.chances)
        if said is None:
            return die
        if said.face == NO_DIE:
            return None
        return replace(
            die, face=said.face, star=said.star, confidence=said.chance, doubts=(), learned=True, if_die=None
        )

    def _looks(
        self, picture: ImagePyramid, dice: Sequence[Seen]
    ) -> list[tuple[Seen, tuple[np.ndarray, np.ndarray]]]:
        """Dice with a visible face, with signature and colour; in blinding light only unknown marks."""
        squares = cut_squares(picture, [die.box for die in dice])
        marks = [isinstance(die, ReadDie) and Doubt.UNKNOWN_MARK in die.doubts for die in dice]
        shown = np.flatnonzero(np.where(marks, ~blank(squares), ~nothing_shows(squares)))
        looks = zip(signatures(self._symbols, squares[shown], ZOOMS), colours_of(squares[shown]), strict=True)
        return [(dice[index], look) for index, look in zip(shown.tolist(), looks, strict=True)]


def _may_be_answered(die: ReadDie) -> bool:
    """Whether only the die's look is in doubt, not its pose."""
    looks = die.doubts in ((Doubt.UNREAD,), (Doubt.MAYBE_NO_DIE,)) and bool(die.chances)
    return die.doubts == (Doubt.UNKNOWN_MARK,) or looks


def _worth_learning(house: HouseDice, confirmed: Sequence[ConfirmedDie]) -> list[ConfirmedDie]:
    told = [die for die in confirmed if not die.by_player and not die.learned and die.face is not None]
    by_face = {face: [die for die in told if die.face == face] for face in FACES}
    known = {face: house.count_of(face) for face in FACES}
    chosen = [die for die in confirmed if die.by_player]
    for _ in range(MOST_TOLD):
        left = [face for face in FACES if by_face[face]]
        if not left:
            break
        face = min(left, key=lambda face: known[face])
        chosen.append(by_face[face].pop())
        known[face] += 1
    return chosen
