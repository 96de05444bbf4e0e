"""Signs for keys and plates, drawn in strokes; words beside them or the docs say what they mean."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import numpy as np

from companion.ui.art.canvas import (
    Field,
    Picture,
    disc,
    inside,
    length,
    polygon,
    rounded_box,
    segment,
    star_corners,
)
from companion.ui.art.theme import Colour

Shape = Callable[[Field, Field], Field]
STROKE = 0.11
"""Width of a stroke as a part of the sign's side."""


class Sign(Enum):
    MENU = "menu"
    UNDO = "undo"
    BACK = "back"
    LEAVE = "leave"
    STAR = "star"
    CHECK = "check"
    CROSS = "cross"
    PLUS = "plus"
    MINUS = "minus"
    WARNING = "warning"
    TURN = "turn"
    COIN = "coin"
    EYE = "eye"
    CAMERA = "camera"
    SHIFT = "shift"
    DOWN = "down"
    TAP = "tap"
    HELP = "help"
    RUB = "rub"
    COUNTED = "counted"
    START = "start"
    DOUBT = "doubt"
    ENLARGE = "enlarge"
    CARDS = "cards"
    SETTINGS = "settings"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


def draw_sign(sign: Sign, side: int, colour: Colour) -> Picture:
    picture = Picture(side, side, (*colour[:3], 0.0))
    x, y = picture.x / side, picture.y / side
    picture.paint(inside(_DRAW[sign](x, y) * side), colour)
    return picture


def _strokes(x: Field, y: Field, *lines: tuple[float, float, float, float], width: float = STROKE) -> Field:
    distances = [segment(x, y, (a, b), (c, d)) for a, b, c, d in lines]
    return np.minimum.reduce(distances) - width / 2


def _lines(*lines: tuple[float, float, float, float], width: float = STROKE) -> Shape:
    return lambda x, y: _strokes(x, y, *lines, width=width)


def _undo(x: Field, y: Field) -> Field:
    dx, dy = x - 0.54, y - 0.56
    ring = np.abs(length(dx, dy) - 0.28) - STROKE / 2
    turn = np.arctan2(dy, dx)
    gap = (turn < -2.2) | (turn > 2.3)
    ends = [disc(x, y, (0.54 + 0.28 * np.cos(a), 0.56 + 0.28 * np.sin(a)), STROKE / 2) for a in (-2.2, 2.3)]
    bow = np.minimum.reduce([np.where(gap, 1.0, ring), *ends])
    head = polygon(x, y, [(0.12, 0.36), (0.50, 0.16), (0.47, 0.52)]) - 0.02
    return np.minimum(bow, head)


def _leave(x: Field, y: Field) -> Field:
    door = _strokes(x, y, (0.46, 0.18, 0.2, 0.18), (0.2, 0.18, 0.2, 0.82), (0.2, 0.82, 0.46, 0.82))
    way = _strokes(x, y, (0.4, 0.5, 0.84, 0.5), (0.84, 0.5, 0.66, 0.32), (0.84, 0.5, 0.66, 0.68))
    return np.minimum(door, way)


def _warning(x: Field, y: Field) -> Field:
    sign = polygon(x, y, [(0.5, 0.12), (0.93, 0.84), (0.07, 0.84)]) - 0.04
    mark = np.minimum(_strokes(x, y, (0.5, 0.38, 0.5, 0.58), width=0.10), disc(x, y, (0.5, 0.73), 0.06))
    return np.maximum(sign, -mark)


def _coin(x: Field, y: Field) -> Field:
    ring = np.abs(disc(x, y, (0.5, 0.5), 0.38)) - 0.045
    return np.minimum(ring, polygon(x, y, star_corners((0.5, 0.52), 0.24)) - 0.01)


def _eye(x: Field, y: Field) -> Field:
    lens = np.maximum(disc(x, y, (0.5, 0.78), 0.52), disc(x, y, (0.5, 0.22), 0.52))
    outline = np.abs(lens) - 0.045
    return np.minimum(outline, disc(x, y, (0.5, 0.5), 0.13))


