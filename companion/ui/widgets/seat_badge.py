"""The badge of a seat: its colour and sign."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.properties import ColorProperty, NumericProperty, StringProperty

from companion.ui.art.signs import Sign
from companion.ui.art.textures import badge_texture, sign_texture
from companion.ui.art.theme import Palette
from companion.ui.widgets.surface import Drawn

NO_SEAT = -1


class SeatBadge(Drawn):
    """Square, centred in its box; draws nothing for ``NO_SEAT``."""

    seat = NumericProperty(NO_SEAT)
    fill = NumericProperty(1.0)
    """Its side as a part of the box's."""
    drawn_by = ("seat", "fill")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            self._tint = Color(1, 1, 1, 0)
            self._box = Rectangle()

    def _draw(self, *_: object) -> None:
        side = int(min(self.size) * self.fill)
        self._tint.a = 1 if self.seat >= 0 and side > 5 else 0
        if not self._tint.a:
            return
        self._box.texture = badge_texture(int(self.seat), side)
        self._box.size = (side, side)
        self._box.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))


class SignMark(Drawn):
    """A ``Sign`` by its value, square, centred in its box; empty draws nothing."""

    sign = StringProperty("")
    color = ColorProperty(Palette.ivory)
    drawn_by = ("sign", "color")

    def __init__(self, **properties: object) -> None:
        properties.setdefault("color", Palette.ivory)
        super().__init__(**properties)
        with self.canvas:
            self._tint = Color(1, 1, 1, 1)
            self._box = Rectangle()

    def _draw(self, *_: object) -> None:
        side = int(min(self.size))
        self._tint.a = 1 if self.sign and side > 3 else 0
        if not self._tint.a:
            return
        self._box.texture = sign_texture(Sign(self.sign), side, tuple(self.color))
        self._box.size = (side, side)
        self._box.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))
