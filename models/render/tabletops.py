"""Table tops painted as textures: wood, felt, cloth, marble, stripes, checks. numpy and cv2 only.

A top is float32 (H, W, 3), linear RGB reflectance 0-0.9.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.render.surface import Colour, linear, varied

SIZE = 1600
TOPS = {
    "train": ("wood", "planks", "felt", "weave", "stripes", "plain"),
    "valid": ("planks", "felt", "marble"),
    "test": ("wood", "check", "weave", "speckle"),
}
"""Kinds by split: marble, check and speckle are never seen in training."""
TOP_COLOURS: dict[str, tuple[Colour, ...]] = {
    "wood": ((0.62, 0.42, 0.25), (0.42, 0.26, 0.15), (0.78, 0.62, 0.42), (0.28, 0.18, 0.12)),
    "felt": ((0.10, 0.38, 0.25), (0.45, 0.08, 0.12), (0.10, 0.18, 0.42), (0.25, 0.25, 0.27)),
    "cloth": (
        (0.86, 0.83, 0.76),
        (0.72, 0.16, 0.15),
        (0.20, 0.33, 0.55),
        (0.55, 0.55, 0.45),
        (0.90, 0.78, 0.35),
    ),
    "stone": ((0.86, 0.85, 0.83), (0.20, 0.21, 0.22), (0.60, 0.52, 0.45)),
}


def noise(rng: np.random.Generator, across: float, down: float) -> np.ndarray:
    """Smooth noise (SIZE, SIZE), mean 0, spread 1, with features of about so many pixels."""
    shape = (max(4, int(SIZE / down) + 2), max(4, int(SIZE / across) + 2))
    field = cv2.resize(rng.normal(size=shape).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    return (field - field.mean()) / field.std()


def _picked(family: str, rng: np.random.Generator) -> np.ndarray:
    choices = TOP_COLOURS[family]
    return linear(varied(choices[rng.integers(len(choices))], rng, 0.15))


def _grain(rng: np.random.Generator, xs: np.ndarray) -> np.ndarray:
    wave = noise(rng, 140, 900) + 0.4 * noise(rng, 50, 400)
    rings = 0.5 + 0.5 * np.sin(xs * rng.uniform(0.03, 0.09) + rng.uniform(1.5, 4) * wave)
    return 0.62 + 0.3 * rings + 0.1 * noise(rng, 3, 160) - 0.1 * np.clip(noise(rng, 2, 50) - 1, 0, None)


def _wood(rng: np.random.Generator, xs: np.ndarray, ys: np.ndarray, boards: bool) -> np.ndarray:
    shade = _grain(rng, xs)
    if boards:
        wide = rng.uniform(110, 260)
        number = (xs // wide).astype(int)
        tone, shift = rng.uniform(0.8, 1.15, 64), rng.integers(0, SIZE, 64)
        shade = shade[(ys + shift[number % 64]).astype(int) % SIZE, xs.astype(int)] * tone[number % 64]
        shade = np.where(np.mod(xs, wide) < 3, 0.35 * shade, shade)
    return _picked("wood", rng) * np.clip(shade, 0.1, 1.3)[..., None]


def _felt(rng: np.random.Generator) -> np.ndarray:
    shade = 1 + 0.07 * noise(rng, 2, 2) + 0.04 * noise(rng, 5, 5) + 0.05 * noise(rng, 200, 200)
    return _picked("felt", rng) * shade[..., None]


def _weave(rng: np.random.Generator, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    thread = rng.uniform(3.5, 8)
    warp, weft = 0.5 + 0.5 * np.sin(xs * 2 * np.pi / thread), 0.5 + 0.5 * np.sin(ys * 2 * np.pi / thread)
    over = (np.floor(xs / thread) + np.floor(ys / thread)) % 2 == 0
    shade = 0.75 + 0.25 * np.where(over, warp, weft) + 0.03 * noise(rng, 40, 40)
    return _picked("cloth", rng) * shade[..., None]


def _bands(rng: np.random.Generator, xs: np.ndarray, ys: np.ndarray, both: bool) -> np.ndarray:
    first, second = _picked("cloth", rng), _picked("cloth", rng)
    wide = rng.uniform(30, 140)
    band = (np.mod(xs, wide) < wide * rng.uniform(0.3, 0.6)).astype(np.float32)
    if both:
        band = (band + (np.mod(ys, wide) < wide * 0.5)) / 2
    mixed = first + (second - first) * band[..., None]
    return mixed * (1 + 0.03 * noise(rng, 3, 3))[..., None]


def _marble(rng: np.random.Generator, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    turbulence = sum(noise(rng, 400 / 2**k, 400 / 2**k) / 2**k for k in range(5))
    vein = 1 - np.abs(np.sin(xs * 0.004 + ys * 0.006 + 1.4 * turbulence)) ** 0.35
    return _picked("stone", rng) * (1 - 0.55 * vein + 0.04 * noise(rng, 60, 60))[..., None]


def _speckle(rng: np.random.Generator) -> np.ndarray:
    base = _picked("stone", rng)
    spots = np.where(noise(rng, 4, 4) > 1.1, 0.45, 1.0) * np.where(noise(rng, 7, 7) > 1.4, 1.5, 1.0)
    return base * spots[..., None]


def tabletop(kind: str, rng: np.random.Generator) -> np.ndarray:
    """A random top of a kind (see ``TOPS``)."""
    ys, xs = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    made = {
        "wood": lambda: _wood(rng, xs, ys, boards=False),
        "planks": lambda: _wood(rng, xs, ys, boards=True),
        "felt": lambda: _felt(rng),
        "weave": lambda: _weave(rng, xs, ys),
        "stripes": lambda: _bands(rng, xs, ys, both=False),
        "check": lambda: _bands(rng, xs, ys, both=True),
        "marble": lambda: _marble(rng, xs, ys),
        "speckle": lambda: _speckle(rng),
        "plain": lambda: np.tile(_picked("cloth", rng), (SIZE, SIZE, 1)),
    }[kind]()
    return np.clip(made, 0.01, 0.9).astype(np.float32)