def _camera(x: Field, y: Field) -> Field:
    body = np.minimum(
        rounded_box(x, y, (0.1, 0.28, 0.9, 0.82), 0.1), rounded_box(x, y, (0.34, 0.17, 0.66, 0.4), 0.06)
    )
    lens = np.abs(disc(x, y, (0.5, 0.55), 0.17)) - 0.05
    return np.maximum(body, -lens)


def _tap(x: Field, y: Field) -> Field:
    far = length(x - 0.5, y - 0.5)
    return np.minimum(far - 0.17, np.abs(far - 0.38) - 0.05)


def _help(x: Field, y: Field) -> Field:
    dx, dy = x - 0.5, y - 0.34
    bow = np.abs(length(dx, dy) - 0.2) - 0.065
    bow = np.where((dx < 0) & (dy > 0), 1.0, bow)
    stem = np.minimum(_strokes(x, y, (0.5, 0.54, 0.5, 0.64), width=0.13), disc(x, y, (0.5, 0.84), 0.08))
    return np.minimum.reduce([bow, stem, disc(x, y, (0.3, 0.34), 0.065)])


def _rub(x: Field, y: Field) -> Field:
    key = polygon(x, y, [(0.06, 0.5), (0.32, 0.24), (0.92, 0.24), (0.92, 0.76), (0.32, 0.76)]) - 0.03
    cross = _strokes(x, y, (0.48, 0.39, 0.7, 0.61), (0.7, 0.39, 0.48, 0.61), width=0.08)
    return np.maximum(key, -cross)


def _counted(x: Field, y: Field) -> Field:
    tick = _strokes(x, y, (0.29, 0.53, 0.44, 0.68), (0.44, 0.68, 0.72, 0.35), width=0.12)
    return np.maximum(disc(x, y, (0.5, 0.5), 0.48), -tick)


def _doubt(x: Field, y: Field) -> Field:
    dx, dy = x - 0.5, y - 0.41
    bow = np.abs(length(dx, dy) - 0.15) - 0.055
    bow = np.where((dx < 0) & (dy > 0), 1.0, bow)
    stem = np.minimum(_strokes(x, y, (0.5, 0.56, 0.5, 0.62), width=0.11), disc(x, y, (0.5, 0.77), 0.065))
    cap = disc(x, y, (0.35, 0.41), 0.055)
    mark = np.minimum.reduce([bow, stem, cap])
    return np.maximum(disc(x, y, (0.5, 0.5), 0.49), -mark)


def _enlarge(x: Field, y: Field) -> Field:
    lens = np.abs(disc(x, y, (0.42, 0.42), 0.27)) - STROKE / 2
    handle = _strokes(x, y, (0.63, 0.63, 0.85, 0.85), width=0.15)
    cross = _strokes(x, y, (0.31, 0.42, 0.53, 0.42), (0.42, 0.31, 0.42, 0.53), width=0.08)
    return np.minimum.reduce([lens, handle, cross])


def _cards(x: Field, y: Field) -> Field:
    behind = rounded_box(x, y, (0.38, 0.10, 0.86, 0.74), 0.07)
    front = rounded_box(x, y, (0.14, 0.26, 0.62, 0.90), 0.07)
    return np.minimum(np.maximum(behind, -(front - 0.06)), front)


def _settings(x: Field, y: Field) -> Field:
    wheel = disc(x, y, (0.5, 0.5), 0.29)
    reach, turns = 0.37, np.arange(8) * np.pi / 4
    ends = [(0.5 + reach * np.cos(turn), 0.5 + reach * np.sin(turn)) for turn in turns]
    teeth = _strokes(x, y, *((0.5, 0.5, float(a), float(b)) for a, b in ends), width=0.15)
    return np.maximum(np.minimum(wheel, teeth), -disc(x, y, (0.5, 0.5), 0.13))


