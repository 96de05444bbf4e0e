"""What a touch asks for while a table is set up, or its light is checked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import Command


@dataclass(frozen=True, slots=True)
class CalibrationCommand(Command):
    """Base of all commands of the calibration."""


@dataclass(frozen=True, slots=True)
class CheckLight(CalibrationCommand):
    """Show the live picture and what is wrong with its light."""


@dataclass(frozen=True, slots=True)
class SetUpTable(CalibrationCommand):
    """Begin to set a table up."""


@dataclass(frozen=True, slots=True)
class NameTable(CalibrationCommand):
    """The table's name; that of a table that is set up already means: anew."""

    name: str


@dataclass(frozen=True, slots=True)
class MeasureLens(CalibrationCommand):
    """The lens will be measured from pictures of the printed board."""


@dataclass(frozen=True, slots=True)
class TakeLens(CalibrationCommand):
    """The maker's figures of a camera that is known by this word."""

    word: str


@dataclass(frozen=True, slots=True)
class LensOfTable(CalibrationCommand):
    """The lens as it was measured for the table of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class SeatsAgain(CalibrationCommand):
    """The lens and the place of the table that was named stay; only its seats and areas are told anew."""


@dataclass(frozen=True, slots=True)
class TakePicture(CalibrationCommand):
    """Take a picture now: of the lens board, or of the table with its corner cards."""


@dataclass(frozen=True, slots=True)
class LensDone(CalibrationCommand):
    """Enough pictures: measure the lens from them."""


@dataclass(frozen=True, slots=True)
class TouchPicture(CalibrationCommand):
    """A place in the picture was touched, in shares of it: a corner of the table or of an area, or a seat."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TellSize(CalibrationCommand):
    """The table's size in mm: across the picture, and from near to far."""

    across_mm: float
    deep_mm: float


@dataclass(frozen=True, slots=True)
class SeatEvenly(CalibrationCommand):
    """So many players sit evenly round the table."""

    players: int


@dataclass(frozen=True, slots=True)
class ForgetSeats(CalibrationCommand):
    """All seats are told anew."""


@dataclass(frozen=True, slots=True)
class SeatsDone(CalibrationCommand):
    """All seats are touched."""


@dataclass(frozen=True, slots=True)
class BeginArea(CalibrationCommand):
    """The corners of an area of this kind will be touched."""

    area: str


@dataclass(frozen=True, slots=True)
class CloseArea(CalibrationCommand):
    """The area's corners are all touched."""


@dataclass(frozen=True, slots=True)
class ForgetArea(CalibrationCommand):
    """The area that was told last is none."""


@dataclass(frozen=True, slots=True)
class AreasDone(CalibrationCommand):
    """All areas are told."""


@dataclass(frozen=True, slots=True)
class SaveTable(CalibrationCommand):
    """Keep the table as it is set up now."""


@dataclass(frozen=True, slots=True)
class TakeBack(CalibrationCommand):
    """Take the latest touch or picture back."""


@dataclass(frozen=True, slots=True)
class TurnBack(CalibrationCommand):
    """Back to the page before."""
