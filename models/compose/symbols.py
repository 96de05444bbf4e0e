"""What unusual dice carry instead of pips: skulls, anchors, letters, odd stars, as outlines to fill.

A symbol is a tuple of parts, each an outline, float (N, 2) in half edges of the die, and whether it is
filled with the mark's colour or, as the eyes of a skull, with the body's.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.compose.sketch import PIPS, star_points

Part = tuple[np.ndarray, bool]
Symbol = tuple[Part, ...]
LETTER_PX, LETTER_EDGE = 240, 1.15
"""Letters are written that large, then scaled to this height in half edges."""


def ellipse(x: float, y: float, wide: float, tall: float) -> np.ndarray:
    """The rim of an ellipse, (28, 2)."""
    turn = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    return np.stack([x + wide * np.cos(turn), y + tall * np.sin(turn)], 1)


def bar(from_: tuple[float, float], to: tuple[float, float], thick: float) -> np.ndarray:
    """A straight bar from one point to another, (4, 2)."""
    one, other = np.asarray(from_, float), np.asarray(to, float)
    along = (other - one) / np.linalg.norm(other - one)
    aside = np.array([-along[1], along[0]]) * thick / 2
    return np.stack([one + aside, other + aside, other - aside, one - aside])


def arc(radius: float, thick: float, start_deg: float, end_deg: float, middle: tuple = (0, 0)) -> np.ndarray:
    """A part of a ring, (40, 2)."""
    turn = np.radians(np.linspace(start_deg, end_deg, 20))
    rim = np.stack([np.cos(turn), np.sin(turn)], 1)
    return np.concatenate([rim * (radius + thick / 2), rim[::-1] * (radius - thick / 2)]) + middle


def skull() -> Symbol:
    """A skull from the front."""
    jaw = np.array([(-0.3, -0.2), (0.3, -0.2), (0.26, -0.68), (-0.26, -0.68)])
    nose = np.array([(0, 0.02), (0.09, -0.18), (-0.09, -0.18)])
    teeth = tuple((bar((x, -0.42), (x, -0.68), 0.05), False) for x in (-0.12, 0.02, 0.15))
    eyes = tuple((ellipse(x, 0.14, 0.15, 0.17), False) for x in (-0.23, 0.23))
    return ((ellipse(0, 0.15, 0.58, 0.52), True), (jaw, True), *eyes, (nose, False), *teeth)


def bones() -> Symbol:
    """Two crossed bones."""
    parts = []
    for sign in (-1, 1):
        parts.append((bar((-0.45, -0.45 * sign), (0.45, 0.45 * sign), 0.2), True))
        for end in (-1, 1):
            for x, y in ((0.58, 0.38), (0.38, 0.58)):
                parts.append((ellipse(end * x, end * sign * y, 0.15, 0.15), True))
    return tuple(parts)


def wheel() -> Symbol:
    """A ship's wheel of eight spokes."""
    turns = np.radians(np.arange(0, 180, 45) + 11)
    spokes = tuple(
        (bar((-0.74 * np.cos(t), -0.74 * np.sin(t)), (0.74 * np.cos(t), 0.74 * np.sin(t)), 0.1), True)
        for t in turns
    )
    return ((arc(0.48, 0.16, 0, 360), True), *spokes, (ellipse(0, 0, 0.14, 0.14), True))


def moon() -> Symbol:
    """A crescent."""
    return ((ellipse(0, 0, 0.62, 0.62), True), (ellipse(0.24, 0.1, 0.48, 0.48), False))


def chest() -> Symbol:
    """A chest with a band and a lock."""
    box = np.array([(-0.62, -0.46), (0.62, -0.46), (0.62, 0.3), (0.42, 0.5), (-0.42, 0.5), (-0.62, 0.3)])
    lock = np.array([(-0.12, -0.2), (0.12, -0.2), (0.12, 0.12), (-0.12, 0.12)])
    return ((box, True), (bar((-0.62, 0.06), (0.62, 0.06), 0.08), False), (lock, False))


def anchor() -> Symbol:
    """An anchor with its ring, stock and flukes."""
    flukes = tuple((np.array([(0.72 * s, 0.0), (0.38 * s, -0.12), (0.66 * s, -0.34)]), True) for s in (-1, 1))
    return (
        (arc(0.13, 0.09, 0, 360, (0, 0.58)), True),
        (bar((0, 0.47), (0, -0.6), 0.15), True),
        (bar((-0.3, 0.28), (0.3, 0.28), 0.13), True),
        (arc(0.52, 0.16, 190, 350, (0, -0.06)), True),
        *flukes,
    )


def letter(text: str) -> Symbol:
    """A letter or a number, its holes in the body's colour."""
    canvas = np.zeros((2 * LETTER_PX, 3 * LETTER_PX), np.uint8)
    cv2.putText(canvas, text, (LETTER_PX // 4, LETTER_PX), cv2.FONT_HERSHEY_DUPLEX, 7, 255, 26, cv2.LINE_8)
    return traced_mask(canvas, LETTER_EDGE)


def traced_mask(mask: np.ndarray, longer: float) -> Symbol:
    """What is white in a mask, uint8 (H, W), as outlines, its holes in the body's colour; so long, in half
    edges.
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
    """A thin star of many points in a ring: nothing like the five-pointed one."""
    lengths = np.where(np.arange(2 * points) % 2 == 0, 0.55, 0.2)
    turn = np.arange(2 * points) * np.pi / points
    star = np.stack([lengths * np.cos(turn), lengths * np.sin(turn)], 1)
    return ((arc(0.66, 0.1, 0, 360), True), (star, True))


def five_star() -> Symbol:
    """A five-pointed star with a hole."""
    return ((star_points(0.7, 0.45, 0.3), True), (ellipse(0, 0, 0.16, 0.16), False))


def diamonds(number: int) -> Symbol:
    """Pips that are small squares on their tips."""
    tip = 0.19 * np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
    return tuple((tip + np.array(place) * 0.5, True) for place in PIPS[number])


FACES: dict[str, Callable[[int], Symbol]] = {
    "pirates": lambda face: (skull, bones, wheel, moon, chest, anchor)[face - 1](),
    "poker": lambda face: letter("9JQKAT"[face - 1]),
    "oddstars": lambda face: odd_star() if face == 1 else diamonds(face),
    "skullone": lambda face: skull() if face == 1 else diamonds(face),
}
"""What each face of an unusual set carries."""
