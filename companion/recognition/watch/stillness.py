"""Tells whether something moves before the camera, on a grey picture 160 pixels wide. It reads nothing.

It only saves work: a frame in which something moves is not worth a look. It cannot be waited for in vain, for
play looks now and then anyway.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.frame import Frame

WIDTH_PX = 160
CHANGED = 7
"""Levels of 255 by which a pixel must change to count. Between pictures of one table at rest noise and JPEG
change none by more than 3 (ten simulated tables, eight pictures each)."""
MOVED_PX = 4
"""Neighbouring pixels that change when something moves: half of a die's upper face at 160 x 90."""
DARKEST = 8.0
"""Added to brightness before ratios are taken: below it there is little but noise."""


class Stillness:
    """Compares each frame with the one before it; fits ``companion.play.ports.Watch``."""

    def __init__(self) -> None:
        self._newest: Frame | None = None
        self._grey: np.ndarray | None = None
        self._still = False

    def still(self, frame: Frame) -> bool:
        """Whether the frame shows what the one before it showed, in whatever light; the first never does."""
        if frame is not self._newest:
            before, now = self._grey, _small(frame.pixels)
            self._newest, self._grey = frame, now
            self._still = before is not None and before.shape == now.shape and _alike(now, before)
        return self._still


def _small(pixels: np.ndarray) -> np.ndarray:
    """A frame uint8 (H, W, 3) as float32 (h, 160) grey levels."""
    tall = max(1, round(WIDTH_PX * pixels.shape[0] / pixels.shape[1]))
    small = cv2.resize(pixels, (WIDTH_PX, tall), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)


def _alike(now: np.ndarray, before: np.ndarray) -> bool:
    """Whether two pictures differ by exposure and noise alone."""
    gain = float(np.median((now + DARKEST) / (before + DARKEST)))
    apart = cv2.absdiff(now + DARKEST, gain * (before + DARKEST))
    changed = (apart > CHANGED).astype(np.uint8)
    around = cv2.boxFilter(changed, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return not (around >= MOVED_PX).any()
