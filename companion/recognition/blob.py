"""Pictures as the networks take them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

MIDDLE, SCALE = 128.0, 1 / 128.0
"""Pixels 0-255 become -1 to just below 1: for cards before the networks, for dice within them."""
PADDED_TO = 16
"""Sides of a frame become multiples of this for the locators, whose coarsest cells are 16 px wide."""
PADDING = (114, 114, 114)


def blob_of(pictures: Sequence[np.ndarray]) -> np.ndarray:
    """Float32 (N, 3, H, W) from N pictures, uint8 (H, W, 3) of one size, BGR; N is at least 1."""
    return cv2.dnn.blobFromImages(list(pictures), SCALE, mean=(MIDDLE, MIDDLE, MIDDLE), swapRB=False)


def frame_blob(frame: np.ndarray) -> np.ndarray:
    """Float32 (1, 3, H, W) of a frame, uint8 (H, W, 3): padded right and below to whole cells with grey."""
    return blob_of([padded(frame)])


def padded(frame: np.ndarray) -> np.ndarray:
    """A frame, uint8 (H, W, 3), with grey right and below it up to whole cells."""
    height, width = frame.shape[:2]
    tall, wide = (-height) % PADDED_TO, (-width) % PADDED_TO
    if not (tall or wide):
        return frame
    return cv2.copyMakeBorder(frame, 0, tall, 0, wide, cv2.BORDER_CONSTANT, value=PADDING)
