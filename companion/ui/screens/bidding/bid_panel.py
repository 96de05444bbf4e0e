"""Whose turn it is and the bid that stands, to be read from two metres; pots, banner, the lost dice."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Target

load_layout(__file__)

_LOW_DP, _TOLD_BESIDE_DP, _TOLD_DP, _POTS_DP = 230.0, 100.0, 186.0, 32.0
"""Below these heights, less that of the pots, squares or words would make the bid small."""


class BidPanel(Target, BoxLayout):
    """Draws the bid of a ``TableView``. ``hint`` says what to touch where no bid stands yet.

    The bid is its number before the red die: "7 ×", "7×" in a low panel. A sum (tie breaker)
    is the number alone.
    """

    turn = StringProperty("")
    turn_seat = NumericProperty(NO_SEAT)
    bidder_seat = NumericProperty(NO_SEAT)
    number = StringProperty("")
    beside = BooleanProperty(False)
    """Turn and bid side by side, in a low panel over the whole width."""
    told = BooleanProperty(True)
    """Whether there is room for who bids and the dice in play."""
    roomy = BooleanProperty(True)
    """Whether there is room for the Lost Dice Squares."""
    has_bids = BooleanProperty(False)
    """Whether a touch has bids to show."""
    who = StringProperty("")
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

    def on_size(self, *_: object) -> None:
        """Where it is low the squares go: whose turn it is and the bid stay large."""
        pots = THEME.px(_POTS_DP) if self.round_pot else 0.0
        self.told = self.height - pots > THEME.px(_TOLD_BESIDE_DP if self.beside else _TOLD_DP)
        self.roomy = self.height - pots > THEME.px(_LOW_DP) and not THEME.roomy

    def show(self, view: TableView) -> None:
        """Draw this view's bid."""
        bidder = next((seat for seat in view.seats if seat.bidder), None)
        bids = "" if bidder is None else say("bidding.bids", player=bidder.name)
        self.bidder_seat = bidder.seat if bidder is not None and view.bid else NO_SEAT
        self.has_bids = bool(view.bids)
        self.who = bids if view.bid else say("bidding.no_bid")
        turn = next((seat for seat in view.seats if seat.to_act), None)
        self.turn, self.turn_seat = ("", NO_SEAT) if turn is None else (turn.name, turn.seat)
        claim = "" if view.bid_quantity is None else str(view.bid_quantity)
        times = "×" if self.beside else " ×"
        self.number = f"{claim}{times}" if view.bid_face is not None else claim
        self.star = view.star_face
        self.face = view.bid_face
        self.has_die = view.bid_face is not None
        self.banner = view.banner or ""
        self.round_pot, self.game_pot = (str(pot) for pot in view.pots) if view.pots else ("", "")
        self.on_size()
        self.in_play = view.in_play
        self.lost = sum(max(0, seat.lost) for seat in view.seats)
        self.squares = self.in_play + self.lost
        self.ids.lost.dress(skin_of(view.star_face), view.star_face)
