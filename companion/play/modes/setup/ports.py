"""What play needs to set a table up and to judge its light; ``commands`` fits calibration to these shapes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.core.frame import Frame
from companion.play.modes.setup.commands import CalibrationCommand
from companion.play.modes.setup.views import CoverageView, LightView, Shape


class SurveyStep(Enum):
    """What a survey waits for: pictures of the board, the table, its size after touches, seats, areas."""

    BOARD = "board"
    TABLE = "table"
    SIZE = "size"
    SEATS = "seats"
    AREAS = "areas"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SurveyView:
    """How far a survey has come.

    ``said`` says what came of the latest picture or touch; ``refused``: it was of no use, and nothing else
    has changed. ``hold`` says how the board is wanted next. ``touches`` counts what the step has been told
    by touches: corners, seats, or the corners of the area ``drawing`` (in the table's words). ``areas`` are
    those that are told, in the table's words.
    """

    step: SurveyStep
    said: str
    refused: bool
    shapes: tuple[Shape, ...] = ()
    coverage: CoverageView | None = None
    hold: str = ""
    touches: int = 0
    drawing: str | None = None
    areas: tuple[str, ...] = ()


class Survey(Protocol):
    """A table being set up: a value; each command of the calibration gives the next one."""

    @property
    def view(self) -> SurveyView: ...

    def take(self, command: CalibrationCommand, frame: Frame | None) -> Survey:
        """After a command; TakePicture comes with its picture."""
        ...


@dataclass(frozen=True, slots=True)
class KnownChoice:
    """A camera with known figures, a table that is set up, or a kind of area: word, title, and a line."""

    word: str
    title: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class KnownTables:
    """The tables that are set up, by name, and a sentence for each file that should hold one and does not."""

    tables: tuple[KnownChoice, ...] = ()
    faults: tuple[str, ...] = ()


class Surveyor(Protocol):
    """Begins surveys and keeps what comes of them.

    All but ``board_waits`` raise ``Refused`` in a sentence; all tables are then as they were.
    """

    lenses: tuple[KnownChoice, ...]
    areas: tuple[KnownChoice, ...]

    def tables(self) -> KnownTables:
        """The tables that are set up."""
        ...

    def begin(self, frame: Frame, lens: str | None) -> Survey:
        """A survey with pictures like this one; ``lens`` ``None``: it will be measured."""
        ...

    def with_lens_of(self, frame: Frame, table: str) -> Survey: ...

    def reopened(self, table: str) -> Survey:
        """A survey of a table that is set up, its seats and areas to be told anew."""
        ...

    def board_waits(self, survey: Survey, frame: Frame) -> bool:
        """Whether the board is held still in a live picture, elsewhere than in the pictures taken."""
        ...

    def save(self, name: str, survey: Survey) -> str:
        """Keep the table; says what was kept."""
        ...


class LightMeter(Protocol):
    """Judges the light by live pictures, which show what moves, and by a large one."""

    def rest(self) -> None: ...

    def follow(self, live: Frame) -> None: ...

    def judge(self, taken: Frame, survey: Survey | None) -> tuple[LightView, ...]:
        """Everything about the light; of a table that a survey knows, the rest of the picture is left out."""
        ...


class Props(Protocol):
    """What the house itself can hold before its camera, where the table is a simulated one."""

    def show(self, board: int | None) -> None:
        """The lens board as it is held the n-th way, from 0; ``None``: the table with its cards."""
        ...
