"""Finds the table's place from its four touched corners and its true size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.calibration.errors import PlaneError
from companion.calibration.optics import Optics
from companion.calibration.pose import fitted_pose_of, triple_of
from companion.calibration.seating import Point
from companion.calibration.table_plane import LARGEST_MM, LIMITS, SMALLEST_MM, TablePlane, say_size
from companion.text.speech import say

FARTHEST_OFF = 0.02
"""Share of the picture's width by which touched corners may miss a table of the given size: a thumb on a
screen of 800 px hits within 8 px, 0.01."""
NEAREST = 0.05
"""Share of the picture's width that corners must be apart."""


@dataclass(frozen=True, slots=True)
class TouchedTable:
    """The plane, and the error (rms px) of the touched corners against a table of the given size."""

    plane: TablePlane
    error_px: float


def table_from_touch(
    corners_px: Sequence[Point], optics: Optics, size_mm: tuple[float, float]
) -> TouchedTable:
    """The table whose corners were touched, in any order; ``size_mm`` is across the picture, then into it.

    Raises ``PlaneError`` with what to do.
    """
    if not all(SMALLEST_MM <= side <= LARGEST_MM for side in size_mm):
        raise PlaneError(say("table_size.entered", size=say_size(size_mm), **LIMITS))
    corners = round_the_table(corners_px, optics.size[0])
    found = _fitted(corners, optics, size_mm)
    limit = FARTHEST_OFF * optics.size[0]
    if found.error_px <= limit:
        return found
    turned = _fitted(corners, optics, (size_mm[1], size_mm[0]))
    told = say_size(size_mm)
    if turned.error_px <= limit:
        raise PlaneError(say("touched.exchanged", size=told))
    raise PlaneError(say("touched.missed", size=told, error=f"{found.error_px:.0f}"))


def round_the_table(corners_px: Sequence[Point], width_px: int) -> tuple[Point, ...]:
    """Four points clockwise as A, B, C, D: near left (lower left in the picture) first.

    Raises ``PlaneError`` when they are not the corners of a four-sided table.
    """
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


def _fitted(corners: Sequence[Point], optics: Optics, size_mm: tuple[float, float]) -> TouchedTable:
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    table = np.array([(-across, deep, 0.0), (-across, -deep, 0.0), (across, -deep, 0.0), (across, deep, 0.0)])
    seen = np.array(corners, np.float64)
    turn, middle = fitted_pose_of(table, seen, optics)
    plane = TablePlane(
        optics,
        triple_of(turn),
        triple_of(middle),
        (float(size_mm[0]), float(size_mm[1])),
    )
    off = plane.px_of(table[:, :2]) - seen
    return TouchedTable(plane, float(np.sqrt((off**2).sum(axis=1).mean())))
