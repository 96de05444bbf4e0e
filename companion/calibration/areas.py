"""Parts of a real table on which dice are not in play, in table millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite

import cv2
import numpy as np

from companion.calibration.errors import ProfileError
from companion.calibration.seating import AreaKind, Point
from companion.calibration.seats import on_table, say_seat
from companion.text.speech import say

FEWEST_CORNERS, MOST_CORNERS = 3, 8
"""Corners of an area: boards have four; eight are enough for other things on a table."""
NARROWEST_MM = 16.0
"""No die lies wholly on a narrower area."""
FARTHEST_MM = 5000.0
"""Every touch on a picture of a table is nearer than this."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: its corners in table mm, in either direction.

    Raises ``ProfileError`` if it is too narrow or its sides cross.
    """

    kind: AreaKind
    corners_mm: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not FEWEST_CORNERS <= len(self.corners_mm) <= MOST_CORNERS:
            raise ProfileError(
                say(
                    "area.corners",
                    area=self.kind.words,
                    fewest=FEWEST_CORNERS,
                    most=MOST_CORNERS,
                    given=len(self.corners_mm),
                )
            )
        if not all(isfinite(each) and abs(each) < FARTHEST_MM for at in self.corners_mm for each in at):
            raise ProfileError(say("area.off_table", area=self.kind.words))
        across, deep = cv2.minAreaRect(np.array(self.corners_mm, np.float32))[1]
        if min(across, deep) < NARROWEST_MM:
            long, short = f"{max(across, deep):.0f}", f"{min(across, deep):.0f}"
            raise ProfileError(say("area.narrow", area=self.kind.words, long=long, short=short))
        if _crosses(self.corners_mm):
            raise ProfileError(say("area.crossed", area=self.kind.words))

    @classmethod
    def rectangle(cls, kind: AreaKind, one: Point, other: Point) -> Area:
        """The rectangle between two opposite corners, its sides along the table's."""
        return cls(kind, (one, (other[0], one[1]), other, (one[0], other[1])))

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a place lies inside or on the edge."""
        corners = np.array(self.corners_mm, np.float32)
        return cv2.pointPolygonTest(corners, (float(x_mm), float(y_mm)), False) >= 0


def kind_at(areas: Sequence[Area], x_mm: float, y_mm: float) -> AreaKind | None:
    """The purpose of a place; where areas overlap, the first kind in ``AreaKind``."""
    there = {area.kind for area in areas if area.holds(x_mm, y_mm)}
    return next((kind for kind in AreaKind if kind in there), None)


def check_areas(areas: Sequence[Area], seats: Sequence[Point], size_mm: Point) -> None:
    """Raises ``ProfileError`` for areas that are impossible at this table.

    The board and the Lost Dice Squares must lie on it; other areas may reach beyond it.
    """
    for area in areas:
        inside = on_table(np.array(area.corners_mm), seats, size_mm)
        if not (inside.any() if area.kind is AreaKind.OUT else inside.all()):
            raise ProfileError(say("area.beyond", area=area.kind.words))
        for which, seat in enumerate(seats):
            if area.holds(*seat):
                raise ProfileError(say("area.on_seat", seat=say_seat(which), area=area.kind.words))


def _crosses(corners: Sequence[Point]) -> bool:
    """Whether two sides that are not neighbours meet, or a corner occurs twice."""
    if len(set(corners)) != len(corners):
        return True
    many = len(corners)
    sides = [(corners[at], corners[(at + 1) % many]) for at in range(many)]
    apart = [
        (one, other) for (i, one), (k, other) in combinations(enumerate(sides), 2) if 1 < k - i < many - 1
    ]
    return any(_meet(one, other) for one, other in apart)


def _meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    ways = [_left_of(one, point) for point in other], [_left_of(other, point) for point in one]
    return all(first * second <= 0 for first, second in ways)


def _left_of(side: tuple[Point, Point], point: Point) -> float:
    (ax, ay), (bx, by) = side
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
