"""The bid that stands with its bidder, and apart from it whose turn it is, to be read from two metres."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.modes.dice.views import GameView
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Target

load_layout(__file__)

_LOW_DP, _TOLD_BESIDE_DP, _TOLD_DP, _POTS_DP, _BANNER_DP = 230.0, 100.0, 186.0, 32.0, 42.0
"""Below these heights, less that of the pots, squares or words would make the bid small."""


class BidPanel(Target, BoxLayout):
    """Draws the bid of a game. ``hint`` says what to touch where no bid stands yet.

    The bid is its number before the red die: "7 ×", "7×" in a low panel. A sum (tie breaker)
    is the number alone.
    """

    bidder = StringProperty("")
    """Who made the bid, as the first words of it: "Ann:"."""
    bidder_seat = NumericProperty(NO_SEAT)
    turn = StringProperty("")
    turn_seat = NumericProperty(NO_SEAT)
    number = StringProperty("")
    beside = BooleanProperty(False)
    """Turn and bid side by side, in a low panel over the whole width."""
    tall = BooleanProperty(False)
    """A narrow panel: who bids stands over what is bid."""
    told = BooleanProperty(True)
    """Whether there is room for the dice in play."""
    roomy = BooleanProperty(True)
    """Whether there is room for the Lost Dice Squares."""
    has_bids = BooleanProperty(False)
    """Whether a touch has bids to show."""
    who = StringProperty("")
    """What stands beside the dice in play."""
    face = ObjectProperty(None, allownone=True)
    has_die = BooleanProperty(False)
    star = NumericProperty(1)
    hint = StringProperty("")
    banner = StringProperty("")
    round_pot = StringProperty("")
    game_pot = StringProperty("")
    in_play = NumericProperty(0)
    squares = NumericProperty(0)
    lost = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self._game: GameView | None = None
        self._name = ""
        super().__init__(**properties)

    def on_size(self, *_: object) -> None:
        """Where it is low the squares go: whose turn it is and the bid stay large."""
        pots = (THEME.px(_POTS_DP) if self.round_pot else 0.0) + self.banner_height
        self.told = self.height - pots > THEME.px(_TOLD_BESIDE_DP if self.beside else _TOLD_DP)
        self.roomy = self.height - pots > THEME.px(_LOW_DP) and not THEME.roomy

    @property
    def banner_height(self) -> float:
        """Pixels that the banner takes; 0 where there is none."""
        return THEME.px(_BANNER_DP) if self.banner else 0.0

    def show(self, game: GameView) -> None:
        """Draw the bid of this game."""
        bidder = next((seat for seat in game.seats if seat.bidder), None)
        stands = bidder is not None and bool(game.bid)
        self.bidder = say("bidding.bidder", player=bidder.name) if bidder is not None and stands else ""
        self.bidder_seat = bidder.seat if bidder is not None and stands else NO_SEAT
        self._name = "" if bidder is None else bidder.name
        self.has_bids = bool(game.bids)
        self._game = game
        self.on_beside()
        turn = next((seat for seat in game.seats if seat.to_act), None)
        self.turn, self.turn_seat = ("", NO_SEAT) if turn is None else (turn.name, turn.seat)
        claim = "" if game.bid_quantity is None else str(game.bid_quantity)
        self.number = f"{claim}×" if game.bid_face is not None else claim
        self.star = game.star_face
        self.face = game.bid_face
        self.has_die = game.bid_face is not None
        self.banner = game.banner or ""
        self.round_pot, self.game_pot = (str(pot) for pot in game.pots) if game.pots else ("", "")
        self.on_size()
        self.in_play = game.in_play
        self.lost = sum(max(0, seat.lost) for seat in game.seats)
        self.squares = self.in_play + self.lost
        self.ids.lost.dress(skin_of(game.star_face), game.star_face)

    def on_beside(self, *_: object) -> None:
        """Say in few words whose bids the key beside it lists."""
        game = self._game
        if game is None:
            return
        if self._name and (game.bids or (game.bid and self.beside)):
            self.who = say("bidding.bids", player=self._name)
        else:
            self.who = "" if game.bid else say("bidding.no_bid")
