"""The winner's moment: rays behind the name, dice falling."""

from __future__ import annotations

import math
import random

from kivy.animation import Animation
from kivy.clock import Clock, ClockEvent
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.ui.art.cards import HEIGHT
from companion.ui.art.dice import IVORY, RED, YELLOW
from companion.ui.art.textures import cup_texture, die_texture
from companion.ui.art.theme import THEME, Paint
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.surface import Drawn

load_layout(__file__)


_RAYS = 16
_DICE = 22
_EDGE = 0.22
"""Dice fall in this part of the width on either side, so names stay readable."""
_PALE = 0.5
"""Strength of the dice in portrait, where a long name reaches over them."""
_FADING = 0.25
"""They fade over this last part of their way."""
_FRAMES_A_SECOND = 30.0
_TURN_DEG_A_SECOND = 7.0
_SEED = 1987
"""Dice fall in the same places each time: the moment is staged."""


class FallingDie:
    """One falling die: column and depth as parts of the area, speed in areas a second."""

    def __init__(self, chance: random.Random) -> None:
        across = chance.uniform(-_EDGE, _EDGE)
        self.across, self.down = across % 1.0, chance.random()
        self.speed, self.spin = 0.10 + 0.16 * chance.random(), chance.uniform(-70, 70)
        self.side_dp = 20 + 18 * chance.random()
        self.face = chance.randint(1, 6)
        self.degrees = chance.uniform(0, 360)
        self.red = chance.random() < 0.2
        self.tint = Color(1, 1, 1, 1)
        PushMatrix()
        self.turn = Rotate()
        self.box = Rectangle()
        PopMatrix()


class Confetti(StencilView):
    """Rays turn and dice fall once started; without motion they stand still."""

    floor = NumericProperty(0)
    """Where the dice land, in window pixels from below."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._degrees = 0.0
        self._star = 1
        self._ticking: ClockEvent | None = None
        chance = random.Random(_SEED)
        with self.canvas:
            Color(*Paint.yellow[:3], 0.085)
            self._rays = Mesh(mode="triangles")
            self._dice = [FallingDie(chance) for _ in range(_DICE)]
        for name in ("pos", "size", "floor"):
            self.fbind(name, lambda *_: self._draw())

    def start(self, star_face: int) -> None:
        self._star = star_face
        self.stop()
        if THEME.motion:
            self._ticking = Clock.schedule_interval(self._tick, 1 / _FRAMES_A_SECOND)
        self._draw()

    def stop(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _tick(self, seconds: float) -> None:
        self._degrees += _TURN_DEG_A_SECOND * seconds
        for die in self._dice:
            die.down = (die.down + die.speed * seconds) % 1.0
            die.degrees += die.spin * seconds
        self._draw()

    def _draw(self) -> None:
        if min(self.size) < 8:
            return
        self._draw_rays()
        for die in self._dice:
            side = THEME.px(die.side_dp)
            x = self.x + die.across * self.width
            y = self.top + side - die.down * (self.top - self.floor + 2 * side)
            die.tint.a = min(1.0, (1.0 - die.down) / _FADING) * (_PALE if THEME.portrait else 1.0)
            die.box.texture = self._picture(die, side)
            die.box.size = (side, side)
            die.box.pos = (x - side / 2, y - side / 2)
            die.turn.origin, die.turn.angle = (x, y), die.degrees

    def _picture(self, die: FallingDie, side: float) -> Texture:
        skin = RED if die.red else YELLOW if self._star else IVORY
        return die_texture(side, die.face, skin, self._star)

    def _draw_rays(self) -> None:
        centre = (self.center_x, self.y + self.height * 0.68)
        reach = math.hypot(self.width, self.height)
        vertices: list[float] = []
        step = 2 * math.pi / _RAYS
        for ray in range(_RAYS):
            start = math.radians(self._degrees) + ray * step
            vertices += [*centre, 0, 0]
            for angle in (start, start + step / 2):
                vertices += [centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle), 0, 0]
        self._rays.vertices = vertices
        self._rays.indices = list(range(3 * _RAYS))


LIFT_SECONDS = 0.9
_TALL = 0.92
"""Side of the mark as a part of its box's height: above it the lifted cup needs room."""
_TILT_DEG = 17.0
_RISE = 0.34
"""Rise of the cup as a part of the mark's side."""
_GATHERED = 0.4
"""Distances between the dice under the cup, against those in the open."""
_CUP_DICE = ((-0.23, 0.02, 0.245, 1, -9.0), (0.02, -0.035, 0.25, 5, 6.0), (0.262, 0.03, 0.235, 3, 15.0))
"""Each die's place from the mark's foot, its side (parts of the mark's side), face and turn in degrees."""


class CupMark(Drawn):
    """Square, in the middle of its box. ``lifted`` 0: the cup covers the dice; 1: it hangs above them."""

    lifted = NumericProperty(1.0)
    drawn_by = ("lifted",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._star = 1
        with self.canvas:
            Color(1, 1, 1, 1)
            self._dice = [self._turned_box() for _ in _CUP_DICE]
            self._cup = self._turned_box()

    def draw_as(self, star_face: int) -> None:
        if star_face != self._star:
            self._star = star_face
            self._redraw()

    def lift(self) -> None:
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
        for (across, up, part, face, degrees), (turn, box) in zip(_CUP_DICE, self._dice, strict=True):
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


SWEEP_SECONDS = 1.6


class SweepLight(Widget):
    """Visible while ``lit``; ``sweep`` runs from 0 at the left to 1 at the right."""

    lit = BooleanProperty(False)
    sweep = NumericProperty(0.35)

    def run(self) -> None:
        if THEME.motion:
            run = Animation(sweep=1.0, d=SWEEP_SECONDS, t="in_out_sine") + Animation(
                sweep=0.0, d=SWEEP_SECONDS, t="in_out_sine"
            )
            run.repeat = True
            run.start(self)

    def rest(self) -> None:
        Animation.cancel_all(self, "sweep")
