"""The lens board in one picture: its corners, and how the board was held."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import atan2, degrees, hypot

import cv2
import numpy as np

from companion.calibration.errors import BoardError
from companion.calibration.found_marks import find_marks, grey_of
from companion.calibration.marks import MOST_CORNERS, SQUARE_MM, SQUARES_ACROSS, SQUARES_DOWN, lens_board
from companion.calibration.optics import Optics
from companion.calibration.pose import pose_of
from companion.calibration.seating import Size
from companion.text.speech import say

FEWEST_CORNERS = 12
"""A quarter of the board: fewer fix the board's pose too loosely [choice]."""
FEWEST_ROWS = 3
"""Corners in fewer rows or columns lie nearly on a line and do not show the tilt."""
FLAT_DEG = 12.0
"""With less the board counts as straight, with more as tilted [choice]."""


class Held(Enum):
    """How the board was held: straight to the camera, or which of its edges was farther off."""

    STRAIGHT = "straight"
    LEFT_AWAY = "left_away"
    RIGHT_AWAY = "right_away"
    TOP_AWAY = "top_away"
    BOTTOM_AWAY = "bottom_away"


@dataclass(frozen=True, slots=True, eq=False)
class BoardSeen:
    """The lens board in a picture of ``size``: corner numbers int (N,) and their places float32 (N, 2) px."""

    size: Size
    numbers: np.ndarray
    points_px: np.ndarray

    @property
    def points_mm(self) -> np.ndarray:
        """The corners on the paper round the board's middle: float32 (N, 3), z = 0."""
        middle = (SQUARES_ACROSS * SQUARE_MM / 2, SQUARES_DOWN * SQUARE_MM / 2, 0.0)
        corners: np.ndarray = np.asarray(lens_board().getChessboardCorners())[self.numbers] - middle
        return corners.astype(np.float32)

    def held(self, optics: Optics) -> Held:
        """How the board was held, by a lens known at least roughly."""
        turn = pose_of(self.points_mm, self.points_px, optics)[0]
        normal = cv2.Rodrigues(turn)[0][:, 2]
        normal = normal if normal[2] > 0 else -normal
        if degrees(atan2(hypot(normal[0], normal[1]), normal[2])) < FLAT_DEG:
            return Held.STRAIGHT
        if abs(normal[0]) > abs(normal[1]):
            return Held.RIGHT_AWAY if normal[0] < 0 else Held.LEFT_AWAY
        return Held.BOTTOM_AWAY if normal[1] < 0 else Held.TOP_AWAY


def find_board(pixels: np.ndarray) -> BoardSeen:
    """The lens board in a picture, uint8 BGR or grey. Raises ``BoardError``, which says what to do."""
    grey = grey_of(pixels)
    points, numbers, markers, _ = _detector().detectBoard(grey)
    many = 0 if numbers is None else len(numbers)
    if many == 0:
        raise BoardError(_why_none(grey, 0 if markers is None else len(markers)))
    numbers = np.asarray(numbers).ravel()
    across = SQUARES_ACROSS - 1
    rows, columns = len(set(numbers // across)), len(set(numbers % across))
    if many < FEWEST_CORNERS or min(rows, columns) < FEWEST_ROWS:
        raise BoardError(say("lens_board.few_corners", seen=many, of=MOST_CORNERS, least=FEWEST_CORNERS))
    size = int(grey.shape[1]), int(grey.shape[0])
    return BoardSeen(size, numbers, np.asarray(points, np.float32).reshape(-1, 2))


def _why_none(grey: np.ndarray, markers: int) -> str:
    flipped = _detector().detectBoard(cv2.flip(grey, 1))[1]
    if flipped is not None and len(flipped) >= FEWEST_CORNERS:
        return say("marks.mirrored")
    if find_marks(grey):
        return say("lens_board.corner_marks")
    if markers:
        return say("lens_board.too_little")
    return say("lens_board.none")


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(lens_board())
