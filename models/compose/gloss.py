"""What glossy dice mirror, drawn over a finished crop: strips bent by the edge, windows, bows, smears.

None is shaped like a pip: a round spot on a die with white pips would make one face into another.
"""

from __future__ import annotations

import cv2
import numpy as np

FINER = 4
"""Drawn so many times larger than the crop, for smooth thin lines."""
DIE_SHARE = 0.74
"""A die's side in a crop, as a share of the crop's."""

Rng = np.random.Generator


def reflected(rng: Rng, crop: np.ndarray) -> np.ndarray:
    """The crop, float32 (S, S, 3) 0-255, with one to three reflections of one lamp on its die."""
    side = crop.shape[0]
    drawn = np.zeros((side * FINER, side * FINER), np.float32)
    shape = _SHAPES[int(rng.integers(len(_SHAPES)))]
    for _ in range(int(rng.choice((1, 1, 2, 3)))):
        middle = side * FINER * (0.5 + rng.normal(0, 0.12, 2).clip(-0.3, 0.3))
        shape(rng, drawn, middle, side * FINER * DIE_SHARE)
    shown = cv2.GaussianBlur(drawn, (0, 0), FINER * rng.uniform(0.25, 1.1))
    shown = cv2.resize(shown, (side, side), interpolation=cv2.INTER_AREA)[..., None] * rng.uniform(0.35, 1.0)
    lamp = 255 * np.exp(-abs(rng.normal(0, 0.08, 3))).astype(np.float32)
    return crop + shown * np.maximum(lamp - crop, 0)


def _strip(rng: Rng, drawn: np.ndarray, middle: np.ndarray, die: float) -> None:
    """A tube or a strip of lamps, bent by the face and at its ends by the rounded edge."""
    turn, length, bend = rng.uniform(0, np.pi), die * rng.uniform(0.35, 1.0), rng.normal(0, 0.12)
    along = np.linspace(-0.5, 0.5, 24)
    wave = rng.uniform(0, 0.07) * np.sin(along * rng.uniform(4, 16) + rng.uniform(0, 6))
    aside = bend * (4 * along**2 - 0.5) + wave
    points = np.column_stack([along, aside]) * length
    turned = points @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + middle
    _line(drawn, turned, die * rng.uniform(0.025, 0.11))
    if rng.random() < 0.4:
        far = (np.sin(turn), -np.cos(turn)) * np.array(die * rng.uniform(0.1, 0.3))
        _line(drawn, turned + far, die * rng.uniform(0.02, 0.06))


def _bow(rng: Rng, drawn: np.ndarray, middle: np.ndarray, die: float) -> None:
    """Part of a ring lamp, or the bright rim of a hollow face."""
    start, spread = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 5.5)
    angles = np.linspace(start, start + spread, 32)
    radius = die * rng.uniform(0.22, 0.5) * (1 + rng.uniform(0, 0.08) * np.sin(angles * rng.integers(2, 5)))
    points = np.column_stack([np.cos(angles), np.sin(angles) * rng.uniform(0.5, 1)]) * radius[:, None]
    _line(drawn, points + middle, die * rng.uniform(0.02, 0.07))


def _window(rng: Rng, drawn: np.ndarray, middle: np.ndarray, die: float) -> None:
    """A window with bars, leaning as the face does."""
    wide, tall = die * rng.uniform(0.12, 0.5), die * rng.uniform(0.25, 0.7)
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (wide, tall)
    corners = corners + rng.normal(0, 0.05 * die, (4, 2))
    turn = rng.uniform(0, np.pi)
    turned = corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + middle
    cv2.fillConvexPoly(drawn, np.round(turned).astype(np.int32), 1.0, cv2.LINE_AA)
    for share in np.linspace(0, 1, int(rng.integers(2, 4)))[1:-1]:
        ends = [turned[a] + share * (turned[b] - turned[a]) for a, b in ((0, 1), (3, 2))]
        cv2.line(drawn, *(tuple(map(round, end)) for end in ends), 0.0, max(1, round(die * 0.03)))


def _smear(rng: Rng, drawn: np.ndarray, middle: np.ndarray, die: float) -> None:
    """A long soft patch: at least two and a half times as long as wide, so that it is no pip."""
    long = die * rng.uniform(0.15, 0.45)
    axes = (long, long / rng.uniform(2.5, 6))
    cv2.ellipse(drawn, (middle.tolist(), (2 * axes[0], 2 * axes[1]), rng.uniform(0, 180)), 1.0, -1)


def _line(drawn: np.ndarray, points: np.ndarray, thick: float) -> None:
    cv2.polylines(drawn, [np.round(points).astype(np.int32)], False, 1.0, max(1, round(thick)), cv2.LINE_AA)


_SHAPES = (_strip, _strip, _bow, _window, _smear)
