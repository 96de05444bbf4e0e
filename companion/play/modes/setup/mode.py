"""Sets a table up, with camera, surveyor and light meter."""

from __future__ import annotations

from dataclasses import replace

from companion.core.frame import Camera, CameraGone, Clock, Frame
from companion.play.base.commands import LeaveGame, Refused
from companion.play.base.readings import wait_for
from companion.play.base.views import PictureView, View
from companion.play.modes.setup.state import (
    LIGHT_PAGES,
    LIVE_PAGES,
    NEEDS_PICTURE,
    Calibrating,
    LightMeter,
    Props,
    SetupTable,
    Surveyor,
    SurveyView,
    after,
    begun,
)
from companion.play.modes.setup.views import (
    AreasDone,
    Asks,
    BeginArea,
    CalibrationCommand,
    CalibrationScene,
    CheckLight,
    CloseArea,
    CoverageView,
    ForgetArea,
    ForgetSeats,
    Ink,
    KeyView,
    LensDone,
    LensOfTable,
    LightView,
    MeasureLens,
    NameTable,
    Page,
    SaveTable,
    SeatEvenly,
    SeatsAgain,
    SeatsDone,
    SetUpTable,
    Shape,
    StageView,
    Standing,
    TakeBack,
    TakeLens,
    TakePicture,
    TellSize,
    TurnBack,
    Weight,
)
from companion.rules import FEWEST_PLAYERS, HOUSE
from companion.text import as_sentence, say

LIVE_A_JUDGEMENT = 8
"""Live pictures between two judgements of the light: one a second."""


class SetupMode:
    """Works on the table's calibration; its camera may differ from the game's."""

    def __init__(
        self,
        camera: Camera,
        surveyor: Surveyor,
        meter: LightMeter,
        clock: Clock,
        props: Props | None = None,
        light_camera: Camera | None = None,
    ) -> None:
        """``props``: what a simulated table holds before ``camera``; ``light_camera``: judges the light, if
        another.
        """
        self._camera, self._surveyor, self._meter, self._clock = camera, surveyor, meter, clock
        self._props, self._light_camera = props, light_camera or camera
        self._followed = 0

    def take(self, number: int, before: Calibrating | None, command: CalibrationCommand) -> SetupTable:
        """The table after a touch; ``before`` None: on the first screen.

        Refused for what no key asks, and without a picture.
        """
        try:
            now = self._after(before, command)
        except CameraGone as gone:
            raise Refused(str(gone)) from None
        fault = None if now.refusal is None else as_sentence(now.refusal)
        return SetupTable(number, now, fault)

    def follow(self, table: SetupTable) -> SetupTable:
        """The page with a live picture. Raises ``CameraGone``.

        A lens board held still is photographed; the light is judged once a second.
        """
        now = table.calibration
        live = self._camera_of(now).latest()
        if live is None or (now.live is not None and live.exposed_at_ns <= now.live.exposed_at_ns):
            return table
        seen = replace(now, live=live)
        if now.page in LIGHT_PAGES:
            return replace(table, calibration=self._judged(seen, live))
        if now.page is Page.BOARD and self._board_waits(now, live):
            taken = self._after(seen, TakePicture(table.number))
            if taken.refusal is None:
                return SetupTable(table.number + 1, taken)
        return replace(table, calibration=seen)

    def _after(self, now: Calibrating | None, command: CalibrationCommand) -> Calibrating:
        if isinstance(command, CheckLight | SetUpTable):
            return self._stand(begun(command, self._surveyor), None)
        if now is None:
            raise Refused(say("setup.none"))
        if isinstance(command, SaveTable):
            return self._saved(now)
        frame = self._taken(now) if isinstance(command, NEEDS_PICTURE) else None
        return self._stand(after(now, command, self._surveyor, frame), now)

    def _saved(self, now: Calibrating) -> Calibrating:
        if now.name is None or now.survey is None:
            raise Refused(say("setup.nothing_to_keep"))
        kept = self._surveyor.save(now.name, now.survey)
        return Calibrating(Page.SAVED, name=now.name, survey=now.survey, kept=kept)

    def _stand(self, now: Calibrating, before: Calibrating | None) -> Calibrating:
        if self._props is not None and now.page is not Page.HEALTH:
            self._props.show(now.pictures if now.page is Page.BOARD else None)
        if now.page in LIGHT_PAGES and (before is None or before.page is not now.page):
            self._meter.rest()
            self._followed = 0
        return now

    def _board_waits(self, now: Calibrating, live: Frame) -> bool:
        if now.survey is None:
            return False
        coverage = now.survey.view.coverage
        if coverage is not None and coverage.complete:
            return False
        return self._surveyor.board_waits(now.survey, live)

    def _judged(self, now: Calibrating, live: Frame) -> Calibrating:
        self._meter.follow(live)
        self._followed += 1
        if self._followed % LIVE_A_JUDGEMENT:
            return now
        return replace(now, checks=self._meter.judge(self._taken(now), now.survey))

    def _taken(self, now: Calibrating) -> Frame:
        return wait_for(self._camera_of(now), self._clock())

    def _camera_of(self, now: Calibrating) -> Camera:
        return self._light_camera if now.page is Page.HEALTH else self._camera


