"""Motion between live frames of a table, in any light."""

from __future__ import annotations

from math import ceil

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.picture import resized
from companion.core.reading import Box

WIDTH_PX = 160
CHANGED = 7
"""Levels of 255 by which a pixel must change to count. Between pictures of one table at rest noise and
JPEG change none by more than 3 (ten simulated tables, eight pictures each)."""
MOVED_PX = 4
"""Neighbouring pixels that change with a motion: half of a die's upper face at 160 x 90."""
DARKEST = 8.0
"""Added to brightness before ratios: below it is mostly noise."""


class Stillness:
    """Fits ``companion.play.base.ports.Watch``."""

    def __init__(self) -> None:
        self._newest: Frame | None = None
        self._grey: np.ndarray | None = None
        self._moved: tuple[Box, ...] = ()

    def still(self, frame: Frame) -> bool:
        """Whether the frame shows what the last one showed, in any light; the first never does."""
        return not self.moved(frame)

    def moved(self, frame: Frame) -> tuple[Box, ...]:
        """Boxes round all changes, in frame px."""
        if frame is not self._newest:
            before, now = self._grey, small_grey(frame.pixels)
            self._newest, self._grey = frame, now
            if before is None or before.shape != now.shape:
                self._moved = ((0, 0, frame.width, frame.height),)
            else:
                self._moved = _scaled(changes(now, before), frame.width / now.shape[1])
        return self._moved


def small_grey(pixels: np.ndarray) -> np.ndarray:
    """float32 (h, 160) from uint8 (H, W, 3) or (H, W)."""
    tall = max(1, round(WIDTH_PX * pixels.shape[0] / pixels.shape[1]))
    small = resized(pixels, (WIDTH_PX, tall))
    return (cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small).astype(np.float32)


def changes(now: np.ndarray, before: np.ndarray) -> list[Box]:
    """Changes of two ``small_grey`` beyond exposure and noise, in their px; near ones are merged."""
    gain = float(np.median((now + DARKEST) / (before + DARKEST)))
    apart = cv2.absdiff(now + DARKEST, gain * (before + DARKEST))
    changed = (apart > CHANGED).astype(np.uint8)
    around = cv2.boxFilter(changed, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    spots = (around >= MOVED_PX).astype(np.uint8)
    if not spots.any():
        return []
    _, _, found, _ = cv2.connectedComponentsWithStats(cv2.dilate(spots, np.ones((3, 3), np.uint8)))
    return [(left, top, left + wide, top + tall) for left, top, wide, tall, _ in found[1:].tolist()]


def _scaled(boxes: list[Box], scale: float) -> tuple[Box, ...]:
    return tuple(
        (int(left * scale), int(top * scale), ceil(right * scale), ceil(bottom * scale))
        for left, top, right, bottom in boxes
    )
