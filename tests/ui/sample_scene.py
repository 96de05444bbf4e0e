"""A scene as it is drawn and measured, and views changed for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.play.views import HandView, SeatView, TableView
from companion.ui.stage import Stage


@dataclass(frozen=True, slots=True)
class SampleScene:
    """``then`` opens a page or a sheet on the stage that shows the view."""

    name: str
    view: TableView
    then: Callable[[Stage], None] | None = None


def of_each_seat(view: TableView, changes: Callable[[SeatView], dict[str, object]]) -> TableView:
    """The view with some fields of each seat different."""
    return replace(view, seats=tuple(replace(each, **changes(each)) for each in view.seats))


def of_each_hand(view: TableView, changes: Callable[[HandView], dict[str, object]]) -> TableView:
    """The view with some fields of each hand different."""
    return replace(view, hands=tuple(replace(each, **changes(each)) for each in view.hands))
