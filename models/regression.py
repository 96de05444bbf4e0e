"""Logistic regression: weights of what speaks for something, by how often it was so."""

from __future__ import annotations

import numpy as np

LEAST_CURVE, ROUNDS = 1e-3, 30
"""Of the regression: keeps it from running away where one feature parts all, and how often it is improved."""


def fitted(features: np.ndarray, so: np.ndarray) -> np.ndarray:
    """Weights (F,) by which features (N, F) tell whether each is so (N,), by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chance - so) + LEAST_CURVE * weights
        curve = (features * (chance * (1 - chance))[:, None]).T @ features
        weights -= np.linalg.solve(curve + LEAST_CURVE * np.eye(len(weights)), slope)
    return weights
