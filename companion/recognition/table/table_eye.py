"""The eye as the game asks it: frames of a still table in, a reading held against the game out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.calibration import Profile, TableSeats
from companion.core.frame import Frame
from companion.core.reading import Doubt, Expectation, PhotoReading, ReadDie, TableReading
from companion.recognition.decide.cocked import seen_from_the_side
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.table.against_game import Seats, hold_against
from companion.recognition.table.live import fused

SMALLER, LARGER = 0.55, 1.5
"""How far a box may be from the sizes of a die that lies there. On five tables of the simulated table filmed
flat, 13 to 33 degrees off, without the sides that a camera sees of real dice, the eye's boxes were 0.58 to
1.36 of the smallest and 0.6 to 1.05 of the largest (126 dice); sets of 12 to 19 mm are mixed at tables."""


class FrameEye(Protocol):
    """Reads single frames (``companion.recognition.pipeline.eye.Eye``)."""

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading: ...


class SeatedEye:
    """An eye that knows where the seats are; fits ``companion.play.base.ports.TableEye``.

    ``camera`` is what the camera has seen of the table so far, for it stands still.
    """

    def __init__(
        self, eye: FrameEye, seating: Seats, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> None:
        self._eye = eye
        self._seating = seating
        self._die_px = die_px
        self._camera = CameraMemory() if camera is None else camera

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, the others voting. Raises ``ValueError`` for no frames."""
        reading = self._fused(frames)
        self._camera.keep(reading)
        return hold_against(reading, self._seating, expected, offers=True)

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """The same while hands may still be there: nothing of it is kept."""
        return hold_against(self._fused(frames), self._seating, expected)

    def _fused(self, frames: Sequence[Frame]) -> PhotoReading:
        return fused([self._eye.read(frame, self._die_px, self._camera) for frame in frames])


class Place(Protocol):
    """Knows where the table lies (``companion.calibration.place_watch.PlaceWatch``)."""

    @property
    def certain(self) -> bool:
        """Whether the table lies where its profile says."""
        ...

    profile: Profile

    def at_reading(self, pixels: np.ndarray) -> Profile:
        """The profile by which this picture is to be read; ``certain`` then holds for this picture."""
        ...


class CalibratedEye:
    """An eye at a table that was set up; fits ``companion.play.base.ports.TableEye``.

    Seats, areas and the dice's size come from the table's profile. Where the table does not lie as it did,
    every die is asked about. ``camera`` is what the camera has seen of the table so far.
    """

    def __init__(self, eye: FrameEye, place: Place, camera: CameraMemory | None = None) -> None:
        self._eye = eye
        self._place = place
        self._camera = CameraMemory() if camera is None else camera

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, the others voting.

        Raises ``ValueError`` for no frames, ``ProfileError`` for pictures of another shape.
        """
        if not frames:
            raise ValueError("there must be at least one frame to read, got none")
        seats = TableSeats(self._place.at_reading(frames[-1].pixels), len(expected.dice))
        reading = self._fused(frames, seats)
        held = hold_against(reading, seats, expected, offers=True)
        if not self._place.certain:
            self._camera.forget()
            return _unplaced(held)
        self._camera.keep(reading)
        return held

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """The same while hands may still be there: nothing of it is kept, nor looked where the table lies.

        Raises ``ProfileError`` for pictures of another shape.
        """
        last = frames[-1]
        seats = TableSeats(self._place.profile.for_size((last.width, last.height)), len(expected.dice))
        return hold_against(self._fused(frames, seats), seats, expected)

    def _fused(self, frames: Sequence[Frame], seats: TableSeats) -> PhotoReading:
        die_px = seats.die_px((frames[-1].width, frames[-1].height))
        reading = fused([self._eye.read(frame, die_px, self._camera) for frame in frames])
        if seats.profile.plane.is_seen_too_flat:
            reading = replace(reading, dice=seen_from_the_side(reading.dice))
        return of_expected_size(reading, seats)


def _unplaced(reading: TableReading) -> TableReading:
    """The reading with every die in doubt: it may be another seat's."""
    dice = tuple(replace(die, doubts=(*die.doubts, Doubt.UNPLACED)) for die in reading.dice)
    return replace(reading, dice=dice)


def of_expected_size(reading: PhotoReading, seats: TableSeats) -> PhotoReading:
    """The reading with doubts about things of quite another size than a die at their place.

    A face told of such a thing becomes a doubt. What is too small and was not read is no die.
    """

    def held(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
        sized = (_held(die, *seats.die_box_px(*die.centre, reading.size)) for die in dice)
        return tuple(die for die in sized if die is not None)

    return replace(reading, dice=held(reading.dice), dropped=held(reading.dropped))


def _held(die: ReadDie, smallest: float, largest: float) -> ReadDie | None:
    left, top, right, bottom = die.box
    side = max(right - left, bottom - top)
    if SMALLER * smallest <= side <= LARGER * largest:
        return die
    if die.face is not None:
        return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.UNREAD))
    return None if side < SMALLER * smallest else replace(die, if_die=None)
