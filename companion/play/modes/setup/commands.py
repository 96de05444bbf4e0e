"""What a touch asks for while a table is set up or its light is checked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import Command


@dataclass(frozen=True, slots=True)
class CalibrationCommand(Command): ...


@dataclass(frozen=True, slots=True)
class CheckLight(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class SetUpTable(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class NameTable(CalibrationCommand):
    """An existing name means: set it up anew."""

    name: str


@dataclass(frozen=True, slots=True)
class MeasureLens(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class TakeLens(CalibrationCommand):
    word: str


@dataclass(frozen=True, slots=True)
class LensOfTable(CalibrationCommand):
    name: str


@dataclass(frozen=True, slots=True)
class SeatsAgain(CalibrationCommand):
    """Keep lens and place of the named table; set only its seats and areas anew."""


@dataclass(frozen=True, slots=True)
class TakePicture(CalibrationCommand):
    """A picture of the lens board, or of the table with its corner cards."""


@dataclass(frozen=True, slots=True)
class LensDone(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class TouchPicture(CalibrationCommand):
    """A touched place in shares of the picture: a corner of table or area, or a seat."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TellSize(CalibrationCommand):
    across_mm: float
    deep_mm: float


@dataclass(frozen=True, slots=True)
class SeatEvenly(CalibrationCommand):
    players: int


@dataclass(frozen=True, slots=True)
class ForgetSeats(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class SeatsDone(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class BeginArea(CalibrationCommand):
    area: str


@dataclass(frozen=True, slots=True)
class CloseArea(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class ForgetArea(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class AreasDone(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class SaveTable(CalibrationCommand): ...


@dataclass(frozen=True, slots=True)
class TakeBack(CalibrationCommand):
    """The latest touch or picture."""


@dataclass(frozen=True, slots=True)
class TurnBack(CalibrationCommand): ...
