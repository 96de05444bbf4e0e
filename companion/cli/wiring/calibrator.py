"""The calibrator of this machine: its camera, or a simulated desk for the simulated table."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.calibration import (
    CORNERS,
    FEWEST_PICTURES,
    FOLDER_NAME,
    HARDLY_MOVED,
    KNOWN_LENSES,
    PART_COLUMNS,
    PART_ROWS,
    PARTS,
    TILTS,
    Area,
    AreaKind,
    BoardSeen,
    CalibrationError,
    LightCheck,
    Point,
    Profile,
    Setup,
    Step,
    Tables,
    TableShelf,
    examine,
    find_board,
    known_lens,
)
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.table import TableInUse
from companion.core.frame import Frame
from companion.play.base.commands import Refused
from companion.play.modes.setup.mode import SetupMode
from companion.play.modes.setup.state import KnownChoice, KnownTables, Survey, SurveyStep, SurveyView
from companion.play.modes.setup.views import (
    AreasDone,
    BeginArea,
    CalibrationCommand,
    CloseArea,
    CoverageView,
    ForgetArea,
    ForgetSeats,
    Ink,
    LensDone,
    LightView,
    Place,
    SeatEvenly,
    SeatsDone,
    Shape,
    Standing,
    TakeLens,
    TakePicture,
    TellSize,
    TouchPicture,
)
from companion.simulator import SimulatedDesk
from companion.text import say

LETTERS = "ABCD"


def coverage_of(setup: Setup) -> CoverageView:
    """Tilts are in the order left, right, up, down."""
    coverage = setup.coverage
    tilts = tuple(tilt not in coverage.missing_tilts for tilt in TILTS)
    return CoverageView(coverage.pictures, FEWEST_PICTURES, tilts, coverage.complete)


def wanted_hold(setup: Setup) -> str:
    coverage = setup.coverage
    part = next(iter(coverage.missing_parts), None)
    tilt = next(iter(coverage.missing_tilts), None)
    if part is None and tilt is None:
        return say("survey.hold_elsewhere")
    place = say("survey.anywhere") if part is None else say(f"survey.part.{part.replace(' ', '_')}")
    if tilt is None:
        return say("survey.hold", place=place)
    return say("survey.hold_tilted", place=place, tilt=say(f"survey.tilt.{tilt.name.lower()}"))


def shapes_of(setup: Setup) -> tuple[Shape, ...]:
    """All known shapes; on the later steps the table's outline is first."""
    if setup.step is Step.LENS:
        return (*_parts(setup), *(_board(setup, each) for each in setup.boards))
    if setup.table is None:
        return _touches(setup)
    outline = Shape(_on_table(setup, _corners(setup.table.plane.size_mm)), Ink.DONE)
    return (outline, *_areas(setup), *_seats(setup))


def _parts(setup: Setup) -> tuple[Shape, ...]:
    missing = setup.coverage.missing_parts
    found = []
    for number, name in enumerate(PARTS):
        row, column = divmod(number, PART_COLUMNS)
        left, top, right, bottom = (
            column / PART_COLUMNS,
            row / PART_ROWS,
            (column + 1) / PART_COLUMNS,
            (row + 1) / PART_ROWS,
        )
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        done = name not in missing
        found.append(Shape(corners, Ink.DONE if done else Ink.PLAIN, filled=done))
    return tuple(found)


def _board(setup: Setup, board: BoardSeen) -> Shape:
    hull = cv2.convexHull(board.points_px).reshape(-1, 2)
    return Shape(_shares(setup, hull), Ink.WANTED if board is setup.boards[-1] else Ink.DONE)


def _touches(setup: Setup) -> tuple[Shape, ...]:
    places = _shares(setup, setup.touches)
    dots = tuple(Shape((place,), Ink.WANTED, str(at + 1)) for at, place in enumerate(places))
    if len(places) < 2:
        return dots
    return (Shape(places, Ink.WANTED, closed=len(places) == len(LETTERS)), *dots)


