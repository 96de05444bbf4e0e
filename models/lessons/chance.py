"""Many random numbers at once, for lessons."""

from __future__ import annotations

import numpy as np

LUMINANCE = np.array([0.3, 0.6, 0.1])
"""Weights of linear red, green and blue."""
Shape = int | tuple[int, ...]
Bound = float | np.ndarray


class Chance:
    def __init__(self, seed: int | tuple[int, ...]) -> None:
        self.rng = np.random.default_rng(seed)

    def evenly(self, count: Shape, low: Bound = 0.0, high: Bound = 1.0) -> np.ndarray:
        """Uniform."""
        return self.rng.uniform(low, high, count)

    def by_size(self, count: Shape, low: float, high: float) -> np.ndarray:
        """Log-uniform."""
        return np.exp(self.rng.uniform(np.log(low), np.log(high), count))

    def hits(self, count: Shape, likely: float) -> np.ndarray:
        return self.rng.random(count) < likely

    def angles(self, count: int) -> np.ndarray:
        """Radians, -π to π."""
        return self.rng.uniform(-np.pi, np.pi, count)

    def kinds(self, count: int, shares: np.ndarray | tuple[float, ...]) -> np.ndarray:
        """Whole numbers from 0, by ``shares``."""
        return self.rng.choice(len(shares), count, p=np.asarray(shares) / np.sum(shares))


def rgb(hsv: np.ndarray) -> np.ndarray:
    """Colours (N, 3), 0-1."""
    hue, saturation, value = hsv[:, 0] * 6, hsv[:, 1], hsv[:, 2]
    k = (np.array([5.0, 3.0, 1.0])[None] + hue[:, None]) % 6
    return value[:, None] * (1 - saturation[:, None] * np.clip(np.minimum(k, 4 - k), 0, 1))


def any_colours(chance: Chance, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Body, ink and ink of a one, (N, 3) linear each: as sold, or any, distinct in brightness."""
    body = _bodies(chance, count)
    bright = body @ LUMINANCE
    black = chance.evenly(count, 0.003, 0.05)[:, None] * np.ones(3)
    white = chance.evenly(count, 0.65, 0.95)[:, None] * np.ones(3)
    gold = np.array([0.75, 0.5, 0.12]) * chance.evenly(count, 0.6, 1.1)[:, None]
    other = rgb(
        np.stack([chance.rng.random(count), chance.evenly(count, 0.6, 1), chance.evenly(count, 0.1, 0.8)], 1)
    )
    light_ink = np.where(chance.hits(count, 0.2)[:, None], gold, white)
    dark_ink = np.where(chance.hits(count, 0.2)[:, None], other * 0.5, black)
    ink = np.where((bright > 0.25 + 0.2 * chance.evenly(count, -1, 1))[:, None], dark_ink, light_ink)
    ink = np.where(chance.hits(count, 0.05)[:, None], other, ink)
    weak = np.abs(np.sqrt(ink @ LUMINANCE) - np.sqrt(bright)) < 0.22
    ink = np.where(weak[:, None], np.where((bright > 0.3)[:, None], black, white), ink)
    red = np.array([0.6, 0.02, 0.03]) * chance.evenly(count, 0.5, 1.2)[:, None]
    one = np.where((chance.hits(count, 0.12) & (bright > 0.3))[:, None], red, ink)
    return body, ink, one


def _bodies(chance: Chance, count: int) -> np.ndarray:
    which = chance.kinds(count, (0.42, 0.1, 0.13, 0.25, 0.1))
    hue = chance.rng.random(count)
    coloured = rgb(np.stack([hue, chance.evenly(count, 0.5, 1.0), chance.evenly(count, 0.15, 0.9)], 1))
    bright = chance.evenly(count, 0.6, 0.95)[:, None]
    pale = bright * (1 - chance.evenly(count, 0, 0.12)[:, None] * np.array([0, 0.35, 1.0]))
    dark = chance.evenly(count, 0.004, 0.05)[:, None] * chance.evenly((count, 3), 0.7, 1.3)
    anyhow = chance.rng.random((count, 3)) ** 2
    tinted = pale * chance.evenly((count, 3), 0.8, 1.0)
    return np.select([which[:, None] == k for k in range(5)], [pale, tinted, dark, coloured, anyhow])
