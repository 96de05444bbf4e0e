"""How crops are kept for training: with room to turn and shift them."""

from __future__ import annotations

import numpy as np

from companion.recognition.classify.crops import cut_square

KEPT_PX = 96
KEPT_MARGIN = 2.2
"""Side of a kept crop over the longer side of the die's box."""


def kept_square(picture: np.ndarray, middle: tuple[float, float], longer_px: float) -> np.ndarray:
    """The square of a picture (uint8, H, W, 3) round a die of that length, uint8 (96, 96, 3)."""
    return cut_square(picture, middle, KEPT_MARGIN * longer_px, KEPT_PX)
