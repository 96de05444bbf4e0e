"""The house's name in its own letters."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.ui.art.textures import words_texture
from companion.ui.theme import Palette


class Lettering(Widget):
    """A few capitals, as large as the box allows."""

    text = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._box = Rectangle()
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, text=self._redraw)

    def _draw(self, *_: object) -> None:
        if not self.text or min(self.size) < 8:
            return
        tall = int(self.height / 1.24)
        texture = words_texture(self.text, tall, Palette.yellow)
        if texture.width > self.width:
            tall = int(tall * self.width / texture.width)
            texture = words_texture(self.text, max(4, tall), Palette.yellow)
        self._box.texture = texture
        self._box.size = texture.size
        self._box.pos = (self.center_x - texture.width / 2, self.center_y - texture.height / 2)
