"""A die as the table knows it: yellow with a star, ivory with a one, red for the bid."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty, ObjectProperty, OptionProperty
from kivy.uix.widget import Widget

from companion.ui.art.dice import GHOST, IVORY, MARGIN, RED, YELLOW
from companion.ui.art.signs import Sign
from companion.ui.art.textures import die_texture, halo_texture, sign_texture
from companion.ui.theme import Paint

SKINS = {"yellow": YELLOW, "ivory": IVORY, "red": RED, "ghost": GHOST}
_CHECK_SIDE = 0.40
"""Side of the tick on a counted die, as a part of the die's."""


def skin_of(star_face: int) -> str:
    """The table's dice: yellow where they bear stars, else ivory."""
    return "yellow" if star_face else "ivory"


class DieFace(Widget):
    """A die in the middle of its box. ``face`` None: blank. ``glow`` 0-1: counted; ``faded`` 0-1."""

    face = ObjectProperty(None, allownone=True)
    skin = OptionProperty("yellow", options=tuple(SKINS))
    star = NumericProperty(1)
    glow = NumericProperty(0.0)
    faded = NumericProperty(0.0)
    fill = NumericProperty(1.0)
    """Side of the die as a part of the box's shorter side."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            self._halo_tint = Color(1, 1, 1, 0)
            self._halo = Rectangle(texture=halo_texture())
            self._tint = Color(1, 1, 1, 1)
            self._die = Rectangle()
            self._tick_tint = Color(1, 1, 1, 0)
            self._tick = Rectangle()
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "face", "skin", "star", "glow", "faded", "fill"):
            self.fbind(name, self._redraw)
        self._redraw()

    def _draw(self, *_: object) -> None:
        box = min(self.size) * self.fill
        if box < 4:
            self._tint.a = 0
            return
        side = box / (1 - 2 * MARGIN)
        self._tint.rgba = (1, 1, 1, 1 - 0.72 * self.faded)
        self._die.texture = die_texture(side, self.face, SKINS[self.skin], self.star)
        self._die.size = (side, side)
        self._die.pos = (self.center_x - side / 2, self.center_y - side / 2)
        self._draw_glow(box)

    def _draw_glow(self, box: float) -> None:
        self._halo_tint.a = min(1.0, max(0.0, self.glow))
        reach = box * (1.42 + 0.16 * self.glow)
        self._halo.size = (reach, reach)
        self._halo.pos = (self.center_x - reach / 2, self.center_y - reach / 2)
        self._tick_tint.a = min(1.0, max(0.0, self.glow))
        side = box * _CHECK_SIDE
        self._tick.texture = sign_texture(Sign.COUNTED, max(6, int(side)), Paint.ink)
        self._tick.size = (side, side)
        self._tick.pos = (self.center_x + box * 0.5 - side * 0.72, self.center_y - box * 0.5 - side * 0.22)
