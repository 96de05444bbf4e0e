"""What the pages of the calibration ask, in one sentence each: what to do next."""

from __future__ import annotations

from companion.play.setup.calibrating import Calibrating
from companion.play.setup.ports import SurveyView
from companion.play.setup.views import LightView, Page, Standing

STAGES = (
    ("Name", (Page.NAME,)),
    ("Lens", (Page.LENS, Page.BOARD)),
    ("Table", (Page.TABLE, Page.SIZE)),
    ("Seats", (Page.SEATS,)),
    ("Areas", (Page.AREAS,)),
    ("Light", (Page.LIGHT,)),
    ("Saved", (Page.SAVED,)),
)
"""The stages on the way and their pages."""


def say_next(now: Calibrating) -> str:
    """What to do next."""
    view = None if now.survey is None else now.survey.view
    match now.page:
        case Page.NAME:
            return "Which table is it?"
        case Page.LENS:
            return "How shall the camera's lens be known?"
        case Page.BOARD:
            return _board(view)
        case Page.TABLE:
            return _table(view)
        case Page.SIZE:
            return "Tell how long the table is across the picture, and how deep."
        case Page.SEATS:
            return _seats(view)
        case Page.AREAS:
            return _areas(view)
        case Page.SAVED:
            return f"{now.name} is set up."
    return say_light(now.checks)


def _board(view: SurveyView) -> str:
    if view.coverage is not None and view.coverage.complete:
        return "That is enough: measure the lens now."
    return view.hold


def _table(view: SurveyView) -> str:
    if not view.touches:
        return "Lay the cards A to D in its corners, or touch the corners in the picture."
    left = 4 - view.touches
    return f"Touch {left} more {'corner' if left == 1 else 'corners'} of the table."


def _seats(view: SurveyView) -> str:
    if not view.touches:
        return "Touch where the first player sits, then the others clockwise."
    return "Touch where the next player sits, clockwise, until all do."


def _areas(view: SurveyView) -> str:
    if view.drawing is not None and view.touches < 2:
        return f"Touch two opposite corners of {view.drawing}."
    if view.drawing is not None:
        return "Close it, or touch all its corners where its sides are askew."
    return "Tell where dice lie that are not in play, or go on."


def say_light(checks: tuple[LightView, ...]) -> str:
    """The first thing to mend, or that all is well."""
    wrong = next((each for each in checks if each.standing is Standing.WRONG), None)
    if not checks:
        return "The light is looked at."
    if wrong is None:
        return "The light is good."
    return f"{wrong.remedy[:1].upper()}{wrong.remedy[1:]}."