STAGES = (
    ("name", (Page.NAME,)),
    ("lens", (Page.LENS, Page.BOARD)),
    ("table", (Page.TABLE, Page.SIZE)),
    ("seats", (Page.SEATS,)),
    ("areas", (Page.AREAS,)),
    ("light", (Page.LIGHT,)),
    ("saved", (Page.SAVED,)),
)
"""The stages by catalogue name, with their pages."""


def setup_view(table: SetupTable) -> View[CalibrationScene]:
    now = table.calibration
    page, picture = calibration_view(now), calibration_picture(now)
    return View(table.number, page, say_next(now), table.fault, page.title, picture)


def say_next(now: Calibrating) -> str:
    match now.page:
        case Page.NAME:
            return say("setup.page.name")
        case Page.LENS:
            return say("setup.page.lens")
        case Page.SIZE:
            return say("setup.page.size")
        case Page.SAVED:
            return say("setup.page.saved", table=now.name or "")
        case Page.LIGHT | Page.HEALTH:
            return say_light(now.checks)
    if now.survey is None:
        raise ValueError(f"nothing is surveyed on the page {now.page.value}")
    return _say_survey(now.page, now.survey.view)


def _say_survey(page: Page, view: SurveyView) -> str:
    if page is Page.BOARD:
        enough = view.coverage is not None and view.coverage.complete
        return say("setup.page.board_enough") if enough else view.hold
    if page is Page.TABLE:
        left = 4 - view.touches
        return say("setup.page.corners", count=left) if view.touches else say("setup.page.table")
    if page is Page.SEATS:
        return say("setup.page.next_seat" if view.touches else "setup.page.seats")
    if view.drawing is None:
        return say("setup.page.areas")
    if view.touches < RECTANGLE:
        return say("setup.page.area_corners", area=view.drawing)
    return say("setup.page.close_area")


def say_light(checks: tuple[LightView, ...]) -> str:
    remedies = (each.remedy for each in checks if each.standing is Standing.WRONG)
    remedy = next((each for each in remedies if each is not None), None)
    if not checks:
        return say("setup.page.light")
    if remedy is None:
        return say("setup.page.light_good")
    return as_sentence(remedy)


PRESET_NAMES = ("dining", "kitchen", "living", "game", "club")
"""Names offered before any table is set up, by catalogue name."""
MOST_NAMES = 5
"""Tables offered: with the key for another name they fill the smallest screen."""
RECTANGLE = 2
"""Corners that suffice to close an area: two opposite ones of a rectangle."""


