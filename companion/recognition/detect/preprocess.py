"""Pictures as the networks take them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

MIDDLE, SCALE = 128.0, 1 / 128.0
"""Pixels 0-255 become -1 to just below 1. For cards that happens here, for dice inside the networks."""
PADDED_TO = 16
"""Sides of a frame become multiples of this for the detectors: their coarsest cells are 16 px wide."""
PADDING = (114, 114, 114)


def preprocess(pictures: Sequence[np.ndarray] | np.ndarray) -> np.ndarray:
    """Float32 (N, 3, H, W) from N pictures, uint8 (H, W, 3) BGR of one size; N is at least 1."""
    return cv2.dnn.blobFromImages(list(pictures), SCALE, mean=(MIDDLE, MIDDLE, MIDDLE), swapRB=False)


def preprocess_frame(frame: np.ndarray) -> np.ndarray:
    """Float32 (1, 3, H, W) of a frame, uint8 (H, W, 3), padded on the right and below to whole cells."""
    return preprocess([padded(frame)])


def padded(frame: np.ndarray) -> np.ndarray:
    """A frame, uint8 (H, W, 3), padded with grey on the right and below to whole cells."""
    height, width = frame.shape[:2]
    tall, wide = (-height) % PADDED_TO, (-width) % PADDED_TO
    if not (tall or wide):
        return frame
    return cv2.copyMakeBorder(frame, 0, tall, 0, wide, cv2.BORDER_CONSTANT, value=PADDING)
