"""The eye as the game asks it: frames of a still table in, a reading held against the game out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.calibration.profile import Profile
from companion.calibration.table_seats import TableSeats
from companion.frame import Frame
from companion.reading import Doubt, Expectation, TableReading
from companion.recognition.eye import Eye
from companion.recognition.fuse import fused
from companion.recognition.still_camera import StillCamera
from companion.recognition.table import Seats, hold_against
from companion.recognition.table_sizes import of_expected_size


class SeatedEye:
    """An eye that knows where the seats are; fits ``companion.play.ports.TableEye``.

    ``camera`` is what the camera has seen of the table so far, for it stands still.
    """

    def __init__(
        self, eye: Eye, seating: Seats, die_px: float | None = None, camera: StillCamera | None = None
    ) -> None:
        self._eye = eye
        self._seating = seating
        self._die_px = die_px
        self._camera = StillCamera() if camera is None else camera

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, the others voting. Raises ``ValueError`` for no frames."""
        reading = fused([self._eye.read(frame, self._die_px, self._camera) for frame in frames])
        self._camera.keep(reading)
        return hold_against(reading, self._seating, expected)


class Place(Protocol):
    """Knows where the table lies (``companion.calibration.place_watch.PlaceWatch``)."""

    certain: bool

    def at_reading(self, pixels: np.ndarray) -> Profile:
        """The profile by which this picture is to be read; ``certain`` then holds for this picture."""
        ...


class CalibratedEye:
    """An eye at a table that was set up; fits ``companion.play.ports.TableEye``.

    Seats, areas and the dice's size come from the table's profile. Where the table does not lie as it did,
    every die is asked about. ``camera`` is what the camera has seen of the table so far.
    """

    def __init__(self, eye: Eye, place: Place, camera: StillCamera | None = None) -> None:
        self._eye = eye
        self._place = place
        self._camera = StillCamera() if camera is None else camera

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, the others voting.

        Raises ``ValueError`` for no frames, ``ProfileError`` for pictures of another shape.
        """
        if not frames:
            raise ValueError("there must be at least one frame to read, got none")
        profile, last = self._place.at_reading(frames[-1].pixels), frames[-1]
        seats = TableSeats(profile, len(expected.dice))
        die_px = seats.die_px((last.width, last.height))
        reading = fused([self._eye.read(frame, die_px, self._camera) for frame in frames])
        reading = of_expected_size(reading, seats)
        held = hold_against(reading, seats, expected)
        if not self._place.certain:
            self._camera.forget()
            return _unplaced(held)
        self._camera.keep(reading)
        return held


def _unplaced(reading: TableReading) -> TableReading:
    """The reading with every die in doubt: it may be another seat's."""
    dice = tuple(replace(die, doubts=(*die.doubts, Doubt.UNPLACED)) for die in reading.dice)
    return replace(reading, dice=dice)
