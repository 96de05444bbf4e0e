"""The prints, the lens board (ChArUco) and four corner marks (AprilTag), and how the marks are found.

Lengths in mm on paper. The two prints have different dictionaries, so they cannot be confused.

OpenCV's detector names the marks, but blur rounds its corners, and dark cells nearby pull them inward. So
each side is searched along many short lines across it and fitted; corners, to a tenth of a pixel, are where
sides cross. In a rendered picture of 1280 px (noise 3, blur 0.7 px, marks 50-80 px wide) OpenCV's corners
were off by 0.58 px (root mean square), its refined ones by 0.21, and these by 0.05.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

import cv2
import numpy as np

from companion.calibration.errors import BoardError
from companion.calibration.optics import Optics
from companion.text import say

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


LINES_A_SIDE = 32
"""Short lines across each side: about one for each pixel of the smallest marks [choice]."""
FROM_CORNER = 0.12
"""Share of a side left out at either end, where blur rounds the corner."""
SAMPLES_PX = 0.25
"""Step of the grey values along a short line."""
SMALLEST_PX = 24.0
"""On a shorter side a cell is under 3 px and marks are guesswork [choice]."""
SHORTEST_CONTOUR = 2.5 * SMALLEST_PX
"""In px; askew, a mark's contour has 2.8 a px of its side. By the detector's own limit a look takes four
times as long."""
WIDEST_LOOK_PX = 6.0
"""Search distance from the detector's side; its corners are off by at most 1.3 px."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundMark:
    """Corners float64 (4, 2) px, clockwise from the upright card's top left."""

    place: Place
    corners_px: np.ndarray

    @property
    def middle_px(self) -> np.ndarray:
        """Float64 (2,)."""
        middle: np.ndarray = self.corners_px.mean(axis=0)
        return middle

    @property
    def side_px(self) -> float:
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, -1, axis=0), axis=1).mean())


def grey_of(pixels: np.ndarray) -> np.ndarray:
    """Converts BGR or grey to grey uint8 (H, W)."""
    return pixels if pixels.ndim == 2 else cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)


def find_marks(pixels: np.ndarray, optics: Optics | None = None) -> tuple[FoundMark, ...]:
    """Marks in uint8 BGR or grey, in the order A, B, C, D.

    With a lens, sides are straight on the table, not in the picture. Raises ``BoardError`` for a mark seen
    twice, such as a card of another set.
    """
    grey = grey_of(pixels)
    corners, numbers, _ = _detector(grey).detectMarkers(grey)
    found: dict[Place, FoundMark] = {}
    for quad, number in zip(corners, () if numbers is None else numbers.ravel(), strict=True):
        if number >= len(Place):
            continue
        mark = FoundMark(
            tuple(Place)[int(number)], _sharpened(grey, quad.reshape(4, 2).astype(np.float64), optics)
        )
        if mark.side_px < SMALLEST_PX:
            continue
        if mark.place in found:
            raise BoardError(say("marks.twice", mark=mark.place.value))
        found[mark.place] = mark
    return tuple(found[place] for place in Place if place in found)


def all_marks(pixels: np.ndarray, optics: Optics | None = None) -> tuple[FoundMark, ...]:
    """``BoardError`` names missing marks and what to do."""
    found = find_marks(pixels, optics)
    missing = [place for place in Place if place not in {mark.place for mark in found}]
    if not missing:
        return found
    if len(missing) == len(Place):
        raise BoardError(_why_none(grey_of(pixels)))
    named = ", ".join(f"{place.value} ({say(f'marks.place.{place.name.lower()}')})" for place in missing)
    raise BoardError(say("marks.unseen", count=len(missing), marks=named))


def _why_none(grey: np.ndarray) -> str:
    if _detector(grey).detectMarkers(cv2.flip(grey, 1))[1] is not None:
        return say("marks.mirrored")
    if _board_detector().detectMarkers(grey)[1] is not None:
        return say("marks.lens_board")
    return say("marks.none")


def _detector(grey: np.ndarray) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = SHORTEST_CONTOUR / max(grey.shape)
    return cv2.aruco.ArucoDetector(mark_dictionary(), parameters)


@cache
def _board_detector() -> cv2.aruco.ArucoDetector:
    return cv2.aruco.ArucoDetector(board_dictionary(), cv2.aruco.DetectorParameters())


def _sharpened(grey: np.ndarray, corners: np.ndarray, optics: Optics | None) -> np.ndarray:
    edges = [_edge(grey, corners[each], corners[(each + 1) % 4]) for each in range(4)]
    if optics is not None:  # without distortion, about to scale, with (0, 0) straight ahead
        edges = [optics.rays(each) * optics.focal_px[0] for each in edges]
    sides = [_line_through(each) for each in edges]
    crossings = np.array([np.cross(sides[each - 1], sides[each]) for each in range(4)])
    if np.abs(crossings[:, 2]).min() < 1e-9:
        return corners
    sharp = crossings[:, :2] / crossings[:, 2:]
    if optics is not None:
        sharp = optics.pixels(sharp / optics.focal_px[0])
    return sharp if np.abs(sharp - corners).max() <= WIDEST_LOOK_PX else corners


def _edge(grey: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Edge points (N, 2) px, from dark (inside) to light."""
    length = float(np.linalg.norm(end - start))
    reach = min(0.8 * length / MARK_MODULES, WIDEST_LOOK_PX)
    along = (end - start) / length
    outward = np.array([along[1], -along[0]])
    shares = np.linspace(FROM_CORNER, 1 - FROM_CORNER, LINES_A_SIDE)
    steps = np.arange(-reach, reach + SAMPLES_PX / 2, SAMPLES_PX)
    bases = start + shares[:, None] * (end - start)
    points = (bases[:, None] + steps[None, :, None] * outward).astype(np.float32)
    greys = cv2.remap(  # type: ignore[call-overload]  # OpenCV's stub forgets that there may be one map
        grey, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float64)
    rise = np.clip(np.diff(greys, axis=1), 0, None)
    rise = np.where(rise > 0.25 * rise.max(axis=1, keepdims=True), rise, 0)
    middles = (steps[:-1] + steps[1:]) / 2
    offsets = (rise * middles).sum(axis=1) / np.maximum(rise.sum(axis=1), 1e-9)
    edges = bases + offsets[:, None] * outward
    usual = np.abs(offsets - np.median(offsets)) < 1.5
    kept: np.ndarray = edges[usual]
    return kept


def _line_through(points: np.ndarray) -> np.ndarray:
    """a x + b y + c = 0: float64 (3,)."""
    right, down, x, y = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    return np.array([-down, right, down * x - right * y])