def _hearts(x: Field, y: Field) -> Field:
    lobes = np.minimum(disc(x, y, (0.30, 0.34), 0.225), disc(x, y, (0.70, 0.34), 0.225))
    point = polygon(
        x, y, [(0.115, 0.46), (0.30, 0.34), (0.50, 0.36), (0.70, 0.34), (0.885, 0.46), (0.5, 0.93)]
    )
    return np.minimum(lobes, point)


def _foot(x: Field, y: Field) -> Field:
    return polygon(x, y, [(0.47, 0.55), (0.53, 0.55), (0.68, 0.93), (0.32, 0.93)])


def _spades(x: Field, y: Field) -> Field:
    lobes = np.minimum(disc(x, y, (0.30, 0.58), 0.20), disc(x, y, (0.70, 0.58), 0.20))
    point = polygon(
        x, y, [(0.5, 0.07), (0.875, 0.49), (0.70, 0.60), (0.50, 0.62), (0.30, 0.60), (0.125, 0.49)]
    )
    return np.minimum.reduce([lobes, point, _foot(x, y)])


def _clubs(x: Field, y: Field) -> Field:
    leaves = [disc(x, y, at, 0.205) for at in ((0.5, 0.27), (0.275, 0.58), (0.725, 0.58))]
    return np.minimum.reduce([*leaves, disc(x, y, (0.5, 0.5), 0.12), _foot(x, y)])


_SHIFT = _lines((0.5, 0.82, 0.5, 0.2), (0.5, 0.2, 0.24, 0.46), (0.5, 0.2, 0.76, 0.46))
_DRAW: dict[Sign, Shape] = {
    Sign.MENU: _lines((0.18, 0.26, 0.82, 0.26), (0.18, 0.5, 0.82, 0.5), (0.18, 0.74, 0.82, 0.74)),
    Sign.UNDO: _undo,
    Sign.BACK: _lines((0.2, 0.5, 0.82, 0.5), (0.2, 0.5, 0.46, 0.24), (0.2, 0.5, 0.46, 0.76)),
    Sign.LEAVE: _leave,
    Sign.STAR: lambda x, y: polygon(x, y, star_corners((0.5, 0.53), 0.45)) - 0.02,
    Sign.CHECK: _lines((0.18, 0.54, 0.4, 0.76), (0.4, 0.76, 0.84, 0.26), width=0.15),
    Sign.CROSS: _lines((0.24, 0.24, 0.76, 0.76), (0.76, 0.24, 0.24, 0.76), width=0.13),
    Sign.PLUS: _lines((0.5, 0.18, 0.5, 0.82), (0.18, 0.5, 0.82, 0.5), width=0.14),
    Sign.MINUS: _lines((0.18, 0.5, 0.82, 0.5), width=0.14),
    Sign.WARNING: _warning,
    Sign.TURN: lambda x, y: polygon(x, y, [(0.26, 0.16), (0.80, 0.5), (0.26, 0.84)]) - 0.04,
    Sign.COIN: _coin,
    Sign.EYE: _eye,
    Sign.CAMERA: _camera,
    Sign.SHIFT: _SHIFT,
    Sign.DOWN: lambda x, y: _SHIFT(x, 1 - y),
    Sign.TAP: _tap,
    Sign.HELP: _help,
    Sign.RUB: _rub,
    Sign.COUNTED: _counted,
    Sign.START: _lines((0.3, 0.15, 0.7, 0.5), (0.7, 0.5, 0.3, 0.85), width=0.16),
    Sign.DOUBT: _doubt,
    Sign.ENLARGE: _enlarge,
    Sign.CARDS: _cards,
    Sign.SETTINGS: _settings,
    Sign.SPADES: _spades,
    Sign.HEARTS: _hearts,
    Sign.DIAMONDS: lambda x, y: polygon(x, y, [(0.5, 0.06), (0.84, 0.5), (0.5, 0.94), (0.16, 0.5)]),
    Sign.CLUBS: _clubs,
}
