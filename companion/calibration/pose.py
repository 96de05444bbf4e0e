"""The pose of a flat thing in front of a lens, from the pixels of some of its points."""

from __future__ import annotations

import cv2
import numpy as np

from companion.calibration.optics import Optics

Pose = tuple[np.ndarray, np.ndarray]
"""Rodrigues' vector and the place in mm, float64 (3, 1) each, in the camera's frame of reference."""


def triple_of(numbers: np.ndarray) -> tuple[float, float, float]:
    """Three numbers of an array of any shape."""
    first, second, third = (float(each) for each in np.ravel(numbers))
    return first, second, third


def pose_of(points_mm: np.ndarray, points_px: np.ndarray, optics: Optics) -> Pose:
    """The rough pose of a plane whose points, (N, 3) with z 0, are seen at (N, 2) px.

    OpenCV's solver for planes (IPPE) knows both ways in which a plane may lean, but fails for some views that
    are symmetric to the last digit (OpenCV 5.0); SQPnP solves those.
    """
    lens = optics.matrix, optics.coefficients
    turn, middle = cv2.solvePnP(points_mm, points_px, *lens, flags=cv2.SOLVEPNP_IPPE)[1:3]
    if not (np.isfinite(turn).all() and np.isfinite(middle).all()):
        turn, middle = cv2.solvePnP(points_mm, points_px, *lens, flags=cv2.SOLVEPNP_SQPNP)[1:3]
    return np.asarray(turn), np.asarray(middle)


def fitted_pose_of(points_mm: np.ndarray, points_px: np.ndarray, optics: Optics) -> Pose:
    """The same, fitted to all points by least squares."""
    turn, middle = pose_of(points_mm, points_px, optics)
    turn, middle = cv2.solvePnPRefineLM(
        points_mm, points_px, optics.matrix, optics.coefficients, turn, middle
    )
    return np.asarray(turn), np.asarray(middle)
