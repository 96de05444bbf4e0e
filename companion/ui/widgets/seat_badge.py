"""The badge of a seat: its colour and its sign."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui.art.textures import badge_texture

NO_SEAT = -1


class SeatBadge(Widget):
    """Square, in the middle of its box; draws nothing for ``NO_SEAT``."""

    seat = NumericProperty(NO_SEAT)
    fill = NumericProperty(1.0)
    """Its side as a part of the box's."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            self._tint = Color(1, 1, 1, 0)
            self._box = Rectangle()
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, seat=self._redraw, fill=self._redraw)
        self._redraw()

    def _draw(self, *_: object) -> None:
        side = int(min(self.size) * self.fill)
        self._tint.a = 1 if self.seat >= 0 and side > 5 else 0
        if not self._tint.a:
            return
        self._box.texture = badge_texture(int(self.seat), side)
        self._box.size = (side, side)
        self._box.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))
