"""The winner of a match of cards; then once more, or another game."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.play.base.commands import LeaveGame
from companion.play.base.views import View
from companion.play.modes.cards.views import CardsOverScene
from companion.ui.art.signs import Sign
from companion.ui.art.textures import sign_texture
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.confetti import Confetti, FallingDie
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import PictureSheet

load_layout(__file__)


_SUITS = (Sign.SPADES, Sign.HEARTS, Sign.CLUBS, Sign.DIAMONDS)
_STEP = 4
"""Suits are drawn at every fourth pixel size: few pictures."""


class SuitRain(Confetti):
    """Suits, the red ones red."""

    def _picture(self, die: FallingDie, side: float) -> Texture:
        suit = _SUITS[die.face % len(_SUITS)]
        red = suit in (Sign.HEARTS, Sign.DIAMONDS)
        return sign_texture(suit, max(8, round(side / _STEP) * _STEP), Palette.red if red else Palette.ivory)


_NAME_SECONDS = 0.7


class CardsOverScreen(Screen[CardsOverScene]):
    """The winner's name, rays and falling suits; how the last hand ended."""

    winner = StringProperty("")
    winner_seat = NumericProperty(NO_SEAT)
    told = StringProperty("")
    has_souvenir = BooleanProperty(False)

    def enter(self, view: View[CardsOverScene]) -> None:
        """The name comes in, the suits fall."""
        self.ids.rain.start(star_face=0)
        if THEME.motion:
            self.ids.name.opacity = 0.0
            Animation(opacity=1.0, duration=THEME.seconds(_NAME_SECONDS)).start(self.ids.name)

    def leave(self) -> None:
        """The suits rest."""
        self.ids.rain.stop()

    def show(self, view: View[CardsOverScene]) -> None:
        """Draw who won, and how."""
        self.winner_seat = view.scene.winner_seat
        cards = view.scene.cards
        self.winner, self.told = view.scene.winner, cards.told or ""
        self.has_souvenir = view.scene.souvenir is not None
        self.ids.seats.show(cards.seats)

    def once_more(self) -> None:
        """The same players play to the same points."""
        view = self.table.view.of(CardsOverScene)
        self.table.answer(view.scene.rematch.begun(view.number))

    def new_game(self) -> None:
        """Back to the first screen."""
        self.table.send(LeaveGame)

    def open_souvenir(self) -> None:
        """The page of this match, as large as the screen."""
        view = self.table.view.of(CardsOverScene)
        if view.scene.souvenir is not None:
            self.table.open(PictureSheet(view.scene.souvenir, 0))
