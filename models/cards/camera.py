"""How a camera over the table sees its plane: turned, leaning up to 40 degrees, any scale."""

from __future__ import annotations

import cv2
import numpy as np

Rng = np.random.Generator
STEEPEST_DEG = 40.0
"""Angle off the vertical at which the table is seen."""


def view(rng: Rng, frame: tuple[int, int], px_a_mm: float) -> np.ndarray:
    """A homography (3, 3) from table mm, (0, 0) in the middle, to px of a frame of that height and width.

    In the middle of the frame ``px_a_mm`` holds across the lean; a leaning camera sees the far side smaller.
    """
    lean = np.radians(STEEPEST_DEG * rng.random() ** 1.3)
    toward, turn = rng.uniform(0, 2 * np.pi, 2)
    distance = rng.uniform(1.4, 4.0) * max(frame) / px_a_mm
    out = _about((np.cos(toward), np.sin(toward), 0.0), lean)
    spin = _about((0.0, 0.0, 1.0), turn)
    axes = (out @ spin)[:, :2]
    focal = px_a_mm * distance
    projected = np.array([
        [*(focal * axes[0]), 0.0],
        [*(focal * axes[1]), 0.0],
        [*axes[2], distance],
    ])  # fmt: skip
    shift = np.array([[1, 0, frame[1] / 2], [0, 1, frame[0] / 2], [0, 0, 1]])
    return shift @ projected


def _about(axis: tuple[float, float, float], angle: float) -> np.ndarray:
    return cv2.Rodrigues(np.array(axis) * angle)[0]


def seen_at(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (N, 2) through a homography."""
    return cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0]
