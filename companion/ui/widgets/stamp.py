"""The verdict's headline, stamped onto the table."""

from __future__ import annotations

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.layout_file import load_layout
from companion.ui.widgets.surface import Surface

load_layout(__file__)

_FROM_ABOVE = 0.35
"""How much larger it is before it comes down."""
_TILT_DEG = 1.2
"""A stamp is never quite straight."""


class Stamp(Surface, BoxLayout):
    """Words in a frame that come down while ``pressed`` goes from 0 (not to be seen) to 1."""

    text = StringProperty("")
    pressed = NumericProperty(1.0)
    largest = NumericProperty(35)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._turned, self._scaled = Rotate(angle=_TILT_DEG), Scale(1.0)
        for place, instruction in enumerate((PushMatrix(), self._turned, self._scaled)):
            self.canvas.before.insert(place, instruction)
        self.canvas.after.add(PopMatrix())
        self.bind(center=self._move, pressed=self._move)

    def _move(self, *_: object) -> None:
        """It comes down, faster and faster."""
        self._turned.origin = self._scaled.origin = self.center
        larger = 1.0 + _FROM_ABOVE * (1.0 - self.pressed**2)
        self._scaled.x = self._scaled.y = larger