def _seats(setup: Setup) -> tuple[Shape, ...]:
    places = _on_table(setup, setup.seats)
    return tuple(Shape((place,), Ink.WANTED, str(at + 1)) for at, place in enumerate(places))


def _areas(setup: Setup) -> tuple[Shape, ...]:
    told = tuple(_area(setup, area) for area in setup.areas)
    if not setup.outline:
        return told
    places = _on_table(setup, setup.outline)
    dots = tuple(Shape((place,), Ink.WANTED) for place in places)
    return (*told, Shape(places, Ink.WANTED, closed=False), *dots) if len(places) > 1 else (*told, *dots)


def _area(setup: Setup, area: Area) -> Shape:
    title = say(f"survey.area.{area.kind.value}")
    return Shape(_on_table(setup, area.corners_mm), Ink.DONE, title, filled=True)


def _corners(size_mm: tuple[float, float]) -> tuple[Place, ...]:
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    return (-across, deep), (-across, -deep), (across, -deep), (across, deep)


def _on_table(setup: Setup, places_mm: Sequence[Place]) -> tuple[Place, ...]:
    if not places_mm or setup.table is None:
        return ()
    return _shares(setup, setup.table.plane.px_of(np.array(places_mm)))


def _shares(setup: Setup, places_px: Sequence[Place] | np.ndarray) -> tuple[Place, ...]:
    width, height = setup.size
    return tuple((float(x) / width, float(y) / height) for x, y in places_px)


STARTING_LENS = "webcam"
"""The lens's starting values only tell how the board was tilted: any will do."""
STILL_SHARE = 0.006
"""How far a still board may move between two live pictures, in picture widths: a hand trembles by 2 mm,
the board is 250 mm wide and fills half of the picture."""
LIVE_WIDTH_PX = 960
"""Live pictures have this width when a board is searched in them [choice]."""
STEPS = {
    Step.LENS: SurveyStep.BOARD,
    Step.TABLE: SurveyStep.TABLE,
    Step.SEATS: SurveyStep.SEATS,
    Step.AREAS: SurveyStep.AREAS,
    Step.DONE: SurveyStep.DONE,
}


@dataclass(frozen=True, slots=True)
class SetupSurvey:
    """A ``Setup`` behind the port of play (``companion.play.modes.setup.state.Survey``)."""

    setup: Setup
    view: SurveyView

    @classmethod
    def of(cls, setup: Setup) -> SetupSurvey:
        """Finds the words and shapes once, not for each live picture."""
        return cls(setup, _view_of(setup))

    def take(self, command: CalibrationCommand, frame: Frame | None) -> Survey:
        """Raises ``Refused`` for a command that is not a survey's."""
        return SetupSurvey.of(self._next(command, frame))

    def _next(self, command: CalibrationCommand, frame: Frame | None) -> Setup:
        setup = self.setup
        match command:
            case TakePicture() if frame is not None and setup.step is Step.LENS:
                return setup.board_picture(frame.pixels)
            case TakePicture() if frame is not None and setup.step is Step.TABLE:
                return setup.table_picture(frame.pixels)
            case TakeLens():
                return setup.unmeasured()
            case LensDone():
                return setup.measure()
            case TouchPicture(x=x, y=y):
                return self._touched(x * setup.size[0], y * setup.size[1])
            case TellSize(across_mm=across, deep_mm=deep):
                return setup.with_size(across, deep)
            case SeatEvenly(players=players):
                return setup.seats_evenly(players)
            case ForgetSeats():
                return setup.without_seats()
            case SeatsDone():
                return setup.seats_done()
            case BeginArea(area=area):
                return setup.area_begun(AreaKind(area))
            case CloseArea():
                return setup.area_closed()
            case ForgetArea():
                return setup.without_last_area()
            case AreasDone():
                return setup.areas_done()
        raise Refused(say("setup.other_page"))

    def _touched(self, x: float, y: float) -> Setup:
        if self.setup.step is Step.TABLE:
            return self.setup.touched(x, y)
        if self.setup.step is Step.SEATS:
            return self.setup.seat_touched(x, y)
        return self.setup.area_touched(x, y)


