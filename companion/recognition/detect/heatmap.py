"""Peaks of a detector's heatmap."""

from __future__ import annotations

import cv2
import numpy as np

SUBCELLS = 4
"""A detector of dice answers with four cells, two by two, as channels of each place (before the pixel shuffle
that other detectors end with): only the peaks need to be laid out."""
_NEIGHBOURS = np.ones((3, 3), np.uint8)
_DOWN, _RIGHT = (each.ravel() for each in np.mgrid[-1:2, -1:2])


def local_maxima(heat: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the cells of a heatmap (C, C) from ``least_logit`` on that no neighbour exceeds."""
    rows, columns = np.nonzero((heat >= least_logit) & (heat >= cv2.dilate(heat, _NEIGHBOURS)))
    return rows, columns


def decode_heatmap(answer: np.ndarray, least_logit: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows and columns of the peaks of an answer (C * SUBCELLS, H, W), and the C numbers of each (C, N).

    The first of the C numbers of a cell is its logit. Row by row, as ``local_maxima``.
    """
    count, tall, wide = len(answer) // SUBCELLS, *answer.shape[1:]
    cells = answer.reshape(count, SUBCELLS, tall, wide)
    # The heatmap with a border of minus infinity, flat, so that the neighbours of a cell lie near it.
    across = 2 * wide + 2
    heat = np.full((2 * tall + 2, across), -np.inf, answer.dtype)
    for subcell in range(SUBCELLS):
        heat[1 + subcell // 2 : -1 : 2, 1 + subcell % 2 : -1 : 2] = cells[0, subcell]
    heat = heat.ravel()
    hot = np.flatnonzero(heat >= least_logit)
    peaks = hot[heat[hot] >= heat[hot[:, None] + (_DOWN * across + _RIGHT)].max(1)]
    rows, columns = np.divmod(peaks, across)
    rows, columns = rows - 1, columns - 1
    return rows, columns, cells[:, 2 * (rows % 2) + columns % 2, rows // 2, columns // 2]
