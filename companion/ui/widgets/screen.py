"""What all screens have in common."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.overlays.help import HelpView, help_of
from companion.play.views import Scene, TableView
from companion.ui.widgets.box import BoxLayout
from companion.ui.widgets.camera_picture import CameraPicture, DieCrop
from companion.ui.widgets.sheet import Answer, Sheet

S = TypeVar("S", bound=Scene)
"""The scene that a screen draws."""


class StagePort(Protocol):
    @property
    def view(self) -> TableView: ...

    def send(self, kind: type[Command], **fields: object) -> None: ...

    def answer(self, command: Command) -> None: ...

    def toast(self, text: str) -> None: ...

    def open(self, sheet: Sheet) -> None: ...

    def close(self) -> None: ...

    def refresh_header(self) -> None: ...


class Screen(BoxLayout, Generic[S]):
    """Draws one scene. ``leading`` names the sign of the header's left key."""

    leading = "menu"

    def __init__(self, table: StagePort, **properties: object) -> None:
        self.table = table
        super().__init__(**properties)

    def prepare(self, view: TableView) -> None:
        """Draw ahead, on the view before, what stays the same when the scene begins."""

    def enter(self, view: View[S]) -> None: ...

    def show(self, view: View[S]) -> None:
        raise NotImplementedError(f"{type(self).__name__} draws no view")

    def leave(self) -> None: ...

    def let_pictures_go(self) -> None:
        """Drop camera frames and their textures; a screen gets new ones when it returns."""
        for widget in self.walk(restrict=True):
            if isinstance(widget, CameraPicture):
                widget.show(None, star_face=1)
            elif isinstance(widget, DieCrop):
                widget.show(None, None)

    def cut_short(self) -> bool:
        """A finger came down: end what is played to the table; False if nothing is."""
        return False

    def go_back(self) -> bool:
        """Turn back a page; False if there is none."""
        return False

    def message(self, view: View[S]) -> str:
        return view.message

    def caption(self, view: View[S]) -> str:
        return view.caption

    def help(self, view: View[S]) -> HelpView:
        return help_of(view)

    def help_keys(self, view: View[S]) -> tuple[Answer, ...]:
        return ()