def _view_of(setup: Setup) -> SurveyView:
    by_step = {Step.TABLE: setup.touches, Step.SEATS: setup.seats, Step.AREAS: setup.outline}
    touches = len(by_step.get(setup.step, ()))
    all_corners = setup.step is Step.TABLE and touches == CORNERS
    return SurveyView(
        step=SurveyStep.SIZE if all_corners else STEPS[setup.step],
        said=setup.said,
        refused=setup.refused,
        shapes=shapes_of(setup),
        coverage=coverage_of(setup) if setup.step is Step.LENS else None,
        hold=wanted_hold(setup) if setup.step is Step.LENS else "",
        touches=touches,
        drawing=None if setup.drawing is None else setup.drawing.words,
        areas=tuple(area.kind.words for area in setup.areas),
    )


class ShelfSurveyor:
    """Begins surveys and saves them (``companion.play.modes.setup.state.Surveyor``)."""

    def __init__(
        self,
        shelf: TableShelf,
        now: Callable[[], datetime],
        take_up: Callable[[Profile], None] = lambda profile: None,
    ) -> None:
        """``take_up`` gets each saved table, the next to play at."""
        self._shelf, self._now, self._take_up = shelf, now, take_up
        line = say("survey.lens")
        self.lenses = tuple(KnownChoice(lens.word, lens.name, line) for lens in KNOWN_LENSES)
        self.areas = tuple(KnownChoice(kind.value, say(f"survey.choice.{kind.value}")) for kind in AreaKind)
        self._last_board: BoardSeen | None = None

    def tables(self) -> KnownTables:
        kept = self._read()
        known = tuple(KnownChoice(each.name, each.name, _table_line(each)) for each in kept.profiles)
        return KnownTables(known, kept.faults)

    def begin(self, frame: Frame, lens: str | None) -> Survey:
        self._last_board = None
        return SetupSurvey.of(Setup.begin((frame.width, frame.height), known_lens(lens or STARTING_LENS)))

    def with_lens_of(self, frame: Frame, table: str) -> Survey:
        begun = Setup.begin((frame.width, frame.height), known_lens(STARTING_LENS))
        return SetupSurvey.of(begun.with_lens_of(self._named(table)))

    def reopened(self, table: str) -> Survey:
        return SetupSurvey.of(Setup.of(self._named(table)))

    def board_waits(self, survey: Survey, frame: Frame) -> bool:
        try:
            board = find_board(_shrunk(frame.pixels))
        except CalibrationError:
            self._last_board = None
            return False
        before, self._last_board = self._last_board, board
        if before is None or _moved(before, board) >= STILL_SHARE:
            return False
        assert isinstance(survey, SetupSurvey), "surveys come from this surveyor"
        taken = survey.setup.boards
        return not taken or _moved(taken[-1], board) > HARDLY_MOVED

    def save(self, name: str, survey: Survey) -> str:
        """A former profile of this name stays until the new one is complete."""
        assert isinstance(survey, SetupSurvey), "surveys come from this surveyor"
        try:
            before = self._shelf.read().named(name)
            profile = survey.setup.profile(name, self._now())
            profile = replace(profile, wild=None if before is None else before.wild)
            self._shelf.save(profile)
        except CalibrationError as fault:
            raise Refused(say("survey.not_kept", fault=str(fault))) from None
        self._take_up(profile)
        return _table_line(profile)

    def _named(self, name: str) -> Profile:
        profile = self._read().named(name)
        if profile is None:
            raise Refused(say("survey.no_table", table=name))
        return profile

    def _read(self) -> Tables:
        try:
            return self._shelf.read()
        except CalibrationError as fault:
            raise Refused(str(fault)) from None


