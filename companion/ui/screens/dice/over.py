"""The winner's moment; then once more, or another game."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.play.base.commands import CorrectReading, LeaveGame
from companion.play.base.views import View
from companion.play.modes.dice.views import OverScene
from companion.ui.art.theme import THEME
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import PictureSheet

load_layout(__file__)


class OverScreen(Screen[OverScene]):
    """The winner's name, rays and falling dice; the verdict that ended the game can still be corrected."""

    winner = StringProperty("")
    winner_seat = NumericProperty(NO_SEAT)
    verdict = StringProperty("")
    may_correct = BooleanProperty(False)
    has_souvenir = BooleanProperty(False)

    def enter(self, view: View[OverScene]) -> None:
        """The name grows, the dice fall."""
        self.ids.rain.start(view.scene.game.star_face)
        name = self.ids.name
        if THEME.motion:
            name.opacity = 0.0
            Animation(opacity=1.0, duration=THEME.seconds(0.7)).start(name)

    def leave(self) -> None:
        """The dice rest."""
        self.ids.rain.stop()

    def show(self, view: View[OverScene]) -> None:
        """Draw who won, and how."""
        self.winner_seat = view.scene.winner_seat
        self.winner = view.scene.winner
        self.verdict = view.scene.told
        self.may_correct = view.scene.may_correct
        self.has_souvenir = view.scene.souvenir is not None
        self.ids.seats.show(view.scene.game.seats, view.scene.game.star_face)

    def once_more(self) -> None:
        """The same players play the same game."""
        view = self.table.view.of(OverScene)
        self.table.answer(view.scene.rematch.begun(view.number))

    def new_game(self) -> None:
        """Back to the first screen."""
        self.table.send(LeaveGame)

    def open_souvenir(self) -> None:
        """The page of this game, as large as the screen."""
        view = self.table.view.of(OverScene)
        if view.scene.souvenir is not None:
            self.table.open(PictureSheet(view.scene.souvenir, view.scene.game.star_face))

    def correct(self) -> None:
        """The last reveal was taken wrongly."""
        self.table.send(CorrectReading)
