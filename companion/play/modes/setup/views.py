"""What the screen shows while a table is set up or its light checked, and what a touch asks for.

Places are shares of the picture, (0, 0) upper left, (1, 1) lower right: they fit live pictures of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.play.base.commands import Command, LeaveGame
from companion.play.base.views import Topic

Place = tuple[float, float]
"""x to the right and y down, as shares of the picture."""


class Page(Enum):
    NAME = "name"
    LENS = "lens"
    BOARD = "board"
    TABLE = "table"
    SIZE = "size"
    SEATS = "seats"
    AREAS = "areas"
    LIGHT = "light"
    SAVED = "saved"
    HEALTH = "health"


class Weight(Enum):
    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"


class Asks(Enum):
    """What is typed before a key's command: a name, or two lengths."""

    NAME = "name"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key with its command; ``asks`` is typed first into the command's other fields.

    ``options`` are offered first, and the key sends nothing.
    """

    words: str
    act: type[Command] | None
    fields: tuple[tuple[str, object], ...] = ()
    weight: Weight = Weight.PLAIN
    line: str = ""
    asks: Asks | None = None
    options: tuple[KeyView, ...] = ()
    enabled: bool = True


class Ink(Enum):
    PLAIN = "plain"
    DONE = "done"
    WANTED = "wanted"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Shape:
    """A line through points with a label on top, or a dot with its label inside."""

    points: tuple[Place, ...]
    ink: Ink = Ink.PLAIN
    label: str = ""
    closed: bool = True
    filled: bool = False


@dataclass(frozen=True, slots=True)
class CoverageView:
    """The lens board so far: ``pictures`` of at least ``fewest``; tilts left, right, up, down."""

    pictures: int
    fewest: int
    tilts: tuple[bool, ...]
    complete: bool


class Standing(Enum):
    GOOD = "good"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LightView:
    """One fact about the light, what to do (None: good), and where in the picture."""

    subject: str
    standing: Standing
    sentence: str
    remedy: str | None = None
    places: tuple[tuple[Place, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class StageView:
    words: str
    done: bool
    now: bool


@dataclass(frozen=True, slots=True)
class CalibrationScene:
    """A page; ``said``: result of the latest touch. ``choices`` fill the page; ``keys`` stand beside the
    picture.

    ``touchable``: touches on the picture are sent. ``back``: command of the key back.
    """

    topic: ClassVar = Topic.SETUP
    page: Page
    title: str
    said: str
    stages: tuple[StageView, ...] = ()
    choices: tuple[KeyView, ...] = ()
    keys: tuple[KeyView, ...] = ()
    shapes: tuple[Shape, ...] = ()
    touchable: bool = False
    coverage: CoverageView | None = None
    checks: tuple[LightView, ...] = ()
    back: type[Command] = LeaveGame


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
