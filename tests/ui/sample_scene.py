"""A scene as it is drawn and measured, and views changed for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.play.modes.dice.views import DiceScene, HandView, SeatView
from companion.play.views import TableView, hands_of
from companion.ui.stage import Stage
from companion.ui.widgets.sheet import Sheet
from tests.made_views import changed


@dataclass(frozen=True, slots=True)
class SampleScene:
    """``then`` opens a page or a sheet on the stage that shows the view."""

    name: str
    view: TableView
    then: Callable[[Stage], None] | None = None


def dice_scene(view: TableView) -> DiceScene:
    """The scene of a view in a game of dice."""
    assert isinstance(view.scene, DiceScene)
    return view.scene


def top_sheet(stage: Stage) -> Sheet:
    """What lies over all else: one does."""
    assert stage.top_sheet is not None
    return stage.top_sheet


def of_each_seat(view: TableView, changes: Callable[[SeatView], dict[str, object]]) -> TableView:
    """The view with some fields of each seat different."""
    return changed(view, seats=tuple(changed(each, **changes(each)) for each in dice_scene(view).game.seats))


def of_each_hand(view: TableView, changes: Callable[[HandView], dict[str, object]]) -> TableView:
    """The view with some fields of each hand different."""
    return changed(view, hands=tuple(changed(each, **changes(each)) for each in hands_of(view.scene)))
