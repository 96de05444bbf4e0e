"""Bids of a round, in order."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.play.modes.dice.views import BidView, GameView
from companion.text import say
from companion.ui.widgets.even_rows import RowList
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class BidLine(BoxLayout):
    seat = NumericProperty(NO_SEAT)
    name = StringProperty("")
    number = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    star = NumericProperty(1)
    stands = BooleanProperty(False)


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
            number = str(bid.quantity) if bid.face is None else f"{bid.quantity} ×"
            stands = place == len(bids)
            rows.add_widget(
                BidLine(
                    seat=bid.seat,
                    name=bid.name,
                    number=number,
                    face=bid.face,
                    star=star_face,
                    stands=stands,
                )
            )
        for line in lines:
            rows.add_widget(ToldLine(text=line))
        self._last_in_sight = bool(bids)
        self._place()

    def _place(self, *_: object) -> None:
        fits = self.ids.rows.height <= self.height
        self.scroll_y = 0.0 if self._last_in_sight and not fits else 1.0


class BidsSheet(Sheet):
    def __init__(self, game: GameView, **properties: object) -> None:
        super().__init__(title=say("bids.title"), **properties)
        bids: BidRows = self.ids.bids
        bids.show(game.bids, game.star_face)
