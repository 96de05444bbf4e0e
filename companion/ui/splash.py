"""The first picture: the app's name and a die, while the table opens.

Kivy alone draws it, so that it stands within a second of the start.
"""

from __future__ import annotations

from kivy.core.text import Label as Letters
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.uix.widget import Widget

_DIE, _CORNER, _PIP = 0.22, 0.2, 0.1
"""The die's side as a part of the window's shorter side; its corners and pips as parts of its own side."""
_FIVE = ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75))
_NAME_HEIGHT = 0.15
_IVORY, _INK, _YELLOW = (0.96, 0.93, 0.85, 1), (0.07, 0.10, 0.10, 1), (1.0, 0.78, 0.17, 1)


class Splash(Widget):
    def __init__(self, name: str, **properties: object) -> None:
        super().__init__(**properties)
        self._name = name
        self.bind(size=self._draw)

    def _draw(self, *_: object) -> None:
        short = min(self.size)
        side = short * _DIE
        left, low = self.center_x - side / 2, self.center_y + short * 0.04
        letters = Letters(text=self._name, font_size=short * _NAME_HEIGHT, bold=True, color=_YELLOW)
        letters.refresh()
        self.canvas.clear()
        with self.canvas:
            Color(*_IVORY)
            SmoothRoundedRectangle(pos=(left, low), size=(side, side), radius=[side * _CORNER])
            Color(*_INK)
            for across, up in _FIVE:
                pip = side * _PIP
                SmoothEllipse(
                    pos=(left + across * side - pip, low + up * side - pip), size=(2 * pip, 2 * pip)
                )
            Color(1, 1, 1, 1)
            wide, high = letters.texture.size
            top = low - short * 0.06
            Rectangle(texture=letters.texture, pos=(self.center_x - wide / 2, top - high), size=(wide, high))
