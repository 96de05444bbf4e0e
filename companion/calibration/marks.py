"""The prints: the lens board (ChArUco) and four corner marks (AprilTag).

Lengths in mm on paper. The two have different dictionaries, so they cannot be confused.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

import cv2
import numpy as np

SQUARES_ACROSS, SQUARES_DOWN = 7, 9
"""Squares of the lens board: with 25 mm they fit both A4 and Letter."""
SQUARE_MM = 25.0
BOARD_MARKER_MM = 18.0
"""Markers in the board's white squares: 3 mm a module, 4 px at a metre from a picture of 1280 px over 66°."""
MOST_CORNERS = (SQUARES_ACROSS - 1) * (SQUARES_DOWN - 1)
"""Inner corners of the whole lens board: 48."""
MARK_MM = 60.0
"""Side of a corner mark's black square: 60 px in a picture of 1280 px over a table of 1.2 m."""
RIM_MM = 12.0
"""White round a mark on its card: more than the one white cell that detectors need."""
MARK_MODULES = 8
"""Cells along a corner mark: six of code and the black rim."""


class Place(Enum):
    """Clockwise from above; *near* is the side of seat 0. The card shows the value."""

    NEAR_LEFT = "A"
    FAR_LEFT = "B"
    FAR_RIGHT = "C"
    NEAR_RIGHT = "D"

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def number(self) -> int:
        return tuple(Place).index(self)

    @property
    def outer_corner(self) -> int:
        """The mark's corner at the printed line.

        0-3: top left, top right, bottom right, bottom left of the upright card, as in OpenCV.
        """
        return {"A": 3, "B": 0, "C": 1, "D": 2}[self.value]


@cache
def board_dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def mark_dictionary() -> cv2.aruco.Dictionary:
    """36h11: marks differ in at least 11 cells, so neither pips nor print looks like one."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


@cache
def lens_board() -> cv2.aruco.CharucoBoard:
    return cv2.aruco.CharucoBoard(
        (SQUARES_ACROSS, SQUARES_DOWN), SQUARE_MM, BOARD_MARKER_MM, board_dictionary()
    )


def black_cells(dictionary: cv2.aruco.Dictionary, number: int) -> np.ndarray:
    """Black cells with the rim: bool (n, n), row 0 at the top."""
    cells = dictionary.markerSize + 2
    black: np.ndarray = cv2.aruco.generateImageMarker(dictionary, number, cells) == 0
    return black


def mark_corners_mm() -> np.ndarray:
    """Corners from the mark's middle: float64 (4, 2), x right, y down, clockwise."""
    half = MARK_MM / 2
    return np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
