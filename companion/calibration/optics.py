"""Optics: how one lens at one picture size turns directions into pixels, and the known cameras' lenses.

The makers' angles of view: a 16:9 picture shows the sensor's whole width.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, hypot, isfinite, radians, tan

import cv2
import numpy as np

from companion.calibration.errors import LensError
from companion.calibration.seating import Point, Size
from companion.text import say

NARROWEST_DEG, WIDEST_DEG = 15.0, 150.0
"""Horizontal views of usable lenses; beyond 150° the five numbers of ``distortion`` fail."""
SAME_SHAPE = 0.01
"""Aspect ratios closer than this share are one shape: 2304x1296 and 1280x720; 1640x1232 and 4:3."""
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-10)


@dataclass(frozen=True, slots=True)
class Optics:
    """A pinhole with Brown's distortion.

    ``focal_px``: across and down. ``centre_px``: straight ahead; (0, 0) is the first pixel's middle.
    ``distortion``: k1, k2, p1, p2, k3. Raises ``LensError`` for an impossible lens.
    """

    size: Size
    focal_px: Point
    centre_px: Point
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        numbers = (*self.focal_px, *self.centre_px, *self.distortion)
        if min(self.size) < 1 or len(self.distortion) != 5 or not all(isfinite(each) for each in numbers):
            raise LensError(say("lens.no_values"))
        if min(self.focal_px) <= 0 or not NARROWEST_DEG <= self.view_deg <= WIDEST_DEG:
            widths = {"narrowest": f"{NARROWEST_DEG:.0f}", "widest": f"{WIDEST_DEG:.0f}"}
            focal, width = f"{self.focal_px[0]:.0f}", str(self.size[0])
            raise LensError(say("lens.view", focal=focal, width=width, **widths))
        if not all(0 < at < side for at, side in zip(self.centre_px, self.size, strict=True)):
            x, y = (f"{at:g}" for at in self.centre_px)
            raise LensError(say("lens.centre", x=x, y=y, size=size_text(self.size)))

    @property
    def view_deg(self) -> float:
        """Across the picture, without distortion."""
        return 2 * degrees(atan(self.size[0] / 2 / self.focal_px[0]))

    @property
    def matrix(self) -> np.ndarray:
        """Float64 (3, 3)."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @property
    def coefficients(self) -> np.ndarray:
        """OpenCV's distortion: float64 (5,)."""
        return np.array(self.distortion)

    def rays(self, points_px: np.ndarray) -> np.ndarray:
        """Rays (N, 2) of (N, 2) px, on a plane one unit in front of the lens."""
        points = np.asarray(points_px, np.float64).reshape(-1, 1, 2)
        return cv2.undistortPoints(points, self.matrix, self.coefficients, criteria=_STEPS).reshape(-1, 2)

    def pixels(self, rays: np.ndarray) -> np.ndarray:
        ahead = np.column_stack([np.asarray(rays, np.float64).reshape(-1, 2), np.ones(len(rays))])
        none = np.zeros(3)
        return cv2.projectPoints(ahead, none, none, self.matrix, self.coefficients)[0].reshape(-1, 2)

    def at(self, size: Size) -> Optics:
        """Raises ``LensError`` for another shape, whose part of the sensor is unknown."""
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across / down - 1) > SAME_SHAPE:
            sizes = {"measured": size_text(self.size), "given": size_text(size)}
            raise LensError(say("lens.another_shape", **sizes))
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        centre = (cx + 0.5) * across - 0.5, (cy + 0.5) * down - 0.5
        return Optics(size, (fx * across, fy * down), centre, self.distortion)


def size_text(size: Size) -> str:
    return f"{size[0]}×{size[1]}"


Pose = tuple[np.ndarray, np.ndarray]
"""Rodrigues vector and place in mm, float64 (3, 1) each, in the camera's frame."""


def triple_of(numbers: np.ndarray) -> tuple[float, float, float]:
    first, second, third = (float(each) for each in np.ravel(numbers))
    return first, second, third


