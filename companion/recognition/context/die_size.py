"""The usual die size of a frame, and what it says about other boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.detect.nms import Bounds
from companion.recognition.networks.config import EyeConfig


def size_prior(
    boxes: Sequence[Bounds], scores: Sequence[float] | np.ndarray, faces: np.ndarray, config: EyeConfig
) -> np.ndarray:
    """``scores`` times ``faces``, the probabilities of each likeliest face (N,), lowered for boxes far from
    the median size.

    A box around two touching dice scores higher than either, but is twice as long.
    """
    weights = np.asarray(scores, float)
    likely: np.ndarray = weights * faces
    if len(weights) < 2:
        return likely
    corners = np.asarray(boxes, float)
    sides = (corners[:, 2:] - corners[:, :2]).max(1).clip(1.0)
    middle = usual_size(sides, faces, config, weights)
    likely *= size_likelihood(sides, middle, config)
    return likely


def size_likelihood(sides: np.ndarray, middle: float, config: EyeConfig) -> np.ndarray:
    """Of dice (N,), 1 for the ``middle`` size."""
    likelihood: np.ndarray = np.exp(-(np.log(sides / middle) ** 2) / (2 * config.size_spread**2))
    return likelihood


def usual_size(
    sides: np.ndarray, probabilities: np.ndarray, config: EyeConfig, scores: np.ndarray | float = 1.0
) -> float:
    """The median of (N,), weighed by each one's odds of being a die: a few sure dice are not outvoted by a
    hundred squares of a cloth. Above ``die`` all are equally sure.
    """
    sure = np.minimum(probabilities, config.die)
    weights = scores * sure / (1 - sure)
    order = np.argsort(sides, kind="stable")
    until = np.cumsum(weights[order])
    return float(sides[order[int(np.searchsorted(until, until[-1] / 2))]])
