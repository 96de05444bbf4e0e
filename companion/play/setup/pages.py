"""The pages of the calibration as the screen shows them."""

from __future__ import annotations

from companion.play.commands import LeaveGame
from companion.play.setup.calibrating import LIGHT_PAGES, LIVE_PAGES, Calibrating
from companion.play.setup.calibration_words import STAGES
from companion.play.setup.commands import (
    AreasDone,
    BeginArea,
    CloseArea,
    ForgetArea,
    ForgetSeats,
    LensDone,
    LensOfTable,
    MeasureLens,
    NameTable,
    SaveTable,
    SeatEvenly,
    SeatsAgain,
    SeatsDone,
    SetUpTable,
    TakeBack,
    TakeLens,
    TakePicture,
    TellSize,
    TurnBack,
)
from companion.play.setup.ports import SurveyView
from companion.play.setup.views import (
    Asks,
    CalibrationView,
    CoverageView,
    Ink,
    KeyView,
    LightView,
    Page,
    Shape,
    StageView,
    Standing,
    Weight,
)
from companion.play.views import PictureView
from companion.text.numbers import as_sentence
from companion.text.speech import say

PRESET_NAMES = ("dining", "kitchen", "living", "game", "club")
"""Names that are offered where no table is set up yet, by their names in the catalogues."""
MOST_NAMES = 5
"""Tables that are offered: with the key for another name they fill the smallest screen."""
FEWEST_PLAYERS, MOST_PLAYERS = 2, 12
FEWEST_SEATS = 2
RECTANGLE = 2
"""Corners of an area from which it may be closed: two opposite ones of a rectangle."""


def calibration_view(now: Calibrating) -> CalibrationView:
    """The page of what stands now."""
    survey = None if now.survey is None else now.survey.view
    title = say("setup.title.light") if now.page is Page.HEALTH else now.name or say("setup.title")
    return CalibrationView(
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
    """The live picture of a page that shows one."""
    if now.live is None or now.page not in LIVE_PAGES:
        return None
    return PictureView(now.live, (), live=True)


def _said(now: Calibrating, survey: SurveyView | None) -> str:
    if now.page in (Page.NAME, Page.LENS):
        return say("setup.about.name" if now.page is Page.NAME else "setup.about.lens")
    if now.page is Page.SAVED:
        return now.kept or ""
    corners = now.page in (Page.TABLE, Page.SIZE) and survey is not None and survey.touches
    if survey is None or survey.refused or corners or now.page in LIGHT_PAGES:
        return ""
    return as_sentence(survey.said)


def _stages(page: Page) -> tuple[StageView, ...]:
    """Where this page stands on the way; nothing for the light alone."""
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
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    )
    evenly = KeyView(say("setup.key.evenly"), None, options=numbers)
    if not survey.touches:
        return (evenly,)
    done = KeyView(
        say("setup.key.all"), SeatsDone, weight=Weight.MAIN, enabled=survey.touches >= FEWEST_SEATS
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
    """Where something is wrong: outlined, and named once."""
    if check.standing is Standing.GOOD:
        return ()
    return tuple(
        Shape(
            ((left, top), (right, top), (right, bottom), (left, bottom)),
            Ink.WRONG,
            check.subject if at == 0 else "",
        )
        for at, ((left, top), (right, bottom)) in enumerate(check.places)
    )
