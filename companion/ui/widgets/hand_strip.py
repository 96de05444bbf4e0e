"""A seat's dice after the verdict: those that counted glow, the others step back."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import HandView, Tone
from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_face import DieFace, skin_of
from companion.ui.widgets.seat_plate import say_loss
from companion.ui.widgets.surface import Surface

load_layout(__file__)


class HandStrip(Surface, BoxLayout):
    """Name, loss and dice of one hand."""

    name = StringProperty("")
    badge = StringProperty("")
    dice_count = NumericProperty(1)

    def show(self, hand: HandView, loss: int, has_stars: bool) -> None:
        """Draw a hand and the dice that its seat loses (negative: wins back)."""
        self.name = hand.name
        self.badge = say_loss(loss)
        row = self.ids.dice
        row.clear_widgets()
        self.dice_count = max(1, len(hand.slots))
        for slot in hand.slots:
            counted = slot.tone is Tone.COUNTED
            die = DieFace(face=slot.face, skin=skin_of(has_stars), star=has_stars, fill=0.86)
            die.faded, die.glow = (0.0, 1.0) if counted else (0.72, 0.0)
            row.add_widget(die)

    def counted(self) -> list[DieFace]:
        """The dice that counted, from the left."""
        return [die for die in reversed(self.ids.dice.children) if not die.faded]
