"""The winner's moment: rays behind the name, dice falling."""

from __future__ import annotations

import math
import random

from kivy.clock import Clock, ClockEvent
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.stencilview import StencilView

from companion.ui.art.dice import IVORY, RED, YELLOW
from companion.ui.art.textures import die_texture
from companion.ui.theme import THEME, Paint

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
        """Let it rain."""
        self._star = star_face
        self.stop()
        if THEME.motion:
            self._ticking = Clock.schedule_interval(self._tick, 1 / _FRAMES_A_SECOND)
        self._draw()

    def stop(self) -> None:
        """Stop the rain where it is."""
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
