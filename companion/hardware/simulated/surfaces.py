"""Table tops: wood and cloth, painted from noise. All uint8 (H, W, 3) BGR in frame pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from companion.calibration.seating import Size

Colour = tuple[float, float, float]
"""Blue, green, red, 0-255."""
RENDERED_SHARE = 0.35
"""How often the rendered table top is used, by seed; the others show that the eye needs no green cloth."""
LINES = 720.0
"""The structures' sizes are meant for a frame of this height and grow with it."""


def clouds(size: Size, across_px: float, down_px: float, rng: np.random.Generator) -> np.ndarray:
    """Smooth noise float32 (H, W) of mean 0 and deviation about 1, features of the given size."""
    width, height = size
    cells = (max(4, round(height / down_px) + 3), max(4, round(width / across_px) + 3))
    coarse = rng.normal(0, 1.3, cells).astype(np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)


def _fibres(size: Size, length_px: int, rng: np.random.Generator) -> np.ndarray:
    """Fine streaks along x, float32 (H, W), deviation about 1."""
    width, height = size
    grain = rng.standard_normal((height, width), dtype=np.float32)
    streaks = cv2.blur(grain, (max(1, length_px), 1))
    return streaks / max(1e-6, float(streaks.std()))


@dataclass(frozen=True, slots=True)
class Wood:
    """Colours of one wood, from the dark of its pores to the light of its early growth."""

    dark: Colour
    light: Colour
    boards: int


WALNUT = Wood((38, 58, 84), (84, 122, 164), 5)
OAK = Wood((86, 132, 172), (146, 190, 222), 6)


def wood(size: Size, rng: np.random.Generator, kind: Wood) -> np.ndarray:
    """A table of boards along x."""
    width, height = size
    scale = height / LINES
    shade = np.empty((height, width), np.float32)
    edges = np.linspace(0, height, kind.boards + 1).astype(int)
    for top, bottom in pairwise(edges):
        shade[top:bottom] = _board((width, bottom - top), scale, rng)
    for edge in edges[1:-1]:
        shade[max(0, edge - 1) : edge + 1] -= 0.30
    mix = np.clip(shade, 0, 1)[..., None]
    dark, light = np.array(kind.dark, np.float32), np.array(kind.light, np.float32)
    return np.clip(dark + (light - dark) * mix, 0, 255).astype(np.uint8)


def _board(size: Size, scale: float, rng: np.random.Generator) -> np.ndarray:
    """Lightness 0-1 of one board: growth rings cut lengthwise, pores, a shade of its own."""
    height = size[1]
    y = np.linspace(0, height / scale, height, dtype=np.float32)[:, None]
    bow = 26 * clouds(size, 520 * scale, 90 * scale, rng) + 4 * clouds(size, 120 * scale, 26 * scale, rng)
    rings = np.sin((y + bow + rng.uniform(0, 99)) * rng.uniform(0.30, 0.46))
    fine = np.sin((y + 0.8 * bow) * 1.55 + 1.5 * clouds(size, 200 * scale, 10 * scale, rng))
    streaks = 0.6 * _fibres(size, round(42 * scale), rng) + 0.4 * _fibres(size, round(9 * scale), rng)
    pores = np.clip(_fibres(size, round(16 * scale), rng) - 1.7, 0, 1)
    slow = clouds(size, 330 * scale, 60 * scale, rng)
    lightness = 0.56 + 0.10 * rings + 0.035 * fine + 0.055 * streaks + 0.045 * slow - 0.22 * pores
    wood: np.ndarray = lightness + rng.uniform(-0.09, 0.09)
    return wood


def cloth(size: Size, rng: np.random.Generator, colour: Colour) -> np.ndarray:
    """Woollen table cloth: fibres in all directions, a nap that shades slowly."""
    width, height = size
    scale = height / LINES
    fibres = np.zeros((height, width), np.float32)
    for length, turned in ((5, False), (5, True), (3, False)):
        streaks = _fibres((height, width) if turned else size, max(2, round(length * scale)), rng)
        fibres += streaks.T if turned else streaks
    nap = clouds(size, 210 * scale, 160 * scale, rng) + 0.6 * clouds(size, 40 * scale, 34 * scale, rng)
    lightness = 1 + 0.036 * fibres + 0.022 * nap
    return np.clip(lightness[..., None] * np.array(colour, np.float32), 0, 255).astype(np.uint8)


SURFACES: tuple[Callable[[Size, np.random.Generator], np.ndarray], ...] = (
    lambda size, rng: wood(size, rng, WALNUT),
    lambda size, rng: cloth(size, rng, (72, 104, 44)),
    lambda size, rng: wood(size, rng, OAK),
    lambda size, rng: cloth(size, rng, (104, 68, 42)),
    lambda size, rng: cloth(size, rng, (54, 48, 118)),
)
"""Walnut, green baize, oak, navy and wine-red cloth."""


def table_top(size: Size, rng: np.random.Generator, rendered: np.ndarray | None) -> np.ndarray:
    """A table top by chance: the rendered one, where there is one of this size, or a painted one."""
    if rendered is not None and rng.random() < RENDERED_SHARE:
        return rendered
    return SURFACES[int(rng.integers(len(SURFACES)))](size, rng)
