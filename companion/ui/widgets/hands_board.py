"""All hands of the table at once, as large as they fit; where they do not, they scroll."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.frame import Frame
from companion.play.views import HandView
from companion.ui.theme import SMALLEST_TARGET_DP, THEME
from companion.ui.widgets.hand_card import HandCard, slots_of

_LARGEST_SLOT_DP = 82.0
_NAME_BESIDE_DP = 104.0
_NAME_ABOVE_DP = 26.0
_COMPLAINT_DP = 40.0
_MOST_COLUMNS = 3


class HandsBoard(ScrollView):
    """A card for each hand. Sends ``on_slot`` with seat and slot of a die that was tapped."""

    __events__ = ("on_slot",)

    def __init__(self, **properties: object) -> None:
        super().__init__(do_scroll_x=False, scroll_type=["content"], bar_width=THEME.gap_small, **properties)
        self.cards: list[HandCard] = []
        self._grid = GridLayout(cols=1, size_hint_y=None)
        self.add_widget(self._grid)
        self._arrange = Clock.create_trigger(self._lay_out, -1)
        self.bind(size=self._arrange)
        THEME.bind(scale=self._arrange)
        self._dice = 1

    def on_slot(self, seat: int, slot: int) -> None:
        """A die was tapped."""

    def show(self, hands: tuple[HandView, ...], frame: Frame | None, has_stars: bool) -> None:
        """Draw these hands."""
        if len(self.cards) != len(hands):
            self._grid.clear_widgets()
            self.cards = [HandCard() for _ in hands]
            for card in self.cards:
                card.bind(on_slot=lambda _card, seat, slot: self.dispatch("on_slot", seat, slot))
                self._grid.add_widget(card)
        for card, hand in zip(self.cards, hands, strict=True):
            card.show(hand, frame, has_stars)
        self._dice = max((len(slots_of(hand)) for hand in hands), default=1)
        self._arrange()

    def choose(self, place: tuple[int, int] | None) -> None:
        """Mark one die, and scroll to it."""
        for card in self.cards:
            seat = card.keys[0].seat if card.keys else None
            here = place is not None and seat == place[0]
            card.choose(place[1] if here else None)
            if here and self._grid.height > self.height > 1:
                self.scroll_to(card, animate=bool(THEME.motion))

    def _lay_out(self, *_: object) -> None:
        count = len(self.cards)
        if not count or self.width < 10:
            return
        columns, side = self._best(count)
        gap = THEME.gap_small * 1.5
        self._grid.cols, self._grid.spacing = columns, gap
        beside = columns == 1
        high = side + THEME.gap + (0 if beside else THEME.px(_NAME_ABOVE_DP))
        rows = -(-count // columns)
        self._grid.height = rows * high + (rows - 1) * gap + self._complaints(columns)
        for at, card in enumerate(self.cards):
            row = self.cards[at - at % columns : at - at % columns + columns]
            card.beside = beside
            card.size_hint_y = None
            card.height = high + (THEME.px(_COMPLAINT_DP) if any(each.complaint for each in row) else 0)
            card.slot_side = side
            card.resize()

    def _best(self, count: int) -> tuple[int, float]:
        """Columns and a die's side in pixels: the largest dice with which all hands are seen at once."""
        least = THEME.px(SMALLEST_TARGET_DP)
        options = [(columns, self._side(columns, count)) for columns in range(1, _MOST_COLUMNS + 1)]
        columns, side = max(options, key=lambda each: each[1])
        if side >= least:
            return columns, side
        widest = [each for each in range(1, _MOST_COLUMNS + 1) if self._side_by_width(each) >= least]
        columns = max(widest, default=1)
        return columns, max(least, min(self._side_by_width(columns), THEME.px(54)))

    def _side(self, columns: int, count: int) -> float:
        rows = -(-count // columns)
        gap = THEME.gap_small * 1.5
        high = (self.height - gap * (rows - 1) - self._complaints(columns)) / rows - THEME.gap
        if columns > 1:
            high -= THEME.px(_NAME_ABOVE_DP)
        return min(high, self._side_by_width(columns), THEME.px(_LARGEST_SLOT_DP))

    def _complaints(self, columns: int) -> float:
        """Height that the complaints need in all rows together, in pixels."""
        rows = {at // columns for at, card in enumerate(self.cards) if card.complaint}
        return len(rows) * THEME.px(_COMPLAINT_DP)

    def _side_by_width(self, columns: int) -> float:
        gap = THEME.gap_small * 1.5
        wide = (self.width - gap * (columns - 1)) / columns - THEME.gap
        if columns == 1:
            wide -= THEME.px(_NAME_BESIDE_DP) + THEME.gap_small
        return wide / self._dice - THEME.gap_small * 0.75
