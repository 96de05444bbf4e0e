"""An eye that learns the table of one sitting: what lies there anyway, and the dice of the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

import numpy as np

from companion.frame import Frame
from companion.reading import ConfirmedDie, Doubt, PhotoReading, ReadDie, WildMark
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.decide.wild_mark import with_wild_mark
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.evening.house_dice import FACES, NO_DIE, Confirmed, HouseDice
from companion.recognition.evening.lay_there import Things
from companion.recognition.evening.votes import vote, vote_on_mark
from companion.recognition.taught.views import Reader, colours_of, cut_squares, nothing_shows, signatures

ZOOMS = (0.75,)
"""The top face with little round it, at four turns: 120 million multiplications a die. With the second zoom
of taught sets as many doubts were answered rightly, in twice the time."""
MOST_TOLD = 12
"""Dice of a lift that the eye read, and that are learned: those of which it knows the fewest first."""
MOST_DOUBTED = 12
"""Doubted dice of a picture that are compared; a table full of doubts is asked about."""
KEPT_LIFTS = 8
"""So many lifts back what was learned can be taken back."""


Seen = TypeVar("Seen", ReadDie, ConfirmedDie)


class FrameEye(Protocol):
    """Reads single frames (``companion.recognition.eye.Eye``)."""

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        """All dice of the frame."""
        ...


class EveningEye:
    """Reads as its eye does, but for what the evening has taught.

    ``house`` is what it knows of the dice, ``wild`` the mark that they are known to have.
    """

    def __init__(self, eye: FrameEye, symbols: Reader, house: HouseDice | None = None) -> None:
        self._eye, self._symbols = eye, symbols
        self.house = house or HouseDice()
        self.wild = WildMark.ANY
        self._before: tuple[tuple[object, HouseDice, Things], ...] = ()

    def take_up(self, house: HouseDice) -> None:
        """From now on these are the dice of the house; nothing learned before is taken back."""
        self.house, self._before = house, ()

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        """All dice of the frame; fewer in doubt, and without what lay there before."""
        camera.follow(frame.pixels)
        reading = camera.without_what_lay_there(self._eye.read(frame, die_px, camera), frame.pixels)
        return self._by_the_house(with_wild_mark(reading, self.wild), frame.pixels)

    def confirm(
        self, lift: object, frame: Frame, confirmed: Sequence[ConfirmedDie], camera: CameraMemory
    ) -> None:
        """Learn what was said of the things of a lift's picture. ``lift`` names it, for ``take_back``."""
        self.take_back(lift, camera)
        self._before = (*self._before, (lift, self.house, camera.things))[-KEPT_LIFTS:]
        chosen = _worth_learning(self.house, confirmed)
        self.house = self.house.after(
            [
                Confirmed(*look, NO_DIE if die.face is None else die.face, die.star, die.by_player)
                for die, look in self._looks(frame.pixels, chosen)
            ]
        )
        camera.confirm(frame.pixels, confirmed)

    def take_back(self, lift: object, camera: CameraMemory) -> None:
        """Forget what was learned from that lift, and from those after it; nothing where it is not known."""
        known = [each for each, *_ in self._before]
        if lift in known:
            at = known.index(lift)
            _, self.house, camera.things = self._before[at]
            self._before = self._before[:at]

    def _by_the_house(self, reading: PhotoReading, pixels: np.ndarray) -> PhotoReading:
        """The reading with faces in place of doubts that several dice of the house answer."""
        doubted = [die for die in reading.dice if _may_be_answered(die)][:MOST_DOUBTED]
        if not doubted or len(self.house) == 0:
            return reading
        told = {die.box: self._answered(die, *look) for die, look in self._looks(pixels, doubted)}
        dice = (told.get(die.box, die) for die in reading.dice)
        return replace(reading, dice=tuple(die for die in dice if die is not None))

    def _answered(self, die: ReadDie, signature: np.ndarray, colour: np.ndarray) -> ReadDie | None:
        """The die with its face where the house knows it; ``None`` where it knows that it is none."""
        mark = Doubt.UNKNOWN_MARK in die.doubts
        look = self.house, signature, colour
        said = vote_on_mark(*look) if mark else vote(*look, die.chances)
        if said is None:
            return die
        if said.face == NO_DIE:
            return None
        return replace(die, face=said.face, star=said.star, confidence=said.chance, doubts=(), learned=True)

    def _looks(
        self, pixels: np.ndarray, dice: Sequence[Seen]
    ) -> list[tuple[Seen, tuple[np.ndarray, np.ndarray]]]:
        """The dice on which something shows, each with its signature and its colour."""
        squares = cut_squares(ImagePyramid(pixels), [die.box for die in dice])
        shown = np.flatnonzero(~nothing_shows(squares))
        looks = zip(signatures(self._symbols, squares[shown], ZOOMS), colours_of(squares[shown]), strict=True)
        return [(dice[index], look) for index, look in zip(shown.tolist(), looks, strict=True)]


def _may_be_answered(die: ReadDie) -> bool:
    """Whether only its look is in doubt: not how it lies, whether it is whole, or whether it is one."""
    return die.doubts == (Doubt.UNKNOWN_MARK,) or (die.doubts == (Doubt.UNREAD,) and bool(die.chances))


def _worth_learning(house: HouseDice, confirmed: Sequence[ConfirmedDie]) -> list[ConfirmedDie]:
    """All that players said, and some of what was read: faces of which few dice are known come first."""
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
