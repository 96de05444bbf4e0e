"""Medians and quantiles of a few numbers: NumPy takes ten times as long to begin as to compute them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import median

import numpy as np


def median_of(numbers: np.ndarray) -> float:
    """As ``numpy.median`` of numbers (N,), N at least 1, to the last bit."""
    return float(median(numbers.tolist()))


def medians_of(rows: np.ndarray) -> np.ndarray:
    """As ``numpy.median`` of each row of (M, N), N at least 1, to the last bit: (M,)."""
    ordered, count = np.sort(rows, axis=1), rows.shape[1]
    medians: np.ndarray = (ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2
    return medians


def quantile_of(numbers: Iterable[float], share: float) -> float:
    """As ``numpy.quantile`` of numbers, at least one, at a share of 0 to 1, to the last bit."""
    ordered = sorted(numbers)
    at = share * (len(ordered) - 1)
    low = min(math.floor(at), len(ordered) - 1)
    high = min(low + 1, len(ordered) - 1)
    part, step = at - low, ordered[high] - ordered[low]
    return float(ordered[high] - step * (1 - part) if part >= 0.5 else ordered[low] + step * part)
