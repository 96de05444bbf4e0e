"""The table's own pattern in small pieces, to notice a shift without marks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from companion.calibration.errors import PlaneError
from companion.calibration.marks import grey_of
from companion.calibration.seating import Size
from companion.calibration.table_plane import TablePlane
from companion.core.picture import resized
from companion.text import say

WIDTH_PX = 640
"""Width of the remembered picture: finer than needed for a quarter of a die on a table of 1.2 m."""
TILE = 32
"""Side of a piece, in texels of the remembered picture."""
SEARCHED = 40
"""Search distance for a piece, in texels: a bump of 6 % of the picture."""
ACROSS, DOWN = 10, 6
"""Parts of the field, across and down, each with at most one piece."""
LEAST_TEXTURE = 4.0
"""Least spread of grey levels in a piece: half as much is a camera's noise after shrinking."""
LIKENESS = 0.75
"""From this correlation on a piece is found again; hands and dice on it give less [choice]."""
LIKE_DIGITS, CORNER_DIGITS = 4, 7
"""Digits to which correlations and corners are compared: processors differ by up to 5e-5 and 4e-9."""
FEWEST = 12
"""With fewer pieces a table is too plain to be watched by its background."""


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """``grey``: uint8 (h, WIDTH_PX). ``tiles``: its pieces' top left corners, int (N, 2).

    ``size``: of the camera's pictures.
    """

    grey: np.ndarray
    tiles: np.ndarray
    size: Size

    @classmethod
    def of(cls, grey: np.ndarray, plane: TablePlane) -> Backdrop:
        size = plane.optics.size
        tiles = _textured(grey, plane, size)
        if len(tiles) < FEWEST:
            raise PlaneError(say("drift.too_plain"))
        return cls(grey, tiles, size)

    def at(self, size: Size) -> Backdrop:
        return replace(self, size=size)

    @property
    def px_a_texel(self) -> float:
        return self.size[0] / int(self.grey.shape[1])

    def followed(self, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Pieces found again: middles before and now, (N, 2) px each; same picture size."""
        if (pixels.shape[1], pixels.shape[0]) != self.size:
            raise ValueError(f"the picture must be {self.size} px, got {pixels.shape[1]}x{pixels.shape[0]}")
        now = cv2.copyMakeBorder(_small(pixels), SEARCHED, SEARCHED, SEARCHED, SEARCHED, cv2.BORDER_REPLICATE)
        before, after = [], []
        for x, y in self.tiles.tolist():
            piece = self.grey[y : y + TILE, x : x + TILE]
            field = now[y : y + TILE + 2 * SEARCHED, x : x + TILE + 2 * SEARCHED]
            likeness = cv2.matchTemplate(field, piece, cv2.TM_CCOEFF_NORMED).round(LIKE_DIGITS)
            _, best, _, (column, row) = cv2.minMaxLoc(likeness)
            if best < LIKENESS:
                continue
            place = peak_between(likeness, column, row)
            before.append((x + TILE / 2 - 0.5, y + TILE / 2 - 0.5))
            after.append((before[-1][0] + place[0] - SEARCHED, before[-1][1] + place[1] - SEARCHED))
        return self._camera_px(before), self._camera_px(after)

    def _camera_px(self, texels: list[tuple[float, float]]) -> np.ndarray:
        return (np.array(texels, np.float64).reshape(-1, 2) + 0.5) * self.px_a_texel - 0.5


def remember(plane: TablePlane, pixels: np.ndarray) -> Backdrop:
    """The background of a cleared table. Raises ``PlaneError`` for too plain a table."""
    return Backdrop.of(_small(pixels), plane)


def _small(pixels: np.ndarray) -> np.ndarray:
    grey = grey_of(pixels)
    high = max(1, round(grey.shape[0] * WIDTH_PX / grey.shape[1]))
    return resized(grey, (WIDTH_PX, high))


def _textured(grey: np.ndarray, plane: TablePlane, size: Size) -> np.ndarray:
    corners = cv2.cornerMinEigenVal(cv2.GaussianBlur(grey, (0, 0), 1.0), 5).round(CORNER_DIGITS)
    scale, best = grey.shape[1] / size[0], []
    across, deep = plane.size_mm
    xs, ys = np.linspace(-across / 2, across / 2, ACROSS + 1), np.linspace(-deep / 2, deep / 2, DOWN + 1)
    for left, right in pairwise(xs):
        for top, bottom in pairwise(ys):
            middle = plane.px_of(np.array([((left + right) / 2, (top + bottom) / 2)]))[0] * scale
            reach = np.abs(plane.px_of(np.array([(left, top), (right, bottom)])) * scale - middle).max(axis=0)
            tile = _strongest(corners, middle, reach * 0.5)
            if tile is not None and _spread(grey, tile) >= LEAST_TEXTURE:
                best.append(tile)
    return np.array(sorted(set(best)), int).reshape(-1, 2)


def _strongest(corners: np.ndarray, middle: np.ndarray, reach: np.ndarray) -> tuple[int, int] | None:
    height, width = corners.shape
    half = TILE // 2
    left, right = int(max(half, middle[0] - reach[0])), int(min(width - half, middle[0] + reach[0] + 1))
    top, bottom = int(max(half, middle[1] - reach[1])), int(min(height - half, middle[1] + reach[1] + 1))
    if left >= right or top >= bottom:
        return None
    _, _, _, (column, row) = cv2.minMaxLoc(corners[top:bottom, left:right])
    return left + column - half, top + row - half


def _spread(grey: np.ndarray, tile: tuple[int, int]) -> float:
    x, y = tile
    return float(grey[y : y + TILE, x : x + TILE].std())


def peak_between(likeness: np.ndarray, column: int, row: int) -> tuple[float, float]:
    """The peak between pixels, by a parabola in each direction."""
    return (
        column + _peak(likeness[row, max(0, column - 1) : column + 2]),
        row + _peak(likeness[max(0, row - 1) : row + 2, column]),
    )


def _peak(three: np.ndarray) -> float:
    if len(three) != 3:
        return 0.0
    low, top, high = (float(each) for each in three)
    bend = low - 2 * top + high
    return 0.0 if bend >= 0 else max(-0.5, min(0.5, (low - high) / (2 * bend)))
