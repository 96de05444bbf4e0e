"""Arms that reach over the simulated table: a sleeve, a forearm, a hand, and the shadow of it all."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""Blue, green, red, 0-255."""
SKINS: tuple[Colour, ...] = (
    (160, 190, 235),
    (120, 155, 205),
    (85, 115, 165),
    (55, 78, 120),
    (35, 50, 80),
)
SLEEVES: tuple[Colour, ...] = ((120, 60, 40), (50, 50, 60), (200, 200, 205), (60, 40, 130), (70, 110, 60))
FOREARM, HAND, FINGER = 2.2, 2.5, 0.62
"""Widths in die sides of 16 mm: a forearm of 35 mm at the wrist, a fist of 40, a finger of 10 [choice]."""
SLEEVE_SHARE = 0.35
"""Part of the arm, from the picture's edge on, that is sleeve."""
SHADOW, SHADOW_SIDES, SHADOW_BLUR = 0.35, 0.7, 0.45
"""Darkness of an arm's shadow, how far it falls and how soft it is, in die sides [choice]."""


@dataclass(frozen=True, slots=True)
class Arm:
    """From where it comes (outside the picture), where its fingers are, in pixels, and whose it is."""

    shoulder: tuple[float, float]
    hand: tuple[float, float]
    person: int


def reach_over(scene: np.ndarray, arm: Arm, side_px: float) -> None:
    """Draw an arm over a scene uint8 (H, W, 3), in place; the die side gives its size."""
    height, width = scene.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    sleeve = np.zeros((height, width), np.uint8)
    (x0, y0), (x1, y1) = arm.shoulder, arm.hand
    away = max(1e-6, hypot(x1 - x0, y1 - y0))
    ux, uy = (x1 - x0) / away, (y1 - y0) / away
    wrist = (x1 - 3.2 * side_px * ux, y1 - 3.2 * side_px * uy)
    palm = (x1 - 1.9 * side_px * ux, y1 - 1.9 * side_px * uy)
    _stroke(mask, arm.shoulder, wrist, FOREARM * side_px)
    _stroke(mask, wrist, palm, 0.85 * HAND * side_px)
    cv2.circle(mask, _whole(palm), round(HAND / 2 * side_px), 255, -1, cv2.LINE_AA)
    for spread in (-0.75, -0.25, 0.25, 0.75):
        tip = (x1 + spread * side_px * -uy, y1 + spread * side_px * ux)
        root = (palm[0] + 1.2 * spread * side_px * -uy, palm[1] + 1.2 * spread * side_px * ux)
        _stroke(mask, root, tip, FINGER * side_px)
    cuff = (wrist[0] - 0.8 * side_px * ux, wrist[1] - 0.8 * side_px * uy)
    _stroke(sleeve, arm.shoulder, cuff, 1.25 * FOREARM * side_px)
    part = _round_about(cv2.max(mask, sleeve), side_px)
    _shade(scene[part], cv2.max(mask, sleeve)[part], side_px)
    _paint(scene[part], mask[part], SKINS[arm.person % len(SKINS)], side_px)
    _paint(scene[part], sleeve[part], SLEEVES[arm.person % len(SLEEVES)], side_px)


def _round_about(mask: np.ndarray, side_px: float) -> tuple[slice, slice]:
    """The part of the scene that an arm and its shadow lie in."""
    left, top, wide, tall = cv2.boundingRect(mask)
    room = round(3 * side_px)
    return slice(max(0, top - room), top + tall + room), slice(max(0, left - room), left + wide + room)


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _stroke(mask: np.ndarray, begin: tuple[float, float], end: tuple[float, float], wide: float) -> None:
    cv2.line(mask, _whole(begin), _whole(end), 255, max(1, round(wide)), cv2.LINE_AA)


def _shade(scene: np.ndarray, mask: np.ndarray, side_px: float) -> None:
    """The arm's shadow, to the lower right like those of the sprites."""
    off = SHADOW_SIDES * side_px
    fallen = cv2.warpAffine(mask, np.float32([[1, 0, off], [0, 1, off]]), mask.shape[::-1])
    soft = cv2.GaussianBlur(fallen, (0, 0), SHADOW_BLUR * side_px).astype(np.float32) * (SHADOW / 255)
    scene[:] = (scene * (1 - soft[..., None])).astype(np.uint8)


def _paint(scene: np.ndarray, mask: np.ndarray, colour: Colour, side_px: float) -> None:
    """The colour where the mask is, darker towards its rim, as on something round."""
    round_part = cv2.GaussianBlur(mask, (0, 0), 0.4 * side_px).astype(np.float32) / 255
    alpha = mask.astype(np.float32)[..., None] / 255
    lit = np.array(colour, np.float32) * (0.55 + 0.45 * round_part[..., None])
    scene[:] = (scene * (1 - alpha) + lit * alpha + 0.5).clip(0, 255).astype(np.uint8)
