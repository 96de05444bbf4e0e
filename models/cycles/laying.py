"""Where dice come to lie on a crowded table: flat, touching, cocked, stacked, on prints. No renderer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from models.render.camera import Camera, looking_down
from models.render.layout import DieLayout, lying
from models.render.placing import COCKED_DEG, Pose, cocked, flat, leaning_on, on_top, overlap, pushed_against

if TYPE_CHECKING:
    from models.render.shapes import DieShape

Rng = np.random.Generator

FRAMES = ((1280, 720), (1152, 648), (1024, 768))
DIE_MM = 16.0
DIE_PX = (24.0, 90.0)
STEEPEST_DEG = 47.0
COVERED = 0.3
"""Of the picture by dice, at most."""
MOST_DICE = 80
TOUCHING, COCKED, STACKED, ON_WALL = 0.25, 0.08, 0.03, 0.3
"""Chances of a die; the last one: of the cocked ones those that lean on another die."""
THIN_MM = 0.5
"""A die may lie over the edge of a print no thicker."""


def any_camera(rng: Rng) -> tuple[Camera, float]:
    """A camera over the table, and how far off the vertical its middle looks, degrees."""
    width, height = FRAMES[int(rng.integers(len(FRAMES)))]
    die_px = float(np.exp(rng.uniform(*np.log(DIE_PX))))
    tilt = float(rng.uniform(0, 8) if rng.random() < 0.3 else rng.uniform(5, 36))
    fov = float(rng.uniform(25, min(66.0, 2.2 * (STEEPEST_DEG + 5 - tilt))))
    camera = looking_down(width, height, fov_deg=fov, tilt_deg=tilt, px_per_mm=die_px / DIE_MM)
    return camera, tilt


def any_spot(rng: Rng, camera: Camera) -> np.ndarray:
    """A point (3,) of the table that the picture shows."""
    seen = rng.uniform((-0.02, -0.02), (1.02, 1.02)) * (camera.width, camera.height)
    return camera.on_table(seen[None])[0] * (1, 1, 0)


def circle(middle: np.ndarray, reach_mm: float) -> np.ndarray:
    """An outline (12, 2) round a place."""
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    return middle[:2] + reach_mm * np.stack([np.cos(angles), np.sin(angles)], 1)


def rectangle(middle: np.ndarray, half: tuple[float, float], turn: np.ndarray) -> np.ndarray:
    """The outline (4, 2) of a sheet turned by a rotation (3, 3)."""
    corners = np.array([(x * half[0], y * half[1]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return corners @ turn[:2, :2].T + middle[:2]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A die that lies there: which make, and how."""

    make: int
    pose: Pose


