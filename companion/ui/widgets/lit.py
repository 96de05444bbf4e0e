"""A ring of light round a key: this may be bid."""

from __future__ import annotations

from kivy.graphics import Color, Line
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui.theme import THEME, Palette

_RING_DP = 3.0


class Lit(Widget):
    """``ring`` 0-1: how brightly it is lit."""

    ring = NumericProperty(0.0)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.fbind("ring", self._draw_ring)
        self.fbind("pos", self._draw_ring)
        self.fbind("size", self._draw_ring)

    def _draw_ring(self, *_: object) -> None:
        self.canvas.after.clear()
        if not self.ring:
            return
        wide = THEME.px(_RING_DP)
        corner, size = (self.x + wide, self.y + wide), (self.width - 2 * wide, self.height - 2 * wide)
        with self.canvas.after:
            Color(*Palette.red[:3], self.ring)
            Line(rounded_rectangle=(*corner, *size, THEME.radius * 0.6), width=wide)
