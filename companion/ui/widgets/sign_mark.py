"""A drawn sign (undo arrow, menu, star …) in its box."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.art.signs import Sign
from companion.ui.art.textures import sign_texture
from companion.ui.theme import Palette


class SignMark(Widget):
    """One of ``Sign`` by its value; empty draws nothing. Square, in the middle of its box."""

    sign = StringProperty("")
    color = ColorProperty(Palette.ivory)

    def __init__(self, **properties: object) -> None:
        properties.setdefault("color", Palette.ivory)
        super().__init__(**properties)
        with self.canvas:
            self._tint = Color(1, 1, 1, 1)
            self._box = Rectangle()
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, sign=self._redraw, color=self._redraw)
        self._redraw()

    def _draw(self, *_: object) -> None:
        side = int(min(self.size))
        self._tint.a = 1 if self.sign and side > 3 else 0
        if not self._tint.a:
            return
        self._box.texture = sign_texture(Sign(self.sign), side, tuple(self.color))
        self._box.size = (side, side)
        self._box.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))
