"""A seat's dice at the verdict: those that count glow, the others step back a little."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import HandView, Tone
from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_face import DieFace, skin_of
from companion.ui.widgets.seat_plate import say_loss
from companion.ui.widgets.surface import Surface

load_layout(__file__)

_STEPPED_BACK = 0.42
"""How far dice fade that have not counted: they are still read from across the table."""


class HandStrip(Surface, BoxLayout):
    """Name, loss and dice of one hand."""

    name = StringProperty("")
    badge = StringProperty("")
    dice_count = NumericProperty(1)

    def __init__(self, hand: HandView, loss: int, has_stars: bool, **properties: object) -> None:
        """A hand and the dice that its seat loses (negative: wins back)."""
        super().__init__(**properties)
        self.seat, self._loss = hand.seat, loss
        self.name = hand.name
        self.dice_count = max(1, len(hand.slots))
        self._counts = [slot.tone is Tone.COUNTED for slot in hand.slots]
        self._dice = [
            DieFace(face=slot.face, skin=skin_of(has_stars), star=has_stars, fill=0.86) for slot in hand.slots
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
