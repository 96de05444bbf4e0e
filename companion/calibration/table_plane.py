"""The table in front of the camera: pixels to mm and back, and the view from straight above.

Table mm: (0, 0) in the middle of the playing field, x right and y toward seat 0, as in a picture from above
with seat 0 at the bottom. Heights count upward from the table's top.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, degrees, isfinite

import cv2
import numpy as np

from companion.calibration.errors import PlaneError
from companion.calibration.optics import DIE_MM, Optics
from companion.calibration.seating import Point, Size
from companion.text import say

SMALLEST_MM, LARGEST_MM = 200.0, 3000.0
"""Sides of tables at which dice are played: a tray to a board-room table [choice]."""
STEEPEST_DEG = 70.0
"""With a larger tilt of the camera off the vertical nothing can be read."""
TOO_FLAT_DEG = 55.0
"""With a larger tilt front faces are read as upper ones. Of 280 dice drawn at 45 to 55 degrees 8 were read
wrongly, of 280 at 55 to 65 degrees 34, of 280 at 65 to 75 degrees 154 (models/plain_set.py, ``--tilt``)."""


@dataclass(frozen=True, slots=True)
class TablePlane:
    """Rodrigues vector and the field's middle in mm, in the camera's frame.

    ``size_mm``: across and toward seat 0. Raises ``PlaneError`` for impossible values.
    """

    optics: Optics
    turn: tuple[float, float, float]
    middle_mm: tuple[float, float, float]
    size_mm: tuple[float, float]

    def __post_init__(self) -> None:
        if not all(isfinite(each) for each in (*self.turn, *self.middle_mm, *self.size_mm)):
            raise PlaneError(say("table_size.not_finite"))
        if not all(SMALLEST_MM <= side <= LARGEST_MM for side in self.size_mm):
            raise PlaneError(say("table_size.limits", size=say_size(self.size_mm), **LIMITS))
        if self.middle_mm[2] <= 0 or self.camera_height_mm <= 0 or self.tilt_deg > STEEPEST_DEG:
            raise PlaneError(say("table_size.not_from_above"))

    @property
    def rotation(self) -> np.ndarray:
        """Float64 (3, 3)."""
        return cv2.Rodrigues(np.array(self.turn))[0]

    @property
    def tilt_deg(self) -> float:
        """Angle between the line of sight and the vertical."""
        return degrees(acos(max(-1.0, min(1.0, float(self.rotation[2, 2])))))

    @property
    def is_seen_too_flat(self) -> bool:
        """Whether dice's upper faces are seen too flat to be read."""
        return self.tilt_deg > TOO_FLAT_DEG

    @property
    def camera_height_mm(self) -> float:
        return float(self.rotation[:, 2] @ np.array(self.middle_mm))

    def px_of(self, points_mm: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """Converts (N, 2) mm to (N, 2) px."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
        points = np.column_stack([flat, np.full(len(flat), -height_mm)])
        turn, middle = np.array(self.turn), np.array(self.middle_mm)
        return cv2.projectPoints(points, turn, middle, self.optics.matrix, self.optics.coefficients)[
            0
        ].reshape(-1, 2)

    def mm_of(self, points_px: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """Converts (N, 2) px to (N, 2) mm."""
        rays = self.optics.rays(points_px)
        ahead = np.column_stack([rays, np.ones(len(rays))])
        rotation, middle = self.rotation, np.array(self.middle_mm)
        sloped, origin = ahead @ rotation, middle @ rotation
        depth = (origin[2] - height_mm) / sloped[:, 2:]
        met: np.ndarray = (sloped * depth - origin)[:, :2]
        return met

    def px_per_mm(self, at_mm: Point = (0.0, 0.0), height_mm: float = 0.0) -> float:
        """The mean of all directions."""
        return float(self._px_per_mm(np.array([at_mm]), height_mm)[0])

    def _px_per_mm(self, places_mm: np.ndarray, height_mm: float) -> np.ndarray:
        """At places (N, 2): (N,)."""
        beside = places_mm[:, None] + np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
        here, right, down = np.moveaxis(self.px_of(beside, height_mm).reshape(-1, 3, 2), 1, 0)
        (a, b), (c, d) = (right - here).T, (down - here).T
        each: np.ndarray = np.sqrt(np.abs(a * d - b * c))
        return each

    def die_sides_px(self, die_mm: float = DIE_MM) -> tuple[float, float]:
        """Smallest and largest at the field's corners, edges and middle."""
        across, deep = self.size_mm[0] / 2, self.size_mm[1] / 2
        places = np.array([(x, y) for x in (-across, 0.0, across) for y in (-deep, 0.0, deep)])
        sides = die_mm * self._px_per_mm(places, die_mm)
        return float(sides.min()), float(sides.max())

    def at(self, size: Size) -> TablePlane:
        """Raises ``LensError`` for another shape."""
        return TablePlane(self.optics.at(size), self.turn, self.middle_mm, self.size_mm)

    def above(self, px_per_mm: float | None = None) -> StraightView:
        """The default resolution is that of the field's middle."""
        return StraightView(self, px_per_mm or self.px_per_mm())


@dataclass(frozen=True, slots=True)
class StraightView:
    """The field without lens distortion and tilt; its size fits ``Seating``."""

    plane: TablePlane
    px_per_mm: float

    @property
    def size(self) -> Size:
        across, deep = self.plane.size_mm
        return max(1, round(across * self.px_per_mm)), max(1, round(deep * self.px_per_mm))

    def picture(self, pixels: np.ndarray) -> np.ndarray:
        """A picture, uint8 (h, w, 3) of ``size``; black outside the camera's view."""
        return mapped(pixels, self.map())

    def map(self) -> np.ndarray:
        """Camera px of each view px: float32 (h, w, 2)."""
        width, height = self.size
        xs, ys = np.meshgrid(np.arange(width), np.arange(height))
        places = (np.column_stack([xs.ravel(), ys.ravel()]) + 0.5) / self.px_per_mm
        places -= np.array(self.plane.size_mm) / 2
        found: np.ndarray = self.plane.px_of(places).astype(np.float32)
        return found.reshape(height, width, 2)


def mapped(pixels: np.ndarray, places: np.ndarray) -> np.ndarray:
    """``places``: from ``StraightView.map``."""
    drawn: np.ndarray = cv2.remap(  # type: ignore[call-overload]  # OpenCV's stub wants a second map
        pixels, places, None, cv2.INTER_LINEAR
    )
    return drawn


LIMITS = {"least": f"{SMALLEST_MM:.0f}", "most": f"{LARGEST_MM:.0f}"}
"""Limits of a table's sides, in mm, for sentences."""


def say_size(size_mm: tuple[float, float]) -> str:
    return say("table_size", across=f"{size_mm[0]:.0f}", deep=f"{size_mm[1]:.0f}")
