"""What the pages of the calibration ask, in one sentence each: what to do next."""

from __future__ import annotations

from companion.play.setup.calibrating import Calibrating
from companion.play.setup.ports import SurveyView
from companion.play.setup.views import LightView, Page, Standing
from companion.text.numbers import as_sentence
from companion.text.speech import say

STAGES = (
    ("name", (Page.NAME,)),
    ("lens", (Page.LENS, Page.BOARD)),
    ("table", (Page.TABLE, Page.SIZE)),
    ("seats", (Page.SEATS,)),
    ("areas", (Page.AREAS,)),
    ("light", (Page.LIGHT,)),
    ("saved", (Page.SAVED,)),
)
"""The stages on the way, by their names in the catalogues, and their pages."""


def say_next(now: Calibrating) -> str:
    """What to do next."""
    match now.page:
        case Page.NAME:
            return say("setup.page.name")
        case Page.LENS:
            return say("setup.page.lens")
        case Page.BOARD:
            return _board(_surveyed(now))
        case Page.TABLE:
            return _table(_surveyed(now))
        case Page.SIZE:
            return say("setup.page.size")
        case Page.SEATS:
            return _seats(_surveyed(now))
        case Page.AREAS:
            return _areas(_surveyed(now))
        case Page.SAVED:
            return say("setup.page.saved", table=now.name or "")
    return say_light(now.checks)


def _surveyed(now: Calibrating) -> SurveyView:
    if now.survey is None:
        raise ValueError(f"nothing is surveyed on the page {now.page.value}")
    return now.survey.view


def _board(view: SurveyView) -> str:
    if view.coverage is not None and view.coverage.complete:
        return say("setup.page.board_enough")
    return view.hold


def _table(view: SurveyView) -> str:
    if not view.touches:
        return say("setup.page.table")
    return say("setup.page.corners", count=4 - view.touches)


def _seats(view: SurveyView) -> str:
    if not view.touches:
        return say("setup.page.seats")
    return say("setup.page.next_seat")


def _areas(view: SurveyView) -> str:
    if view.drawing is not None and view.touches < 2:
        return say("setup.page.area_corners", area=view.drawing)
    if view.drawing is not None:
        return say("setup.page.close_area")
    return say("setup.page.areas")


def say_light(checks: tuple[LightView, ...]) -> str:
    """The first thing to mend, or that all is well."""
    remedies = (each.remedy for each in checks if each.standing is Standing.WRONG)
    remedy = next((each for each in remedies if each is not None), None)
    if not checks:
        return say("setup.page.light")
    if remedy is None:
        return say("setup.page.light_good")
    return as_sentence(remedy)
