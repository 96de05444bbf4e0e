"""The usual die size of a frame, and what it says about other boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.detect.nms import Bounds
from companion.recognition.networks.config import EyeConfig


def size_prior(
    boxes: Sequence[Bounds], scores: Sequence[float], config: EyeConfig, sure: np.ndarray | None = None
) -> np.ndarray:
    """Scores (N,), lowered for boxes far from the median size.

    A box around two touching dice scores higher than either, but is twice as long. With enough ``sure`` (N,)
    faces theirs is the median: the hundreds of squares of a chequered cloth would outvote them.
    """
    weights = np.asarray(scores, float)
    if len(weights) < 2:
        return weights
    corners = np.asarray(boxes, float)
    sides = np.log((corners[:, 2:] - corners[:, :2]).max(1).clip(1.0))
    middle = weighted_median(sides, weights, config, sure)
    likely: np.ndarray = weights * np.exp(-((sides - middle) ** 2) / (2 * config.size_spread**2))
    return likely


def weighted_median(
    values: np.ndarray, weights: np.ndarray, config: EyeConfig, sure: np.ndarray | None = None
) -> float:
    """The median of (N,); of the ``sure`` ones alone, if there are enough.

    Else the likeliest weigh most: a close-up's many pips and letters do not outvote its die.
    """
    if sure is not None and sure.sum() >= config.least_sure_dice:
        weights = np.where(sure, weights, 0.0)
    else:
        weights = weights**config.few_sure_power
    order = np.argsort(values, kind="stable")
    until = np.cumsum(weights[order])
    return float(values[order[int(np.searchsorted(until, until[-1] / 2))]])
