"""An image pyramid, fast and without aliasing, and squares cut from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from companion.core.picture import halved, resized

GREY_WIDTH_PX = 640
"""Pictures are compared at this width at most: half a pixel is then a fiftieth of a die of 25 px."""


class ImagePyramid:
    """A frame and its halves, quarters and so on, each made at first use.

    OpenCV halves by area several times faster than it reduces by other factors (2304×1296 to 768×432: 2.9 ms
    in two steps, 5.2 ms in one). ``small``: the whole frame reduced by the camera, which costs nothing.
    """

    def __init__(self, frame: np.ndarray, small: np.ndarray | None = None) -> None:
        self._levels = [frame]
        self._small = small

    @classmethod
    def of(cls, frame: np.ndarray | ImagePyramid) -> ImagePyramid:
        return frame if isinstance(frame, ImagePyramid) else cls(frame)

    @cached_property
    def grey(self) -> np.ndarray:
        """Grey and small, uint8 (h, w): what pictures of a still camera are compared by."""
        return cv2.cvtColor(self.at(GREY_WIDTH_PX / self.size[0]), cv2.COLOR_BGR2GRAY)

    @property
    def frame(self) -> np.ndarray:
        return self._levels[0]

    @property
    def size(self) -> tuple[int, int]:
        return self.frame.shape[1], self.frame.shape[0]

    def level(self, times: int) -> np.ndarray:
        """The frame halved ``times`` times, without an odd last row or column."""
        while len(self._levels) <= times:
            self._levels.append(halved(self._levels[-1]))
        return self._levels[times]

    def at(self, scale: float) -> np.ndarray:
        """``scale``: above 0, at most 1."""
        if scale >= 1.0:
            return self.frame
        width, height = self.size
        target = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = self._small
        if small is not None and target[0] <= small.shape[1] and target[1] <= small.shape[0]:
            return resized(small, target)
        times = 0
        while width >> (times + 1) >= target[0] and height >> (times + 1) >= target[1]:
            times += 1
        return resized(self.level(times), target)

    def part(
        self, region: tuple[float, float, float, float], scale: float
    ) -> tuple[np.ndarray, tuple[float, float], tuple[float, float]]:
        """A region at ``scale`` (above 0, at most 1), inside the frame: picture; left and top; width and
        height, in frame px.
        """
        times = max(0, int(np.floor(np.log2(1 / scale) + 1e-9)))
        level, step = self.level(times), 2.0**times
        left, top = (max(0, int(each / step)) for each in region[:2])
        right = min(level.shape[1], int(np.ceil(region[2] / step)))
        bottom = min(level.shape[0], int(np.ceil(region[3] / step)))
        cut = level[top : max(bottom, top + 1), left : max(right, left + 1)]
        size = (cut.shape[1] * step, cut.shape[0] * step)
        target = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
        return resized(cut, target), (left * step, top * step), size

    def crops(
        self,
        boxes: Sequence[tuple[float, float, float, float]],
        turns_deg: float | Sequence[float] | np.ndarray = 0.0,
    ) -> np.ndarray:
        """Crops, uint8 (N, 64, 64, 3) BGR, with one rotation or one each; N may be 0."""
        crops = np.empty((len(boxes), CROP_PX, CROP_PX, 3), np.uint8)
        turns = np.broadcast_to(turns_deg, len(boxes)).tolist()
        for index, ((left, top, right, bottom), turn) in enumerate(zip(boxes, turns, strict=True)):
            side = CROP_MARGIN * max(right - left, bottom - top)
            crops[index] = cut_square(self, ((left + right) / 2, (top + bottom) / 2), side, CROP_PX, turn)
        return crops


def contrast_of(pixels: np.ndarray) -> float:
    """Standard deviation of all values, in a seventh of NumPy's time for small uint8 pictures."""
    return float(cv2.meanStdDev(np.ascontiguousarray(pixels).reshape(1, -1))[1][0, 0])


CROP_PX = 64
"""Side of a crop. The classifiers read more from it than from one of 48 px (models/archive.md)."""
CROP_MARGIN = 1.35
"""Side of the square over the longer side of the die's box. Surroundings help, neighbouring dice do not."""
STEPS = 256
"""Numbers of a sampling matrix are multiples of 1/256. Coordinates and samples then fit in 32-bit floats
unrounded, also where a processor fuses products and sums."""
_SAMPLED = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def cut_square(
    frame: np.ndarray | ImagePyramid,
    center_px: tuple[float, float],
    side_px: float,
    out_px: int,
    turn_deg: float = 0.0,
) -> np.ndarray:
    """A rotated square, (out_px, out_px, 3), of uint8 (H, W, 3).

    Beyond the frame its border repeats. Sampled from the pyramid level that is at most twice as fine: a fifth
    of the cost of reducing by area.
    """
    turn = math.radians(turn_deg)
    return cut_turned(frame, center_px, max(side_px, 1.0) / out_px, (out_px, out_px), turn)


def cut_turned(
    frame: np.ndarray | ImagePyramid,
    center_px: tuple[float, float],
    step_px: float,
    size: tuple[int, int],
    turn: float,
) -> np.ndarray:
    """A rectangle of ``size`` (width, height): a pixel is ``step_px`` frame px; rows run ``turn`` radians
    clockwise of the frame's.
    """
    pyramid = ImagePyramid.of(frame)
    halved = max(0, math.floor(math.log2(step_px)))
    level, step, shrink = pyramid.level(halved), step_px / 2**halved, 2.0**-halved
    across, down = (round(step * each * STEPS) / STEPS for each in (math.cos(turn), math.sin(turn)))
    middle, middle_row = (side / 2 - 0.5 for side in size)
    x, y = (each * shrink - 0.5 for each in center_px)
    matrix = np.array(
        [
            [across, -down, x - middle * across + middle_row * down],
            [down, across, y - middle * down - middle_row * across],
        ]
    )
    return sampled(level, matrix, size)


def sampled(pixels: np.ndarray, matrix: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Samples uint8 (H, W, 3) by an affine matrix (2, 3), alike on every machine.

    Beyond the picture its border repeats.
    """
    exact = np.rint(matrix * STEPS) / STEPS
    return cv2.warpAffine(pixels, exact, size, flags=_SAMPLED, borderMode=cv2.BORDER_REPLICATE)
