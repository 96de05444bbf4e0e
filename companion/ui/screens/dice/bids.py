"""The bids of a round: in a panel on a roomy screen, in a list, on a sheet."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.play.modes.dice.views import BiddingScene, BidView, GameView
from companion.play.views import TableView
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.even_rows import RowList
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import Sheet, is_overtaken
from companion.ui.widgets.surface import Surface

load_layout(__file__)

_ROW_DP = 36.0


class ToldBid(BoxLayout):
    """``stands``: no later bid has been made."""

    seat = NumericProperty(NO_SEAT)
    name = StringProperty("")
    number = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    star = NumericProperty(1)
    stands = BooleanProperty(False)

    @classmethod
    def of(cls, bid: BidView, star: int, stands: bool) -> ToldBid:
        number = f"{bid.quantity} ×" if bid.face is not None else str(bid.quantity)
        return cls(seat=bid.seat, name=bid.name, number=number, face=bid.face, star=star, stands=stands)


class BidRow(ToldBid):
    """In the panel."""


class BidLine(ToldBid):
    """In a list."""


class RoundPanel(Surface, BoxLayout):
    """The round's bids, the end of the round before, the Lost Dice Squares; empty on a small screen."""

    before = StringProperty("")
    squares = NumericProperty(0)
    lost = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self._bids: tuple[BidView, ...] = ()
        self._star = 0
        super().__init__(**properties)
        THEME.tell(self, self.fill, "roomy", "scale")

    def show(self, game: GameView) -> None:
        self._bids, self._star = game.bids, game.star_face
        self.before = game.before
        self.lost = sum(max(0, seat.lost) for seat in game.seats)
        self.squares = game.in_play + self.lost
        self.ids.lost.draw_as(skin_of(game.star_face), game.star_face)
        self.fill()

    def fill(self, *_: object) -> None:
        rows = self.ids.get("bids")
        if rows is None:
            return
        rows.clear_widgets()
        if not THEME.roomy:
            return
        room = int(rows.height / (THEME.px(_ROW_DP) + rows.spacing))
        for at, bid in enumerate(reversed(self._bids[-room:] if room else ())):
            rows.add_widget(BidRow.of(bid, self._star, stands=at == 0))
        rows.add_widget(Widget())


class ToldLine(Label): ...


class BidRows(RowList):
    def __init__(self, **properties: object) -> None:
        self._last_in_sight = False
        super().__init__(**properties)

    def on_kv_post(self, base_widget: object) -> None:
        self.ids.rows.bind(height=self._place)
        self.bind(height=self._place)

    def show(self, bids: tuple[BidView, ...], star_face: int, lines: tuple[str, ...] = ()) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        for place, bid in enumerate(bids, start=1):
            rows.add_widget(BidLine.of(bid, star_face, stands=place == len(bids)))
        for line in lines:
            rows.add_widget(ToldLine(text=line))
        self._last_in_sight = bool(bids)
        self._place()

    def _place(self, *_: object) -> None:
        fits = self.ids.rows.height <= self.height
        self.scroll_y = 0.0 if self._last_in_sight and not fits else 1.0


class BidsSheet(Sheet):
    """It stays while others bid, and shows their bids."""

    def __init__(self, game: GameView, **properties: object) -> None:
        super().__init__(title=say("bids.title"), **properties)
        self._show(game)

    def _show(self, game: GameView) -> None:
        self._bids = game.bids
        bids: BidRows = self.ids.bids
        bids.show(game.bids, game.star_face)

    def follow(self, view: TableView, moved: bool) -> None:
        game = view.scene.game if isinstance(view.scene, BiddingScene) else None
        if is_overtaken(view, BiddingScene) or (game is not None and not game.bids):
            self.close()
        elif game is not None and game.bids != self._bids:
            self._show(game)
