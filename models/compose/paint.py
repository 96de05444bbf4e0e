"""Colours, soft noise, and cut-outs with a transparent surround."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

Colour = tuple[float, float, float]
"""BGR, 0-255."""


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Arguments are 0-1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(saturation, 1.0), min(value, 1.0))
    return blue * 255, green * 255, red * 255


def any_colour(rng: np.random.Generator) -> Colour:
    return hsv(rng.random(), rng.random() ** 0.7, 0.08 + 0.92 * rng.random())


def luminance(colour: Colour) -> float:
    """Perceived brightness 0-255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def shaded(colour: Colour, factor: float) -> Colour:
    blue, green, red = (min(255.0, channel * factor) for channel in colour)
    return blue, green, red


def soft_noise(rng: np.random.Generator, height: int, width: int, cells: float) -> np.ndarray:
    """Float32 (H, W) 0-1, with about ``cells`` hills along the longer side."""
    step = max(height, width) / max(cells, 1.0)
    small = rng.random((max(2, int(height / step) + 2), max(2, int(width / step) + 2)), dtype=np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1)


def layered_noise(
    rng: np.random.Generator, height: int, width: int, cells: float, layers: int = 4
) -> np.ndarray:
    """Noise in octaves, float32 (H, W), about 0-1."""
    total = np.zeros((height, width), np.float32)
    weight, whole = 1.0, 0.0
    for layer in range(layers):
        total += weight * soft_noise(rng, height, width, cells * 2**layer)
        whole += weight
        weight *= 0.55
    return total / whole


def letter(
    canvas: np.ndarray,
    text: str,
    at: tuple[int, int],
    size: float,
    ink: Sequence[float],
    thickness: int = 2,
    font: int = 0,
) -> None:
    """Writes on a float canvas with any number of channels (OpenCV 5 writes on 8-bit pictures only)."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.putText(mask, text, at, font, size, 255, thickness, cv2.LINE_AA)
    share = mask[..., None].astype(np.float32) / 255
    canvas *= 1 - share
    canvas += share * np.asarray(ink, np.float32)


STAR = 7
"""The label of a star face; pips are 1-6."""
BACKGROUND = 0
"""The label of a thing that is no die."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A cut-out: ``bgra`` uint8 (H, W, 4), its label, and whether it is cocked.

    ``turns``: whether it may be rotated: far off the vertical, only the picture's up shows which face is on
    top. ``lean``: the top face's unit normal across the picture (right, down), if known; its length is the
    sine of the angle to the line of sight. ``beside``: where its middle is in a heap of dice seen together,
    right and down, in lengths of its longer side.
    """

    bgra: np.ndarray
    label: int
    cocked: bool = False
    turns: bool = True
    lean: tuple[float, float] | None = None
    beside: tuple[float, float] | None = None


LEAST_ALPHA = 100
"""Below it a border of a cut-out is empty."""


def trimmed(bgra: np.ndarray) -> np.ndarray:
    """Crops empty borders; keeps an empty cut-out."""
    seen = bgra[..., 3] >= LEAST_ALPHA
    rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
    if len(rows) == 0:
        return bgra
    return bgra[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
