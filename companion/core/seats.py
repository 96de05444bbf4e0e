"""Seats round a table, their colours and signs: the same in picture, table and screen. Pure.

The table is the square -1 to 1, x to the right, y down; the first seat is in the middle of the near side, the
others follow clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

EVEN_TURNS = 8
"""More players sit evenly along the edge: at even turns the cups at the short sides would touch."""
WIDE: tuple[float, float] = (16.0, 9.0)


@dataclass(frozen=True, slots=True)
class SeatPlaces:
    """``size``: width and height, in any unit."""

    players: int
    size: tuple[float, float] = WIDE

    def towards(self, steps: float) -> tuple[float, float]:
        if self.players <= EVEN_TURNS:
            turn = steps * 2 * pi / self.players
            return -sin(turn), cos(turn)
        return self._along(steps / self.players % 1.0 * self._round)

    def on_edge(self, steps: float) -> tuple[float, float]:
        u, v = self.towards(steps)
        reach = max(abs(u), abs(v))
        return u / reach, v / reach

    @property
    def _round(self) -> float:
        return 2 * sum(self.size)

    def _along(self, way: float) -> tuple[float, float]:
        wide, high = self.size
        for length, (u, v), (du, dv) in (
            (wide / 2, (0.0, 1.0), (-2 / wide, 0.0)),
            (high, (-1.0, 1.0), (0.0, -2 / high)),
            (wide, (-1.0, -1.0), (2 / wide, 0.0)),
            (high, (1.0, -1.0), (0.0, 2 / high)),
        ):
            if way <= length:
                return u + way * du, v + way * dv
            way -= length
        return 1.0 - way * 2 / wide, 1.0


Outline = tuple[tuple[float, float], ...]
"""Corners of a polygon: x, y, each 0-1."""
Rgb = tuple[int, int, int]
"""Each 0-255."""

INK: Rgb = (18, 36, 31)
"""Draws a sign on its colour."""


@dataclass(frozen=True, slots=True)
class Shape:
    """``solid`` is filled, ``holes`` are cut out again."""

    name: str
    solid: tuple[Outline, ...]
    holes: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSign:
    """``shape`` in ink on a disc of ``colour``."""

    colour: Rgb
    shape: Shape


def sign_of(seat: int) -> SeatSign:
    """The same throughout a game; beyond ten seats colours are paired anew."""
    lap, at = divmod(seat, len(SHAPES))
    return SeatSign(COLOURS[(at + 3 * lap) % len(COLOURS)], SHAPES[at])


def _arc(x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0) -> Outline:
    steps = max(4, round(abs(end - start) / 15))
    turns = (start + (end - start) * at / steps for at in range(steps + 1))
    return tuple((x + radius * cos(turn * pi / 180), y + radius * sin(turn * pi / 180)) for turn in turns)


def _bow(x: float, y: float, radius: float, width: float, start: float, end: float) -> Outline:
    inner = _arc(x, y, radius - width / 2, start, end)
    return (*_arc(x, y, radius + width / 2, start, end), *reversed(inner))


def _box(left: float, top: float, right: float, bottom: float) -> Outline:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _mirrored(half: Iterable[tuple[float, float]]) -> Outline:
    left = tuple(half)
    return (*left, *((1 - x, y) for x, y in reversed(left)))


ANCHOR = Shape(
    "anchor",
    (
        _arc(0.5, 0.19, 0.13),
        _box(0.44, 0.26, 0.56, 0.9),
        _box(0.28, 0.37, 0.72, 0.47),
        _bow(0.5, 0.5, 0.36, 0.11, 20, 160),
        ((0.03, 0.66), (0.17, 0.5), (0.27, 0.72)),
        ((0.97, 0.66), (0.83, 0.5), (0.73, 0.72)),
    ),
    (_arc(0.5, 0.19, 0.055),),
)
MOON = Shape("moon", (_arc(0.47, 0.5, 0.42),), (_arc(0.66, 0.4, 0.34),))
TREE = Shape(
    "tree",
    (
        ((0.5, 0.04), (0.74, 0.36), (0.26, 0.36)),
        ((0.5, 0.2), (0.84, 0.6), (0.16, 0.6)),
        ((0.5, 0.4), (0.94, 0.82), (0.06, 0.82)),
        _box(0.43, 0.82, 0.57, 0.97),
    ),
)
BELL = Shape(
    "bell",
    (
        _mirrored(((0.5, 0.1), (0.36, 0.15), (0.28, 0.3), (0.25, 0.52), (0.12, 0.7), (0.1, 0.76))),
        _arc(0.5, 0.84, 0.11),
        _arc(0.5, 0.1, 0.07),
    ),
)
KEY = Shape(
    "key",
    (
        _arc(0.27, 0.5, 0.22),
        _box(0.42, 0.44, 0.95, 0.56),
        _box(0.66, 0.5, 0.76, 0.74),
        _box(0.85, 0.5, 0.95, 0.78),
    ),
    (_arc(0.27, 0.5, 0.1),),
)
CROWN = Shape(
    "crown",
    (
        ((0.06, 0.24), (0.29, 0.5), (0.5, 0.14), (0.71, 0.5), (0.94, 0.24), (0.86, 0.7), (0.14, 0.7)),
        _box(0.14, 0.75, 0.86, 0.87),
    ),
)
FISH = Shape(
    "fish",
    (
        (*_arc(0.4, 0.78, 0.45, 218, 322), *_arc(0.4, 0.22, 0.45, 38, 142)),
        ((0.62, 0.5), (0.97, 0.24), (0.88, 0.5), (0.97, 0.76)),
    ),
    (_arc(0.23, 0.46, 0.05),),
)
BOLT = Shape("bolt", (((0.6, 0.03), (0.2, 0.56), (0.45, 0.56), (0.36, 0.97), (0.8, 0.4), (0.54, 0.4)),))
HOUSE = Shape(
    "house",
    (((0.5, 0.08), (0.96, 0.52), (0.04, 0.52)), _box(0.16, 0.5, 0.84, 0.92)),
    (_box(0.41, 0.62, 0.59, 0.92),),
)
DROP = Shape("drop", (((0.5, 0.03), *_arc(0.5, 0.64, 0.31, -28, 208)),))

SHAPES = (BOLT, CROWN, TREE, HOUSE, BELL, DROP, ANCHOR, FISH, MOON, KEY)
"""Similar outlines have colours that differ for the colour-blind, too (a test measures it)."""
COLOURS: tuple[Rgb, ...] = (
    (244, 112, 96),
    (110, 184, 246),
    (92, 196, 108),
    (246, 152, 56),
    (190, 148, 240),
    (240, 234, 220),
    (250, 160, 196),
    (72, 206, 200),
    (196, 214, 72),
    (202, 160, 112),
)
"""Red, blue, green, orange, violet, white, pink, turquoise, lime, sand: light enough for dark ink."""