def calibration_view(now: Calibrating) -> CalibrationScene:
    survey = None if now.survey is None else now.survey.view
    title = say("setup.title.light") if now.page is Page.HEALTH else now.name or say("setup.title")
    return CalibrationScene(
        page=now.page,
        title=title,
        said=_said(now, survey),
        stages=_stages(now.page),
        choices=_choices(now),
        keys=_keys(now, survey),
        shapes=_shapes(now, survey),
        touchable=_touchable(now.page, survey),
        coverage=survey.coverage if survey is not None and now.page is Page.BOARD else None,
        checks=_worst_first(now.checks) if now.page in LIGHT_PAGES else (),
        back=LeaveGame if now.earlier is None else TurnBack,
    )


def calibration_picture(now: Calibrating) -> PictureView | None:
    if now.live is None or now.page not in LIVE_PAGES:
        return None
    return PictureView(now.live, (), live=True)


def _said(now: Calibrating, survey: SurveyView | None) -> str:
    if now.page in (Page.NAME, Page.LENS):
        return say("setup.about.name" if now.page is Page.NAME else "setup.about.lens")
    if now.page is Page.SAVED:
        return now.kept or ""
    corners = now.page in (Page.TABLE, Page.SIZE) and survey is not None and survey.touches
    shown = now.page is Page.BOARD or now.page in LIGHT_PAGES  # by signs; the caption says what is next
    if survey is None or survey.refused or corners or shown:
        return ""
    return as_sentence(survey.said)


def _stages(page: Page) -> tuple[StageView, ...]:
    at = next((at for at, (_, pages) in enumerate(STAGES) if page in pages), None)
    if at is None:
        return ()
    last = len(STAGES) - 1
    return tuple(
        StageView(say(f"setup.stage.{stage}"), done=each < at or at == last, now=each == at)
        for each, (stage, _) in enumerate(STAGES)
    )


def _choices(now: Calibrating) -> tuple[KeyView, ...]:
    if now.page is Page.NAME:
        return _names(now)
    return _lenses(now) if now.page is Page.LENS else ()


def _names(now: Calibrating) -> tuple[KeyView, ...]:
    known = tuple(
        KeyView(each.title, NameTable, (("name", each.word),), line=say("setup.name.anew", line=each.line))
        for each in now.tables[:MOST_NAMES]
    )
    presets = tuple(_preset(say(f"setup.preset.{name}")) for name in PRESET_NAMES)
    other = KeyView(say("setup.name.other"), NameTable, asks=Asks.NAME, line=say("setup.name.letters"))
    return (*(known or presets), other)


def _preset(name: str) -> KeyView:
    return KeyView(name, NameTable, (("name", name),))


def _take_back() -> KeyView:
    return KeyView(say("setup.key.take_back"), TakeBack, weight=Weight.QUIET)


def _lenses(now: Calibrating) -> tuple[KeyView, ...]:
    measure = KeyView(
        say("setup.key.measure_lens"),
        MeasureLens,
        weight=Weight.MAIN,
        line=say("setup.lens.by_board"),
    )
    seats = KeyView(say("setup.lens.only_seats"), SeatsAgain, line=say("setup.lens.stays"))
    again = (seats,) if now.name in {each.word for each in now.tables} else ()
    known = tuple(
        KeyView(each.title, TakeLens, (("word", each.word),), line=each.line) for each in now.lenses
    )
    tables = tuple(
        KeyView(
            say("setup.lens.of_table", table=each.title), LensOfTable, (("name", each.word),), line=each.line
        )
        for each in now.tables
        if each.line
    )
    if not tables:
        return (measure, *known)
    lens = KeyView(say("setup.lens.tables"), None, options=tables, line=say("setup.lens.as_before"))
    return (*again, measure, lens, *known)


def _keys(now: Calibrating, survey: SurveyView | None) -> tuple[KeyView, ...]:
    match now.page:
        case Page.BOARD | Page.TABLE | Page.SEATS | Page.AREAS if survey is not None:
            return _keys_of_survey(now, survey)
        case Page.SIZE:
            return (
                KeyView(say("setup.key.size"), TellSize, weight=Weight.MAIN, asks=Asks.SIZE),
                _take_back(),
            )
        case Page.LIGHT:
            return (KeyView(say("setup.key.save"), SaveTable, weight=Weight.MAIN),)
        case Page.SAVED:
            return (
                KeyView(say("setup.key.done"), LeaveGame, weight=Weight.MAIN),
                KeyView(say("setup.key.another"), SetUpTable, weight=Weight.QUIET),
            )
    return ()


