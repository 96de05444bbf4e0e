"""A scene as it is drawn and measured, and views changed for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.play.modes.dice.views import HandView, SeatView
from companion.play.views import TableView
from companion.ui.stage import Stage
from tests.made_views import changed


@dataclass(frozen=True, slots=True)
class SampleScene:
    """``then`` opens a page or a sheet on the stage that shows the view."""

    name: str
    view: TableView
    then: Callable[[Stage], None] | None = None


def of_each_seat(view: TableView, changes: Callable[[SeatView], dict[str, object]]) -> TableView:
    """The view with some fields of each seat different."""
    return changed(view, seats=tuple(changed(each, **changes(each)) for each in view.scene.game.seats))


def of_each_hand(view: TableView, changes: Callable[[HandView], dict[str, object]]) -> TableView:
    """The view with some fields of each hand different."""
    return changed(view, hands=tuple(changed(each, **changes(each)) for each in view.scene.hands))
