"""Cast dice laid on a picture, for tests of what the eye reads where."""

from __future__ import annotations

import cv2
import numpy as np

GRID, ACROSS, DOWN, ASTRAY_PX = (130, 150), 280, 320, 60
"""Eight places in a picture of 1280×720: the first's corner, the steps to the others, how far astray."""


def lay(
    picture: np.ndarray, bgra: np.ndarray, die_px: int, index: int, rng: np.random.Generator
) -> tuple[int, int]:
    """Lay one die, ``die_px`` long, at the ``index``-th of eight places, in place; its middle."""
    scale = die_px / max(bgra.shape[:2])
    die = cv2.resize(bgra, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    x, y = (
        int(each + rng.uniform(0, ASTRAY_PX))
        for each in (GRID[0] + ACROSS * (index % 4), GRID[1] + DOWN * (index // 4))
    )
    place = picture[y : y + die.shape[0], x : x + die.shape[1]]
    share = die[..., 3:] / 255
    place[:] = share * die[..., :3] + (1 - share) * place
    return x + die.shape[1] // 2, y + die.shape[0] // 2


def photographed(picture: np.ndarray) -> np.ndarray:
    """The picture as a camera gives it, a little soft: uint8."""
    return cv2.GaussianBlur(picture, (0, 0), 0.7).clip(0, 255).astype(np.uint8)
