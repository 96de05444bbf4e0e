"""Surfaces of dice: plastics, patterns, the star. numpy only.

Colours are sRGB 0-1; ``linear`` converts them for the renderer. Surfaces: ``gloss``, ``satin`` and ``matt``
plastic, ``clear`` (light passes through), ``paint`` (pips, print) and ``cloth`` (no shine).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

Colour = tuple[float, float, float]


class Pattern(Enum):
    PLAIN = "plain"
    PEARL = "pearl"
    MARBLE = "marble"
    SPECKLE = "speckle"
    WOOD = "wood"


@dataclass(frozen=True, slots=True)
class Finish:
    """Surface class, body and second colour, pattern, colour of the pips."""

    surface: str
    body: Colour
    second: Colour
    pattern: Pattern
    pips: Colour

    @property
    def name(self) -> str:
        return self.surface if self.pattern is Pattern.PLAIN else f"{self.surface}-{self.pattern.value}"


def linear(colour: np.ndarray | Colour) -> np.ndarray:
    """sRGB 0-1 to linear RGB (IEC 61966-2-1)."""
    value = np.asarray(colour, dtype=np.float64)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def encoded(colour: np.ndarray) -> np.ndarray:
    """Linear RGB to sRGB 0-1, clipped."""
    value = np.clip(colour, 0.0, 1.0)
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)


def varied(colour: Colour, rng: np.random.Generator, spread: float) -> Colour:
    scale = 1.0 + rng.normal(0, 0.5 * spread)
    moved = np.asarray(colour) * scale + rng.normal(0, 0.4 * spread, 3)
    red, green, blue = np.clip(moved, 0.01, 0.97)
    return float(red), float(green), float(blue)


def _lattice_noise(points: np.ndarray, seed: int) -> np.ndarray:
    """Smooth, 0-1, at (N, 3) on a unit lattice."""
    base = np.floor(points).astype(np.int64)
    part = points - base
    part = part * part * (3 - 2 * part)
    total = np.zeros(len(points))
    for corner in range(8):
        step = np.array([corner & 1, corner >> 1 & 1, corner >> 2 & 1])
        keys = (base + step).astype(np.uint64) * np.array([73856093, 19349663, 83492791], dtype=np.uint64)
        mixed = (keys[:, 0] ^ keys[:, 1] ^ keys[:, 2]) + np.uint64(seed * 2654435761 % 2**32)
        mixed = (mixed ^ (mixed >> np.uint64(13))) * np.uint64(1274126177)
        value = ((mixed ^ (mixed >> np.uint64(16))) & np.uint64(0xFFFF)).astype(np.float64) / 65535
        total += value * np.prod(np.where(step, part, 1 - part), axis=1)
    return total


def clouds(points: np.ndarray, seed: int, octaves: int = 4) -> np.ndarray:
    """Fractal, about 0-1, at (N, 3)."""
    layers = [_lattice_noise(points * 2.0**k, seed + k) / 2.0**k for k in range(octaves)]
    return np.sum(layers, axis=0) / sum(0.5**k for k in range(octaves))


def corner_colours(corners: np.ndarray, look: Finish, seed: int) -> np.ndarray:
    """Linear RGB float32 (N, 3) of body corners (N, 3) in mm."""
    body, second = linear(look.body), linear(look.second)
    if look.surface == "clear":  # light is tinted going in and again coming out
        body, second = np.sqrt(body), np.sqrt(second)
    if look.pattern is Pattern.PLAIN:
        return np.tile(body, (len(corners), 1)).astype(np.float32)
    points = corners + 100.0 + seed % 97
    if look.pattern is Pattern.WOOD:
        rings = np.hypot(points[:, 0] * 0.15, points[:, 1] - 90.0) + 1.5 * clouds(points * 0.15, seed, 3)
        mix = 0.5 + 0.5 * np.sin(rings * 3.1)
    elif look.pattern is Pattern.SPECKLE:
        mix = (_lattice_noise(points * 1.6, seed) > 0.72).astype(np.float64)
    elif look.pattern is Pattern.MARBLE:
        mix = 1 - np.abs(np.sin(3.0 * clouds(points * 0.12, seed) * np.pi)) ** 0.7
    else:
        mix = clouds(points * 0.25, seed, 3)
    return (body + (second - body) * np.clip(mix, 0, 1)[:, None]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Star:
    """A star in place of the one: points, tip radius and inner radius over tip radius, turn on the face."""

    points: int = 5
    radius: float = 0.3
    inner: float = 0.4
    turn_deg: float = 0.0


def star_outline(star: Star, radius: float) -> np.ndarray:
    """Corners (2 points, 2), tips at ``radius``, counterclockwise."""
    steps = np.arange(2 * star.points)
    angle = np.radians(star.turn_deg + 90.0) + np.pi * steps / star.points
    reach = np.where(steps % 2 == 0, radius, radius * star.inner)
    return np.column_stack((reach * np.cos(angle), reach * np.sin(angle)))