def _keys_of_survey(now: Calibrating, survey: SurveyView) -> tuple[KeyView, ...]:
    if now.page is Page.BOARD:
        return () if survey.coverage is None else _board_keys(survey.coverage)
    if now.page is Page.SEATS:
        return _seat_keys(survey)
    if now.page is Page.AREAS:
        return _area_keys(now, survey)
    cards = KeyView(say("setup.key.cards_lie"), TakePicture, weight=Weight.MAIN)
    return (_take_back(),) if survey.touches else (cards,)


def _board_keys(coverage: CoverageView) -> tuple[KeyView, ...]:
    enough = coverage.pictures >= coverage.fewest
    take = KeyView(say("setup.key.take"), TakePicture, weight=Weight.PLAIN)
    back = (_take_back(),) if coverage.pictures else ()
    if not enough:
        return (take, *back)
    return (KeyView(say("setup.key.measure_lens"), LensDone, weight=Weight.MAIN), take, *back)


def _seat_keys(survey: SurveyView) -> tuple[KeyView, ...]:
    numbers = tuple(
        KeyView(str(players), SeatEvenly, (("players", players),))
        for players in range(FEWEST_PLAYERS, HOUSE.most_players + 1)
    )
    evenly = KeyView(say("setup.key.evenly"), None, options=numbers)
    if not survey.touches:
        return (evenly,)
    done = KeyView(
        say("setup.key.all"), SeatsDone, weight=Weight.MAIN, enabled=survey.touches >= FEWEST_PLAYERS
    )
    return (done, _take_back(), KeyView(say("setup.key.anew"), ForgetSeats, weight=Weight.QUIET))


def _area_keys(now: Calibrating, survey: SurveyView) -> tuple[KeyView, ...]:
    if survey.drawing is not None:
        close = KeyView(
            say("setup.key.close"), CloseArea, weight=Weight.MAIN, enabled=survey.touches >= RECTANGLE
        )
        return (close, _take_back())
    kinds = tuple(KeyView(each.title, BeginArea, (("area", each.word),)) for each in now.areas)
    words = say("setup.key.go_on" if survey.areas else "setup.key.none")
    back = (KeyView(say("setup.key.forget"), ForgetArea, weight=Weight.QUIET),) if survey.areas else ()
    return (*kinds, KeyView(words, AreasDone, weight=Weight.MAIN), *back)


def _touchable(page: Page, survey: SurveyView | None) -> bool:
    if survey is None:
        return False
    return page in (Page.TABLE, Page.SEATS) or (page is Page.AREAS and survey.drawing is not None)


def _shapes(now: Calibrating, survey: SurveyView | None) -> tuple[Shape, ...]:
    if now.page in LIGHT_PAGES:
        outline = () if survey is None else survey.shapes[:1]
        return (*outline, *(shape for check in now.checks for shape in _places(check)))
    return () if survey is None else survey.shapes


def _worst_first(checks: tuple[LightView, ...]) -> tuple[LightView, ...]:
    order = (Standing.WRONG, Standing.UNKNOWN, Standing.GOOD)
    return tuple(sorted(checks, key=lambda check: order.index(check.standing)))


def _places(check: LightView) -> tuple[Shape, ...]:
    if check.standing is Standing.GOOD:
        return ()
    return tuple(
        Shape(
            ((left, top), (right, top), (right, bottom), (left, bottom)),
            Ink.WRONG,
            say(f"light.mark.{check.subject.replace(' ', '_')}") if at == 0 else "",
        )
        for at, ((left, top), (right, bottom)) in enumerate(check.places)
    )
