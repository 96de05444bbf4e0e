"""Probabilities and their logits."""

from __future__ import annotations

import numpy as np

LEAST_PROBABILITY = 1e-6
"""Probabilities are kept this far from 0 and 1."""


def sigmoid(logits: np.ndarray) -> np.ndarray:
    """The probabilities of logits, element by element."""
    probabilities: np.ndarray = 1 / (1 + np.exp(-logits))
    return probabilities


def logit(probabilities: np.ndarray | float) -> np.ndarray:
    """The logits of probabilities, element by element; finite even for 0 and 1."""
    kept = np.clip(probabilities, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    found: np.ndarray = np.log(kept / (1 - kept))
    return found
