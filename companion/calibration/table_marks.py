"""Finds the table's place from its four corner marks; only their printed size is known.

On the right plane all four marks are squares of that size. Three numbers describe a plane; the marks'
corners, projected back onto it, are compared with true squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import atan2, degrees, radians

import cv2
import numpy as np

from companion.calibration.errors import PlaneError
from companion.calibration.lens import REFERENCE_WIDTH_PX
from companion.calibration.marks import MARK_MM, FoundMark, Place, mark_corners_mm
from companion.calibration.optics import Optics, fitted_pose_of, pose_of, triple_of
from companion.calibration.seating import Point
from companion.calibration.table_plane import LARGEST_MM, LIMITS, SMALLEST_MM, TablePlane, say_size
from companion.text import say, say_decimal

FARTHEST_OFF_PX = 1.5
"""With a larger error the marks do not lie flat, or the lens is wrong: rendered marks give under 0.2 px."""
ROUGHLY_OFF_PX = 12.0
"""The same without a measured lens: a webcam's distortion bends a table by up to 10 px."""
SMALLEST_PRINT, LARGEST_PRINT = 0.8, 1.25
"""Accepted scale of a print, by its taped length: "fit to page" prints at 0.92 to 1.0."""
ROUNDS, NUDGE, CLOSE_ENOUGH = 25, 1e-6, 1e-10


@dataclass(frozen=True, slots=True)
class LaidMark:
    """Middle in table mm, clockwise rotation, side."""

    place: Place
    middle_mm: tuple[float, float]
    turn_deg: float
    side_mm: float = MARK_MM

    @property
    def corners_mm(self) -> np.ndarray:
        """float64 (4, 2), in the order of ``FoundMark.corners_px``."""
        cos, sin = np.cos(radians(self.turn_deg)), np.sin(radians(self.turn_deg))
        scaled = mark_corners_mm() * (self.side_mm / MARK_MM)
        corners: np.ndarray = scaled @ np.array([[cos, sin], [-sin, cos]]) + self.middle_mm
        return corners


class FoundBy(Enum):
    MARKS = "marks"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class FoundTable:
    plane: TablePlane
    by: FoundBy
    error_px: float
    marks: tuple[LaidMark, ...] = ()


def table_from_marks(
    marks: Sequence[FoundMark],
    optics: Optics,
    near_edge_mm: float | None = None,
    farthest_off_px: float = FARTHEST_OFF_PX,
) -> FoundTable:
    """The field reaches to the marks' outermost corners.

    ``near_edge_mm``: the taped distance from A to D, between the corners at the printed lines; it corrects a
    print's scale. ``farthest_off_px``: the accepted error, for a picture 1280 px wide. Raises ``PlaneError``.
    """
    ordered = _in_order(marks)
    rays = np.array([optics.rays(mark.corners_px) for mark in ordered])
    plane = _refined(_first_plane(ordered, optics), rays)
    points = _on_plane(plane, rays)
    scale = _scale(points, near_edge_mm)
    error = _error_px(plane, rays, optics)
    limit = farthest_off_px * max(1.0, optics.size[0] / REFERENCE_WIDTH_PX)
    if error > limit:
        raise PlaneError(say("marks.off", error=say_decimal(error)))
    return _framed(points * scale, optics, error, MARK_MM * scale)


def _in_order(marks: Sequence[FoundMark]) -> list[FoundMark]:
    by_place = {mark.place: mark for mark in marks}
    missing = [place.value for place in Place if place not in by_place]
    if missing:
        raise PlaneError(say("marks.all_four", missing=", ".join(missing)))
    ordered = [by_place[place] for place in Place]
    middles = np.array([mark.middle_px for mark in ordered])
    edges = np.roll(middles, -1, axis=0) - middles
    turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
    if (turns > 0).all():
        return ordered
    raise PlaneError(say("marks.order"))


