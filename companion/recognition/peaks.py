"""Where a locator's heat map has its peaks."""

from __future__ import annotations

import cv2
import numpy as np

PLACES = 4
"""A locator of dice tells of each place as many cells, two beside two, as channels: so its last convolution
leaves them, and only those that are peaks need be laid out."""
_NEIGHBOURS = np.ones((3, 3), np.uint8)
_DOWN, _RIGHT = (each.ravel() for each in np.mgrid[-1:2, -1:2])


def peaks_of(heat: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the cells of a heat map (C, C) that no neighbour tops, from ``least_logit`` on."""
    return np.nonzero((heat >= least_logit) & (heat >= cv2.dilate(heat, _NEIGHBOURS)))


def peaks_in_places(answer: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows and columns of the same cells of an answer (C * PLACES, H, W), and what it tells of them (C, N).

    The first of the C numbers of a cell is its logit. Row by row, as ``peaks_of``.
    """
    count, tall, wide = len(answer) // PLACES, *answer.shape[1:]
    told = answer.reshape(count, PLACES, tall, wide)
    # The heat map with a border that nothing is less than, flat, so that a cell's neighbours lie near it.
    across = 2 * wide + 2
    heat = np.full((2 * tall + 2, across), -np.inf, answer.dtype)
    for place in range(PLACES):
        heat[1 + place // 2 : -1 : 2, 1 + place % 2 : -1 : 2] = told[0, place]
    heat = heat.ravel()
    hot = np.flatnonzero(heat >= least_logit)
    peaks = hot[heat[hot] >= heat[hot[:, None] + (_DOWN * across + _RIGHT)].max(1)]
    rows, columns = np.divmod(peaks, across)
    rows, columns = rows - 1, columns - 1
    return rows, columns, told[:, 2 * (rows % 2) + columns % 2, rows // 2, columns // 2]
