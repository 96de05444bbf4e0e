"""How dice lie: flat, cocked, stacked, touching. Poses in millimetres on the plane z = 0. numpy only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from models.render.layout import DieLayout, about, lean_deg, lying, top_face

FLAT_LEAN_DEG = 2.0
"""A die that leans less than this counts as flat."""
COCKED_DEG = (12.0, 42.0)
"""Lean of a cocked die: from what a coin's edge does, to just short of standing on an edge."""


class Kind(Enum):
    """What a thing on the table is; the first three are dice, ``GROUP`` is several of them."""

    FLAT = "flat"
    COCKED = "cocked"
    STACKED = "stacked"
    GROUP = "group"
    CUP = "cup"
    COIN = "coin"
    CHIP = "chip"
    CARD = "card"
    BOARD = "board"
    FINGER = "finger"
    BLANK = "blank"


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A die's place: ``rotation`` (3, 3), ``centre`` (3,) mm, how it lies, and its side in mm."""

    kind: Kind
    rotation: np.ndarray
    centre: np.ndarray
    side_mm: float

    def face(self, layout: DieLayout) -> int:
        """The face that looks most upward."""
        return top_face(self.rotation, layout)

    def moved(self, shift: np.ndarray) -> Pose:
        """The same pose elsewhere."""
        return replace(self, centre=self.centre + shift)

    @property
    def footprint(self) -> np.ndarray:
        """Corners (4, 2) of a flat die's square on the table, in order."""
        axis = self.level_axis
        side = np.array([-axis[1], axis[0]])
        half = self.side_mm / 2
        return np.array(
            [self.centre[:2] + half * (a * axis + b * side) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        )

    @property
    def level_axis(self) -> np.ndarray:
        """Unit direction (2,) of one of a flat die's sides on the table."""
        column = np.argmin(np.abs(self.rotation[2]))
        axis = self.rotation[:2, column]
        return axis / np.linalg.norm(axis)


def flat(face: int, turn_deg: float, layout: DieLayout, side_mm: float) -> Pose:
    """A die that lies flat at the origin."""
    return Pose(Kind.FLAT, lying(face, turn_deg, layout), np.array([0.0, 0.0, side_mm / 2]), side_mm)


def cocked(
    face: int, turn_deg: float, lean: float, toward_deg: float, layout: DieLayout, side_mm: float
) -> Pose:
    """A die that leans by ``lean`` degrees toward ``toward_deg``, its lowest corner on the table."""
    axis = np.array([-np.sin(np.radians(toward_deg)), np.cos(np.radians(toward_deg)), 0.0])
    rotation = about(axis, lean) @ lying(face, turn_deg, layout)
    lowest = side_mm / 2 * np.abs(rotation[2]).sum()
    return Pose(Kind.COCKED, rotation, np.array([0.0, 0.0, lowest]), side_mm)


def on_top(below: Pose, pose: Pose, offset_mm: np.ndarray) -> Pose:
    """``pose`` set upon ``below``, its middle off by ``offset_mm`` (2,); it counts as stacked."""
    height = below.centre[2] + (below.side_mm + pose.side_mm) / 2
    place = np.array([*(below.centre[:2] + offset_mm), height])
    return replace(pose, kind=Kind.STACKED, centre=place)


def leaning_on(wall: Pose, layout: DieLayout, face: int, lean: float, side_mm: float) -> Pose:
    """A die whose upper edge leans against a side of ``wall``, cocked by ``lean`` degrees."""
    axis = np.array([*wall.level_axis, 0.0])
    turn = float(np.degrees(np.arctan2(axis[1], axis[0])))
    toward = turn + 180.0
    pose = cocked(face, turn, lean, toward, layout, side_mm)
    reach = side_mm / 2 * (np.cos(np.radians(lean)) + np.sin(np.radians(lean)))
    return pose.moved(np.array([*wall.centre[:2], 0.0]) + axis * (wall.side_mm / 2 + reach))


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two convex outlines (N, 2) overlap (separating axes)."""
    for outline in (a, b):
        edges = np.roll(outline, -1, axis=0) - outline
        for axis in np.column_stack((-edges[:, 1], edges[:, 0])):
            left, right = a @ axis, b @ axis
            if left.max() <= right.min() or right.max() <= left.min():
                return False
    return True


def pushed_against(others: list[Pose], pose: Pose, toward_deg: float) -> Pose:
    """``pose`` slid from afar toward the first of ``others`` until it touches any of them."""
    heading = np.array([np.cos(np.radians(toward_deg)), np.sin(np.radians(toward_deg)), 0.0])
    start = others[0].centre * (1, 1, 0)
    near, far = 0.0, 6.0 * pose.side_mm
    for _ in range(24):
        middle = (near + far) / 2
        there = pose.moved(start + heading * middle).footprint
        if any(overlap(there, other.footprint) for other in others):
            near = middle
        else:
            far = middle
    return pose.moved(start + heading * (far + 0.02))


def lies_flat(pose: Pose, layout: DieLayout) -> bool:
    """Whether the top face is level."""
    return lean_deg(pose.rotation, layout) < FLAT_LEAN_DEG
