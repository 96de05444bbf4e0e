"""The calibrator of this machine: its camera, or a simulated desk for the simulated table."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from companion import calibration
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.journal import time_of_day
from companion.cli.wiring.table import TableInUse
from companion.core.frame import Frame
from companion.play.base.commands import Refused
from companion.play.modes.setup import views
from companion.play.modes.setup.mode import SetupMode
from companion.play.modes.setup.state import KnownChoice, KnownTables, Survey, SurveyView
from companion.simulator import SimulatedDesk
from companion.text import say


def coverage_of(setup: calibration.Setup) -> views.CoverageView:
    """Tilts are in the order left, right, up, down."""
    coverage = setup.coverage
    tilts = tuple(tilt not in coverage.missing_tilts for tilt in calibration.TILTS)
    return views.CoverageView(coverage.pictures, calibration.FEWEST_PICTURES, tilts, coverage.complete)


def wanted_hold(setup: calibration.Setup) -> str:
    coverage = setup.coverage
    part = next(iter(coverage.missing_parts), None)
    tilt = next(iter(coverage.missing_tilts), None)
    if part is None and tilt is None:
        return say("survey.hold_elsewhere")
    place = say("survey.anywhere") if part is None else say(f"survey.part.{part.replace(' ', '_')}")
    if tilt is None:
        return say("survey.hold", place=place)
    return say("survey.hold_tilted", place=place, tilt=say(f"survey.tilt.{tilt.name.lower()}"))


def shapes_of(setup: calibration.Setup) -> tuple[views.Shape, ...]:
    """All known shapes; on the later steps the table's outline is first."""
    if setup.step is calibration.Step.LENS:
        return (*_parts(setup), *(_board(setup, each) for each in setup.boards))
    if setup.table is None:
        return _touches(setup)
    outline = views.Shape(_on_table(setup, _corners(setup.table.plane.size_mm)), views.Ink.DONE)
    return (outline, *_areas(setup), *_seats(setup))


def _parts(setup: calibration.Setup) -> tuple[views.Shape, ...]:
    missing = setup.coverage.missing_parts
    found = []
    for number, name in enumerate(calibration.PARTS):
        row, column = divmod(number, calibration.PART_COLUMNS)
        left, top, right, bottom = (
            column / calibration.PART_COLUMNS,
            row / calibration.PART_ROWS,
            (column + 1) / calibration.PART_COLUMNS,
            (row + 1) / calibration.PART_ROWS,
        )
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        done = name not in missing
        found.append(views.Shape(corners, views.Ink.DONE if done else views.Ink.PLAIN, filled=done))
    return tuple(found)


def _board(setup: calibration.Setup, board: calibration.BoardSeen) -> views.Shape:
    hull = cv2.convexHull(board.points_px).reshape(-1, 2)
    return views.Shape(
        _shares(setup, hull), views.Ink.WANTED if board is setup.boards[-1] else views.Ink.DONE
    )


def _touches(setup: calibration.Setup) -> tuple[views.Shape, ...]:
    places = _shares(setup, setup.touches)
    dots = tuple(views.Shape((place,), views.Ink.WANTED, str(at + 1)) for at, place in enumerate(places))
    if len(places) < 2:
        return dots
    return (views.Shape(places, views.Ink.WANTED, closed=len(places) == calibration.CORNERS), *dots)


def _seats(setup: calibration.Setup) -> tuple[views.Shape, ...]:
    places = _on_table(setup, setup.seats)
    return tuple(views.Shape((place,), views.Ink.WANTED, str(at + 1)) for at, place in enumerate(places))


def _areas(setup: calibration.Setup) -> tuple[views.Shape, ...]:
    told = tuple(_area(setup, area) for area in setup.areas)
    if not setup.outline:
        return told
    places = _on_table(setup, setup.outline)
    dots = tuple(views.Shape((place,), views.Ink.WANTED) for place in places)
    lines = (views.Shape(places, views.Ink.WANTED, closed=False),) if len(places) > 1 else ()
    return (*told, *lines, *dots)


def _area(setup: calibration.Setup, area: calibration.Area) -> views.Shape:
    title = say(f"survey.area.{area.kind.value}")
    return views.Shape(_on_table(setup, area.corners_mm), views.Ink.DONE, title, filled=True)


def _corners(size_mm: tuple[float, float]) -> tuple[views.Place, ...]:
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    return (-across, deep), (-across, -deep), (across, -deep), (across, deep)


def _on_table(setup: calibration.Setup, places_mm: Sequence[views.Place]) -> tuple[views.Place, ...]:
    if not places_mm or setup.table is None:
        return ()
    return _shares(setup, setup.table.plane.px_of(np.array(places_mm)))


