"""The bid that stands: the red die, who made it, in words; pots, banner and the lost dice."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import TableView
from companion.text.numbers import capital
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_face import skin_of

load_layout(__file__)


class BidPanel(BoxLayout):
    """Draws the bid of a ``TableView``. ``hint`` says what to touch where no bid stands yet."""

    who = StringProperty("")
    bid = StringProperty("")
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

    def show(self, view: TableView) -> None:
        """Draw this view's bid."""
        bidder = next((seat.name for seat in view.seats if seat.bidder), "")
        bids = say("bidding.bids", player=bidder) if bidder else ""
        self.who = bids if view.bid else say("bidding.no_bid")
        self.bid = capital(view.bid) if view.bid else self.hint
        self.star = view.star_face
        self.face = view.bid_face
        self.has_die = view.bid_face is not None
        self.banner = view.banner or ""
        self.round_pot, self.game_pot = (str(pot) for pot in view.pots) if view.pots else ("", "")
        self.in_play = view.in_play
        self.lost = sum(max(0, seat.lost) for seat in view.seats)
        self.squares = self.in_play + self.lost
        self.ids.lost.dress(skin_of(view.star_face), view.star_face)
