"""Symbols of unusual dice as outlines to fill: known sets, and any symbol.

A symbol is a tuple of parts, each an outline, float (N, 2) in half edges of the die, and whether it has the
mark's colour or, as a skull's eyes, the body's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from models.compose.sketch import PIPS, star_points

Part = tuple[np.ndarray, bool]
Symbol = tuple[Part, ...]
LETTER_PX, LETTER_EDGE = 240, 1.15
"""Letters are written this large, then scaled to this height in half edges."""


def ellipse(x: float, y: float, wide: float, tall: float) -> np.ndarray:
    turn = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    return np.stack([x + wide * np.cos(turn), y + tall * np.sin(turn)], 1)


def bar(from_: tuple[float, float], to: tuple[float, float], thick: float) -> np.ndarray:
    one, other = np.asarray(from_, float), np.asarray(to, float)
    along = (other - one) / np.linalg.norm(other - one)
    aside = np.array([-along[1], along[0]]) * thick / 2
    return np.stack([one + aside, other + aside, other - aside, one - aside])


def arc(
    radius: float, thick: float, start_deg: float, end_deg: float, middle: Sequence[float] = (0, 0)
) -> np.ndarray:
    """A part of a ring, (40, 2)."""
    turn = np.radians(np.linspace(start_deg, end_deg, 20))
    rim = np.stack([np.cos(turn), np.sin(turn)], 1)
    return np.concatenate([rim * (radius + thick / 2), rim[::-1] * (radius - thick / 2)]) + middle


def skull() -> Symbol:
    jaw = np.array([(-0.3, -0.2), (0.3, -0.2), (0.26, -0.68), (-0.26, -0.68)])
    nose = np.array([(0, 0.02), (0.09, -0.18), (-0.09, -0.18)])
    teeth = tuple((bar((x, -0.42), (x, -0.68), 0.05), False) for x in (-0.12, 0.02, 0.15))
    eyes = tuple((ellipse(x, 0.14, 0.15, 0.17), False) for x in (-0.23, 0.23))
    return ((ellipse(0, 0.15, 0.58, 0.52), True), (jaw, True), *eyes, (nose, False), *teeth)


def bones() -> Symbol:
    parts = []
    for sign in (-1, 1):
        parts.append((bar((-0.45, -0.45 * sign), (0.45, 0.45 * sign), 0.2), True))
        for end in (-1, 1):
            for x, y in ((0.58, 0.38), (0.38, 0.58)):
                parts.append((ellipse(end * x, end * sign * y, 0.15, 0.15), True))
    return tuple(parts)


def wheel() -> Symbol:
    turns = np.radians(np.arange(0, 180, 45) + 11)
    spokes = tuple(
        (bar((-0.74 * np.cos(t), -0.74 * np.sin(t)), (0.74 * np.cos(t), 0.74 * np.sin(t)), 0.1), True)
        for t in turns
    )
    return ((arc(0.48, 0.16, 0, 360), True), *spokes, (ellipse(0, 0, 0.14, 0.14), True))


def moon() -> Symbol:
    return ((ellipse(0, 0, 0.62, 0.62), True), (ellipse(0.24, 0.1, 0.48, 0.48), False))


def chest() -> Symbol:
    box = np.array([(-0.62, -0.46), (0.62, -0.46), (0.62, 0.3), (0.42, 0.5), (-0.42, 0.5), (-0.62, 0.3)])
    lock = np.array([(-0.12, -0.2), (0.12, -0.2), (0.12, 0.12), (-0.12, 0.12)])
    return ((box, True), (bar((-0.62, 0.06), (0.62, 0.06), 0.08), False), (lock, False))


def anchor() -> Symbol:
    flukes = tuple((np.array([(0.72 * s, 0.0), (0.38 * s, -0.12), (0.66 * s, -0.34)]), True) for s in (-1, 1))
    return (
        (arc(0.13, 0.09, 0, 360, (0, 0.58)), True),
        (bar((0, 0.47), (0, -0.6), 0.15), True),
        (bar((-0.3, 0.28), (0.3, 0.28), 0.13), True),
        (arc(0.52, 0.16, 190, 350, (0, -0.06)), True),
        *flukes,
    )


def letter(text: str) -> Symbol:
    """Holes have the body's colour."""
    canvas = np.zeros((2 * LETTER_PX, 3 * LETTER_PX), np.uint8)
    cv2.putText(canvas, text, (LETTER_PX // 4, LETTER_PX), cv2.FONT_HERSHEY_DUPLEX, 7, 255, 26, cv2.LINE_8)
    return traced_mask(canvas, LETTER_EDGE)


def traced_mask(mask: np.ndarray, longer: float) -> Symbol:
    """The white in a mask, uint8 (H, W), as outlines of that length in half edges; holes have the body's
    colour.
    """
    found, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_TC89_L1)
    outer = np.concatenate(found)[:, 0].astype(float)
    low, high = outer.min(0), outer.max(0)
    scale = longer / (high - low).max()
    parts = [
        ((each[:, 0] - (low + high) / 2) * (scale, -scale), bool(level[3] < 0))
        for each, level in zip(found, tree[0], strict=True)
    ]
    return tuple(sorted(parts, key=lambda part: not part[1]))


def odd_star(points: int = 8) -> Symbol:
    """A thin star of many points in a ring, unlike the five-pointed one."""
    lengths = np.where(np.arange(2 * points) % 2 == 0, 0.55, 0.2)
    turn = np.arange(2 * points) * np.pi / points
    star = np.stack([lengths * np.cos(turn), lengths * np.sin(turn)], 1)
    return ((arc(0.66, 0.1, 0, 360), True), (star, True))


def diamonds(number: int) -> Symbol:
    """Small squares on their tips."""
    tip = 0.19 * np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
    return tuple((tip + np.array(place) * 0.5, True) for place in PIPS[number])


FACES: dict[str, Callable[[int], Symbol]] = {
    "pirates": lambda face: (skull, bones, wheel, moon, chest, anchor)[face - 1](),
    "poker": lambda face: letter("9JQKAT"[face - 1]),
    "oddstars": lambda face: odd_star() if face == 1 else diamonds(face),
    "skullone": lambda face: skull() if face == 1 else diamonds(face),
}
"""Each face of an unusual set."""


Rng = np.random.Generator
REACH = (0.55, 0.85)
"""From the face's middle, in half edges."""
MIRRORED, TURNED_ABOUT = 0.4, 0.3
HOLED = 0.35


def any_symbol(rng: Rng) -> Symbol:
    """One to a dozen parts, within ``REACH`` of the middle."""
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
    return ellipse(middle[0], middle[1], radius, radius * rng.uniform(0.4, 1.0))


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


def _any_part(rng: Rng, middle: Sequence[float] | np.ndarray) -> Part:
    drawn = PARTS[int(rng.integers(len(PARTS)))]
    return drawn(rng, np.asarray(middle, float), rng.uniform(0.15, 0.6)), True


def _mirrored(rng: Rng) -> list[Part]:
    """Parts on the middle line, and on both sides of it."""
    parts = [_any_part(rng, (0.0, rng.uniform(-0.4, 0.4))) for _ in range(int(rng.integers(1, 3)))]
    for _ in range(int(rng.integers(1, 4))):
        outline, filled = _any_part(rng, rng.uniform((0.1, -0.6), (0.6, 0.6)))
        parts += [(outline, filled), (outline * (-1, 1), filled)]
    return parts


def _turned_about(rng: Rng) -> list[Part]:
    """One or two parts, repeated round the middle."""
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
    points = np.concatenate([outline for outline, filled in parts if filled])
    middle = (points.min(0) + points.max(0)) / 2
    scale = reach / np.linalg.norm(points - middle, axis=1).max()
    return tuple(((outline - middle) * scale, filled) for outline, filled in parts)


def small_shapes(rng: Rng, number: int, places: Mapping[int, Sequence[Sequence[float]]]) -> Symbol:
    """One small shape, arranged as pips."""
    sides, turn = int(rng.choice([3, 5, 6, 12])), rng.uniform(0, 2 * np.pi)
    radius, waist = rng.uniform(0.14, 0.22), 1.0 if sides != 5 else rng.uniform(0.4, 1.0)
    shape = star_points(radius, waist, turn) if sides == 5 else _regular(sides, radius, turn)
    spread = rng.uniform(0.45, 0.6)
    return tuple((shape + np.asarray(place) * spread, True) for place in places[number])


def _regular(sides: int, radius: float, turn: float) -> np.ndarray:
    corners = turn + 2 * np.pi * np.arange(sides) / sides
    return radius * np.stack([np.cos(corners), np.sin(corners)], 1)
