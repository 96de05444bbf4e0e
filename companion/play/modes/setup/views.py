"""What the screen shows while a table is set up or its light is checked: values that widgets draw as given.

Places in the picture are shares of it: (0, 0) at the upper left, (1, 1) at the lower right, so that they fit
live pictures of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.base.commands import Command, LeaveGame

Place = tuple[float, float]
"""x to the right and y down, as shares of the picture."""


class Page(Enum):
    """What is being told or shown now."""

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
    """How a key stands out: the one that leads on, one among others, one that is rarely wanted."""

    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"


class Asks(Enum):
    """What is typed before a key's command is sent: a name by letters, two lengths by digits."""

    NAME = "name"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key: its words, a line below them, and the command that a touch sends, with its fields.

    ``asks`` is typed first and goes into the command's remaining fields. ``options`` are offered
    first, the key itself then sending nothing.
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
    """What something drawn over the picture means."""

    PLAIN = "plain"
    DONE = "done"
    WANTED = "wanted"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Shape:
    """A line through points, closed or not, with a label on top; or a dot with its label in it."""

    points: tuple[Place, ...]
    ink: Ink = Ink.PLAIN
    label: str = ""
    closed: bool = True
    filled: bool = False


@dataclass(frozen=True, slots=True)
class CoverageView:
    """The lens board so far: pictures of at least ``fewest``; tilts in the order left, right, up, down."""

    pictures: int
    fewest: int
    tilts: tuple[bool, ...]
    complete: bool


class Standing(Enum):
    """How one thing about the light stands."""

    GOOD = "good"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LightView:
    """One thing about the light: what there is, what to do (``None`` where good), where in the picture."""

    subject: str
    standing: Standing
    sentence: str
    remedy: str | None = None
    places: tuple[tuple[Place, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class StageView:
    """One of the stages on the way, for the line on top of the pages."""

    words: str
    done: bool
    now: bool


@dataclass(frozen=True, slots=True)
class CalibrationScene:
    """A page. ``said`` is what came of the latest touch; what to do next is the table's message.

    ``choices`` are large keys that fill the page, ``keys`` stand beside the picture. ``touchable``: a touch
    on the picture is sent. ``checks`` are told beside it on the pages about the light. ``back`` is the
    command of the key that turns back.
    """

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
