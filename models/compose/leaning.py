"""Single dice whose lean is known, on some part of a ground, others beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import cv2
import numpy as np

from models.compose.cast.die import any_cast_make, cast_die
from models.compose.grounds import any_ground
from models.compose.kept import kept_square
from models.compose.make import any_make
from models.compose.scene import Table, Thing
from models.compose.sketch import sketched_die
from models.compose.sprite import BACKGROUND, Sprite

DIE_PX = (44, 92)
PATCH_PX = 240
MOST_LEAN = float(np.sin(np.radians(44)))
"""From half a right angle on another face looks more squarely at the camera."""
T = TypeVar("T")
GROUNDS = 12
"""Grounds that a part of a bank lies on."""
COMPANY = (0.55, 0.3, 0.15)
"""Chances of no other die beside it, of one, of two."""
CAST_SHARE, RENDERED_SHARE, STEEP_SHARE = 0.25, 0.35, 0.2


def any_leaning(rng: np.random.Generator, path_traced: list[Sprite]) -> Sprite:
    """A die whose lean is known and at most ``MOST_LEAN``, of any make."""
    while True:
        draw, top = rng.random(), int(rng.integers(1, 7))
        if draw < RENDERED_SHARE and path_traced:
            sprite = path_traced[int(rng.integers(len(path_traced)))]
        elif draw < RENDERED_SHARE + CAST_SHARE:
            sprite = cast_die(rng, top, make=any_cast_make(rng))
        else:
            sprite = sketched_die(rng, any_make(rng), top, steep=bool(rng.random() < STEEP_SHARE))
        if sprite.lean is not None and np.hypot(*sprite.lean) <= MOST_LEAN:
            return sprite


def kept_crops(
    rng: np.random.Generator, count: int, draw: Callable[[], tuple[T, Sprite]]
) -> tuple[np.ndarray, list[T]]:
    """So many drawn dice, each on some ground, alone or with one or two of the last ones beside it.

    Their crops, uint8 (N, 96, 96, 3), and what ``draw`` tells of each beside its sprite.
    """
    grounds = [any_ground(rng, 480, 640) for _ in range(GROUNDS)]
    crops, told, last = [], [], []
    for _ in range(count):
        known, sprite = draw()
        company = int(rng.choice(len(COMPANY), p=COMPANY))
        crops.append(kept_crop(rng, sprite, last[:company], grounds[int(rng.integers(GROUNDS))]))
        told.append(known)
        last = [sprite, *last[:3]]
    return np.stack(crops), told


def kept_crop(
    rng: np.random.Generator, sprite: Sprite, others: list[Sprite], ground: np.ndarray
) -> np.ndarray:
    """The die on some part of a ground, others beside or partly before it, uint8 (96, 96, 3)."""
    height, width = ground.shape[:2]
    y, x = int(rng.integers(0, height - PATCH_PX)), int(rng.integers(0, width - PATCH_PX))
    table = Table(ground[y : y + PATCH_PX, x : x + PATCH_PX].astype(np.float32))
    longer = float(rng.uniform(*DIE_PX))
    middle = PATCH_PX / 2
    around = [(sprite, (middle, middle))]
    for other in others:
        away, off = rng.uniform(0, 2 * np.pi), longer * rng.uniform(0.95, 1.5)
        around.append((other, (middle + off * np.cos(away), middle + off * np.sin(away))))
    if rng.random() < 0.5:
        around = around[1:] + around[:1]
    for each, at in around:
        scale = longer / max(each.bgra.shape[:2])
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(each.bgra, None, fx=scale, fy=scale, interpolation=method)
        table.paste(rng, small, at, Thing((0, 0, 0, 0), BACKGROUND))
    pixels = table.pixels.clip(0, 255).astype(np.uint8)
    return kept_square(pixels, (middle, middle), longer)
