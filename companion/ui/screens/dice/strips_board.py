"""All hands after the verdict, in a grid that keeps the dice as large as they go."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.play.base.views import Tone
from companion.play.modes.dice.views import HandView, VerdictView
from companion.ui.art.theme import THEME
from companion.ui.screens.dice.timeline import Moment
from companion.ui.widgets.die_face import DieFace, skin_of
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.seat_board import say_loss
from companion.ui.widgets.surface import Surface

load_layout(__file__)


_STEPPED_BACK = 0.42
"""How far dice fade that have not counted: they are still read from across the table."""


class HandStrip(Surface, BoxLayout):
    """Name, loss and dice of one hand."""

    name = StringProperty("")
    badge = StringProperty("")
    dice_count = NumericProperty(1)
    seat = NumericProperty(NO_SEAT)

    def __init__(self, hand: HandView, loss: int, star_face: int, **properties: object) -> None:
        """A hand and the dice that its seat loses (negative: wins back)."""
        super().__init__(**properties)
        self.seat, self._loss = hand.seat, loss
        self.name = hand.name
        self.dice_count = max(1, len(hand.slots))
        self._counts = [slot.tone is Tone.COUNTED for slot in hand.slots]
        self._dice = [
            DieFace(face=slot.face, skin=skin_of(star_face), star=star_face, fill=0.86) for slot in hand.slots
        ]
        for die in self._dice:
            self.ids.dice.add_widget(die)

    def tell(self, lit: Mapping[tuple[int, int], float], looked_at: bool, done: bool, told: bool) -> None:
        """How far the counting has come: ``looked_at`` now, ``done`` with; ``told``: the loss may be seen."""
        self.surface = "plate turn" if looked_at else "plate"
        self.badge = say_loss(self._loss) if told else ""
        for slot, die in enumerate(self._dice):
            die.glow = lit.get((self.seat, slot), 0.0)
            die.faded = _STEPPED_BACK if done and not self._counts[slot] else 0.0

    def counted(self) -> list[DieFace]:
        """The dice that glow, from the left."""
        return [die for die in self._dice if die.glow]


_NAME_DP, _BADGE_DP = 34.0, 20.0
_MOST_COLUMNS = 4


class StripsBoard(GridLayout):
    """A strip for each hand."""

    def __init__(self, **properties: object) -> None:
        super().__init__(cols=1, **properties)
        self._dice = 1
        self.bind(size=self._arrange)

    def show(self, verdict: VerdictView, star_face: int) -> None:
        """Draw the hands of a verdict."""
        hands = [hand for hand in verdict.hands if hand.expected or hand.slots]
        self.clear_widgets()
        self._dice = max((len(hand.slots) for hand in hands), default=1)
        for hand in hands:
            loss = verdict.losses[hand.seat] if hand.seat < len(verdict.losses) else 0
            self.add_widget(HandStrip(hand, loss, star_face))
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
            wide = (self.width - gap * (columns - 1)) / columns - 4 * THEME.gap_small - THEME.px(_BADGE_DP)
            high = (self.height - gap * (rows - 1)) / rows - THEME.px(_NAME_DP)
            return min(wide / self._dice, high)

        self.cols = max(range(1, min(count, _MOST_COLUMNS) + 1), key=side)
