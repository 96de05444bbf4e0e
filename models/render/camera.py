"""A pinhole camera above the table plane (z = 0, millimetres): rays, projection, unprojection. numpy only."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """``rotation`` (3, 3) has rows right, down, forward in table axes; ``centre`` (3,) is in mm.

    Pixel (x, y) means its middle at (x + 0.5, y + 0.5); the principal point is the middle of the picture.
    """

    width: int
    height: int
    focal_px: float
    centre: np.ndarray
    rotation: np.ndarray

    def project(self, points: np.ndarray) -> np.ndarray:
        """Table points (N, 3) in mm to picture points (N, 2) in pixels."""
        seen = (points - self.centre) @ self.rotation.T
        return seen[:, :2] / seen[:, 2:] * self.focal_px + (self.width / 2, self.height / 2)

    def directions(self, points: np.ndarray) -> np.ndarray:
        """Unit ray directions (N, 3) through picture points (N, 2)."""
        flat = (points - (self.width / 2, self.height / 2)) / self.focal_px
        rays = np.column_stack((flat, np.ones(len(flat)))) @ self.rotation
        return rays / np.linalg.norm(rays, axis=1, keepdims=True)

    def on_table(self, points: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """Where rays through picture points (N, 2) meet the plane z = ``height_mm``: (N, 3) in mm."""
        rays = self.directions(points)
        along = (height_mm - self.centre[2]) / rays[:, 2:]
        return self.centre + rays * along

    def px_per_mm(self, point: np.ndarray) -> float:
        """Pixels a millimetre across the line of sight at a table point (3,)."""
        return self.focal_px / float(np.linalg.norm(self.centre - point))

    def view_tilt_deg(self, point: np.ndarray) -> float:
        """Angle between the line of sight to a table point and the vertical, degrees."""
        away = self.centre - point
        return float(np.degrees(np.arccos(away[2] / np.linalg.norm(away))))

    def across(self, way: np.ndarray, at: np.ndarray) -> np.ndarray:
        """The part across the picture (right, down) of a unit vector (3,) at a table point (3,).

        As seen along the line of sight to that point, brought to the picture's middle by the smallest turn.
        """
        sight = self.rotation @ (at - self.centre)
        sight /= np.linalg.norm(sight)
        axis, seen = np.cross(sight, (0.0, 0.0, 1.0)), self.rotation @ way
        turned = seen + np.cross(axis, seen) + np.cross(axis, np.cross(axis, seen)) / (1 + sight[2])
        return turned[:2]


def looking_down(
    width: int, height: int, *, fov_deg: float, tilt_deg: float, px_per_mm: float, azimuth_deg: float = 0.0
) -> Camera:
    """A camera whose middle looks at the table's origin from ``tilt_deg`` off the vertical.

    ``fov_deg`` is horizontal; the distance follows, so that the origin is seen at ``px_per_mm``.
    """
    focal_px = width / 2 / tan(radians(fov_deg) / 2)
    distance_mm = focal_px / px_per_mm
    tilt, azimuth = radians(tilt_deg), radians(azimuth_deg)
    backward = np.array([-sin(azimuth), -cos(azimuth), 0.0])
    centre = distance_mm * (sin(tilt) * backward + np.array([0.0, 0.0, cos(tilt)]))
    forward = -centre / np.linalg.norm(centre)
    right = np.array([cos(azimuth), -sin(azimuth), 0.0])
    return Camera(width, height, focal_px, centre, np.stack((right, np.cross(forward, right), forward)))
