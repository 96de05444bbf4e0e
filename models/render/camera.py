"""A pinhole camera above the table plane (z = 0, mm), and its development."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, tan

import cv2
import numpy as np

from models.render.surface import encoded


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """``rotation`` (3, 3): rows right, down, forward in table axes; ``centre`` (3,): mm.

    Pixel (x, y) means its middle at (x + 0.5, y + 0.5); the principal point is the picture's middle.
    """

    width: int
    height: int
    focal_px: float
    centre: np.ndarray
    rotation: np.ndarray

    def project(self, points: np.ndarray) -> np.ndarray:
        """Projects (N, 3) in mm to (N, 2) in px."""
        seen = (points - self.centre) @ self.rotation.T
        return seen[:, :2] / seen[:, 2:] * self.focal_px + (self.width / 2, self.height / 2)

    def directions(self, points: np.ndarray) -> np.ndarray:
        """Unit rays (N, 3) through (N, 2)."""
        flat = (points - (self.width / 2, self.height / 2)) / self.focal_px
        rays = np.column_stack((flat, np.ones(len(flat)))) @ self.rotation
        return rays / np.linalg.norm(rays, axis=1, keepdims=True)

    def on_table(self, points: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
        """Rays through (N, 2) on the plane z = ``height_mm``: (N, 3) in mm."""
        rays = self.directions(points)
        along = (height_mm - self.centre[2]) / rays[:, 2:]
        return self.centre + rays * along

    def px_per_mm(self, point: np.ndarray) -> float:
        """Across the line of sight at a table point (3,)."""
        return self.focal_px / float(np.linalg.norm(self.centre - point))

    def view_tilt_deg(self, point: np.ndarray) -> float:
        """The angle between the line of sight and the vertical."""
        away = self.centre - point
        return float(np.degrees(np.arccos(away[2] / np.linalg.norm(away))))

    def across(self, way: np.ndarray, at: np.ndarray) -> np.ndarray:
        """Part across the picture (right, down) of a unit vector (3,) at a table point (3,).

        As seen along the line of sight to that point, brought to the picture's middle by the smallest
        rotation.
        """
        sight = self.rotation @ (at - self.centre)
        sight /= np.linalg.norm(sight)
        axis, seen = np.cross(sight, (0.0, 0.0, 1.0)), self.rotation @ way
        turned = seen + np.cross(axis, seen) + np.cross(axis, np.cross(axis, seen)) / (1 + sight[2])
        return turned[:2]


def looking_down(width: int, height: int, *, fov_deg: float, tilt_deg: float, px_per_mm: float) -> Camera:
    """The middle looks at the table's origin from ``tilt_deg`` off the vertical.

    ``fov_deg`` is horizontal; the distance gives ``px_per_mm`` at the origin.
    """
    focal_px = width / 2 / tan(radians(fov_deg) / 2)
    distance_mm = focal_px / px_per_mm
    tilt = radians(tilt_deg)
    centre = distance_mm * np.array([0.0, -sin(tilt), cos(tilt)])
    forward = -centre / np.linalg.norm(centre)
    right = np.array([1.0, 0.0, 0.0])
    return Camera(width, height, focal_px, centre, np.stack((right, np.cross(forward, right), forward)))


SHADOW_FLOOR = 0.03
"""A weaker shadow is cut away with the sprite's margin."""


GRAIN = 0.03
"""Weaker shade is the tracer's grain: its spread is 0.01-0.02 after smoothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Exposure:
    """linear = radiance * gain (3,), then a soft shoulder and sRGB."""

    gain: np.ndarray

    def developed(self, radiance: np.ndarray) -> np.ndarray:
        """Linear (..., 3) RGB to sRGB 0-1."""
        value = radiance * self.gain
        knee = 0.8
        over = np.clip(value - knee, 0, None)
        return encoded(np.where(value > knee, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))), value))


def smoothed(picture: np.ndarray) -> np.ndarray:
    """sRGB 0-1 float32 (H, W, 3) without the tracer's grain, edges kept."""
    return cv2.bilateralFilter(picture.astype(np.float32), 5, 0.09, 1.5)


def bled(colour: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """Outside whole ``cover`` the colour of the nearest wholly covered pixel; (H, W, 3)."""
    whole = cover > 0.999
    if not whole.any():
        whole = cover >= cover.max()
    _, labels = cv2.distanceTransformWithLabels(
        (~whole).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    source = np.zeros((labels.max() + 1, 3), colour.dtype)
    source[labels[whole]] = colour[whole]
    return source[labels]


def shadow_map(
    light: np.ndarray, open_ground: np.ndarray, mine: np.ndarray, others: np.ndarray, reach_px: float
) -> np.ndarray:
    """Kept share of light 0-1 (H, W), without shadows of things nearer to other things.

    ``light``: measured share (H, W), true where ``open_ground``; ``mine`` and ``others``: masks. Beyond
    ``reach_px`` from the sprite's things it fades to one.
    """
    seen = open_ground.astype(np.float32)
    known = np.where(open_ground, np.clip(light, 0, 1.05), 0).astype(np.float32)
    fine_weight, fine = _blurred(seen, known, 2.6)
    wide_weight, wide = _blurred(seen, known, 8.0)
    things = mine | others
    gap = cv2.distanceTransform((~things).astype(np.uint8), cv2.DIST_L2, 5)
    crisp = np.where(fine_weight > 0.02, np.clip((26 - gap) / 20, 0, 1), 0)
    filled = np.where(wide_weight > 1e-3, crisp * fine + (1 - crisp) * wide, 0.5)
    here = cv2.distanceTransform((~mine).astype(np.uint8), cv2.DIST_L2, 5)
    there = cv2.distanceTransform((~others).astype(np.uint8), cv2.DIST_L2, 5) if others.any() else here + 1e3
    keep = np.clip((reach_px - here) / (0.4 * reach_px), 0, 1) * np.clip(
        (there - here) / (0.3 * reach_px) + 0.5, 0, 1
    )
    dark = np.clip((1 - filled - GRAIN) / (1 - GRAIN), 0, 1) * keep
    return cv2.GaussianBlur(1 - dark.astype(np.float32), (0, 0), 1.0)


def _blurred(seen: np.ndarray, known: np.ndarray, sigma: float) -> tuple[np.ndarray, np.ndarray]:
    """Weight, and mean of what is known nearby."""
    weight = cv2.GaussianBlur(seen, (0, 0), sigma)
    return weight, cv2.GaussianBlur(known, (0, 0), sigma) / np.maximum(weight, 1e-3)


def content(cover: np.ndarray, shadow: np.ndarray, margin: int = 3) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is worth keeping."""
    rows, columns = np.nonzero((cover > 0.01) | (shadow < 1 - SHADOW_FLOOR))
    height, width = cover.shape
    return (
        max(0, int(columns.min()) - margin),
        max(0, int(rows.min()) - margin),
        min(width, int(columns.max()) + 1 + margin),
        min(height, int(rows.max()) + 1 + margin),
    )


def mask_box(cover: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a cover (H, W) at one half."""
    rows, columns = np.nonzero(cover > 0.5)
    if len(rows) == 0:
        return (0, 0, 0, 0)
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def bgra(colour: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """Joins sRGB 0-1 (H, W, 3) and cover 0-1 (H, W) to uint8."""
    stacked = np.dstack((colour[..., ::-1], cover))
    return np.clip(np.round(stacked * 255), 0, 255).astype(np.uint8)
