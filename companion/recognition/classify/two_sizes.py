"""The classifier in two sizes: the small one reads every crop, the large one the unsure ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.classify.classifier import (
    STAR,
    Classifier,
    Predictions,
    SurfaceNormals,
    Surroundings,
    mean_of,
)
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import Bounds
from companion.recognition.detect.pyramid import CROP_MARGIN, ImagePyramid
from companion.recognition.networks.arithmetic import logit, sigmoid
from companion.recognition.networks.config import EyeConfig


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """N detections, crops uint8 (N, 64, 64, 3), predictions."""

    detections: list[Detection]
    crops: np.ndarray
    predictions: Predictions

    @property
    def boxes(self) -> list[Bounds]:
        return [each.box for each in self.detections]

    def of(self, chosen: Sequence[int] | np.ndarray) -> Candidates:
        rows = np.asarray(chosen, dtype=np.intp)
        detections = [self.detections[index] for index in rows]
        return Candidates(detections, self.crops[rows], self.predictions.of(rows))

    def below_background(self, probability: float) -> Candidates:
        below = self.predictions.background < probability
        return self if below.all() else self.of(np.flatnonzero(below))

    def concatenated(self, others: Candidates) -> Candidates:
        crops = np.concatenate([self.crops, others.crops])
        predictions = self.predictions.concatenated(others.predictions)
        return Candidates([*self.detections, *others.detections], crops, predictions)


@dataclass(frozen=True, slots=True, eq=False)
class ScoredDice:
    """``lying``: the boxes before those without a die were left out."""

    detections: list[Detection]
    predictions: Predictions
    lying: Sequence[Detection] = ()


MOST_LEVELLED = 6
"""If more dice than this seem to lean, too few are level to compare with, and nothing is read again."""
QUARTERS = 4
TOO_SURE = 1.3
"""Error of the large classifier's normals over its own estimate: 1.4 to 1.9 of drawn and path-traced dice,
where an honest one would be off by 1.57 (measured by hand)."""
MORE_VIEWS = ((0.93, False, 0.0), (1.08, True, 0.0), (1.0, True, 12.0))
"""More views of a crop (TTA): scale of the box, mirrored or not, rotation in degrees."""


TWO_FACES_DEG = 7.0
"""From this uncertainty of its normal on a die may stand between two faces. Of 791 drawn dice seen from 45 to
25 degrees above the table 427 are read right and 10 wrongly; 430 and 12 without it, 414 and 7 with 5 degrees
[choice]."""


def sure_of(predictions: Predictions, config: EyeConfig) -> np.ndarray:
    """Whether the face and the die are as probable as a read die must be, bool (N,)."""
    sure: np.ndarray = np.minimum(predictions.confidence, predictions.objectness) >= config.die
    return sure


def read_again(
    large: Classifier, pixels: ImagePyramid, candidates: Candidates, config: EyeConfig
) -> Predictions:
    """Lets the large classifier read unsure candidates, and what may be a star.

    It tells pip, star and another mark apart better. Where it is unsure, also of where the upper face looks,
    the mean over more views counts.
    """
    first = candidates.predictions
    may_be_stars = first.class_probabilities[:, STAR] > 1 - config.die
    again = np.flatnonzero(_unsure(first, config) | may_be_stars)
    if len(again) == 0:
        return first
    second = large.read(candidates.crops[again])
    doubtful = np.flatnonzero(_unsure(second, config) & (second.background < config.not_a_die))
    if len(doubtful):
        boxes = [candidates.detections[index].box for index in again[doubtful]]
        views = [large.read(_view(pixels, boxes, *view)) for view in MORE_VIEWS]
        second = second.replaced(doubtful, mean_of([second.of(doubtful), *views]))
    return first.replaced(again, second)


def _unsure(predictions: Predictions, config: EyeConfig) -> np.ndarray:
    """Of the face, of the die, or of where the upper face looks, bool (N,)."""
    anywhere = np.degrees(predictions.normals.spread) >= TWO_FACES_DEG
    unsure: np.ndarray = ~sure_of(predictions, config) | anywhere
    return unsure


WIDER = 2.6 / CROP_MARGIN
"""Side of the surroundings' crop over that of a crop."""
SURELY_DICE = 0.999
"""From this objectness on the surroundings are not asked."""


def judged_by_surroundings(
    surroundings: Surroundings,
    pixels: ImagePyramid,
    candidates: Candidates,
    predictions: Predictions,
    config: EyeConfig,
) -> Predictions:
    """Of what may be a die, but not surely, the surroundings have a say, too."""
    objectness = predictions.objectness
    unsure = np.flatnonzero((objectness >= config.maybe) & (objectness < SURELY_DICE))
    if len(unsure) == 0:
        return predictions
    boxes = [_scaled(candidates.detections[index].box, WIDER) for index in unsure]
    odds = logit(objectness[unsure]) + surroundings.read(pixels.crops(boxes))
    objectness[unsure] = sigmoid(odds)
    return predictions.with_objectness(objectness)


def level_again(
    large: Classifier, crops: np.ndarray, predictions: Predictions, leaning: np.ndarray
) -> Predictions:
    """New normals for the ``leaning`` (N,) crops: the large classifier's mean over four quarter turns, each
    turned back.
    """
    rows = np.flatnonzero(leaning)
    if not 0 < len(rows) <= MOST_LEVELLED:
        return predictions
    across, spread = np.zeros((len(rows), 2)), np.zeros(len(rows))
    for quarter in range(QUARTERS):
        turned = large.read(np.ascontiguousarray(np.rot90(crops[rows], quarter, (1, 2)))).normals
        right, down = turned.across.T
        for _ in range(quarter):
            right, down = -down, right
        across += np.stack([right, down], axis=1) / QUARTERS
        spread += turned.spread / QUARTERS
    return predictions.with_normals(rows, SurfaceNormals(across, TOO_SURE * spread))


def _view(
    pixels: ImagePyramid, boxes: Sequence[Bounds], scale: float, mirrored: bool, turn_deg: float
) -> np.ndarray:
    crops = pixels.crops([_scaled(box, scale) for box in boxes], turn_deg)
    return np.ascontiguousarray(crops[:, :, ::-1]) if mirrored else crops


def _scaled(box: Bounds, scale: float) -> Bounds:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, tall = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return x - wide, y - tall, x + wide, y + tall
