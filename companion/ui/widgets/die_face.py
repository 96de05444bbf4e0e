"""One die: yellow with a star, ivory with a one, red for the bid."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui.art.dice import GHOST, IVORY, MARGIN, PALE, RED, YELLOW
from companion.ui.art.signs import Sign
from companion.ui.art.textures import die_texture, halo_texture, is_day, sign_texture
from companion.ui.art.theme import THEME, Paint
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.surface import Drawn, Target

load_layout(__file__)


SKINS = {"yellow": YELLOW, "ivory": IVORY, "red": RED, "ghost": GHOST}
_CHECK_SIDE, _STAND_IN_SIDE = 0.40, 0.50
"""Side of the tick on a counted die, and of the bid's die on a wild one, as parts of the die's side."""


def skin_of(star_face: int) -> str:
    return "yellow" if star_face else "ivory"


class DieFace(Drawn):
    """A die, centred. ``face`` None: blank. ``glow`` (counted) and ``faded``: 0-1.

    A wild die wears the face it ``stands_for`` as the bid's red die, in place of a tick.
    """

    face = ObjectProperty(None, allownone=True)
    skin = OptionProperty("yellow", options=tuple(SKINS))
    star = NumericProperty(1)
    glow = NumericProperty(0.0)
    faded = NumericProperty(0.0)
    stands_for = ObjectProperty(None, allownone=True)
    fill = NumericProperty(1.0)
    """Side of the die as a part of the box's shorter side."""
    drawn_by = ("face", "skin", "star", "glow", "faded", "stands_for", "fill")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            self._halo_tint = Color(1, 1, 1, 0)
            self._halo = Rectangle(texture=halo_texture())
            self._tint = Color(1, 1, 1, 1)
            self._die = Rectangle()
            self._tick_tint = Color(1, 1, 1, 0)
            self._tick = Rectangle()

    def _draw(self, *_: object) -> None:
        box = min(self.size) * self.fill
        if box < 4:
            self._tint.a = 0
            return
        side = box / (1 - 2 * MARGIN)
        self._tint.rgba = (1, 1, 1, 1 - 0.72 * self.faded)
        skin = PALE if self.skin == "ghost" and is_day() else SKINS[self.skin]
        self._die.texture = die_texture(side, self.face, skin, self.star)
        self._die.size = (side, side)
        self._die.pos = (self.center_x - side / 2, self.center_y - side / 2)
        self._draw_glow(box)

    def _draw_glow(self, box: float) -> None:
        self._halo_tint.a = min(1.0, max(0.0, self.glow))
        reach = box * (1.42 + 0.16 * self.glow)
        self._halo.size = (reach, reach)
        self._halo.pos = (self.center_x - reach / 2, self.center_y - reach / 2)
        self._tick_tint.a = min(1.0, max(0.0, self.glow))
        side = box * (_CHECK_SIDE if self.stands_for is None else _STAND_IN_SIDE)
        if self.stands_for is None:
            self._tick.texture = sign_texture(Sign.COUNTED, max(6, int(side)), Paint.ink)
        else:
            self._tick.texture = die_texture(side, self.stands_for, RED, self.star)
        self._tick.size = (side, side)
        self._tick.pos = (self.center_x + box * 0.5 - side * 0.72, self.center_y - box * 0.5 - side * 0.22)


_RING_DP, _EDGE_DP = 3.0, 1.0
"""Width of the yellow frame, and of the ink on both of its sides: it is seen on ivory and on yellow, too."""


class Lit(Widget):
    """``ring``: strength (0-1) of the frame that says what may be bid; red is the challenge's alone."""

    ring = NumericProperty(0.0)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.fbind("ring", self._draw_ring)
        self.fbind("pos", self._draw_ring)
        self.fbind("size", self._draw_ring)

    def _draw_ring(self, *_: object) -> None:
        self.canvas.after.clear()
        if not self.ring:
            return
        wide = THEME.px(_RING_DP)
        corner, size = (self.x + wide, self.y + wide), (self.width - 2 * wide, self.height - 2 * wide)
        with self.canvas.after:
            for shade, line in ((Paint.ink, wide + THEME.px(_EDGE_DP)), (Paint.yellow, wide)):
                Color(*shade[:3], self.ring)
                Line(rounded_rectangle=(*corner, *size, THEME.radius * 0.6), width=line)


