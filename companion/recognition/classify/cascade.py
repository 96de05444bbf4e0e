"""The cascade: crops that the first classifier is not sure of go to a larger one, and to more views of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.recognition.classify.candidates import Candidates
from companion.recognition.classify.channel_tta import channel_views
from companion.recognition.classify.classifier import BACKGROUND, STAR, Predictions
from companion.recognition.classify.crops import cut_crops
from companion.recognition.config import EyeConfig
from companion.recognition.detect.nms import Bounds
from companion.recognition.detect.pyramid import ImagePyramid

MORE_VIEWS = ((0.9, False, 0.0), (1.12, True, 0.0), (1.0, True, 15.0))
"""Test-time augmentation: scale of the box, mirrored or not, rotation in degrees. Seven views read as many of
byler's and matteo's dice, held out, with as few errors, in twice the time."""


class Reads(Protocol):
    """A classifier (``companion.recognition.classify.classifier.Classifier``)."""

    def read(self, crops: np.ndarray) -> Predictions:
        """Predictions for crops uint8 (N, S, S, 3) BGR."""
        ...


def sure_of(first: Predictions, config: EyeConfig) -> np.ndarray:
    """Whether the first classifier's face is accepted, bool (N,).

    The face must be sure among the faces, and the background unlikely.
    """
    sure = first.confidence >= config.accept_face * (1 - first.background)
    return sure & (first.background < config.accept_background)


def cascade(
    second: Reads,
    pixels: ImagePyramid,
    candidates: Candidates,
    unsure: np.ndarray,
    rotations_deg: np.ndarray,
    config: EyeConfig,
) -> Predictions:
    """The predictions for N candidates; those numbered in ``unsure`` are the second classifier's.

    It reads their crops, cut again where ``rotations_deg`` (N,) rotates them. Where neither classifier is
    sure, the mean over more views counts, and at last over colour channels.
    """
    first = candidates.predictions
    if len(unsure) == 0:
        return first
    boxes, rotations = [candidates.detections[index].box for index in unsure], rotations_deg[unsure]
    crops = _rotated_crops(pixels, boxes, candidates.crops[unsure], rotations)
    again = second.read(crops)
    doubtful = _doubtful(first.of(unsure), again, config)
    again = _over_views(second, pixels, boxes, rotations, again, doubtful)
    again = _over_channels(second, crops, again, doubtful, config)
    return first.replaced(unsure, again.class_probabilities, again.doubts)


def _rotated_crops(
    pixels: ImagePyramid, boxes: Sequence[Bounds], crops: np.ndarray, rotations: np.ndarray
) -> np.ndarray:
    """The crops, those with a rotation cut again."""
    rotated = np.flatnonzero(rotations)
    crops[rotated] = cut_crops(pixels, [boxes[index] for index in rotated.tolist()], rotations[rotated])
    return crops


def _doubtful(first: Predictions, second: Predictions, config: EyeConfig) -> np.ndarray:
    """The numbers of the crops that need more views: not sure, and not background to both classifiers."""
    background = first.background >= config.first_background
    background &= second.background >= config.second_background
    return np.flatnonzero((second.confidence < config.accept_second) & ~sure_of(first, config) & ~background)


def _over_views(
    second: Reads,
    pixels: ImagePyramid,
    boxes: Sequence[Bounds],
    rotations: np.ndarray,
    predictions: Predictions,
    doubtful: np.ndarray,
) -> Predictions:
    """The predictions; of the doubtful crops the mean over ``MORE_VIEWS`` and the crop itself."""
    if len(doubtful) == 0:
        return predictions
    there = [boxes[index] for index in doubtful]
    views = ((scale, mirrored, rotations[doubtful] + turn) for scale, mirrored, turn in MORE_VIEWS)
    more = second.read(np.concatenate([_view(pixels, there, *view) for view in views]))
    means = []
    pairs = (
        (predictions.class_probabilities, more.class_probabilities),
        (predictions.doubts, more.doubts),
    )
    for own, others in pairs:
        rows = others.reshape(len(MORE_VIEWS), len(doubtful), -1)
        means.append((own[doubtful] + rows.sum(0)) / (len(MORE_VIEWS) + 1))
    return predictions.replaced(doubtful, *means)


def _over_channels(
    second: Reads, crops: np.ndarray, predictions: Predictions, doubtful: np.ndarray, config: EyeConfig
) -> Predictions:
    """The predictions; of the doubtful crops that may be dice and show no sure face, over channels."""
    left = predictions.of(doubtful)
    unsure = (left.confidence < config.accept_second) & (left.background < config.accept_background)
    still = doubtful[unsure]
    if len(still) == 0:
        return predictions
    told = _channel_tta(second, crops[still], predictions.class_probabilities[still], config)
    return predictions.replaced(still, told, predictions.doubts[still])


def _channel_tta(second: Reads, crops: np.ndarray, colours: np.ndarray, config: EyeConfig) -> np.ndarray:
    """Class probabilities (N, 8) of N crops, the mean over the most confident of colours and channel views.

    ``colours`` (N, 8) are those of the crops in colour. They alone say whether it is a die at all.
    """
    views = channel_views(crops)
    read = second.read(views.reshape(-1, *crops.shape[1:])).class_probabilities
    read = np.concatenate([colours[None], read.reshape(len(views), *colours.shape)])
    faces = read[..., :BACKGROUND].copy()
    faces[..., 0] += faces[..., STAR]
    best = np.argsort(-faces[..., :STAR].max(2), axis=0)[: config.tta_views]
    mean = np.take_along_axis(read, best[..., None], axis=0).mean(0)
    mean[:, BACKGROUND] = colours[:, BACKGROUND]
    before, after = _confidence(colours), _confidence(mean)
    counts = (after >= config.tta_accept) | (after < before)
    return np.where(counts[:, None], mean, colours)


def _confidence(class_probabilities: np.ndarray) -> np.ndarray:
    return Predictions(class_probabilities, np.zeros((len(class_probabilities), 3))).confidence


def _view(
    pixels: ImagePyramid, boxes: Sequence[Bounds], scale: float, mirrored: bool, rotations_deg: np.ndarray
) -> np.ndarray:
    crops = cut_crops(pixels, [_scaled(box, scale) for box in boxes], rotations_deg)
    return crops[:, :, ::-1] if mirrored else crops


def _scaled(box: Bounds, scale: float) -> Bounds:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, tall = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return x - wide, y - tall, x + wide, y + tall
