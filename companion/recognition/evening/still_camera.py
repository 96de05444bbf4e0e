"""Whether the camera stood still between two pictures: the pictures must show it.

Pieces of the earlier picture are looked for in the later one. Dice that were rolled are not found again; the
table is. Where nothing of it can be recognised, nothing is proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

WIDTH_PX = 640
"""Pictures are compared at this width at most: half a pixel of it is a fiftieth of a die of 25 px."""
PIECE, SEARCHED = 24, 10
"""Side of a piece, and how far round its place it is looked for, in pixels of the compared picture."""
ACROSS, DOWN = 16, 12
"""Parts of the picture, each of which gives at most one piece."""
LEAST_TEXTURE = 7.0
"""Least spread of grey levels in a piece: noise after shrinking has less than half of it [choice]."""
LIKENESS = 0.8
"""Correlation from which a piece is found again [choice]."""
AS_ALIKE = 0.02
"""A place that much less like the piece than the best one may still be its own [choice]."""
AT_REST_PX = 0.75
"""A piece found no farther from its place has not moved."""
ENOUGH = 4
"""Pieces at rest that prove a still camera, if not half as many say otherwise. By coincidence one piece lies
within the distance once in 190 times."""


class Standing(Enum):
    """What two pictures show of the camera between them."""

    STILL = "still"
    MOVED = "moved"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """Pieces by which a picture is recognised: the picture, grey and small, and their corners (N, 2)."""

    shape: tuple[int, ...]
    grey: np.ndarray
    corners: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, pixels: np.ndarray) -> Landmarks:
        """Those of a picture, uint8 (H, W, 3)."""
        grey = _small(pixels)
        return cls(pixels.shape, grey, tuple(_textured(grey)))

    def standing(self, now: np.ndarray) -> Standing:
        """Whether a later picture was taken from the same place. One of another size was not."""
        if self.shape != now.shape:
            return Standing.MOVED
        shifts = _shifts(self.grey, self.corners, _small(now))
        if len(shifts) == 0:
            return Standing.UNKNOWN
        lengths = np.hypot(*shifts.T)
        resting, others = int((lengths <= AT_REST_PX).sum()), shifts[lengths > AT_REST_PX]
        elsewhere = _most_agreeing(others)
        if resting >= ENOUGH and resting >= 2 * elsewhere:
            return Standing.STILL
        return Standing.MOVED if elsewhere >= ENOUGH and elsewhere > resting else Standing.UNKNOWN


def _small(pixels: np.ndarray) -> np.ndarray:
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    scale = WIDTH_PX / max(grey.shape[1], 1)
    return grey if scale >= 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _shifts(before: np.ndarray, corners: Sequence[tuple[int, int]], now: np.ndarray) -> np.ndarray:
    """By how much each piece that is found again has shifted, right and down in pixels, (N, 2)."""
    room = cv2.copyMakeBorder(now, SEARCHED, SEARCHED, SEARCHED, SEARCHED, cv2.BORDER_REPLICATE)
    shifts = []
    for x, y in corners:
        piece = before[y : y + PIECE, x : x + PIECE]
        field = room[y : y + PIECE + 2 * SEARCHED, x : x + PIECE + 2 * SEARCHED]
        likeness = cv2.matchTemplate(field, piece, cv2.TM_CCOEFF_NORMED)
        _, best, _, (column, row) = cv2.minMaxLoc(likeness)
        if best < LIKENESS:
            continue
        at_rest = likeness[SEARCHED - 1 : SEARCHED + 2, SEARCHED - 1 : SEARCHED + 2]
        if at_rest.max() >= best - AS_ALIKE:  # a chequered cloth is alike in many places
            row, column = (int(each) + SEARCHED - 1 for each in np.unravel_index(at_rest.argmax(), (3, 3)))
        right, down = _between(likeness, column, row)
        shifts.append((right - SEARCHED, down - SEARCHED))
    return np.array(shifts).reshape(-1, 2)


def _textured(grey: np.ndarray) -> list[tuple[int, int]]:
    """Top left corners of pieces: the strongest corner of each part of the picture."""
    tall, wide = grey.shape
    if min(tall, wide) < 2 * PIECE:
        return []
    corners = cv2.cornerMinEigenVal(cv2.GaussianBlur(grey, (0, 0), 1.0), 5)
    places = []
    for row in range(DOWN):
        for column in range(ACROSS):
            top, left = row * tall // DOWN, column * wide // ACROSS
            part = corners[top : (row + 1) * tall // DOWN, left : (column + 1) * wide // ACROSS]
            down, right = np.unravel_index(int(part.argmax()), part.shape)
            x = int(np.clip(left + right - PIECE // 2, 0, wide - PIECE))
            y = int(np.clip(top + down - PIECE // 2, 0, tall - PIECE))
            if grey[y : y + PIECE, x : x + PIECE].std() >= LEAST_TEXTURE:
                places.append((x, y))
    return places


def _between(likeness: np.ndarray, column: int, row: int) -> tuple[float, float]:
    """The place of the best likeness between the pixels: the top of a parabola each way."""
    return (
        column + _top(likeness[row, max(column - 1, 0) : column + 2], column > 0),
        row + _top(likeness[max(row - 1, 0) : row + 2, column], row > 0),
    )


def _top(three: np.ndarray, whole: bool) -> float:
    if len(three) < 3 or not whole:
        return 0.0
    left, middle, right = (float(each) for each in three)
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else float(np.clip((left - right) / (2 * bend), -0.5, 0.5))


def _most_agreeing(shifts: np.ndarray) -> int:
    """The largest number of shifts (N, 2) that are alike: how many pieces say the camera moved so."""
    if len(shifts) == 0:
        return 0
    apart = np.linalg.norm(shifts[:, None] - shifts[None], axis=2)
    return int((apart <= 2 * AT_REST_PX).sum(1).max())
