"""Square crops round the dice, one batch for the classifier."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

CROP_PX = 48
"""Side of a crop as the classifier takes it."""
CROP_MARGIN = 1.35
"""Side of the cut square over the longer side of the die's box: the neighbourhood helps, the
neighbours do not (models/README.md)."""


def cut_square(frame: np.ndarray, center_px: tuple[float, float], side_px: float, out_px: int) -> np.ndarray:
    """A square of ``frame`` (uint8, H, W, 3) round a point, as (out_px, out_px, 3).

    Beyond the frame its border repeats, so a die at the edge still has a whole square.
    """
    side = max(1, round(side_px))
    left, top = round(center_px[0] - side / 2), round(center_px[1] - side / 2)
    right, bottom = left + side, top + side
    height, width = frame.shape[:2]
    inside = frame[
        max(0, min(top, height - 1)) : max(1, bottom), max(0, min(left, width - 1)) : max(1, right)
    ]
    if inside.shape[:2] != (side, side):
        above, before = max(0, -top), max(0, -left)
        below, after = side - above - inside.shape[0], side - before - inside.shape[1]
        edges = (max(0, above), max(0, below), max(0, before), max(0, after))
        inside = cv2.copyMakeBorder(inside, *edges, cv2.BORDER_REPLICATE)
    shrinking = inside.shape[0] > out_px
    return cv2.resize(
        inside, (out_px, out_px), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR
    )


def cut_crops(frame: np.ndarray, boxes: Sequence[tuple[float, float, float, float]]) -> np.ndarray:
    """One crop a box: uint8 (N, 48, 48, 3), BGR, in the order of the boxes; (0, 48, 48, 3) for none."""
    crops = np.empty((len(boxes), CROP_PX, CROP_PX, 3), np.uint8)
    for index, (left, top, right, bottom) in enumerate(boxes):
        side = CROP_MARGIN * max(right - left, bottom - top)
        crops[index] = cut_square(frame, ((left + right) / 2, (top + bottom) / 2), side, CROP_PX)
    return crops
