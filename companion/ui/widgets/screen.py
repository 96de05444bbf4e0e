"""What all screens have in common."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar, cast

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.play.base.commands import Command, LeaveGame
from companion.play.base.views import HelpView, View
from companion.play.modes.cards.views import CardsOverScene
from companion.play.modes.dice.views import OverScene
from companion.play.views import Scene, TableView, help_of, star_face_of
from companion.ui.widgets.box import BoxLayout
from companion.ui.widgets.camera_picture import CameraPicture, DieCrop
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import Answer, PictureSheet, Sheet, fade_in

S = TypeVar("S", bound=Scene)
"""The scene that a screen draws."""


class StagePort(Protocol):
    newcomer: tuple[tuple[str, ...], str]
    """Who plays, and the name that was last typed for somebody who joins them."""

    @property
    def view(self) -> TableView: ...

    def send(self, kind: type[Command], **fields: object) -> None: ...

    def answer(self, command: Command) -> None: ...

    def toast(self, text: str) -> None: ...

    def open(self, sheet: Sheet) -> None: ...

    def close(self) -> None: ...

    def refresh_header(self) -> None: ...


class Screen(BoxLayout, Generic[S]):
    """Draws one scene. ``leading`` names the sign of the header's left key, ``back`` what its touch sends."""

    leading = "menu"
    back: type[Command] | None = None

    def __init__(self, table: StagePort, **properties: object) -> None:
        self.table = table
        super().__init__(**properties)

    @property
    def view(self) -> View[S]:
        """The newest view, while this screen draws its scene."""
        return cast("View[S]", self.table.view)

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

    def enlarge(self) -> None:
        """Open the picture, if there is one, in a sheet."""
        view = self.table.view
        if view.picture is not None:
            self.table.open(PictureSheet(star_face_of(view.scene), view.picture))

    def cut_short(self) -> bool:
        """A finger came down: end what is played to the table; False if nothing is."""
        return False

    def go_back(self) -> bool:
        """Turn back a page; False if there is none."""
        if self.back is not None:
            self.table.send(self.back)
        return self.back is not None

    def message(self, view: View[S]) -> str:
        return view.message

    def caption(self, view: View[S]) -> str:
        return view.caption

    def help(self, view: View[S]) -> HelpView:
        return help_of(view)

    def help_keys(self, view: View[S]) -> tuple[Answer, ...]:
        return ()


Won = TypeVar("Won", bound=OverScene | CardsOverScene)
_NAME_SECONDS = 0.7


class WonScreen(Screen[Won]):
    """A game is won. The layout has ``rain``, the winner's ``name`` and the ``seats``."""

    winner = StringProperty("")
    winner_seat = NumericProperty(NO_SEAT)
    has_souvenir = BooleanProperty(False)
    may_again = BooleanProperty(True)

    def enter(self, view: View[Won]) -> None:
        self.ids.rain.start(star_face_of(view.scene))
        fade_in(self.ids.name, _NAME_SECONDS)

    def leave(self) -> None:
        self.ids.rain.stop()

    def show(self, view: View[Won]) -> None:
        self.winner, self.winner_seat = view.scene.winner, view.scene.winner_seat
        self.has_souvenir = bool(view.scene.souvenir)
        self.may_again = view.scene.rematch.fits

    def once_more(self) -> None:
        view = self.table.view
        if isinstance(view.scene, OverScene | CardsOverScene):
            self.table.answer(view.scene.rematch.begun(view.number))

    def new_game(self) -> None:
        self.table.send(LeaveGame)

    def open_souvenir(self) -> None:
        scene = self.table.view.scene
        if isinstance(scene, OverScene | CardsOverScene) and scene.souvenir:
            self.table.open(PictureSheet(star_face_of(scene), *scene.souvenir))
