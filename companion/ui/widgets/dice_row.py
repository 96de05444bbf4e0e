"""A row of small dice that shrinks to fit: a player's dice, shown and hidden, and those lost."""

from __future__ import annotations

from dataclasses import dataclass

from kivy.clock import Clock
from kivy.core.text import Label as Letters
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import NumericProperty, OptionProperty
from kivy.uix.widget import Widget

from companion.ui.art.dice import MARGIN
from companion.ui.art.textures import die_texture, tile_texture
from companion.ui.theme import THEME, Palette
from companion.ui.widgets.die_face import SKINS

_GAP = 0.14
"""Gap between two dice as a part of a die's side."""
_LEAST_DP = 8.5
"""Smaller dice cannot be counted at arm's length: a number stands for them."""


@dataclass(frozen=True, slots=True)
class SmallDie:
    """One die of a row. ``face`` None: hidden under the cup; ``lost``: only its empty square."""

    face: int | None = None
    lost: bool = False


class DiceRow(Widget):
    """Small dice side by side, each at most ``most`` pixels; ``align`` says to which side they keep."""

    most = NumericProperty(20)
    align = OptionProperty("center", options=("left", "center", "right"))

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._dice: tuple[SmallDie, ...] = ()
        self._skin, self._star = "yellow", True
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, most=self._redraw, align=self._redraw)

    def show(self, dice: tuple[SmallDie, ...], skin: str, star: bool) -> None:
        """Draw these dice from the left."""
        if (dice, skin, star) != (self._dice, self._skin, self._star):
            self._dice, self._skin, self._star = dice, skin, star
            self._redraw()

    def _draw(self, *_: object) -> None:
        self._group.clear()
        count = len(self._dice)
        if not count or self.width < 4:
            return
        side = min(self.most, self.height, self.width / (count + (count - 1) * _GAP))
        if side < THEME.px(_LEAST_DP):
            self._draw_count(sum(not die.lost for die in self._dice))
            return
        step = side * (1 + _GAP)
        length = side + step * (count - 1)
        free = self.width - length
        x = self.x + {"left": 0.0, "center": free / 2, "right": free}[self.align]
        y = self.center_y - side / 2
        for at, die in enumerate(self._dice):
            self._draw_die(die, x + at * step, y, side)

    def _draw_count(self, count: int) -> None:
        """One die and how many there are: more would be too small to count."""
        side = min(self.most, self.height)
        letters = Letters(text=f"× {count}", font_size=int(side * 0.85), bold=True, color=Palette.ivory)
        letters.refresh()
        wide, high = letters.texture.size
        length = side * 1.3 + wide
        x = self.x + {"left": 0.0, "center": 0.5, "right": 1.0}[self.align] * (self.width - length)
        self._draw_die(SmallDie(), x, self.center_y - side / 2, side)
        self._group.add(Color(1, 1, 1, 1))
        pos = (x + side * 1.3, self.center_y - high / 2)
        self._group.add(Rectangle(texture=letters.texture, pos=pos, size=(wide, high)))

    def _draw_die(self, die: SmallDie, x: float, y: float, side: float) -> None:
        add = self._group.add
        if die.lost:
            texture, _border, _margin = tile_texture("square", max(1.0, THEME.scale))
            inset = side * 0.08
            add(Color(1, 1, 1, 1))
            inner = side - 2 * inset
            add(Rectangle(texture=texture, pos=(x + inset, y + inset), size=(inner, inner)))
            return
        whole = side / (1 - 2 * MARGIN)
        edge = (whole - side) / 2
        add(Color(1, 1, 1, 1))
        texture = die_texture(whole, die.face, SKINS[self._skin], self._star)
        add(Rectangle(texture=texture, pos=(x - edge, y - edge), size=(whole, whole)))
