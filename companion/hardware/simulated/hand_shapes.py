"""The shape of a hand and its arm seen from above: heights over the table, in die sides of 16 mm.

The palm's middle is (0, 0), the fingers point up (towards smaller y), the arm comes from below.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

WIDE, ABOVE = 9.0, 6.0
"""Room across, and from the palm's middle to the upper edge, in die sides."""
FINGERS_REACH, HALF_HAND = 5.0, 3.3
"""How far the fingertips reach from the palm's middle, and half a hand's width with its thumb."""
ROUNDED = 0.13
"""Blur that lets fingers and palm flow into one another, in die sides [choice]."""
WRIST_Y, ELBOW_Y = 3.6, 14.0
FOREARM = 1.4, 2.3
"""Half the forearm's width at the wrist and towards the elbow: 45 and 74 mm across [choice]."""

Limb = tuple[float, float, float, float, float, float]
"""A limb with round ends: x, y and radius where it begins, x, y and radius where it ends."""


class Pose(Enum):
    """How a hand is held."""

    GRIP = "grip"
    REST = "rest"


FINGER_ROOTS = (-1.45, -0.5, 0.46, 1.36)
TIPS = {
    Pose.GRIP: ((-1.85, -2.9), (-0.7, -3.35), (0.6, -3.25), (1.75, -2.75)),
    Pose.REST: ((-2.2, -4.1), (-0.75, -4.85), (0.65, -4.75), (1.95, -3.95)),
}
FINGER = {Pose.GRIP: (0.62, 0.55), Pose.REST: (0.58, 0.47)}
"""Radius of a finger at its root and its tip; a gripping one bends down and looks short."""
THUMBS: dict[Pose, tuple[Limb, ...]] = {
    Pose.GRIP: ((-1.2, 1.3, 0.9, -2.4, -0.2, 0.66), (-2.4, -0.2, 0.66, -2.5, -1.1, 0.55)),
    Pose.REST: ((-1.2, 1.4, 0.9, -2.6, -0.2, 0.66), (-2.6, -0.2, 0.66, -3.1, -1.5, 0.52)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """Heights float32 (H, W) in die sides and coverage float32 (H, W) 0-1; ``palm`` in its pixels."""

    height: np.ndarray
    cover: np.ndarray
    palm: tuple[float, float]


def hand_relief(pose: Pose, px_a_side: float, long: float) -> Relief:
    """A hand and an arm that reaches this many die sides back from the palm."""
    palm = WIDE / 2 * px_a_side, ABOVE * px_a_side
    limbs = [*_hand(pose), (0.0, WRIST_Y, FOREARM[0], 0.0, ELBOW_Y, FOREARM[1])]
    limbs.append((0.0, ELBOW_Y, FOREARM[1], 0.0, max(ELBOW_Y, long) + WIDE, FOREARM[1]))
    return _relief(limbs, px_a_side, long, palm)


def sleeve_relief(px_a_side: float, long: float, cuff_y: float, loose: float) -> Relief:
    """The sleeve of such an arm, from its cuff back; ``loose`` is how far it stands off the arm."""
    palm = WIDE / 2 * px_a_side, ABOVE * px_a_side
    radius = FOREARM[1] + loose
    at_cuff = float(np.interp(cuff_y, (WRIST_Y, ELBOW_Y), FOREARM)) + loose
    limbs = [(0.0, cuff_y, at_cuff, 0.0, ELBOW_Y, radius), (0.0, ELBOW_Y, radius, 0.0, long + WIDE, radius)]
    relief = _relief(limbs, px_a_side, long, palm)
    relief.cover[: round((ABOVE + cuff_y) * px_a_side)] = 0
    return relief


def _hand(pose: Pose) -> list[Limb]:
    limbs: list[Limb] = [(0.0, 1.9, 1.55, 0.0, WRIST_Y, FOREARM[0]), *THUMBS[pose]]
    root, tip = FINGER[pose]
    for x, (tip_x, tip_y) in zip(FINGER_ROOTS, TIPS[pose], strict=True):
        knuckle_y = -1.55 + 0.12 * x * x
        limbs.append((0.45 * x, 1.9, 1.1, x, knuckle_y, 0.72))
        limbs.append((x, knuckle_y, root, tip_x, tip_y, tip))
    return limbs


def _relief(limbs: list[Limb], px_a_side: float, long: float, palm: tuple[float, float]) -> Relief:
    high, wide = round((ABOVE + long) * px_a_side), round(WIDE * px_a_side)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    x, y = (x - palm[0]) / px_a_side, (y - palm[1]) / px_a_side
    height, inside = np.zeros((high, wide), np.float32), np.full((high, wide), -9, np.float32)
    for limb in limbs:
        first, last = _rows(limb, px_a_side, palm[1], high)
        away, radius = _away(limb, x[first:last], y[first:last])
        np.maximum(height[first:last], np.sqrt(np.maximum(0, radius**2 - away**2)), out=height[first:last])
        np.maximum(inside[first:last], radius - away, out=inside[first:last])
    cover = np.clip(inside * px_a_side + 0.5, 0, 1)
    return Relief(cv2.GaussianBlur(height, (0, 0), ROUNDED * px_a_side), cover, palm)


def _rows(limb: Limb, px_a_side: float, palm_y: float, high: int) -> tuple[int, int]:
    """The rows that a limb lies in."""
    top = min(limb[1] - limb[2], limb[4] - limb[5])
    bottom = max(limb[1] + limb[2], limb[4] + limb[5])
    return max(0, int(palm_y + top * px_a_side) - 1), min(high, int(palm_y + bottom * px_a_side) + 2)


def _away(limb: Limb, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distance from a limb's axis, and its radius there."""
    x0, y0, r0, x1, y1, r1 = limb
    length2 = max(1e-6, (x1 - x0) ** 2 + (y1 - y0) ** 2)
    along = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length2, 0, 1)
    away = np.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))
    return away, r0 + along * (r1 - r0)