def _shares(
    setup: calibration.Setup, places_px: Sequence[views.Place] | np.ndarray
) -> tuple[views.Place, ...]:
    width, height = setup.size
    return tuple((float(x) / width, float(y) / height) for x, y in places_px)


STARTING_LENS = "webcam"
"""The lens's starting values only tell how the board was tilted: any will do."""
STILL_SHARE = 0.006
"""How far a still board may move between two live pictures, in picture widths: a hand trembles by 2 mm,
the board is 250 mm wide and fills half of the picture."""
LIVE_WIDTH_PX = 960
"""Live pictures have this width when a board is searched in them [choice]."""
PAGES = {
    calibration.Step.LENS: views.Page.BOARD,
    calibration.Step.TABLE: views.Page.TABLE,
    calibration.Step.SEATS: views.Page.SEATS,
    calibration.Step.AREAS: views.Page.AREAS,
    calibration.Step.DONE: views.Page.LIGHT,
}


@dataclass(frozen=True, slots=True)
class SetupSurvey:
    """A ``Setup`` behind the port of play (``companion.play.modes.setup.state.Survey``)."""

    setup: calibration.Setup
    view: SurveyView

    @classmethod
    def of(cls, setup: calibration.Setup) -> SetupSurvey:
        """Finds the words and shapes once, not for each live picture."""
        return cls(setup, _view_of(setup))

    def take(self, command: views.CalibrationCommand, frame: Frame | None) -> Survey:
        """Raises ``Refused`` for a command that is not a survey's."""
        return SetupSurvey.of(self._next(command, frame))

    def _next(self, command: views.CalibrationCommand, frame: Frame | None) -> calibration.Setup:
        setup = self.setup
        match command:
            case views.TakePicture() if frame is not None and setup.step is calibration.Step.LENS:
                return setup.board_picture(frame.pixels)
            case views.TakePicture() if frame is not None and setup.step is calibration.Step.TABLE:
                return setup.table_picture(frame.pixels)
            case views.TakeLens():
                return setup.unmeasured()
            case views.LensDone():
                return setup.measure()
            case views.TouchPicture(x=x, y=y):
                return self._touched(x * setup.size[0], y * setup.size[1])
            case views.TellSize(across_mm=across, deep_mm=deep):
                return setup.with_size(across, deep)
            case views.SeatEvenly(players=players):
                return setup.seats_evenly(players)
            case views.ForgetSeats():
                return setup.without_seats()
            case views.SeatsDone():
                return setup.seats_done()
            case views.BeginArea(area=area):
                return setup.area_begun(calibration.AreaKind(area))
            case views.CloseArea():
                return setup.area_closed()
            case views.ForgetArea():
                return setup.without_last_area()
            case views.AreasDone():
                return setup.areas_done()
        raise Refused(say("setup.other_page"))

    def _touched(self, x: float, y: float) -> calibration.Setup:
        if self.setup.step is calibration.Step.TABLE:
            return self.setup.touched(x, y)
        if self.setup.step is calibration.Step.SEATS:
            return self.setup.seat_touched(x, y)
        return self.setup.area_touched(x, y)


def _view_of(setup: calibration.Setup) -> SurveyView:
    by_step = {
        calibration.Step.TABLE: setup.touches,
        calibration.Step.SEATS: setup.seats,
        calibration.Step.AREAS: setup.outline,
    }
    touches = len(by_step.get(setup.step, ()))
    all_corners = setup.step is calibration.Step.TABLE and touches == calibration.CORNERS
    return SurveyView(
        page=views.Page.SIZE if all_corners else PAGES[setup.step],
        said=setup.said,
        refused=setup.refused,
        shapes=shapes_of(setup),
        coverage=coverage_of(setup) if setup.step is calibration.Step.LENS else None,
        hold=wanted_hold(setup) if setup.step is calibration.Step.LENS else "",
        touches=touches,
        drawing=None if setup.drawing is None else setup.drawing.words,
        areas=tuple(area.kind.words for area in setup.areas),
    )


