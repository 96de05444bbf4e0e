"""Pictures as the networks take them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

MIDDLE, SCALE = 128.0, 1 / 128.0
"""Pixels 0-255 become -1 to just below 1: outside the networks, where it costs nothing more."""


def blob_of(pictures: Sequence[np.ndarray]) -> np.ndarray:
    """Float32 (N, 3, H, W) from N pictures, uint8 (H, W, 3) of one size, BGR; N is at least 1."""
    return cv2.dnn.blobFromImages(list(pictures), SCALE, mean=(MIDDLE, MIDDLE, MIDDLE), swapRB=False)
