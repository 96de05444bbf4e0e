"""Setting a table up, touch by touch, from its name to a saved profile. Pure; the camera is elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from companion.core.frame import Frame
from companion.play.base.commands import Refused
from companion.play.modes.setup.commands import (
    CalibrationCommand,
    CheckLight,
    LensOfTable,
    MeasureLens,
    NameTable,
    SeatsAgain,
    SetUpTable,
    TakeBack,
    TakeLens,
    TakePicture,
    TurnBack,
)
from companion.play.modes.setup.views import CoverageView, LightView, Page, Shape
from companion.text import say


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


PAGE_OF = {
    SurveyStep.BOARD: Page.BOARD,
    SurveyStep.TABLE: Page.TABLE,
    SurveyStep.SIZE: Page.SIZE,
    SurveyStep.SEATS: Page.SEATS,
    SurveyStep.AREAS: Page.AREAS,
    SurveyStep.DONE: Page.LIGHT,
}
"""The page on which the step of a survey is told."""
NEEDS_PICTURE = (MeasureLens, TakeLens, LensOfTable, TakePicture)
"""Commands for which a picture is taken first."""
LIVE_PAGES = frozenset((Page.BOARD, Page.TABLE, Page.SIZE, Page.SEATS, Page.AREAS, Page.LIGHT, Page.HEALTH))
"""Pages that show what the camera sees now."""
LIGHT_PAGES = frozenset((Page.LIGHT, Page.HEALTH))
"""Pages that judge the light."""


@dataclass(frozen=True, slots=True)
class Calibrating:
    """A table being set up, or its light being checked (page HEALTH, without name and survey).

    ``tables`` are those that are set up, ``lenses`` and ``areas`` what may be chosen. ``live`` is the newest
    picture, ``checks`` what was last found of the light. ``kept`` says what was saved, ``refusal`` why the
    latest touch was of no use. ``earlier`` is what stood before the latest one that was.
    """

    page: Page
    tables: tuple[KnownChoice, ...] = ()
    lenses: tuple[KnownChoice, ...] = ()
    areas: tuple[KnownChoice, ...] = ()
    name: str | None = None
    survey: Survey | None = None
    live: Frame | None = None
    checks: tuple[LightView, ...] = ()
    kept: str | None = None
    refusal: str | None = None
    earlier: Calibrating | None = None

    @property
    def pictures(self) -> int:
        """Pictures of the lens board so far."""
        coverage = None if self.survey is None else self.survey.view.coverage
        return 0 if coverage is None else coverage.pictures


@dataclass(frozen=True, slots=True)
class SetupTable:
    """No game is on the table: it is set up for the camera, or its light is checked."""

    number: int
    calibration: Calibrating
    fault: str | None = None

    @property
    def wants_live_picture(self) -> bool:
        """Whether its page shows what the camera sees now."""
        return self.calibration.page in LIVE_PAGES


def begun(command: CheckLight | SetUpTable, surveyor: Surveyor) -> Calibrating:
    """The first page; Refused in a sentence where the tables cannot be read."""
    if isinstance(command, CheckLight):
        return Calibrating(Page.HEALTH)
    known = surveyor.tables()
    faults = " ".join(known.faults) or None
    return Calibrating(Page.NAME, known.tables, surveyor.lenses, surveyor.areas, refusal=faults)


def after(
    now: Calibrating, command: CalibrationCommand, surveyor: Surveyor, frame: Frame | None
) -> Calibrating:
    """What stands after a touch; where it was of no use, the same with a ``refusal``.

    ``frame`` is the picture of a command of ``NEEDS_PICTURE``. Refused for what no key of the page asks.
    """
    match command:
        case TakeBack():
            return _earlier(now, lambda each: True)
        case TurnBack():
            return _earlier(now, lambda each: each.page is not now.page)
        case NameTable(name=name):
            _need(now, Page.NAME)
            return replace(_next(now, Page.LENS), name=" ".join(name.split()))
        case MeasureLens():
            return _surveyed(now, surveyor.begin(_picture(frame), None))
        case TakeLens(word=word):
            survey = surveyor.begin(_picture(frame), word)
            return _surveyed(now, survey.take(command, frame))
        case LensOfTable(name=name):
            return _surveyed(now, surveyor.with_lens_of(_picture(frame), name))
        case SeatsAgain() if now.name is not None:
            return _surveyed(now, surveyor.reopened(now.name))
    if now.survey is None:
        raise Refused(say("setup.name_first"))
    return _surveyed(now, now.survey.take(command, frame))


def _earlier(now: Calibrating, wanted: Callable[[Calibrating], bool]) -> Calibrating:
    """The latest state before this one that is as wanted, with the picture of now."""
    back = now.earlier
    while back is not None and not wanted(back):
        back = back.earlier
    if back is None:
        raise Refused(say("setup.nothing_to_take_back"))
    return replace(back, live=now.live, refusal=None)


def _surveyed(now: Calibrating, survey: Survey) -> Calibrating:
    view = survey.view
    if view.refused:
        return replace(now, survey=survey if now.survey is not None else None, refusal=view.said)
    return replace(_next(now, PAGE_OF[view.step]), survey=survey)


def _next(now: Calibrating, page: Page) -> Calibrating:
    """The next page, not filled yet; ``now`` is kept for the way back."""
    live = now.live if page in LIVE_PAGES else None
    return replace(now, page=page, earlier=now, live=live, checks=(), refusal=None)


def _need(now: Calibrating, page: Page) -> None:
    if now.page is not page:
        raise Refused(say("setup.other_page"))


def _picture(frame: Frame | None) -> Frame:
    if frame is None:
        raise Refused(say("setup.no_picture"))
    return frame
