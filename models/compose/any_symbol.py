"""Any symbol at all: what the symbol reader learns to tell apart, so that it can tell one it has never seen.

Made of bars, rings, discs, stars and blobs, alone, mirrored or turned about the middle. None is meant to be
of a set that ``symbols.py`` draws: those are for figures.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.compose.sketch import star_points
from models.compose.symbols import Part, Symbol, arc, bar, ellipse

Rng = np.random.Generator
REACH = (0.55, 0.85)
"""How far a symbol reaches from the middle of its face, in half edges."""
KINDS = 1600
"""So many symbols are learned; where there are no fonts the numbers of letters and signs stay unused."""
MIRRORED, TURNED_ABOUT = 0.4, 0.3
HOLED = 0.35


def any_symbol(rng: Rng) -> Symbol:
    """A symbol of one to a dozen parts, within ``REACH`` of the middle."""
    draw = rng.random()
    if draw < MIRRORED:
        parts = _mirrored(rng)
    elif draw < MIRRORED + TURNED_ABOUT:
        parts = _turned_about(rng)
    else:
        parts = [_any_part(rng, rng.uniform(-0.4, 0.4, 2)) for _ in range(int(rng.integers(1, 5)))]
    if rng.random() < HOLED:
        parts += [(hole, False) for hole in _holes(rng)]
    return _fitted(parts, rng.uniform(*REACH))


def _blob(rng: Rng, middle: np.ndarray, radius: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    rim = np.ones(len(turn))
    for waves in range(2, 7):
        rim += rng.normal(0, 0.7 / waves) * np.cos(waves * turn + rng.uniform(0, 2 * np.pi))
    return middle + radius * np.maximum(rim, 0.15)[:, None] * np.stack([np.cos(turn), np.sin(turn)], 1)


def _disc(rng: Rng, middle: np.ndarray, radius: float) -> np.ndarray:
    return ellipse(*middle, radius, radius * rng.uniform(0.4, 1.0))


def _bar(rng: Rng, middle: np.ndarray, radius: float) -> np.ndarray:
    turn = rng.uniform(0, np.pi)
    along = radius * np.array([np.cos(turn), np.sin(turn)])
    return bar(tuple(middle - along), tuple(middle + along), rng.uniform(0.1, 0.28))


def _ring(rng: Rng, middle: np.ndarray, radius: float) -> np.ndarray:
    start = rng.uniform(0, 360)
    around = 360 if rng.random() < 0.4 else rng.uniform(70, 300)
    return arc(radius, rng.uniform(0.1, 0.22), start, start + around, tuple(middle))


def _star(rng: Rng, middle: np.ndarray, radius: float) -> np.ndarray:
    points = int(rng.integers(3, 10))
    lengths = np.where(np.arange(2 * points) % 2 == 0, radius, radius * rng.uniform(0.25, 0.95))
    turn = rng.uniform(0, 2 * np.pi) + np.arange(2 * points) * np.pi / points
    return middle + lengths[:, None] * np.stack([np.cos(turn), np.sin(turn)], 1)


def _sharp(rng: Rng, middle: np.ndarray, radius: float) -> np.ndarray:
    turn = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 6))))
    return middle + radius * np.stack([np.cos(turn), np.sin(turn)], 1)


PARTS: tuple[Callable[[Rng, np.ndarray, float], np.ndarray], ...] = (_blob, _disc, _bar, _ring, _star, _sharp)


def _any_part(rng: Rng, middle: np.ndarray) -> Part:
    drawn = PARTS[int(rng.integers(len(PARTS)))]
    return drawn(rng, np.asarray(middle, float), rng.uniform(0.15, 0.6)), True


def _mirrored(rng: Rng) -> list[Part]:
    """Parts on the middle line, and others on both sides of it."""
    parts = [_any_part(rng, (0.0, rng.uniform(-0.4, 0.4))) for _ in range(int(rng.integers(1, 3)))]
    for _ in range(int(rng.integers(1, 4))):
        outline, filled = _any_part(rng, rng.uniform((0.1, -0.6), (0.6, 0.6)))
        parts += [(outline, filled), (outline * (-1, 1), filled)]
    return parts


def _turned_about(rng: Rng) -> list[Part]:
    """One or two parts, so many times round the middle."""
    times = int(rng.integers(2, 9))
    parts = [_any_part(rng, (0.0, 0.0))] if rng.random() < 0.5 else []
    for _ in range(int(rng.integers(1, 3))):
        outline, filled = _any_part(rng, (rng.uniform(0.2, 0.6), 0.0))
        for turn in 2 * np.pi * np.arange(times) / times:
            cosine, sine = np.cos(turn), np.sin(turn)
            parts.append((outline @ [[cosine, sine], [-sine, cosine]], filled))
    return parts


def _holes(rng: Rng) -> list[np.ndarray]:
    drawn = (_disc, _star, _bar, _sharp)[int(rng.integers(4))]
    hole = drawn(rng, np.array([rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)]), rng.uniform(0.1, 0.3))
    return [hole, hole * (-1, 1)] if rng.random() < 0.5 else [hole]


def _fitted(parts: list[Part], reach: float) -> Symbol:
    """The parts, moved to the middle and scaled to reach so far."""
    points = np.concatenate([outline for outline, filled in parts if filled])
    middle = (points.min(0) + points.max(0)) / 2
    scale = reach / np.linalg.norm(points - middle, axis=1).max()
    return tuple(((outline - middle) * scale, filled) for outline, filled in parts)


def small_shapes(rng: Rng, number: int, places: tuple) -> Symbol:
    """So many of one small shape, laid as pips are."""
    sides, turn = int(rng.choice([3, 5, 6, 12])), rng.uniform(0, 2 * np.pi)
    radius, waist = rng.uniform(0.14, 0.22), 1.0 if sides != 5 else rng.uniform(0.4, 1.0)
    shape = star_points(radius, waist, turn) if sides == 5 else _regular(sides, radius, turn)
    spread = rng.uniform(0.45, 0.6)
    return tuple((shape + np.asarray(place) * spread, True) for place in places[number])


def _regular(sides: int, radius: float, turn: float) -> np.ndarray:
    corners = turn + 2 * np.pi * np.arange(sides) / sides
    return radius * np.stack([np.cos(corners), np.sin(corners)], 1)
