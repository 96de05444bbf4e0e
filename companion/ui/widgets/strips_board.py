"""All hands after the verdict, in a grid that keeps the dice as large as they go."""

from __future__ import annotations

from kivy.uix.gridlayout import GridLayout

from companion.play.views import VerdictView
from companion.ui.theme import THEME
from companion.ui.widgets.camera_picture import LIGHTING_SECONDS
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
            strip = HandStrip()
            loss = verdict.losses[hand.seat] if hand.seat < len(verdict.losses) else 0
            strip.show(hand, loss, has_stars)
            self.add_widget(strip)
        self._arrange()

    def light_up(self) -> None:
        """Let the counted dice glow one after another."""
        at = 0
        for strip in reversed(self.children):
            for die in strip.counted():
                die.light_up(at * LIGHTING_SECONDS)
                at += 1

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
