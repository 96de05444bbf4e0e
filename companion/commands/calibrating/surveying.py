"""The calibration behind play's port: surveys by touches, and the shelf on which tables are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

import cv2
import numpy as np

from companion.calibration.errors import CalibrationError
from companion.calibration.known_lenses import KNOWN_LENSES, known_lens
from companion.calibration.lens_pictures import BoardSeen, find_board
from companion.calibration.profile import Profile
from companion.calibration.seating import AreaKind
from companion.calibration.setting_up import CORNERS, HARDLY_MOVED, Setup, Step
from companion.calibration.shelf import Tables, TableShelf
from companion.commands.calibrating.survey_drawing import coverage_of, shapes_of, wanted_hold
from companion.frame import Frame
from companion.play.errors import Refused
from companion.play.setup.commands import (
    AreasDone,
    BeginArea,
    CalibrationCommand,
    CloseArea,
    ForgetArea,
    ForgetSeats,
    LensDone,
    SeatEvenly,
    SeatsDone,
    TakeLens,
    TakePicture,
    TellSize,
    TouchPicture,
)
from companion.play.setup.ports import KnownChoice, KnownTables, Survey, SurveyStep, SurveyView
from companion.text.speech import say

STARTING_LENS = "webcam"
"""Where the lens is measured, its starting values only tell how the board was tilted: any will do."""
STILL_SHARE = 0.006
"""Share of the picture's width by which a board that is held still may move between two live pictures: a hand
trembles by 2 mm, the board is 250 mm wide and fills a half of the picture."""
LIVE_WIDTH_PX = 960
"""Width to which live pictures are reduced before a board is looked for in them [choice]."""
STEPS = {
    Step.LENS: SurveyStep.BOARD,
    Step.TABLE: SurveyStep.TABLE,
    Step.SEATS: SurveyStep.SEATS,
    Step.AREAS: SurveyStep.AREAS,
    Step.DONE: SurveyStep.DONE,
}


@dataclass(frozen=True, slots=True)
class SetupSurvey:
    """A ``Setup`` as play drives it (``companion.play.setup.ports.Survey``)."""

    setup: Setup
    view: SurveyView

    @classmethod
    def of(cls, setup: Setup) -> SetupSurvey:
        """The survey of a setup; its words and shapes are found once, not with each live picture."""
        return cls(setup, _view_of(setup))

    def take(self, command: CalibrationCommand, frame: Frame | None) -> Survey:
        """After a command; Refused for one that does not belong to a survey."""
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
                return setup.told_size(across, deep)
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
    """Begins surveys and keeps what comes of them (``companion.play.setup.ports.Surveyor``)."""

    def __init__(
        self,
        shelf: TableShelf,
        now: Callable[[], datetime],
        take_up: Callable[[Profile], None] = lambda profile: None,
    ) -> None:
        """``take_up`` gets each table that was kept: it is played at from then on."""
        self._shelf, self._now, self._take_up = shelf, now, take_up
        line = say("survey.lens")
        self.lenses = tuple(KnownChoice(lens.word, lens.name, line) for lens in KNOWN_LENSES)
        self.areas = tuple(KnownChoice(kind.value, say(f"survey.choice.{kind.value}")) for kind in AreaKind)
        self._last_board: BoardSeen | None = None

    def tables(self) -> KnownTables:
        """The tables on the shelf, and what is wrong with files that hold none."""
        kept = self._read()
        known = tuple(KnownChoice(each.name, each.name, _table_line(each)) for each in kept.profiles)
        return KnownTables(known, kept.faults)

    def begin(self, frame: Frame, lens: str | None) -> Survey:
        """A survey with pictures of this size."""
        self._last_board = None
        return SetupSurvey.of(Setup.begin((frame.width, frame.height), known_lens(lens or STARTING_LENS)))

    def with_lens_of(self, frame: Frame, table: str) -> Survey:
        """A survey with the lens of a table on the shelf."""
        begun = Setup.begin((frame.width, frame.height), known_lens(STARTING_LENS))
        return SetupSurvey.of(begun.with_lens_of(self._named(table)))

    def reopened(self, table: str) -> Survey:
        """A survey of a table on the shelf, from its seats on."""
        return SetupSurvey.of(Setup.of(self._named(table)))

    def board_waits(self, survey: Survey, frame: Frame) -> bool:
        """Whether the board lies where it lay in the live picture before, and not where it was taken last."""
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
        """Write the profile; the one that stood under this name is there until the new one is whole."""
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
    """By how much the corners that both show moved, in widths of the picture: live ones may be smaller."""
    _, first, second = np.intersect1d(before.numbers, after.numbers, return_indices=True)
    if len(first) == 0:
        return 1.0
    shift = after.points_px[second] / after.size[0] - before.points_px[first] / before.size[0]
    return float(np.linalg.norm(shift, axis=1).mean())


def _shrunk(pixels: np.ndarray) -> np.ndarray:
    """A picture no wider than what a board is quickly found in."""
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
