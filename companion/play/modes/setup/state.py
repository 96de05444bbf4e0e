"""Setting a table up, touch by touch, from its name to a saved profile. Pure; the camera is elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from companion.core.frame import Frame
from companion.play.base.commands import Refused
from companion.play.modes.setup.views import (
    CalibrationCommand,
    CheckLight,
    CoverageView,
    LensOfTable,
    LightView,
    MeasureLens,
    NameTable,
    Page,
    SeatsAgain,
    SetUpTable,
    Shape,
    TakeBack,
    TakeLens,
    TakePicture,
    TurnBack,
)
from companion.text import say


@dataclass(frozen=True, slots=True)
class SurveyView:
    """How far a survey has come. ``said``: result of the latest picture or touch; ``refused``: it changed
    nothing. ``page``: where it goes on.

    ``hold``: how to hold the board next. ``touches``: corners or seats so far, or corners of the area
    ``drawing``.
    """

    page: Page
    said: str
    refused: bool
    shapes: tuple[Shape, ...] = ()
    coverage: CoverageView | None = None
    hold: str = ""
    touches: int = 0
    drawing: str | None = None
    areas: tuple[str, ...] = ()


class Survey(Protocol):
    """A table being set up, as a value; each command gives the next."""

    @property
    def view(self) -> SurveyView: ...

    def take(self, command: CalibrationCommand, frame: Frame | None) -> Survey:
        """``frame``: only with ``TakePicture``."""
        ...


@dataclass(frozen=True, slots=True)
class KnownChoice:
    word: str
    title: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class KnownTables:
    """Tables that are set up, and a sentence for each unreadable file."""

    tables: tuple[KnownChoice, ...] = ()
    faults: tuple[str, ...] = ()


class Surveyor(Protocol):
    """Begins surveys and saves them.

    All but ``board_waits`` raise ``Refused`` in a sentence; all tables are then unchanged.
    """

    lenses: tuple[KnownChoice, ...]
    areas: tuple[KnownChoice, ...]

    def tables(self) -> KnownTables: ...

    def begin(self, frame: Frame, lens: str | None) -> Survey:
        """A survey with pictures like this one; ``lens`` None: to be measured."""
        ...

    def with_lens_of(self, frame: Frame, table: str) -> Survey: ...

    def reopened(self, frame: Frame, table: str) -> Survey:
        """The table where it lies in this picture."""
        ...

    def board_waits(self, survey: Survey, frame: Frame) -> bool:
        """Whether the board is held still, elsewhere than in the pictures taken."""
        ...

    def save(self, name: str, survey: Survey) -> str:
        """Save the table; says what was kept."""
        ...


class LightMeter(Protocol):
    def rest(self) -> None: ...

    def follow(self, live: Frame) -> None: ...

    def judge(self, taken: Frame, survey: Survey | None) -> tuple[LightView, ...]:
        """Everything about the light; of a known table, only inside it."""
        ...


class Props(Protocol):
    """What a simulated table can hold before its camera."""

    def show(self, board: int | None) -> None: ...


NEEDS_PICTURE = (MeasureLens, TakeLens, LensOfTable, SeatsAgain, TakePicture)
"""Commands that need a picture first."""
LIVE_PAGES = frozenset((Page.BOARD, Page.TABLE, Page.SIZE, Page.SEATS, Page.AREAS, Page.LIGHT, Page.HEALTH))
"""Pages with the live picture."""
LIGHT_PAGES = frozenset((Page.LIGHT, Page.HEALTH))
"""Pages that judge the light."""


@dataclass(frozen=True, slots=True)
class Calibrating:
    """A table being set up, or its light being checked (page HEALTH, without name and survey).

    ``live``: the newest picture; ``checks``: last result about the light. ``kept``: what was saved.
    ``refusal``: why the latest touch was useless. ``earlier``: the state before the latest useful one.
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
        coverage = None if self.survey is None else self.survey.view.coverage
        return 0 if coverage is None else coverage.pictures


@dataclass(frozen=True, slots=True)
class SetupTable:
    number: int
    calibration: Calibrating
    fault: str | None = None

    @property
    def wants_live_picture(self) -> bool:
        return self.calibration.page in LIVE_PAGES


def begun(command: CheckLight | SetUpTable, surveyor: Surveyor) -> Calibrating:
    """The first page. Refused if the tables cannot be read."""
    if isinstance(command, CheckLight):
        return Calibrating(Page.HEALTH)
    known = surveyor.tables()
    faults = " ".join(known.faults) or None
    return Calibrating(Page.NAME, known.tables, surveyor.lenses, surveyor.areas, refusal=faults)


def after(
    now: Calibrating, command: CalibrationCommand, surveyor: Surveyor, frame: Frame | None
) -> Calibrating:
    """A useless touch only sets ``refusal``. ``frame``: for commands of ``NEEDS_PICTURE``.

    Refused for what no key of the page asks.
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
            return _surveyed(now, surveyor.reopened(_picture(frame), now.name))
    if now.survey is None:
        raise Refused(say("setup.name_first"))
    return _surveyed(now, now.survey.take(command, frame))


def _earlier(now: Calibrating, wanted: Callable[[Calibrating], bool]) -> Calibrating:
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
    return replace(_next(now, view.page), survey=survey)


def _next(now: Calibrating, page: Page) -> Calibrating:
    live = now.live if page in LIVE_PAGES else None
    return replace(now, page=page, earlier=now, live=live, checks=(), refusal=None)


def _need(now: Calibrating, page: Page) -> None:
    if now.page is not page:
        raise Refused(say("setup.other_page"))


def _picture(frame: Frame | None) -> Frame:
    if frame is None:
        raise Refused(say("setup.no_picture"))
    return frame
