"""Every quantity that may be bid, side by side: one touch picks one."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.play.dice.views import PadView
from companion.ui.layout_file import load_layout
from companion.ui.screens.bidding.beyond_key import BeyondKey
from companion.ui.theme import SMALLEST_TARGET_DP, THEME
from companion.ui.widgets.key import Key
from companion.ui.widgets.lit import Lit

load_layout(__file__)

GAP_DP = 2.0
HIGHEST_DP = 60.0
"""Height of a row where there is room."""


class QuantityKey(Lit, Key):
    """One quantity."""

    def __init__(self, quantity: int, **properties: object) -> None:
        self.quantity, self.legal = quantity, False
        super().__init__(text=str(quantity), **properties)


class QuantityGrid(ScrollView):
    """Sends ``on_quantity`` with each quantity that is touched, ``on_beyond`` with one above the last key's.

    ``least_height`` shows all of them, ``wanted_height`` shows them large.
    """

    least_height = NumericProperty(0.0)
    wanted_height = NumericProperty(0.0)

    __events__ = ("on_quantity", "on_beyond")

    def __init__(self, **properties: object) -> None:
        super().__init__(do_scroll_x=False, bar_width=THEME.gap_small, **properties)
        self.keys: list[QuantityKey] = []
        self.more = BeyondKey(on_beyond=lambda _key, quantity: self.dispatch("on_beyond", quantity))
        self._grid = GridLayout(size_hint_y=None, row_force_default=True)
        self.add_widget(self._grid)
        self._pad = PadView((), None, None)
        self._arrange = Clock.create_trigger(self._lay_out, -1)
        self.bind(size=self._arrange)
        THEME.tell(self, self._arrange, "scale")

    def on_quantity(self, quantity: int) -> None:
        """A quantity was touched."""

    def on_beyond(self, quantity: int) -> None:
        """More dice than have keys were picked."""

    def offer(self, pad: PadView) -> None:
        """Offer what this pad has."""
        self._pad = pad
        self._fill()
        self.scroll_y = 1.0

    def mark(self, lit: frozenset[int], chosen: int | None) -> None:
        """Light what may be bid, and show which quantity was picked."""
        for key in self.keys:
            key.legal = key.quantity in lit
            key.tile = "key chosen" if key.quantity == chosen else "key" if key.legal else "key off"
        self.more.picked = chosen if chosen is not None and chosen > self.more.highest else None

    def bring(self, quantity: int) -> Key:
        """The key of this quantity, scrolled into view; that for more where it has none of its own."""
        beyond = self.more if self._pad.endless and quantity > self.more.highest else None
        key = beyond or next(each for each in self.keys if each.quantity == quantity)
        if self._grid.height > self.height:
            self.scroll_to(key, animate=False)
        return key

    def _fill(self) -> None:
        offered = self._pad.quantities
        self.more.highest, self.more.disabled = max(offered, default=0), not self._pad.endless
        kept = {key.quantity: key for key in self.keys}
        self.keys = [kept.get(each) or self._key(each) for each in offered]
        self._grid.clear_widgets()
        for key in self.keys:
            self._grid.add_widget(key)
        if offered and (self._pad.endless or self._pad.shown):
            self._grid.add_widget(self.more)
        self._lay_out()

    def _key(self, quantity: int) -> QuantityKey:
        return QuantityKey(quantity, on_release=lambda key: self.dispatch("on_quantity", key.quantity))

    def _lay_out(self, *_: object) -> None:
        count, gap, least = len(self._grid.children), THEME.px(GAP_DP), THEME.px(SMALLEST_TARGET_DP)
        if not count or self.width < least:
            self.least_height = self.wanted_height = 0.0
            return
        most = max(1, int((self.width + gap) / (least + gap)))
        rows = -(-count // most)
        self._grid.cols = max(-(-count // rows), min(most, 6))
        self._grid.spacing = gap
        free = (self.height + gap) / rows - gap
        self._grid.row_default_height = max(least, min(THEME.px(HIGHEST_DP), free))
        self._grid.height = rows * (self._grid.row_default_height + gap) - gap
        self.least_height = rows * (least + gap) - gap
        self.wanted_height = rows * (THEME.px(HIGHEST_DP) + gap) - gap
