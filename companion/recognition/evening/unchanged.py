"""What shows at a place now as it showed before: no die that was thrown since."""

from __future__ import annotations

import cv2
import numpy as np

from companion.reading import Box
from companion.recognition.classify.crops import cut_square
from companion.recognition.detect.pyramid import ImagePyramid

SQUARE_PX, MARGIN = 48, 1.25
"""Side of the compared squares, and that of their part of the picture over the longer side of the box."""
SHIFTED_PX = 2
"""How far the earlier square may be off, in pixels of 48: a twentieth of a die."""
LIKENESS = 0.93
"""Correlation of the colours from which a place has not changed. Of 346 dice on composed tables none is more
like the bare table in its place than 0.86; prints that stayed are 0.98 and more."""


def look_of(pixels: np.ndarray | ImagePyramid, box: Box) -> np.ndarray:
    """How a box and a little round it looks: uint8 (52, 52, 3)."""
    return _cut(pixels, box, SQUARE_PX + 2 * SHIFTED_PX)


def shows_still(look: np.ndarray, pixels: np.ndarray | ImagePyramid, box: Box) -> bool:
    """Whether a picture from the same place shows in that box what it showed when ``look`` was taken of it.

    The light may differ. A look without any contrast shows nothing that could be recognised.
    """
    piece = _cut(pixels, box, SQUARE_PX)
    if piece.std() < 1.0 or look.std() < 1.0:
        return False
    return float(cv2.matchTemplate(look, piece, cv2.TM_CCOEFF_NORMED).max()) >= LIKENESS


def _cut(pixels: np.ndarray | ImagePyramid, box: Box, out_px: int) -> np.ndarray:
    left, top, right, bottom = box
    middle, side = ((left + right) / 2, (top + bottom) / 2), MARGIN * max(right - left, bottom - top)
    return cut_square(pixels, middle, side * out_px / SQUARE_PX, out_px)
