"""Renders printed boards and tables for a known camera: lens, place, light, noise, blur.

For demonstrations and tests. Each pixel's ray is followed to the paper, so that the pictures share only the
lens's formula with the measurement.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.calibration.marks import MARK_MM, RIM_MM, Place, black_cells, lens_board, mark_dictionary
from companion.calibration.optics import Optics

TEXELS_PER_MM = 4.0
"""Resolution of drawn paper: finer than the sharpest picture (3 px a mm)."""
RAYS_A_SIDE = 2
"""Rays a pixel, along each side: corners of marks are then found to 0.05 px, noise and blur included."""
KNOT_PX = 8
"""Distance of the pixels whose rays are followed through the lens; others are interpolated."""
DIAGONAL = 0.75
"""Half a card's diagonal as a share of its side, and a little more."""
BARE_FLOOR = 110.0
"""Grey of everything beyond paper and wood."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A flat picture in the plane z = 0: grey float32 (H, W) 0-255, its top left corner and resolution.

    Where ``grey`` is negative nothing is drawn.
    """

    grey: np.ndarray
    left_mm: float
    top_mm: float
    texels_per_mm: float


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the plane z = 0 is as the camera sees it: Rodrigues' turn and the origin's place in mm."""

    turn: tuple[float, float, float]
    origin_mm: tuple[float, float, float]

    @property
    def matrix(self) -> np.ndarray:
        """The turn as float64 (3, 3)."""
        return cv2.Rodrigues(np.array(self.turn))[0]


@dataclass(frozen=True, slots=True)
class Weather:
    """The flaws of a picture: standard deviations of noise (grey levels) and blur (px), and uneven light.

    ``darker``: how much darker the picture is at the end of a slope of light in the direction ``slope_deg``;
    0 for even light.
    """

    noise: float = 3.0
    blur_px: float = 0.7
    darker: float = 0.35
    slope_deg: float = 30.0


def lens_board_drawn() -> Drawn:
    """The lens board with its middle at the origin, on white paper of A4."""
    board = lens_board()
    across, down = (side * board.getSquareLength() for side in board.getChessboardSize())
    rim = 15.0
    size = (round(across * TEXELS_PER_MM), round(down * TEXELS_PER_MM))
    edge = round(rim * TEXELS_PER_MM)
    grey = cv2.copyMakeBorder(
        board.generateImage(size), edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255
    )
    return Drawn(grey.astype(np.float32) * 0.85 + 20, -across / 2 - rim, -down / 2 - rim, TEXELS_PER_MM)


def pose_of(tilt_deg: float, toward_deg: float, spin_deg: float, away_mm: float) -> Pose:
    """The camera looks at the origin from ``away_mm``, tilted off the vertical toward one side, spun."""
    toward, tilt, spin = np.radians((toward_deg, tilt_deg, spin_deg))
    lean = cv2.Rodrigues(tilt * np.array([np.cos(toward), np.sin(toward), 0.0]))[0]
    turn = lean @ cv2.Rodrigues(np.array([0.0, 0.0, spin]))[0]
    return Pose(tuple(cv2.Rodrigues(turn)[0].ravel().tolist()), (0.0, 0.0, away_mm))


def moved(pose: Pose, right_mm: float, down_mm: float, away_mm: float = 0.0) -> Pose:
    """The same pose with the plane shifted as the camera sees it."""
    x, y, z = pose.origin_mm
    return Pose(pose.turn, (x + right_mm, y + down_mm, z + away_mm))


def seen_mm(optics: Optics, pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    """Where each ray of the picture meets the plane: x and y in mm, float32 (H * n, W * n)."""
    right, down = cv2.split(_rays(optics))
    turn, origin = pose.matrix.astype(np.float32), np.array(pose.origin_mm, np.float32)
    slopes = [right * turn[0, axis] + down * turn[1, axis] + turn[2, axis] for axis in range(3)]
    depth = float(turn[:, 2] @ origin) / slopes[2]
    return tuple(slopes[axis] * depth - float(turn[:, axis] @ origin) for axis in range(2))


def _rays(optics: Optics) -> np.ndarray:
    """The directions of all rays: float32, followed for every eighth pixel and smooth between them."""
    width, height = optics.size
    across, down = -(-width // KNOT_PX) + 2, -(-height // KNOT_PX) + 2
    xs, ys = (np.arange(-1, many - 1) * KNOT_PX + (KNOT_PX - 1) / 2 for many in (across, down))
    knots = optics.rays(np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)).reshape(down, across, 2)
    fine = KNOT_PX * RAYS_A_SIDE
    rays = cv2.resize(knots.astype(np.float32), None, fx=fine, fy=fine)
    return rays[fine : fine + height * RAYS_A_SIDE, fine : fine + width * RAYS_A_SIDE]


def photographed(layers: list[Drawn], optics: Optics, pose: Pose, weather: Weather, seed: int) -> np.ndarray:
    """The layers from below to above as the camera sees them: uint8 (H, W, 3), BGR, the same each time."""
    xs, ys = seen_mm(optics, pose)
    light = np.full(xs.shape, BARE_FLOOR, np.float32)
    for layer in layers:
        fine = layer.texels_per_mm
        columns, rows = (xs - layer.left_mm) * fine - 0.5, (ys - layer.top_mm) * fine - 0.5
        drawn = cv2.remap(layer.grey, columns, rows, cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_CONSTANT, borderValue=-1e6)  # fmt: skip
        cv2.copyTo(drawn, (drawn >= 0).astype(np.uint8), light)
    return _exposed(cv2.resize(light, optics.size, interpolation=cv2.INTER_AREA), weather, seed)


def _exposed(grey: np.ndarray, weather: Weather, seed: int) -> np.ndarray:
    if weather.blur_px > 0:
        grey = cv2.GaussianBlur(grey, (0, 0), weather.blur_px)
    height, width = grey.shape
    xs, ys = np.meshgrid(np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height))
    slope = np.radians(weather.slope_deg)
    shade = 1 - weather.darker * np.clip(0.5 + xs * np.cos(slope) + ys * np.sin(slope), 0, 1)
    noise = np.random.default_rng(seed).normal(0, weather.noise, (height, width, 3))
    grey_levels: np.ndarray = np.clip((grey * shade)[..., None] + noise, 0, 255).astype(np.uint8)
    return grey_levels


def table_drawn(width_mm: float, depth_mm: float, seed: int, texels_per_mm: float = 1.0) -> Drawn:
    """A table's top of mottled, grained wood with a rim to spare, its middle at the origin."""
    spare = 1.6
    across, down = round(width_mm * spare * texels_per_mm), round(depth_mm * spare * texels_per_mm)
    random = np.random.default_rng(seed)
    coarse = random.normal(0, 1, (max(down // 60, 2), max(across // 90, 2))).astype(np.float32)
    fine = random.normal(0, 1, (max(down // 4, 2), max(across // 40, 2))).astype(np.float32)
    grain: np.ndarray = 14 * cv2.resize(coarse, (across, down), interpolation=cv2.INTER_CUBIC)
    grain += 9 * cv2.resize(fine, (across, down), interpolation=cv2.INTER_CUBIC)
    grey = np.clip(120 + grain, 40, 210).astype(np.float32)
    return Drawn(grey, -across / 2 / texels_per_mm, -down / 2 / texels_per_mm, texels_per_mm)


def mark_drawn(place: Place, middle_mm: tuple[float, float], turn_deg: float) -> Drawn:
    """A corner mark's white card, laid askew: drawn turned, so its layer is as large as the turned card."""
    cells = black_cells(mark_dictionary(), place.number)
    side = MARK_MM + 2 * RIM_MM
    reach = side * DIAGONAL
    texels = round(2 * reach * TEXELS_PER_MM)
    ys, xs = np.mgrid[0:texels, 0:texels].astype(np.float32)
    xs, ys = (xs + 0.5) / TEXELS_PER_MM - reach, (ys + 0.5) / TEXELS_PER_MM - reach
    turn = np.radians(turn_deg)
    along, down = xs * np.cos(turn) + ys * np.sin(turn), -xs * np.sin(turn) + ys * np.cos(turn)
    cell = MARK_MM / len(cells)
    column = np.floor((along + MARK_MM / 2) / cell).astype(int)
    row = np.floor((down + MARK_MM / 2) / cell).astype(int)
    inside = (column >= 0) & (column < len(cells)) & (row >= 0) & (row < len(cells))
    black = np.zeros(xs.shape, bool)
    black[inside] = cells[row[inside], column[inside]]
    card = (np.abs(along) <= side / 2) & (np.abs(down) <= side / 2)
    grey = np.where(black, 25.0, np.where(card, 225.0, -1e6)).astype(np.float32)
    return Drawn(grey, middle_mm[0] - reach, middle_mm[1] - reach, TEXELS_PER_MM)
