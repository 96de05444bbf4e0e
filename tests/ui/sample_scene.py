"""A scene as it is drawn and measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.play.views import TableView
from companion.ui.stage import Stage


@dataclass(frozen=True, slots=True)
class SampleScene:
    """``then`` opens a page or a sheet on the stage that shows the view."""

    name: str
    view: TableView
    then: Callable[[Stage], None] | None = None
