"""The winner's moment; then once more, or another game."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.play.commands import CorrectReading, LeaveGame
from companion.play.start.views import RematchView
from companion.play.views import TableView
from companion.text.numbers import say_all
from companion.ui.layout_file import load_layout
from companion.ui.screens.picture_sheet import PictureSheet
from companion.ui.screens.screen import Screen
from companion.ui.theme import THEME
from companion.ui.widgets.seat_badge import NO_SEAT

load_layout(__file__)


class OverScreen(Screen):
    """The winner's name, rays and falling dice; the verdict that ended the game can still be corrected."""

    winner = StringProperty("")
    winner_seat = NumericProperty(NO_SEAT)
    verdict = StringProperty("")
    may_correct = BooleanProperty(False)
    may_repeat = BooleanProperty(False)
    has_souvenir = BooleanProperty(False)

    def enter(self, view: TableView) -> None:
        """The name grows, the dice fall."""
        self.ids.rain.start(view.star_face)
        name = self.ids.name
        if THEME.motion:
            name.opacity = 0.0
            Animation(opacity=1.0, duration=THEME.seconds(0.7)).start(name)

    def leave(self) -> None:
        """The dice rest."""
        self.ids.rain.stop()

    def show(self, view: TableView) -> None:
        """Draw who won, and how."""
        self.winner_seat = NO_SEAT if view.winner_seat is None else view.winner_seat
        self.winner = view.winner or ""
        self.verdict = say_all(view.verdict.headline, view.verdict.sentence) if view.verdict else ""
        self.may_correct = view.may_correct
        self.may_repeat = view.rematch is not None
        self.has_souvenir = view.souvenir is not None
        self.ids.seats.show(view.seats, view.star_face)

    def once_more(self) -> None:
        """The same players play the same game."""
        view = self.table.view
        self.table.answer(view.part(RematchView).begun(view.number))

    def new_game(self) -> None:
        """Back to the first screen."""
        self.table.send(LeaveGame)

    def open_souvenir(self) -> None:
        """The page of this game, as large as the screen."""
        view = self.table.view
        if view.souvenir is not None:
            self.table.open(PictureSheet(view.souvenir, view.star_face))

    def correct(self) -> None:
        """The last reveal was taken wrongly."""
        self.table.send(CorrectReading)
