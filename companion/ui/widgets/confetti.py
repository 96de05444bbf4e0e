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
from companion.ui.widgets.layout_file import load_layout

load_layout(__file__)


_RAYS = 16
_DICE = 22
_EDGE = 0.22
"""The dice fall on both sides, within this part of the width: the names stay readable."""
_PALE = 0.5
"""Strength of the dice in portrait, where a long name reaches over them."""
_FADING = 0.25
"""Before they land they fade, over this part of their way."""
_FRAMES_A_SECOND = 30.0
_TURN_DEG_A_SECOND = 7.0
_SEED = 1987
"""Where dice fall is the same each time: the moment is staged, not random."""


class FallingDie:
    """One die of the rain: its column and depth as parts of the area, its speed in areas a second."""

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
    """Rays turning slowly and dice falling, while started; still where nothing shall move."""

    floor = NumericProperty(0)
    """Where the dice land, in window pixels from below."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._degrees = 0.0
        self._star = 1
        self._ticking: ClockEvent | None = None
        chance = random.Random(_SEED)
        with self.canvas:
            self._ray_tint = Color(*Paint.yellow[:3], 0.085)
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
        """What falls: a die."""
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
"""Room for the lifted cup: the mark's side as a part of its box's height."""
_TILT_DEG = 17.0
_RISE = 0.34
"""How far the cup is lifted, as a part of the mark's side."""
_GATHERED = 0.4
"""Under the cup the dice lie this much closer together."""
_CUP_DICE = ((-0.23, 0.02, 0.245, 1, -9.0), (0.02, -0.035, 0.25, 5, 6.0), (0.262, 0.03, 0.235, 3, 15.0))
"""Each die's place from the mark's foot, its side (parts of the mark's side), face and turn in degrees."""


class CupMark(Widget):
    """Square, in the middle of its box. ``lifted`` 0: the cup covers the dice; 1: it hangs over them."""

    lifted = NumericProperty(1.0)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._star = 1
        with self.canvas:
            Color(1, 1, 1, 1)
            self._dice = [self._turned_box() for _ in _CUP_DICE]
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
    """Seen while ``lit``; ``sweep`` says where it is, from 0 at the left to 1 at the right."""

    lit = BooleanProperty(False)
    sweep = NumericProperty(0.35)

    def run(self) -> None:
        """Run to and fro, where things move at all."""
        if THEME.motion:
            run = Animation(sweep=1.0, d=SWEEP_SECONDS, t="in_out_sine") + Animation(
                sweep=0.0, d=SWEEP_SECONDS, t="in_out_sine"
            )
            run.repeat = True
            run.start(self)

    def rest(self) -> None:
        Animation.cancel_all(self, "sweep")
