"""All hands after the verdict, in a grid that keeps the dice as large as they go."""

from __future__ import annotations

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.play.views import VerdictView
from companion.ui.theme import THEME
from companion.ui.verdict_timeline import Moment
from companion.ui.widgets.hand_strip import HandStrip

_NAME_DP = 34.0
_MOST_COLUMNS = 4


class StripsBoard(GridLayout):
    """A strip for each hand."""

    def __init__(self, **properties: object) -> None:
        super().__init__(cols=1, **properties)
        self._dice = 1
        self.bind(size=self._arrange)

    def show(self, verdict: VerdictView, has_stars: bool) -> None:
        """Draw the hands of a verdict."""
        hands = [hand for hand in verdict.hands if hand.expected or hand.slots]
        self.clear_widgets()
        self._dice = max((len(hand.slots) for hand in hands), default=1)
        for hand in hands:
            loss = verdict.losses[hand.seat] if hand.seat < len(verdict.losses) else 0
            self.add_widget(HandStrip(hand, loss, has_stars))
        self._arrange()

    def tell(self, moment: Moment) -> None:
        """Draw a moment of the verdict."""
        for strip in self.children:
            done = strip.seat in moment.done
            strip.tell(moment.lit, strip.seat == moment.seen, done, told=moment.stamped > 0)

    def dice_of(self, seat: int) -> Widget:
        """The row of a seat's dice; the whole board for a seat that held none."""
        return next((strip.ids.dice for strip in self.children if strip.seat == seat), self)

    def _arrange(self, *_: object) -> None:
        count = len(self.children)
        if not count:
            return
        gap = THEME.gap_small * 1.25
        self.spacing = gap

        def side(columns: int) -> float:
            rows = -(-count // columns)
            wide = (self.width - gap * (columns - 1)) / columns - 3 * THEME.gap_small
            high = (self.height - gap * (rows - 1)) / rows - THEME.px(_NAME_DP)
            return min(wide / self._dice, high)

        self.cols = max(range(1, min(count, _MOST_COLUMNS) + 1), key=side)