def _first_plane(marks: Sequence[FoundMark], optics: Optics) -> np.ndarray:
    """A rough plane through the marks' middles, at distances from their sizes.

    A plane is n / d, float64 (3,): points p with n·p = d satisfy plane · p = 1.
    """
    square = np.column_stack([mark_corners_mm(), np.zeros(4)])
    middles = []
    for mark in marks:
        middles.append(pose_of(square, mark.corners_px, optics)[1].ravel())
    plane: np.ndarray = np.linalg.lstsq(np.array(middles), np.ones(len(middles)), rcond=None)[0]
    return plane


def _on_plane(plane: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """Points (4, 4, 3) of rays (4, 4, 2), in mm in front of the camera."""
    ahead = np.concatenate([rays, np.ones((*rays.shape[:2], 1))], axis=2)
    points: np.ndarray = ahead / (ahead @ plane)[..., None]
    return points


def _axes(plane: np.ndarray) -> np.ndarray:
    """Across and down as the camera sees, and the normal: (3, 3)."""
    normal = plane / np.linalg.norm(plane)
    across = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    across /= np.linalg.norm(across)
    return np.array([across, np.cross(normal, across), normal])


def _misfit(plane: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """Deviations (4, 4, 2) from true squares, in focal lengths."""
    points = _on_plane(plane, rays)
    flat = points @ _axes(plane)[:2].T
    off = np.array([_from_square(each) for each in flat])
    shares: np.ndarray = off / points[..., 2:].mean(axis=1, keepdims=True)
    return shares


def _from_square(corners: np.ndarray) -> np.ndarray:
    """Corners (4, 2) mm, less the best square of printed size."""
    middle = corners.mean(axis=0)
    turned = _best_turn(corners - middle)
    left: np.ndarray = corners - middle - mark_corners_mm() @ turned.T
    return left


def _best_turn(corners: np.ndarray) -> np.ndarray:
    square = mark_corners_mm()
    cos = float((square * corners).sum())
    sin = float((square[:, 0] * corners[:, 1] - square[:, 1] * corners[:, 0]).sum())
    length = float(np.hypot(cos, sin))
    return np.array([[cos, -sin], [sin, cos]]) / length


def _refined(plane: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """Gauss-Newton. Raises ``PlaneError``."""
    for _ in range(ROUNDS):
        off = _misfit(plane, rays).ravel()
        nudges = np.eye(3) * NUDGE * np.linalg.norm(plane)
        slopes = np.array([(_misfit(plane + nudge, rays).ravel() - off) / nudge.sum() for nudge in nudges])
        step = np.linalg.lstsq(slopes.T, -off, rcond=None)[0]
        plane = plane + step
        if np.linalg.norm(step) < CLOSE_ENOUGH * np.linalg.norm(plane):
            break
    if not np.isfinite(plane).all() or (_on_plane(plane, rays)[..., 2] <= 0).any():
        raise PlaneError(say("marks.not_flat"))
    return plane


def _error_px(plane: np.ndarray, rays: np.ndarray, optics: Optics) -> float:
    off = _misfit(plane, rays) * np.array(optics.focal_px)
    return float(np.sqrt((off**2).sum(axis=2).mean()))


def _scale(points: np.ndarray, near_edge_mm: float | None) -> float:
    """True over printed mm, from the taped distance of A and D."""
    if near_edge_mm is None:
        return 1.0
    left, right = (points[place.number, place.outer_corner] for place in (Place.NEAR_LEFT, Place.NEAR_RIGHT))
    seen = float(np.linalg.norm(right - left))
    scale = near_edge_mm / seen
    if SMALLEST_PRINT <= scale <= LARGEST_PRINT:
        return scale
    raise PlaneError(say("marks.scale", measured=f"{near_edge_mm:.0f}", seen=f"{seen:.0f}"))


def _framed(points: np.ndarray, optics: Optics, error_px: float, side_mm: float) -> FoundTable:
    """The table by its marks' corners (4, 4, 3), in mm in front of the camera."""
    middles = points.mean(axis=1)
    normal = _axes(np.linalg.lstsq(points.reshape(-1, 3), np.ones(16), rcond=None)[0])[2]
    across = middles[2] + middles[3] - middles[0] - middles[1]
    across -= (across @ normal) * normal
    across /= np.linalg.norm(across)
    rotation = np.column_stack([across, np.cross(normal, across), normal])
    flat = (points - middles.mean(axis=0)) @ rotation[:, :2]
    low, high = flat.reshape(-1, 2).min(axis=0), flat.reshape(-1, 2).max(axis=0)
    centre = middles.mean(axis=0) + rotation[:, :2] @ ((low + high) / 2)
    across_mm, deep_mm = (float(side) for side in high - low)
    turn = triple_of(cv2.Rodrigues(rotation)[0])
    plane = TablePlane(optics, turn, triple_of(centre), (across_mm, deep_mm))
    flat -= (low + high) / 2
    laid = tuple(_laid(place, corners, side_mm) for place, corners in zip(Place, flat, strict=True))
    return FoundTable(plane, FoundBy.MARKS, error_px, laid)


def _laid(place: Place, corners: np.ndarray, side_mm: float) -> LaidMark:
    middle = corners.mean(axis=0)
    turn = _best_turn(corners - middle)
    return LaidMark(
        place, (float(middle[0]), float(middle[1])), degrees(atan2(turn[1, 0], turn[0, 0])), side_mm
    )


FARTHEST_OFF = 0.02
"""Accepted error of touched corners for the given table size, in picture widths: a thumb on a screen of
800 px hits within 8 px, 0.01."""
NEAREST = 0.05
"""Least distance of corners, in picture widths."""


def table_from_touch(corners_px: Sequence[Point], optics: Optics, size_mm: tuple[float, float]) -> FoundTable:
    """Takes corners in any order; ``size_mm``: across the picture, then into it. Raises ``PlaneError``."""
    if not all(SMALLEST_MM <= side <= LARGEST_MM for side in size_mm):
        raise PlaneError(say("table_size.entered", size=say_size(size_mm), **LIMITS))
    corners = round_the_table(corners_px, optics.size[0])
    found = _fitted(corners, optics, size_mm)
    limit = FARTHEST_OFF * optics.size[0]
    if found.error_px <= limit:
        return found
    turned = _fitted(corners, optics, (size_mm[1], size_mm[0]))
    size = say_size(size_mm)
    if turned.error_px <= limit:
        raise PlaneError(say("touched.exchanged", size=size))
    raise PlaneError(say("touched.missed", size=size, error=f"{found.error_px:.0f}"))


def round_the_table(corners_px: Sequence[Point], width_px: int) -> tuple[Point, ...]:
    """Corners as A, B, C, D, near left first. Raises ``PlaneError`` unless they are a table's corners."""
    points = np.array(corners_px, np.float64).reshape(-1, 2)
    if len(points) != 4 or not np.isfinite(points).all():
        raise PlaneError(say("touched.number", touched=len(points)))
    away = np.linalg.norm(points[:, None] - points[None], axis=2) + 1e9 * np.eye(4)
    if away.min() < NEAREST * width_px:
        raise PlaneError(say("touched.same_place"))
    spread = points - points.mean(axis=0)
    clockwise = points[np.argsort(np.arctan2(spread[:, 1], spread[:, 0]))]
    if len(cv2.convexHull(clockwise.astype(np.float32))) != 4:
        raise PlaneError(say("touched.no_corners"))
    lower = np.argsort(clockwise[:, 1])[2:]
    first = int(lower[np.argmin(clockwise[lower, 0])])
    return tuple((float(x), float(y)) for x, y in np.roll(clockwise, -first, axis=0))


def _fitted(corners: Sequence[Point], optics: Optics, size_mm: tuple[float, float]) -> FoundTable:
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    table = np.array([(-across, deep, 0.0), (-across, -deep, 0.0), (across, -deep, 0.0), (across, deep, 0.0)])
    seen = np.array(corners, np.float64)
    turn, middle = fitted_pose_of(table, seen, optics)
    size = float(size_mm[0]), float(size_mm[1])
    plane = TablePlane(optics, triple_of(turn), triple_of(middle), size)
    off = plane.px_of(table[:, :2]) - seen
    return FoundTable(plane, FoundBy.TOUCH, float(np.sqrt((off**2).sum(axis=1).mean())))
