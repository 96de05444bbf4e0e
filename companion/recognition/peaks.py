"""Where a locator's heat map has its peaks."""

from __future__ import annotations

import cv2
import numpy as np

_NEIGHBOURS = np.ones((3, 3), np.uint8)


def least_logit_of(chance: float) -> float:
    """The logit of a chance above 0 and below 1."""
    return float(np.log(chance / (1 - chance)))


def chance_of(logits: np.ndarray) -> np.ndarray:
    """The chances of logits, element by element."""
    return 1 / (1 + np.exp(-logits))


def peaks_of(heat: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the cells of a heat map (C, C) that no neighbour tops, from ``least_logit`` on."""
    return np.nonzero((heat >= least_logit) & (heat >= cv2.dilate(heat, _NEIGHBOURS)))
