"""Where a locator's heat map has its peaks."""

from __future__ import annotations

import cv2
import numpy as np

_NEIGHBOURS = np.ones((3, 3), np.uint8)


def peaks_of(heat: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the cells of a heat map (C, C) that no neighbour tops, from ``least_logit`` on."""
    return np.nonzero((heat >= least_logit) & (heat >= cv2.dilate(heat, _NEIGHBOURS)))
