"""The four suits, drawn in many styles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.compose.symbols import any_symbol

Rng = np.random.Generator
DRAWN_PX = 240
"""Side of a suit's square before shrinking."""
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)


@dataclass(frozen=True, slots=True)
class SuitStyle:
    """Lengths in suit heights.

    ``lobes``: width of a heart or spade. ``notch``: depth of the heart's cleft. ``belly``: pointed (0) to
    round (1) flanks. ``hollow``: a diamond's sides, drawn in (above 0) or out. ``leaf``: radius of a club's
    leaf, ``apart``: distance of its leaves. ``stem`` and ``foot``: half widths.
    """

    lobes: float
    notch: float
    belly: float
    hollow: float
    diamond: float
    leaf: float
    apart: float
    stem: float
    foot: float
    strange: int = 0
    """Above 0: a seed for other symbols, as other decks have acorns, cups and swords."""


def any_style(rng: Rng) -> SuitStyle:
    """Slender or broad, round or pointed."""
    return SuitStyle(
        lobes=rng.uniform(0.78, 1.08),
        notch=rng.uniform(0.08, 0.28),
        belly=rng.uniform(0.0, 1.0),
        hollow=rng.uniform(-0.12, 0.2) if rng.random() < 0.6 else 0.0,
        diamond=rng.uniform(0.62, 1.0),
        leaf=rng.uniform(0.2, 0.265),
        apart=rng.uniform(0.9, 1.15),
        stem=rng.uniform(0.015, 0.06),
        foot=rng.uniform(0.1, 0.28),
    )


def _curve(points: tuple[tuple[float, float], ...], steps: int = 24) -> np.ndarray:
    t = np.linspace(0, 1, steps)[:, None]
    a, b, c, d = (np.array(point) for point in points)
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d


def _heart(style: SuitStyle) -> np.ndarray:
    half, top = style.lobes / 2, -0.5
    cleft = (0.0, top + style.notch)
    side = (half, top + 0.27)
    lobe = _curve((cleft, (0.05 * half, top - 0.06), (half, top - 0.08), side))
    flank = _curve(
        (side, (half, 0.02 + 0.12 * style.belly), (half * (0.25 + 0.3 * style.belly), 0.24), (0, 0.5))
    )
    right = np.concatenate([lobe, flank])
    return np.concatenate([right, right[::-1] * (-1, 1)])


def _stem(style: SuitStyle, top: float, turn: float) -> np.ndarray:
    right = _curve(((style.stem, top), (style.stem, 0.3), (style.stem + turn * 0.1, 0.44), (style.foot, 0.5)))
    return np.concatenate([right, right[::-1] * (-1, 1)])


def _spade(style: SuitStyle) -> list[np.ndarray]:
    leaf = _heart(style) * (1, -1)
    leaf[:, 1] = (leaf[:, 1] + 0.5) * 0.84 - 0.5
    return [leaf, _stem(style, 0.05, 1.0)]


def _club(style: SuitStyle) -> list[np.ndarray]:
    turn = np.linspace(0, 2 * np.pi, 48)
    circle = np.stack([np.cos(turn), np.sin(turn)], 1) * style.leaf
    spread = style.leaf * style.apart
    top, low = (0.0, -0.5 + style.leaf), -0.5 + style.leaf + 1.62 * spread
    aside, between = 1.02 * spread + 0.02, np.array((0, (top[1] + low) / 2))
    leaves = [circle + np.array(at) for at in (top, (-aside, low), (aside, low))]
    heart = np.array([(-0.6, 0.9), (0.6, 0.9), (0.45, -1.0), (-0.45, -1.0)]) * spread + between
    return [*leaves, heart, _stem(style, low - style.leaf * 0.4, 0.6)]


def _diamond(style: SuitStyle) -> np.ndarray:
    corners = np.array([(0, -0.5), (style.diamond / 2, 0), (0, 0.5), (-style.diamond / 2, 0)])
    sides = []
    for one, other in zip(corners, np.roll(corners, -1, 0), strict=True):
        drawn_in = (one + other) / 2 * (1 - 2 * style.hollow)
        sides.append(
            _curve(
                (tuple(one), tuple((one + 2 * drawn_in) / 3), tuple((other + 2 * drawn_in) / 3), tuple(other))
            )
        )
    return np.concatenate(sides)


def outlines(suit: int, style: SuitStyle) -> list[np.ndarray]:
    """Polygons (N, 2) that fill the suit, y down, its height from -0.5 to 0.5."""
    if suit == SPADES:
        return _spade(style)
    if suit == HEARTS:
        return [_heart(style)]
    return [_diamond(style)] if suit == DIAMONDS else _club(style)


def _strange(rng: Rng) -> np.ndarray:
    canvas = np.zeros((DRAWN_PX + 16, DRAWN_PX + 16), np.uint8)
    for polygon, filled in any_symbol(rng):
        corners = ((polygon * 0.5 * DRAWN_PX + canvas.shape[0] / 2) * 16).round().astype(np.int32)
        cv2.fillPoly(canvas, [corners], 255 if filled else 0, cv2.LINE_AA, 4)
    return cut_close(canvas)


@lru_cache(maxsize=256)
def suit_mask(suit: int, style: SuitStyle) -> np.ndarray:
    """Coverage 0-255, uint8 (H, W), cut close: upright, about ``DRAWN_PX`` high."""
    if style.strange:
        return _strange(np.random.default_rng((style.strange, suit)))
    canvas = np.zeros((DRAWN_PX + 16, int(DRAWN_PX * 1.3)), np.uint8)
    middle = np.array([canvas.shape[1] / 2, canvas.shape[0] / 2])
    for polygon in outlines(suit, style):
        corners = ((polygon * DRAWN_PX + middle) * 16).round().astype(np.int32)
        cv2.fillPoly(canvas, [corners], 255, cv2.LINE_AA, 4)
    return cut_close(canvas)


def cut_close(mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.max(1) > 100), np.flatnonzero(mask.max(0) > 100)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
