"""A picture with its labels, turned: as a camera sees the table that looks from another side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.compose.scene import Thing


def turned(pixels: np.ndarray, things: Sequence[Thing], quarters: int) -> tuple[np.ndarray, list[Thing]]:
    """The picture uint8 (H, W, 3) and its things, turned to the left by 0 to 3 quarters."""
    told = list(things)
    for quarter in range(quarters):
        width = pixels.shape[1] if quarter % 2 == 0 else pixels.shape[0]
        told = [replace(each, box=_to_the_left(each.box, width)) for each in told]
    return np.ascontiguousarray(np.rot90(pixels, quarters)), told


def _to_the_left(box: tuple[float, float, float, float], width: int) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return top, width - right, bottom, width - left