def pose_of(points_mm: np.ndarray, points_px: np.ndarray, optics: Optics) -> Pose:
    """A rough pose; points (N, 3) with z = 0, seen at (N, 2) px.

    OpenCV's solver for planes (IPPE) handles both ways in which a plane may lean, but fails for some views
    that are symmetric to the last digit (OpenCV 5.0); SQPnP solves those.
    """
    lens = optics.matrix, optics.coefficients
    turn, middle = cv2.solvePnP(points_mm, points_px, *lens, flags=cv2.SOLVEPNP_IPPE)[1:3]
    if not (np.isfinite(turn).all() and np.isfinite(middle).all()):
        turn, middle = cv2.solvePnP(points_mm, points_px, *lens, flags=cv2.SOLVEPNP_SQPNP)[1:3]
    return np.asarray(turn), np.asarray(middle)


def fitted_pose_of(points_mm: np.ndarray, points_px: np.ndarray, optics: Optics) -> Pose:
    """Fitted to all points by least squares."""
    turn, middle = pose_of(points_mm, points_px, optics)
    turn, middle = cv2.solvePnPRefineLM(
        points_mm, points_px, optics.matrix, optics.coefficients, turn, middle
    )
    return np.asarray(turn), np.asarray(middle)


@dataclass(frozen=True, slots=True)
class KnownLens:
    """A camera by its maker's figures; ``word``: on the command line.

    ``source``: of the figures. ``sensor_mm``: the part that gives the largest picture.
    """

    word: str
    name: str
    focal_mm: float
    sensor_mm: tuple[float, float]
    stated_view_deg: float
    source: str
    width_px: int = 2304

    @property
    def view_deg(self) -> float:
        return 2 * degrees(atan(self.sensor_mm[0] / 2 / self.focal_mm))

    def optics(self, size: Size) -> Optics:
        """Starting values, without distortion.

        Assumes the sensor's whole width. A mode that shows less, such as Camera Module 2's at 1920×1080, must
        be measured.
        """
        width, height = size
        focal = self.focal_mm / self.sensor_mm[0] * max(width, height * self.sensor_mm[0] / self.sensor_mm[1])
        return Optics(size, (focal, focal), ((width - 1) / 2, (height - 1) / 2))


_PI = "Raspberry Pi, documentation of the camera modules, hardware specification"
_DIAGONAL = tan(radians(78.0) / 2)
"""Half the diagonal of a webcam's picture at unit distance: 78° is Logitech's figure for its C920."""

_IMX708 = (6.45, 3.63)

KNOWN_LENSES = (
    KnownLens("module2", "Camera Module 2", 3.04, (3.68, 2.76), 62.2, f"{_PI} (IMX219)"),
    KnownLens("module3", "Camera Module 3", 4.74, _IMX708, 66.0, f"{_PI} (IMX708)"),
    KnownLens("wide", "Camera Module 3 Wide", 2.75, _IMX708, 102.0, f"{_PI} (IMX708)"),
    KnownLens("hq", "HQ Camera, 6 mm", 6.0, (6.287, 4.712), 55.3,
              "Raspberry Pi, High Quality Camera (IMX477: 4056 × 3040 pixels of 1.55 µm), its 6 mm lens"),
    KnownLens("webcam", "webcam, 78°", 1.0,
              (2 * _DIAGONAL * 16 / hypot(16, 9), 2 * _DIAGONAL * 9 / hypot(16, 9)), 70.4,
              "Logitech's diagonal view of 78° for its C920, 16:9; the sensor in focal lengths", 1920),
)  # fmt: skip
_WORDS = ", ".join(lens.word for lens in KNOWN_LENSES)


def known_lens(word: str) -> KnownLens:
    """Raises ``ValueError``, which names the known words."""
    for lens in KNOWN_LENSES:
        if lens.word == word:
            return lens
    raise ValueError(f"there is no lens {word!r}; there are: {_WORDS}")


DIE_MM = 16.0
"""Side of the usual die; Milton Bradley's are a little smaller, casino dice 19 mm."""
SMALLEST_DIE_PX = 18.0
"""The eye reads dice from this side on (cups-up read: 18-160 px)."""
