"""The Lost Dice Squares: one for each die of the game, filled with those that are lost."""

from __future__ import annotations

import math

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui.art.dice import MARGIN
from companion.ui.art.textures import die_texture, tile_texture
from companion.ui.theme import THEME
from companion.ui.widgets.die_face import SKINS

_GAP = 0.18
"""Gap between squares as a part of their side."""


class LostSquares(Widget):
    """``squares`` places in rows as even as they go, the first ``lost`` of them filled."""

    squares = NumericProperty(0)
    lost = NumericProperty(0)
    largest = NumericProperty(28)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._skin, self._star = "yellow", 1
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "squares", "lost", "largest"):
            self.fbind(name, self._redraw)

    def dress(self, skin: str, star: int) -> None:
        """Choose the kind of dice."""
        if (skin, star) != (self._skin, self._star):
            self._skin, self._star = skin, star
            self._redraw()

    def _grid(self) -> tuple[int, int, float]:
        """Columns, rows and side: the fewest rows in which the squares stay as large as they may be."""
        count = int(self.squares)
        best = (count, 1, 0.0)
        for rows in range(1, count + 1):
            columns = math.ceil(count / rows)
            wide = self.width / (columns + (columns - 1) * _GAP)
            high = self.height / (rows + (rows - 1) * _GAP)
            side = min(wide, high, self.largest)
            if side > best[2] + 0.5:
                best = (columns, rows, side)
        return best

    def place_of(self, at: int) -> tuple[float, float, float]:
        """Lower left corner and side of a square, counted from 0, in pixels."""
        columns, rows, side = self._grid()
        step = side * (1 + _GAP)
        left = self.center_x - (columns * step - side * _GAP) / 2
        top = self.center_y + (rows * step - side * _GAP) / 2
        return left + (at % columns) * step, top - (at // columns) * step - side, side

    def _draw(self, *_: object) -> None:
        self._group.clear()
        if not self.squares or min(self.size) < 4:
            return
        _x, _y, side = self.place_of(0)
        square, _border, _margin = tile_texture("square", THEME.scale)
        whole = side / (1 - 2 * MARGIN)
        die = die_texture(whole, None, SKINS[self._skin], self._star)
        self._group.add(Color(1, 1, 1, 1))
        for at in range(int(self.squares)):
            x, y, _side = self.place_of(at)
            if at < self.lost:
                edge = (whole - side) / 2
                self._group.add(Rectangle(texture=die, pos=(x - edge, y - edge), size=(whole, whole)))
            else:
                self._group.add(Rectangle(texture=square, pos=(x, y), size=(side, side)))
