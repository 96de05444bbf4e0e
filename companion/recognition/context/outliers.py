"""Outliers: things unlike the dice of their frame may be no dice.

A printed square with pips, a berry under two lamps: alone each passes for a die. The normal estimator says
whether a thing looks solid; what looks flat is read again. The dice of a table are also found with about the
same score, and have about the same size. A logistic regression joins this with the second classifier's
background probability (models/calibrate_outliers.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.classify.classifier import BACKGROUND, Predictions
from companion.recognition.config import EyeConfig
from companion.recognition.detect.detector import Detection
from companion.recognition.logits import LEAST_PROBABILITY, logit, sigmoid
from companion.recognition.order_statistics import median_of, quantile_of
from companion.recognition.weights import Thresholds


def outlier_offsets(detections: Sequence[Detection], sure: np.ndarray, config: EyeConfig) -> np.ndarray:
    """How N detections differ from the median of those that are ``sure`` (N,) to be dice: (N, 2).

    First by how much the logit of the score is smaller, then the squared logarithm of the ratio of lengths.
    All 0 if fewer than ``least_sure_dice`` are sure.
    """
    if sure.sum() < config.least_sure_dice:
        return np.zeros((len(detections), 2))
    scores = logit(np.array([each.score for each in detections]))
    lengths = np.log([each.longer_px for each in detections])
    score, length = (median_of(values[sure]) for values in (scores, lengths))
    return np.stack([score - scores, (lengths - length) ** 2], axis=1)


def outlier_logits(offsets: np.ndarray, thresholds: Thresholds) -> np.ndarray:
    """What the offsets add to the logit of each thing (N,) being no die."""
    return offsets @ (thresholds.by_place, thresholds.by_size)


def objectness_shift(background_logits: np.ndarray, sure: np.ndarray, config: EyeConfig) -> float:
    """How flat the whole frame looks: by this much all background logits are too large; 0 or more.

    ``background_logits`` (N,) are the normal estimator's; those of ``sure`` (N,) dice count.
    """
    if not sure.any():
        return 0.0
    solid = quantile_of(background_logits[sure].tolist(), config.solid_quantile)
    return max(solid - config.solid_logit, 0.0)


def suspects(
    outliers: np.ndarray, background_logits: np.ndarray, flatness: float, config: EyeConfig
) -> np.ndarray:
    """Which of N things are read again, however sure their faces are, bool (N,): outliers and flat things.

    ``outliers`` (N,) are ``outlier_logits``, ``background_logits`` (N,) the normal estimator's.
    """
    return (outliers >= config.strange) | (background_logits - flatness >= config.flat_logit)


def shift_objectness(read_again: np.ndarray, predictions: Predictions, flatness: float) -> Predictions:
    """The predictions; of those read again the background logit is lowered by the frame's flatness."""
    probabilities = predictions.class_probabilities[read_again]
    alone = probabilities[:, BACKGROUND].copy()
    less = sigmoid(logit(alone) - flatness)
    probabilities[:, :BACKGROUND] *= ((1 - less) / np.maximum(1 - alone, LEAST_PROBABILITY))[:, None]
    probabilities[:, BACKGROUND] = less
    return predictions.replaced(read_again, probabilities, predictions.doubts[read_again])


def fuse_objectness(
    read_again: np.ndarray,
    predictions: Predictions,
    outliers: np.ndarray,
    sure: np.ndarray,
    config: EyeConfig,
) -> Predictions:
    """The predictions; of those read again no face is likelier than the whole frame allows.

    The fused background probability, of ``outliers`` (N,) and of the second classifier, lowers the face. From
    ``drop_fused`` on it also becomes the background probability, and the thing is dropped. Else the second
    classifier's own stays; where the first was ``sure`` (N,) of a face, it must reach ``sure_background``.
    """
    probabilities = predictions.class_probabilities[read_again]
    alone = probabilities[:, BACKGROUND].copy()
    fused = sigmoid(config.no_die_first + config.by_second * logit(alone) + outliers[read_again])
    left = (1 - np.minimum(fused, config.most_doubt)) / np.maximum(1 - alone, LEAST_PROBABILITY)
    probabilities[:, :BACKGROUND] *= np.minimum(left, 1)[:, None]
    still_a_die = sure[read_again] & (alone < config.sure_background)
    capped = np.minimum(alone, config.most_background_if_sure)
    probabilities[:, BACKGROUND] = np.where(still_a_die, capped, alone)
    dropped = (fused >= config.drop_fused) & (alone >= config.drop_second)
    probabilities[dropped, BACKGROUND] = fused[dropped]
    return predictions.replaced(read_again, probabilities, predictions.doubts[read_again])
