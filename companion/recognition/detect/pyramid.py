"""An image pyramid: a frame made smaller, fast and without aliasing."""

from __future__ import annotations

import cv2
import numpy as np


class ImagePyramid:
    """A frame and its halves, quarters and so on, each made once, when it is first needed.

    OpenCV halves by area several times faster than it reduces by any other factor (2304×1296 to 768×432:
    1.9 ms in two steps, 3.7 ms in one), and crops of large dice are cut from a half or a quarter too.
    """

    def __init__(self, frame: np.ndarray) -> None:
        self._levels = [frame]

    @classmethod
    def of(cls, frame: np.ndarray | ImagePyramid) -> ImagePyramid:
        """The pyramid of a frame, uint8 (H, W, 3); a pyramid is given back."""
        return frame if isinstance(frame, ImagePyramid) else cls(frame)

    @property
    def frame(self) -> np.ndarray:
        """The frame itself."""
        return self._levels[0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the frame."""
        return self.frame.shape[1], self.frame.shape[0]

    def level(self, halved: int) -> np.ndarray:
        """The frame halved that many times, without an odd last row or column."""
        while len(self._levels) <= halved:
            last = self._levels[-1]
            even = last[: last.shape[0] & ~1, : last.shape[1] & ~1]
            half = (even.shape[1] // 2, even.shape[0] // 2)
            self._levels.append(cv2.resize(even, half, interpolation=cv2.INTER_AREA))
        return self._levels[halved]

    def at(self, scale: float) -> np.ndarray:
        """The frame at ``scale`` (above 0, at most 1); the frame itself at 1."""
        if scale >= 1.0:
            return self.frame
        width, height = self.size
        target = (max(1, round(width * scale)), max(1, round(height * scale)))
        halved = 0
        while width >> (halved + 1) >= target[0] and height >> (halved + 1) >= target[1]:
            halved += 1
        nearest = self.level(halved)
        if (nearest.shape[1], nearest.shape[0]) == target:
            return nearest
        return cv2.resize(nearest, target, interpolation=cv2.INTER_LINEAR)

    def part(
        self, region: tuple[float, float, float, float], scale: float
    ) -> tuple[np.ndarray, tuple[float, float], tuple[float, float]]:
        """A region of the frame at ``scale`` (above 0, at most 1): picture, left and top, width and height.

        All but the picture are in frame pixels. The part beyond the frame is left out.
        """
        halved = max(0, int(np.floor(np.log2(1 / scale) + 1e-9)))
        level, step = self.level(halved), 2.0**halved
        left, top = (max(0, int(each / step)) for each in region[:2])
        right = min(level.shape[1], int(np.ceil(region[2] / step)))
        bottom = min(level.shape[0], int(np.ceil(region[3] / step)))
        cut = level[top : max(bottom, top + 1), left : max(right, left + 1)]
        size = (cut.shape[1] * step, cut.shape[0] * step)
        target = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
        return cv2.resize(cut, target, interpolation=cv2.INTER_LINEAR), (left * step, top * step), size
