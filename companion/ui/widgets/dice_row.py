"""A row of small dice that shrinks to fit: a player's dice, shown and hidden, and those lost."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kivy.core.text import Label as Letters
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, OptionProperty

from companion.ui.art.dice import MARGIN
from companion.ui.art.textures import die_texture, tile_texture
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.die_face import SKINS
from companion.ui.widgets.surface import Drawn

_GAP = 0.14
"""Gap between two dice as a part of a die's side."""
_LEAST_READ_DP = 15.0
"""Smaller faces cannot be read at arm's length: shown dice are drawn larger, hidden ones as a number."""
_SHOWN_ROWS = (1, 2)


@dataclass(frozen=True, slots=True)
class SmallDie:
    """``face`` None: hidden under the cup; ``lost``: an empty square."""

    face: int | None = None
    lost: bool = False


def lettered(text: str, high: float) -> Texture:
    letters = Letters(text=text, font_size=int(high), bold=True, color=Palette.ivory)
    letters.refresh()
    return letters.texture


class DiceRow(Drawn):
    """Small dice side by side, each at most ``most`` pixels, aligned to the side ``align``."""

    most = NumericProperty(20)
    least_dp = NumericProperty(8.5)
    """Smaller dice cannot be counted at arm's length: a number replaces them."""
    align = OptionProperty("center", options=("left", "center", "right"))
    drawn_by = ("most", "align")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._dice: tuple[SmallDie, ...] = ()
        self._skin, self._star = "yellow", 1
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def show(self, dice: tuple[SmallDie, ...], skin: str, star: int) -> None:
        if (dice, skin, star) != (self._dice, self._skin, self._star):
            self._dice, self._skin, self._star = dice, skin, star
            self._redraw()

    def _draw(self, *_: object) -> None:
        self._group.clear()
        count = len(self._dice)
        if not count or self.width < 4:
            return
        side = min(self.most, self.height, self.width / (count + (count - 1) * _GAP))
        if side < THEME.px(_LEAST_READ_DP) and any(die.face for die in self._dice):
            self._draw_shown()
            return
        if side < THEME.px(self.least_dp):
            self._draw_count(sum(not die.lost for die in self._dice))
            return
        step = side * (1 + _GAP)
        length = side + step * (count - 1)
        free = self.width - length
        x = self.x + {"left": 0.0, "center": free / 2, "right": free}[self.align]
        y = self.center_y - side / 2
        for at, die in enumerate(self._dice):
            self._draw_die(die, x + at * step, y, side)

    def _draw_shown(self) -> None:
        shown = [die for die in self._dice if die.face is not None]
        hidden = sum(die.face is None and not die.lost for die in self._dice)
        high = min(self.most, self.height)
        letters = lettered(f"+ {hidden}" if hidden else " ", high * 0.75)
        free = self.width - letters.size[0] - high * _GAP * 2
        side, rows = max((self._side_in(len(shown), rows, free), -rows) for rows in _SHOWN_ROWS)
        in_row = -(-len(shown) // -rows)
        step, length = side * (1 + _GAP), side * (in_row * (1 + _GAP) - _GAP)
        x = self._start(length + high * _GAP * 2 + letters.size[0])
        top = self.center_y + (step * -rows - side * _GAP) / 2 - side
        for at, die in enumerate(shown):
            self._draw_die(die, x + at % in_row * step, top - at // in_row * step, side)
        self._draw_letters(letters, x + length + high * _GAP * 2)

    def _side_in(self, count: int, rows: int, width: float) -> float:
        in_row = -(-count // rows)
        across = width / (in_row + (in_row - 1) * _GAP)
        return min(self.most, self.height / (rows + (rows - 1) * _GAP), across)

    def _draw_count(self, count: int) -> None:
        side = min(self.most, self.height)
        letters = lettered(f"× {count}", side * 0.85)
        if (length := side * 1.3 + letters.size[0]) > self.width:
            side *= self.width / length
            letters = lettered(f"× {count}", side * 0.85)
        x = self._start(side * 1.3 + letters.size[0])
        self._draw_die(SmallDie(), x, self.center_y - side / 2, side)
        self._draw_letters(letters, x + side * 1.3)

    def _start(self, length: float) -> float:
        return self.x + {"left": 0.0, "center": 0.5, "right": 1.0}[self.align] * (self.width - length)

    def _draw_letters(self, letters: Texture, x: float) -> None:
        self._group.add(Color(1, 1, 1, 1))
        pos = (x, self.center_y - letters.size[1] / 2)
        self._group.add(Rectangle(texture=letters, pos=pos, size=letters.size))

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


_SQUARE_GAP = 0.18
"""Gap between squares as a part of their side."""


class LostSquares(Drawn):
    """``squares`` places in even rows, the first ``lost`` filled."""

    squares = NumericProperty(0)
    lost = NumericProperty(0)
    largest = NumericProperty(28)
    drawn_by = ("squares", "lost", "largest")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._skin, self._star = "yellow", 1
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def draw_as(self, skin: str, star: int) -> None:
        if (skin, star) != (self._skin, self._star):
            self._skin, self._star = skin, star
            self._redraw()

    def _grid(self) -> tuple[int, int, float]:
        count = int(self.squares)
        best = (count, 1, 0.0)
        for rows in range(1, count + 1):
            columns = math.ceil(count / rows)
            wide = self.width / (columns + (columns - 1) * _SQUARE_GAP)
            high = self.height / (rows + (rows - 1) * _SQUARE_GAP)
            side = min(wide, high, self.largest)
            if side > best[2] + 0.5:
                best = (columns, rows, side)
        return best

    def place_of(self, at: int) -> tuple[float, float, float]:
        """Lower left corner and side of square ``at`` (from 0), in pixels."""
        columns, rows, side = self._grid()
        step = side * (1 + _SQUARE_GAP)
        left = self.center_x - (columns * step - side * _SQUARE_GAP) / 2
        top = self.center_y + (rows * step - side * _SQUARE_GAP) / 2
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