class ShelfSurveyor:
    """Begins surveys and saves them (``companion.play.modes.setup.state.Surveyor``)."""

    def __init__(
        self,
        shelf: calibration.TableShelf,
        now: Callable[[], datetime],
        take_up: Callable[[calibration.Profile], None] | None = None,
    ) -> None:
        """``take_up`` gets each saved table, the next to play at."""
        self._shelf, self._now, self._take_up = shelf, now, take_up
        line = say("survey.lens")
        self.lenses = tuple(KnownChoice(lens.word, lens.name, line) for lens in calibration.KNOWN_LENSES)
        self.areas = tuple(
            KnownChoice(kind.value, say(f"survey.choice.{kind.value}")) for kind in calibration.AreaKind
        )
        self._last_board: calibration.BoardSeen | None = None

    def tables(self) -> KnownTables:
        kept = self._read()
        known = tuple(KnownChoice(each.name, each.name, _table_line(each)) for each in kept.profiles)
        return KnownTables(known, kept.faults)

    def begin(self, frame: Frame, lens: str | None) -> Survey:
        self._last_board = None
        return SetupSurvey.of(
            calibration.Setup.begin(
                (frame.width, frame.height), calibration.known_lens(lens or STARTING_LENS)
            )
        )

    def with_lens_of(self, frame: Frame, table: str) -> Survey:
        begun = calibration.Setup.begin((frame.width, frame.height), calibration.known_lens(STARTING_LENS))
        return SetupSurvey.of(begun.with_lens_of(self._named(table)))

    def reopened(self, frame: Frame, table: str) -> Survey:
        kept = self._named(table)
        try:
            watch = calibration.PlaceWatch(kept, self._shelf.backdrop_of(kept))
            return SetupSurvey.of(calibration.Setup.of(watch.at_reading(frame.pixels)))
        except calibration.CalibrationError as fault:
            raise Refused(str(fault)) from None

    def board_waits(self, survey: Survey, frame: Frame) -> bool:
        try:
            board = calibration.find_board(_shrunk(frame.pixels))
        except calibration.CalibrationError:
            self._last_board = None
            return False
        before, self._last_board = self._last_board, board
        if before is None or board.moved_from(before) >= STILL_SHARE:
            return False
        assert isinstance(survey, SetupSurvey), "surveys come from this surveyor"
        taken = survey.setup.boards
        return not taken or board.moved_from(taken[-1]) > calibration.HARDLY_MOVED

    def save(self, name: str, survey: Survey) -> str:
        """A former profile of this name stays until the new one is complete."""
        assert isinstance(survey, SetupSurvey), "surveys come from this surveyor"
        try:
            before = self._shelf.read().named(name)
            profile = survey.setup.profile(name, self._now())
            if before is not None:
                profile = replace(profile, die_mm=before.die_mm, wild=before.wild)
            self._shelf.save(profile)
        except calibration.CalibrationError as fault:
            raise Refused(say("survey.not_kept", fault=str(fault))) from None
        if self._take_up is not None:
            self._take_up(profile)
        return _table_line(profile)

    def _named(self, name: str) -> calibration.Profile:
        profile = self._read().named(name)
        if profile is None:
            raise Refused(say("survey.no_table", table=name))
        return profile

    def _read(self) -> calibration.Tables:
        try:
            return self._shelf.read()
        except calibration.CalibrationError as fault:
            raise Refused(str(fault)) from None


def _shrunk(pixels: np.ndarray) -> np.ndarray:
    height, width = pixels.shape[:2]
    if width <= LIVE_WIDTH_PX:
        return pixels
    size = LIVE_WIDTH_PX, round(height * LIVE_WIDTH_PX / width)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)


def _table_line(profile: calibration.Profile) -> str:
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

    def judge(self, taken: Frame, survey: Survey | None) -> tuple[views.LightView, ...]:
        checks = calibration.examine(tuple(self._live) or (taken,), taken, _field(survey))
        return tuple(_view(check, taken) for check in checks)


def _field(survey: Survey | None) -> tuple[calibration.Point, ...]:
    if not isinstance(survey, SetupSurvey) or survey.setup.table is None:
        return ()
    plane = survey.setup.table.plane
    return tuple((float(x), float(y)) for x, y in plane.px_of(np.array(_corners(plane.size_mm))))


def _view(check: calibration.LightCheck, taken: Frame) -> views.LightView:
    places = tuple(
        ((left / taken.width, top / taken.height), (right / taken.width, bottom / taken.height))
        for left, top, right, bottom in check.places
    )
    return views.LightView(
        check.subject.value, views.Standing(check.standing.value), check.sentence, check.remedy, places
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
    shelf = calibration.TableShelf(home / (SIMULATED_FOLDER if simulated else calibration.FOLDER_NAME))
    meter, clock = PictureLightMeter(), time.monotonic_ns
    if simulated:
        desk, surveyor = SimulatedDesk(seed, clock), ShelfSurveyor(shelf, time_of_day)
        return SetupMode(desk, surveyor, meter, clock, props=desk, light_camera=opened.camera)
    surveyor = ShelfSurveyor(shelf, time_of_day, None if table is None else table.take_up)
    return SetupMode(opened.camera, surveyor, meter, clock)
