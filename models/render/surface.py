"""Colours and surfaces: which plastics, patterns and pip colours dice come in. numpy only.

Colours here are sRGB 0-1; ``linear`` turns them into what the renderer takes. Surfaces: ``gloss``, ``satin``
and ``matt`` plastic, ``clear`` (light passes through), ``paint`` (pips, print) and ``cloth`` (no shine).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

Colour = tuple[float, float, float]


class Pattern(Enum):
    """How the body's colour varies through the die."""

    PLAIN = "plain"
    PEARL = "pearl"
    MARBLE = "marble"
    SPECKLE = "speckle"
    WOOD = "wood"


@dataclass(frozen=True, slots=True)
class Finish:
    """How a die looks: surface class, body and second colour, pattern, colour of the pips."""

    surface: str
    body: Colour
    second: Colour
    pattern: Pattern
    pips: Colour

    @property
    def name(self) -> str:
        """Surface and pattern in one word for the label."""
        return self.surface if self.pattern is Pattern.PLAIN else f"{self.surface}-{self.pattern.value}"


BODY_COLOURS: dict[str, tuple[Colour, float]] = {
    "yellow": ((0.96, 0.79, 0.12), 5.0),
    "ivory": ((0.93, 0.88, 0.74), 3.0),
    "white": ((0.94, 0.94, 0.92), 3.5),
    "red": ((0.76, 0.08, 0.09), 2.5),
    "blue": ((0.10, 0.25, 0.66), 1.6),
    "green": ((0.07, 0.46, 0.22), 1.6),
    "black": ((0.06, 0.06, 0.065), 1.6),
    "purple": ((0.40, 0.14, 0.52), 0.8),
    "orange": ((0.93, 0.43, 0.07), 1.0),
    "pink": ((0.92, 0.50, 0.64), 0.7),
    "brown": ((0.42, 0.24, 0.13), 0.6),
    "sky": ((0.45, 0.70, 0.88), 0.6),
    "grey": ((0.55, 0.56, 0.58), 0.5),
    "mint": ((0.55, 0.83, 0.68), 0.4),
}
HELD_OUT_COLOURS: dict[str, dict[str, tuple[Colour, float]]] = {
    "train": {},
    "valid": {"teal": ((0.05, 0.50, 0.52), 2.0), "cream": ((0.97, 0.92, 0.62), 2.0)},
    "test": {"olive": ((0.45, 0.46, 0.14), 2.0), "lilac": ((0.68, 0.58, 0.84), 2.0)},
}
PIP_COLOURS: dict[str, Colour] = {
    "black": (0.03, 0.03, 0.035),
    "white": (0.93, 0.93, 0.91),
    "gold": (0.80, 0.62, 0.22),
    "red": (0.74, 0.05, 0.07),
    "blue": (0.08, 0.16, 0.60),
    "green": (0.05, 0.38, 0.16),
    "silver": (0.72, 0.73, 0.74),
}
LEAST_CONTRAST = 0.30
"""Least distance of lightness (0-1) between body and pips: below it people cannot read the die either."""


def linear(colour: np.ndarray | Colour) -> np.ndarray:
    """sRGB 0-1 to linear RGB (IEC 61966-2-1)."""
    value = np.asarray(colour, dtype=np.float64)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def encoded(colour: np.ndarray) -> np.ndarray:
    """Linear RGB to sRGB 0-1, clipped."""
    value = np.clip(colour, 0.0, 1.0)
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)


def lightness(colour: Colour) -> float:
    """Rough lightness 0-1 of an sRGB colour."""
    return float(np.dot(colour, (0.30, 0.59, 0.11)))


def varied(colour: Colour, rng: np.random.Generator, spread: float) -> Colour:
    """A colour near ``colour``."""
    scale = 1.0 + rng.normal(0, 0.5 * spread)
    moved = np.asarray(colour) * scale + rng.normal(0, 0.4 * spread, 3)
    red, green, blue = np.clip(moved, 0.01, 0.97)
    return float(red), float(green), float(blue)


def body_colour(split: str, rng: np.random.Generator) -> tuple[str, Colour]:
    """A random colour's name and shade for a split."""
    palette = BODY_COLOURS | HELD_OUT_COLOURS[split]
    names = list(palette)
    weights = np.array([palette[name][1] for name in names])
    name = names[rng.choice(len(names), p=weights / weights.sum())]
    return name, varied(palette[name][0], rng, 0.10)


def pip_colour(body: Colour, rng: np.random.Generator) -> Colour:
    """A pip colour that can be told from the body; mostly black on light and white on dark."""
    usual = "black" if lightness(body) > 0.42 else "white"
    name = usual if rng.random() < 0.7 else str(rng.choice(list(PIP_COLOURS)))
    if abs(lightness(PIP_COLOURS[name]) - lightness(body)) < LEAST_CONTRAST:
        name = usual
    return varied(PIP_COLOURS[name], rng, 0.03)


def finish(split: str, rng: np.random.Generator, clear_share: float) -> Finish:
    """A random die's look; ``clear_share`` of them let light through."""
    _, body = body_colour(split, rng)
    surface = str(rng.choice(("gloss", "satin", "matt"), p=(0.48, 0.35, 0.17)))
    surface = "clear" if rng.random() < clear_share else surface
    pattern = Pattern.PLAIN
    if surface != "clear" and rng.random() < 0.2:
        pattern = list(Pattern)[rng.integers(1, 5)]
    if pattern is Pattern.WOOD:
        body = varied((0.70, 0.50, 0.30), rng, 0.25)
        surface = str(rng.choice(("satin", "matt")))
    spread = {Pattern.PEARL: 0.10, Pattern.WOOD: 0.0}.get(pattern, 0.3)
    second = varied(body, rng, spread) if spread else tuple(float(c) * 0.72 for c in body)
    return Finish(surface, body, second, pattern, pip_colour(body, rng))


def _lattice_noise(points: np.ndarray, seed: int) -> np.ndarray:
    """Smooth value noise 0-1 at points (N, 3) on a unit lattice."""
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
    """Fractal noise about 0-1 at points (N, 3)."""
    total = sum(_lattice_noise(points * 2.0**k, seed + k) / 2.0**k for k in range(octaves))
    return total / sum(0.5**k for k in range(octaves))


def corner_colours(corners: np.ndarray, look: Finish, seed: int) -> np.ndarray:
    """Linear RGB float32 (N, 3) of body corners (N, 3) in mm for the finish's pattern."""
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
