"""A cup lifted from three dice: the house's mark."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui.art.cup import HEIGHT
from companion.ui.art.dice import IVORY, RED, YELLOW
from companion.ui.art.textures import cup_texture, die_texture
from companion.ui.theme import THEME

LIFT_SECONDS = 0.9
_TALL = 0.92
"""Room for the lifted cup: the mark's side as a part of its box's height."""
_TILT_DEG = 17.0
_RISE = 0.34
"""How far the cup is lifted, as a part of the mark's side."""
_GATHERED = 0.4
"""Under the cup the dice lie this much closer together."""
_DICE = ((-0.23, 0.02, 0.245, 1, -9.0), (0.02, -0.035, 0.25, 5, 6.0), (0.262, 0.03, 0.235, 3, 15.0))
"""Each die's place from the mark's foot, its side (parts of the mark's side), face and turn in degrees."""


class CupMark(Widget):
    """Square, in the middle of its box. ``lifted`` 0: the cup covers the dice; 1: it hangs over them."""

    lifted = NumericProperty(1.0)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._star = 1
        with self.canvas:
            Color(1, 1, 1, 1)
            self._dice = [self._turned_box() for _ in _DICE]
            self._cup = self._turned_box()
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, lifted=self._redraw)

    def dress(self, star_face: int) -> None:
        """Yellow dice with stars, or ivory ones."""
        if star_face != self._star:
            self._star = star_face
            self._redraw()

    def lift(self) -> None:
        """Lift the cup from the dice."""
        Animation.cancel_all(self, "lifted")
        seconds = THEME.seconds(LIFT_SECONDS)
        if not seconds:
            self.lifted = 1.0
            return
        self.lifted = 0.0
        (Animation(duration=seconds * 0.3) + Animation(lifted=1.0, d=seconds, t="out_back")).start(self)

    @staticmethod
    def _turned_box() -> tuple[Rotate, Rectangle]:
        PushMatrix()
        turn = Rotate()
        box = Rectangle()
        PopMatrix()
        return turn, box

    def _draw(self, *_: object) -> None:
        side = min(self.width, self.height * _TALL)
        if side < 8:
            return
        foot = self.center_y - side * 0.375
        for (across, up, part, face, degrees), (turn, box) in zip(_DICE, self._dice, strict=True):
            skin = RED if face == 3 else YELLOW if self._star else IVORY
            size = side * part
            box.texture = die_texture(size, face, skin, self._star)
            box.size = (size, size)
            spread = _GATHERED + (1 - _GATHERED) * self.lifted
            centre = (self.center_x + across * spread * side, foot + up * side)
            box.pos = (centre[0] - size / 2, centre[1] - size / 2)
            turn.origin, turn.angle = centre, degrees
        turn, box = self._cup
        wide = side * 0.62
        box.texture = cup_texture(max(16, int(wide)))
        box.size = (wide, wide * HEIGHT)
        x = self.center_x - wide / 2 + side * 0.05 * self.lifted
        y = foot - side * 0.13 + side * _RISE * self.lifted
        box.pos = (x, y)
        turn.origin, turn.angle = (x + wide / 2, y + wide * HEIGHT / 2), -_TILT_DEG * self.lifted
