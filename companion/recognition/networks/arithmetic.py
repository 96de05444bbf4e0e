"""Medians, quantiles and logits of a few numbers, to the last bit alike on every machine.

NumPy takes ten times as long to begin a median as to compute it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import median

import numpy as np


def median_of(numbers: np.ndarray) -> float:
    """``numpy.median`` to the last bit; N at least 1."""
    return float(median(numbers.tolist()))


def medians_of(rows: np.ndarray) -> np.ndarray:
    """``numpy.median`` of each row to the last bit: (M,) from (M, N), N at least 1."""
    ordered, count = np.sort(rows, axis=1), rows.shape[1]
    medians: np.ndarray = (ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2
    return medians


def quantile_of(numbers: Iterable[float], share: float) -> float:
    """``numpy.quantile`` to the last bit; N at least 1."""
    ordered = sorted(numbers)
    at = share * (len(ordered) - 1)
    low = min(math.floor(at), len(ordered) - 1)
    high = min(low + 1, len(ordered) - 1)
    part, step = at - low, ordered[high] - ordered[low]
    return float(ordered[high] - step * (1 - part) if part >= 0.5 else ordered[low] + step * part)


LEAST_PROBABILITY = 1e-6
"""Probabilities are kept this far from 0 and 1."""


def sigmoid(logits: np.ndarray) -> np.ndarray:
    probabilities: np.ndarray = 1 / (1 + np.exp(-logits))
    return probabilities


def logit(probabilities: np.ndarray | float) -> np.ndarray:
    """Finite even for 0 and 1."""
    kept = np.clip(probabilities, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    found: np.ndarray = np.log(kept / (1 - kept))
    return found