@dataclass(slots=True)
class Ground:
    """What is taken: outlines of things, and of prints with their thickness."""

    taken: list[np.ndarray] = field(default_factory=list)
    prints: list[tuple[np.ndarray, float]] = field(default_factory=list)
    dice: list[Laid] = field(default_factory=list)

    def free(self, outline: np.ndarray) -> bool:
        """Whether nothing lies there."""
        return not any(overlap(outline, other) for other in self.taken)

    def height(self, outline: np.ndarray) -> float | None:
        """How high what lies there lies, mm; ``None`` over the edge of a thick print."""
        highest = 0.0
        for sheet, thick in self.prints:
            hull = sheet.astype(np.float32).reshape(-1, 1, 2)
            within = [cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for x, y in outline]
            if all(within) or (thick <= THIN_MM and any(within)):
                highest = max(highest, thick)
            elif overlap(outline, sheet):
                return None
        return highest

    def lay(self, rng: Rng, camera: Camera, shapes: Sequence[DieShape], most: int) -> None:
        """Lay up to so many dice of some shapes."""
        for _ in range(4 * most):
            if len(self.dice) >= most:
                return
            make = int(rng.integers(len(shapes)))
            found = self._stacked(rng, make, shapes) if rng.random() < STACKED else None
            found = found or self._lying(rng, camera, make, shapes[make])
            if found is not None:
                self.dice.append(found)
                self.taken.append(footprint(found.pose))

    def _lying(self, rng: Rng, camera: Camera, make: int, shape: DieShape) -> Laid | None:
        pose = self._pose(rng, shape)
        pose = self._beside(rng, pose) or pose
        if not pose.centre[:2].any():
            pose = pose.moved(any_spot(rng, camera))
        height = self.height(footprint(pose))
        if height is None or not self.free(footprint(pose)):
            return None
        return Laid(make, pose.moved(np.array([0.0, 0.0, height])))

    def _pose(self, rng: Rng, shape: DieShape) -> Pose:
        """A die at the origin, flat or cocked; or leaning on one that lies there."""
        face, turn = any_face(rng, shape), float(rng.uniform(0, 360))
        if rng.random() >= COCKED:
            return flat(face, turn, shape.layout, shape.side_mm)
        walls = [each.pose for each in self.dice if each.pose.centre[2] < each.pose.side_mm / 2 + 0.1]
        lean = float(rng.uniform(*COCKED_DEG))
        if walls and rng.random() < ON_WALL:
            wall = walls[int(rng.integers(len(walls)))]
            leaning = leaning_on(wall, shape.layout, face, min(lean, 38.0), shape.side_mm)
            return leaning.moved(_gap(leaning, wall))
        return cocked(face, turn, lean, float(rng.uniform(0, 360)), shape.layout, shape.side_mm)

    def _beside(self, rng: Rng, pose: Pose) -> Pose | None:
        """The flat die pushed against others, sometimes."""
        flats = [each.pose for each in self.dice if each.pose.kind is pose.kind]
        if pose.kind.value != "flat" or not flats or rng.random() >= TOUCHING:
            return None
        first = flats[int(rng.integers(len(flats)))]
        return pushed_against([first, *flats], pose, float(rng.uniform(0, 360)))

    def _stacked(self, rng: Rng, make: int, shapes: Sequence[DieShape]) -> Laid | None:
        flats = [each for each in self.dice if each.pose.kind.value == "flat"]
        if not flats:
            return None
        below = flats[int(rng.integers(len(flats)))].pose
        shape = shapes[make]
        above = flat(any_face(rng, shape), float(rng.uniform(0, 360)), shape.layout, shape.side_mm)
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.48) * below.side_mm
        placed = on_top(below, above, reach * np.array([np.cos(angle), np.sin(angle)]))
        others = [each for each in self.dice if each.pose is not below]
        if any(overlap(footprint(placed), footprint(each.pose)) for each in others):
            return None
        return Laid(make, placed)


def _gap(leaning: Pose, wall: Pose) -> np.ndarray:
    """A hair's breadth away from the wall, so that the two do not count as one outline."""
    away = (leaning.centre - wall.centre) * (1, 1, 0)
    return 0.05 * away / max(float(np.linalg.norm(away)), 1e-9)


def footprint(pose: Pose) -> np.ndarray:
    """The outline (N, 2) of a die from above: its square, or the hull of all its corners."""
    if pose.kind.value == "flat":
        return pose.footprint
    half = pose.side_mm / 2
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    seen = (corners @ pose.rotation.T + pose.centre)[:, :2].astype(np.float32)
    return cv2.convexHull(seen)[:, 0].astype(np.float64)


def any_face(rng: Rng, shape: DieShape) -> int:
    """A face for the top; stars come up more often than other ones."""
    one = 0.28 if shape.star is not None else 1 / 6
    return int(rng.choice(6, p=[one, *[(1 - one) / 5] * 5])) + 1


def upright(rng: Rng) -> np.ndarray:
    """A turn (3, 3) about the vertical."""
    return lying(1, float(rng.uniform(0, 360)), DieLayout())


def dice_wanted(rng: Rng, camera: Camera) -> int:
    """How many dice the picture may hold."""
    die_px = DIE_MM * camera.px_per_mm(np.zeros(3))
    room = COVERED * camera.width * camera.height / (1.5 * die_px) ** 2
    return int(np.clip(room * rng.uniform(0.5, 1.0), 4, MOST_DICE))
