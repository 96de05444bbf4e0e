"""A die's faces: which number lies where, how the pips sit, and which face is up. Needs numpy only.

The die's own frame: centre at the origin, faces at right angles to the axes, one at +z and six at -z.
A rotation is a (3, 3) matrix that turns the die's frame into the table's frame (z up).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import cos, radians, sin

import numpy as np

FACES = (1, 2, 3, 4, 5, 6)


class Hand(Enum):
    """Which way round 1, 2, 3 run about their common corner, seen from outside."""

    COUNTERCLOCKWISE = "counterclockwise"
    CLOCKWISE = "clockwise"


@dataclass(frozen=True, slots=True)
class DieLayout:
    """How a maker lays out the faces. The three flips turn the pips of 2, 3 and 6 by a quarter."""

    hand: Hand = Hand.COUNTERCLOCKWISE
    two_flipped: bool = False
    three_flipped: bool = False
    six_flipped: bool = False


def opposite(face: int) -> int:
    """The face on the other side: opposite faces sum to seven."""
    if face not in FACES:
        raise ValueError(f"a face must be 1-6, got {face!r}")
    return 7 - face


def normal(face: int, layout: DieLayout) -> np.ndarray:
    """Outward unit normal of a face in the die's frame, float64 (3,)."""
    if face > 3:
        return -normal(opposite(face), layout)
    axes = {1: (0.0, 0.0, 1.0), 2: (1.0, 0.0, 0.0), 3: (0.0, 1.0, 0.0)}
    along = np.array(axes[face])
    mirrored = face == 3 and layout.hand is Hand.CLOCKWISE
    return -along if mirrored else along


def face_frame(face: int, layout: DieLayout) -> np.ndarray:
    """Columns (u, v, outward normal) of a face in the die's frame: a rotation matrix (3, 3)."""
    out = normal(face, layout)
    u = np.roll(np.abs(out), 1)
    return np.column_stack((u, np.cross(out, u), out))


def pips(face: int, layout: DieLayout) -> tuple[tuple[float, float], ...]:
    """Pip centres of a face in (u, v), in units of the distance from the middle row to an outer row."""
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
    """Rotation matrix (3, 3) about a unit axis by the right-hand rule (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angle = radians(angle_deg)
    return np.eye(3) + sin(angle) * cross + (1.0 - cos(angle)) * (cross @ cross)


def lying(face_up: int, turn_deg: float, layout: DieLayout) -> np.ndarray:
    """Rotation of a die that lies flat with ``face_up`` on top, turned about the vertical."""
    to_top = face_frame(face_up, layout).T
    return about(np.array([0.0, 0.0, 1.0]), turn_deg) @ to_top


def top_face(rotation: np.ndarray, layout: DieLayout) -> int:
    """The face that looks most upward."""
    return max(FACES, key=lambda face: float((rotation @ normal(face, layout))[2]))


def lean_deg(rotation: np.ndarray, layout: DieLayout) -> float:
    """Angle between the top face's normal and the vertical, degrees, 0-54.8."""
    up = float((rotation @ normal(top_face(rotation, layout), layout))[2])
    return float(np.degrees(np.arccos(min(1.0, up))))
