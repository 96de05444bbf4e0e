"""Lays cards onto the picture of a table: in perspective, with the shadow that thin card casts, and glare."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

import cv2
import numpy as np

from companion.calibration.seating import Size
from companion.hardware.simulated.card_faces import TALL_MM, WIDE_MM
from companion.hardware.simulated.card_places import Spot

SCENE_MM = 960.0
"""What the picture shows across, in its middle: cards then are 126 px wide in 1920."""
LEAN_DEG = (5.0, 14.0)
"""How far off the vertical the camera hangs, at the bottom of the picture as for the dice."""
CAMERA_MM = 1150.0
SHADOW_MM, SHADOW_BLUR_MM, SHADOW = 1.1, 1.0, 0.42
"""A lying card's shadow: how far it falls to the lower right, how soft and how dark it is [choice]."""
SHADES = (0.93, 1.0)
"""Cards are a little bent: each takes up its own share of the light [choice]."""
GLARE_MM, GLARE = 13.0, 200.0
"""Width of a lamp's reflection in the gloss of a card, and the levels that it adds at most [choice]."""

Matrix = np.ndarray
"""Homography (3, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """How the camera sees the table: ``matrix`` takes mm of it to pixels of the frame."""

    matrix: Matrix
    px_a_mm: float
    size: Size

    @classmethod
    def made(cls, size: Size, rng: np.random.Generator) -> Sight:
        """A camera over the table that leans a little and hangs a little turned."""
        px_a_mm = size[0] / SCENE_MM
        spin = cv2.Rodrigues(np.array([0.0, 0.0, radians(rng.uniform(-1.5, 1.5))]))[0]
        lean = cv2.Rodrigues(np.array([radians(rng.uniform(*LEAN_DEG)), 0.0, 0.0]))[0]
        axes = (lean @ spin)[:, :2]
        focal = px_a_mm * CAMERA_MM
        seen = np.array([[*(focal * axes[0]), 0.0], [*(focal * axes[1]), 0.0], [*-axes[2], CAMERA_MM]])
        shift = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1.0]])
        return cls(shift @ seen, px_a_mm, size)

    def of(self, points: object) -> np.ndarray:
        """Points of the table (N, 2) in mm, in pixels of the frame."""
        px: np.ndarray = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], self.matrix)[0]
        return px

    def box(self, spot: Spot) -> tuple[int, int, int, int]:
        """The rectangle round a card: left, top, right, bottom in pixels, cut at the frame's edge."""
        corners = self.of(spot.corners)
        (left, top), (right, bottom) = corners.min(0), corners.max(0)
        wide, tall = self.size
        return max(0, int(left)), max(0, int(top)), min(wide, int(right) + 1), min(tall, int(bottom) + 1)


def lay_card(scene: np.ndarray, picture: np.ndarray, spot: Spot, sight: Sight, shade: float) -> None:
    """Lay a card's picture, uint8 (H, W, 4), over a scene uint8 (H, W, 3), in place."""
    room = round(3 * SHADOW_BLUR_MM * sight.px_a_mm + SHADOW_MM * sight.px_a_mm) + 1
    left, top, right, bottom = sight.box(spot)
    left, top = max(0, left - room), max(0, top - room)
    right, bottom = min(sight.size[0], right + room), min(sight.size[1], bottom + room)
    if left >= right or top >= bottom:
        return
    tall, wide = picture.shape[:2]
    px = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    to_window = sight.of(spot.corners) - (left, top)
    matrix = cv2.getPerspectiveTransform(px, to_window.astype(np.float32))
    over = cv2.warpPerspective(picture, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    under = scene[top:bottom, left:right]
    share = over[..., 3:].astype(np.float32) / 255
    shadow = _shadow(over[..., 3], sight.px_a_mm)
    mixed = under * (1 - shadow) * (1 - share) + over[..., :3] * (shade * share)
    under[:] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)


def _shadow(alpha: np.ndarray, px_a_mm: float) -> np.ndarray:
    """Darkness (H, W, 1) beside a card, 0-1."""
    off = SHADOW_MM * px_a_mm
    fallen = cv2.warpAffine(alpha, np.array([[1, 0, off], [0, 1, off]], np.float32), alpha.shape[::-1])
    soft = cv2.GaussianBlur(fallen, (0, 0), SHADOW_BLUR_MM * px_a_mm)
    darkness: np.ndarray = soft.astype(np.float32)[..., None] * (SHADOW / 255)
    return darkness


def shine(scene: np.ndarray, spot: Spot, ends: tuple[tuple[float, float], ...], sight: Sight) -> None:
    """A lamp's reflection in the gloss of one card, in place, from end to end, mm from the card's middle."""
    start, end = sight.of([spot.at(*end) for end in ends]).round().astype(int).tolist()
    light: np.ndarray = np.zeros(scene.shape[:2], np.float32)
    cv2.line(light, start, end, GLARE, round(GLARE_MM * sight.px_a_mm))
    light = cv2.GaussianBlur(light, (0, 0), 0.22 * GLARE_MM * sight.px_a_mm)
    card = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillConvexPoly(card, sight.of(spot.corners).round().astype(np.int32), 1, cv2.LINE_AA)
    scene[:] = np.clip(scene + (light * card)[..., None], 0, 255).astype(np.uint8)


def middle_of_index(index_mm: tuple[float, float]) -> tuple[float, float]:
    """Where a card's upper left index stands, mm from the card's middle; ``index_mm`` is from the corner."""
    return index_mm[0] - WIDE_MM / 2, index_mm[1] - TALL_MM / 2
