"""Square crops around the dice, one batch for the classifier."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.recognition.detect.pyramid import ImagePyramid

CROP_PX = 64
"""Side of a crop. The classifiers read more from it than from one of 48 px (models/archive.md)."""
CROP_MARGIN = 1.35
"""Side of the square over the longer side of the die's box. Surroundings help, neighbouring dice do not."""
_SAMPLED = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def cut_square(
    frame: np.ndarray | ImagePyramid,
    center_px: tuple[float, float],
    side_px: float,
    out_px: int,
    turn_deg: float = 0.0,
) -> np.ndarray:
    """A square of a frame (uint8, H, W, 3) around a point, rotated or not, as (out_px, out_px, 3).

    Beyond the frame its border repeats, so a die at the edge still has a whole square. The square is sampled
    from the pyramid level that is at most twice as fine: that costs a fifth of reducing by area.
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
    """A rectangle of a frame (uint8, H, W, 3) around a point: (height, width, 3) of ``size`` (width, height).

    One of its pixels is ``step_px`` frame pixels; its rows run ``turn`` radians clockwise of the frame's.
    """
    pyramid = ImagePyramid.of(frame)
    halved = max(0, math.floor(math.log2(step_px)))
    level, step, shrink = pyramid.level(halved), step_px / 2**halved, 2.0**-halved
    across, down = step * math.cos(turn), step * math.sin(turn)
    middle, middle_row = (side / 2 - 0.5 for side in size)
    x, y = (each * shrink - 0.5 for each in center_px)
    matrix = np.array(
        [
            [across, -down, x - middle * across + middle_row * down],
            [down, across, y - middle * down - middle_row * across],
        ]
    )
    return cv2.warpAffine(level, matrix, size, flags=_SAMPLED, borderMode=cv2.BORDER_REPLICATE)


def cut_crops(
    frame: np.ndarray | ImagePyramid,
    boxes: Sequence[tuple[float, float, float, float]],
    turns_deg: float | Sequence[float] | np.ndarray = 0.0,
) -> np.ndarray:
    """One crop per box: uint8 (N, 64, 64, 3) BGR in the order of the boxes, with one rotation or one each.

    N may be 0.
    """
    crops = np.empty((len(boxes), CROP_PX, CROP_PX, 3), np.uint8)
    pyramid = ImagePyramid.of(frame)
    turns = np.broadcast_to(turns_deg, len(boxes)).tolist()
    for index, ((left, top, right, bottom), turn) in enumerate(zip(boxes, turns, strict=True)):
        side = CROP_MARGIN * max(right - left, bottom - top)
        crops[index] = cut_square(pyramid, ((left + right) / 2, (top + bottom) / 2), side, CROP_PX, turn)
    return crops