class DieKey(Lit, Target, AnchorLayout):
    """One face on a key. If not ``lit``, it cannot be taken now, and a touch says why."""

    tile = StringProperty("slot")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = NumericProperty(1)
    lit = BooleanProperty(True)
    chosen = BooleanProperty(False)
    fill = NumericProperty(0.84)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(chosen=self._mark)

    def _mark(self, *_: object) -> None:
        self.tile = "slot chosen" if self.chosen else "slot"


ALL_FACES = (1, 2, 3, 4, 5, 6)
_ROWS_OF = {6: (6, 3, 2), 5: (5, 3, 1)}
"""Dice in a row, for rows that look even; other numbers stand in one row."""
_GOOD_ENOUGH = 0.8
"""Fewer rows are taken if the keys keep this part of their possible size."""
_WIDEST = 1.25
"""Greatest width of a key against its height."""


class FacePicker(FloatLayout):
    """A die for each face offered, in the rows that make them largest.

    Sends ``on_face`` for a lit die, ``on_unlit`` for another.
    """

    skin = StringProperty("yellow")
    star = NumericProperty(1)
    largest_dp = NumericProperty(104.0)

    __events__ = ("on_face", "on_unlit")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._lay_out, -1)
        self._lit: frozenset[int] = frozenset()
        self.keys: list[DieKey] = []
        self.bind(skin=self._restyle, star=self._restyle)
        self.bind(pos=self._arrange, size=self._arrange)

    def on_face(self, face: int) -> None: ...

    def on_unlit(self, face: int) -> None: ...

    def offer(self, faces: Iterable[int], lit: Iterable[int] | None = None) -> None:
        """Offer these faces; only ``lit`` ones (default: all) can be taken."""
        faces = tuple(faces)
        self._lit = frozenset(faces if lit is None else lit)
        if tuple(key.face for key in self.keys) != faces:
            self.clear_widgets()
            self.keys = [
                DieKey(face=face, skin=self.skin, star=self.star, size_hint=(None, None)) for face in faces
            ]
            for key in self.keys:
                key.bind(on_release=self._touch)
                self.add_widget(key)
        for key in self.keys:
            key.lit = key.face in self._lit
        self._arrange()

    def choose(self, face: int | None) -> None:
        for key in self.keys:
            key.chosen = key.face == face

    def _touch(self, key: DieKey) -> None:
        self.dispatch("on_face" if key.face in self._lit else "on_unlit", key.face)

    def _restyle(self, *_: object) -> None:
        for key in self.keys:
            key.skin, key.star = self.skin, self.star

    def _key_size(self, columns: int) -> tuple[float, float]:
        rows = -(-len(self.keys) // columns)
        gap = THEME.gap
        most = THEME.px(self.largest_dp)
        high = min((self.height - gap * (rows - 1)) / rows, most)
        wide = min((self.width - gap * (columns - 1)) / columns, most * _WIDEST)
        return wide, high

    def _lay_out(self, *_: object) -> None:
        count = len(self.keys)
        if not count or min(self.size) < THEME.touch_small:
            return
        offered = _ROWS_OF.get(count, (count,))
        best = max(min(self._key_size(each)) for each in offered)
        columns = max(each for each in offered if min(self._key_size(each)) >= _GOOD_ENOUGH * best)
        wide, high = self._key_size(columns)
        rows = -(-count // columns)
        gap = THEME.gap
        top = self.center_y + (rows * high + (rows - 1) * gap) / 2
        for at, key in enumerate(self.keys):
            row, column = divmod(at, columns)
            in_row = min(columns, count - row * columns)
            left = self.center_x - (in_row * wide + (in_row - 1) * gap) / 2
            key.size = (wide, high)
            key.pos = (left + column * (wide + gap), top - (row + 1) * high - row * gap)
