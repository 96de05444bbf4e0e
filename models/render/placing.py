"""A die's faces, and how it lies: flat, cocked. Millimetres on the plane z = 0. numpy only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import cos, radians, sin

import numpy as np

FACES = (1, 2, 3, 4, 5, 6)


class Hand(Enum):
    """Order of 1, 2, 3 about their common corner, from outside."""

    COUNTERCLOCKWISE = "counterclockwise"
    CLOCKWISE = "clockwise"


@dataclass(frozen=True, slots=True)
class DieLayout:
    """A maker's layout. The three flips turn the pips of 2, 3 and 6 by a quarter."""

    hand: Hand = Hand.COUNTERCLOCKWISE
    two_flipped: bool = False
    three_flipped: bool = False
    six_flipped: bool = False


def opposite(face: int) -> int:
    """Opposite faces sum to seven."""
    if face not in FACES:
        raise ValueError(f"a face must be 1-6, got {face!r}")
    return 7 - face


def normal(face: int, layout: DieLayout) -> np.ndarray:
    """Outward, in the die's frame, float64 (3,)."""
    if face > 3:
        return -normal(opposite(face), layout)
    axes = {1: (0.0, 0.0, 1.0), 2: (1.0, 0.0, 0.0), 3: (0.0, 1.0, 0.0)}
    along = np.array(axes[face])
    mirrored = face == 3 and layout.hand is Hand.CLOCKWISE
    return -along if mirrored else along


def face_frame(face: int, layout: DieLayout) -> np.ndarray:
    """Columns (u, v, outward normal) in the die's frame: a rotation matrix (3, 3)."""
    out = normal(face, layout)
    u = np.roll(np.abs(out), 1)
    return np.column_stack((u, np.cross(out, u), out))


def pips(face: int, layout: DieLayout) -> tuple[tuple[float, float], ...]:
    """Centres in (u, v), in distances from the middle row to an outer row."""
    diagonal = ((-1.0, -1.0), (1.0, 1.0))
    other = ((-1.0, 1.0), (1.0, -1.0))
    middle = ((0.0, 0.0),)
    if face == 1:
        return middle
    if face == 2:
        return other if layout.two_flipped else diagonal
    if face == 3:
        return (other if layout.three_flipped else diagonal) + middle
    if face == 4:
        return diagonal + other
    if face == 5:
        return diagonal + other + middle
    if face == 6:
        rows = ((0.0, -1.0), (0.0, 1.0)) if layout.six_flipped else ((-1.0, 0.0), (1.0, 0.0))
        return diagonal + other + rows
    raise ValueError(f"a face must be 1-6, got {face!r}")


def about(axis: np.ndarray, angle_deg: float) -> np.ndarray:
    """A rotation (3, 3) by the right-hand rule (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angle = radians(angle_deg)
    return np.eye(3) + sin(angle) * cross + (1.0 - cos(angle)) * (cross @ cross)


def lying(face_up: int, turn_deg: float, layout: DieLayout) -> np.ndarray:
    """Flat with ``face_up`` on top, turned about the vertical."""
    to_top = face_frame(face_up, layout).T
    return about(np.array([0.0, 0.0, 1.0]), turn_deg) @ to_top


def top_face(rotation: np.ndarray, layout: DieLayout) -> int:
    return max(FACES, key=lambda face: float((rotation @ normal(face, layout))[2]))


def lean_deg(rotation: np.ndarray, layout: DieLayout) -> float:
    """The angle between the top face's normal and the vertical, 0-54.8."""
    up = float((rotation @ normal(top_face(rotation, layout), layout))[2])
    return float(np.degrees(np.arccos(min(1.0, up))))


class Kind(Enum):
    """The first three are dice, ``GROUP`` is several of them."""

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
    """``rotation`` (3, 3), ``centre`` (3,) mm, how it lies, and its side in mm."""

    kind: Kind
    rotation: np.ndarray
    centre: np.ndarray
    side_mm: float

    def face(self, layout: DieLayout) -> int:
        """The face that looks most upward."""
        return top_face(self.rotation, layout)

    def moved(self, shift: np.ndarray) -> Pose:
        return replace(self, centre=self.centre + shift)

    @property
    def footprint(self) -> np.ndarray:
        """Corners (4, 2) of a flat die's square, in order."""
        axis = self.level_axis
        side = np.array([-axis[1], axis[0]])
        half = self.side_mm / 2
        return np.array(
            [self.centre[:2] + half * (a * axis + b * side) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        )

    @property
    def level_axis(self) -> np.ndarray:
        """Unit direction (2,) of one of a flat die's sides."""
        column = np.argmin(np.abs(self.rotation[2]))
        axis = self.rotation[:2, column]
        return axis / np.linalg.norm(axis)


def flat(face: int, turn_deg: float, layout: DieLayout, side_mm: float) -> Pose:
    """A flat die at the origin."""
    return Pose(Kind.FLAT, lying(face, turn_deg, layout), np.array([0.0, 0.0, side_mm / 2]), side_mm)


def cocked(
    face: int, turn_deg: float, lean: float, toward_deg: float, layout: DieLayout, side_mm: float
) -> Pose:
    """``lean`` degrees toward ``toward_deg``, its lowest corner on the table."""
    axis = np.array([-np.sin(np.radians(toward_deg)), np.cos(np.radians(toward_deg)), 0.0])
    rotation = about(axis, lean) @ lying(face, turn_deg, layout)
    lowest = side_mm / 2 * np.abs(rotation[2]).sum()
    return Pose(Kind.COCKED, rotation, np.array([0.0, 0.0, lowest]), side_mm)
