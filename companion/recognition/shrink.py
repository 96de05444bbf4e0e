"""A frame made smaller, quickly and without aliasing."""

from __future__ import annotations

import cv2
import numpy as np


def shrunk(frame: np.ndarray, scale: float) -> np.ndarray:
    """The frame at ``scale`` (above 0, at most 1); the frame itself at 1.

    Halvings by area come first: OpenCV does those several times faster than any other factor
    (2304×1296 to 768×432: 1.9 ms in two steps, 3.7 ms in one).
    """
    if scale >= 1.0:
        return frame
    height, width = frame.shape[:2]
    target = (max(1, round(width * scale)), max(1, round(height * scale)))
    while frame.shape[1] >= 2 * target[0] and frame.shape[0] >= 2 * target[1]:
        even = frame[: frame.shape[0] & ~1, : frame.shape[1] & ~1]
        frame = cv2.resize(even, (even.shape[1] // 2, even.shape[0] // 2), interpolation=cv2.INTER_AREA)
    if (frame.shape[1], frame.shape[0]) == target:
        return frame
    return cv2.resize(frame, target, interpolation=cv2.INTER_LINEAR)
