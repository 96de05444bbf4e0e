"""Chances and their logits."""

from __future__ import annotations

import numpy as np

LEAST_CHANCE = 1e-6
"""Chances are taken to be no nearer to 0 and 1."""


def chance_of(logits: np.ndarray) -> np.ndarray:
    """The chances of logits, element by element."""
    return 1 / (1 + np.exp(-logits))


def logit_of(chances: np.ndarray | float) -> np.ndarray:
    """The logits of chances, element by element; finite even for 0 and 1."""
    kept = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    return np.log(kept / (1 - kept))