def _moved(before: BoardSeen, after: BoardSeen) -> float:
    """Movement in widths of the picture: live ones may be smaller."""
    _, first, second = np.intersect1d(before.numbers, after.numbers, return_indices=True)
    if len(first) == 0:
        return 1.0
    shift = after.points_px[second] / after.size[0] - before.points_px[first] / before.size[0]
    return float(np.linalg.norm(shift, axis=1).mean())


def _shrunk(pixels: np.ndarray) -> np.ndarray:
    height, width = pixels.shape[:2]
    if width <= LIVE_WIDTH_PX:
        return pixels
    size = LIVE_WIDTH_PX, round(height * LIVE_WIDTH_PX / width)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)


def _table_line(profile: Profile) -> str:
    across, deep = (side / 10 for side in profile.plane.size_mm)
    width, depth, seats = f"{across:.0f}", f"{deep:.0f}", len(profile.seats)
    if not seats:
        return say("survey.table", across=width, deep=depth, camera=profile.camera)
    return say("survey.table_with_seats", across=width, deep=depth, count=seats, camera=profile.camera)


KEPT = 16
"""Live pictures judged together: two seconds at eight a second."""


class PictureLightMeter:
    """Keeps the newest live pictures (``companion.play.modes.setup.state.LightMeter``)."""

    def __init__(self) -> None:
        self._live: deque[Frame] = deque(maxlen=KEPT)

    def rest(self) -> None:
        self._live.clear()

    def follow(self, live: Frame) -> None:
        """Adds a live picture; another size begins anew."""
        if self._live and (self._live[-1].width, self._live[-1].height) != (live.width, live.height):
            self._live.clear()
        self._live.append(live)

    def judge(self, taken: Frame, survey: Survey | None) -> tuple[LightView, ...]:
        checks = examine(tuple(self._live) or (taken,), taken, _field(survey))
        return tuple(_view(check, taken) for check in checks)


def _field(survey: Survey | None) -> tuple[Point, ...]:
    if not isinstance(survey, SetupSurvey) or survey.setup.table is None:
        return ()
    plane = survey.setup.table.plane
    across, deep = plane.size_mm[0] / 2, plane.size_mm[1] / 2
    corners = np.array([(-across, deep), (-across, -deep), (across, -deep), (across, deep)])
    return tuple((float(x), float(y)) for x, y in plane.px_of(corners))


def _view(check: LightCheck, taken: Frame) -> LightView:
    places = tuple(
        ((left / taken.width, top / taken.height), (right / taken.width, bottom / taken.height))
        for left, top, right, bottom in check.places
    )
    return LightView(
        check.subject.value, Standing(check.standing.value), check.sentence, check.remedy, places
    )


SIMULATED_FOLDER = "simulated-tables"
"""Separate from real tables, so that no real game uses one."""


def calibrator_of(
    opened: Opened, home: Path, seed: int = 0, table: TableInUse | None = None
) -> SetupMode | None:
    """The setup mode; ``None`` without a camera. Profiles are kept in ``home``.

    ``table``: the table in use, which a new table replaces.
    """
    if opened.camera is None:
        return None
    simulated = opened.cups is not None
    shelf = TableShelf(home / (SIMULATED_FOLDER if simulated else FOLDER_NAME))
    meter = PictureLightMeter()
    if not simulated:
        take_up = _nothing if table is None else table.take_up
        surveyor = ShelfSurveyor(shelf, _now, take_up)
        return SetupMode(opened.camera, surveyor, meter, time.monotonic_ns)
    surveyor = ShelfSurveyor(shelf, _now)
    desk = SimulatedDesk(seed, time.monotonic_ns)
    return SetupMode(desk, surveyor, meter, time.monotonic_ns, props=desk, light_camera=opened.camera)


def _now() -> datetime:
    return datetime.now(UTC)


def _nothing(profile: Profile) -> None: ...
