"""The locator's target maps for a window with known indices."""

from __future__ import annotations

import numpy as np

STRIDE = 4
"""Window px a cell (models.nets.HEAT_STRIDE)."""
HEIGHT_UNIT_PX = 24.0
"""A log height of 0 in reduced-frame px."""
HALO = 0.75
"""Times half its height: the ignored surroundings of an ignored index."""
SURROUNDINGS = 0.3
"""Cells with more heat also learn place, height and direction."""


def targets(corners: list[tuple[float, float, float, float, float, bool]], window_px: int) -> np.ndarray:
    """Maps (8, C, C): heat, offset x and y, log height, up x and y, weight of heat, weight of the rest.

    Corners: x, y, height, up x, up y in window px and whether to find it; others are ignored.
    """
    cells = window_px // STRIDE
    maps = np.zeros((8, cells, cells), np.float32)
    maps[6] = 1.0
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32) + 0.5
    for x, y, height, up_x, up_y, found in sorted(corners, key=lambda each: each[5]):
        x, y, high = x / STRIDE, y / STRIDE, height / STRIDE
        off = np.hypot(columns - x, rows - y)
        if not found:
            maps[6][off < HALO * high / 2] = 0
            continue
        spread = max(0.55, 0.07 * high)
        heat = np.exp(-(off**2) / (2 * spread * spread))
        nearer = (heat > maps[0]) & (heat > SURROUNDINGS)
        maps[1][nearer], maps[2][nearer] = (x - columns)[nearer], (y - rows)[nearer]
        maps[3][nearer] = np.log(height / HEIGHT_UNIT_PX)
        maps[4][nearer], maps[5][nearer] = up_x, up_y
        maps[7][nearer] = heat[nearer]
        maps[0] = np.maximum(maps[0], heat)
        maps[6][heat > SURROUNDINGS] = 1
        column, row = int(x), int(y)
        if 0 <= column < cells and 0 <= row < cells:
            maps[0, row, column] = 1.0
    return maps
