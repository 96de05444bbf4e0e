"""What all screens have in common."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from kivy.uix.boxlayout import BoxLayout

from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.overlays.help import HelpView, help_of
from companion.play.views import Scene, TableView
from companion.ui.widgets.camera_picture import CameraPicture, DieCrop
from companion.ui.widgets.sheet import Answer, Sheet

S = TypeVar("S", bound=Scene)
"""The scene that a screen draws."""


class StagePort(Protocol):
    """What a screen may ask of the stage that it stands on."""

    @property
    def view(self) -> TableView: ...

    def send(self, kind: type[Command], **fields: object) -> None:
        """Send a command made on the view that is shown."""
        ...

    def answer(self, command: Command) -> None:
        """Send a command that came with the view."""
        ...

    def toast(self, text: str) -> None:
        """Say why a touch did nothing."""
        ...

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the screen."""
        ...

    def close(self) -> None: ...

    def refresh_header(self) -> None:
        """Say again what the header says."""
        ...


class Screen(BoxLayout, Generic[S]):
    """A screen of one scene. ``leading`` names the sign of the key at the header's left."""

    leading = "menu"

    def __init__(self, table: StagePort, **properties: object) -> None:
        self.table = table
        super().__init__(**properties)

    def prepare(self, view: TableView) -> None:
        """Draw ahead, on a view of the scene before, what will be the same when the scene begins."""

    def enter(self, view: View[S]) -> None:
        """The scene begins."""

    def show(self, view: View[S]) -> None:
        """Draw a view of this scene."""
        raise NotImplementedError(f"{type(self).__name__} draws no view")

    def leave(self) -> None:
        """The scene has ended."""

    def let_pictures_go(self) -> None:
        """A screen that is left keeps no frame of the camera, nor its texture: it is given them anew."""
        for widget in self.walk(restrict=True):
            if isinstance(widget, CameraPicture):
                widget.show(None, star_face=1)
            elif isinstance(widget, DieCrop):
                widget.show(None, None)

    def cut_short(self) -> bool:
        """A finger came down: end at once what is being played to the table; False where nothing is."""
        return False

    def go_back(self) -> bool:
        """Turn back a page; False where there is none."""
        return False

    def message(self, view: View[S]) -> str:
        return view.message

    def caption(self, view: View[S]) -> str:
        return view.caption

    def help(self, view: View[S]) -> HelpView:
        return help_of(view)

    def help_keys(self, view: View[S]) -> tuple[Answer, ...]:
        """What else may be asked for there."""
        return ()
