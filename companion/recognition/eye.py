"""The eye: a frame in, the dice it shows out, each with a face or a doubt."""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from companion.frame import Frame
from companion.reading import Box, PhotoReading
from companion.recognition.classify import NO_DIE, Classifier, Verdicts
from companion.recognition.crops import cut_crops
from companion.recognition.doubles import of_like_size, without_doubles
from companion.recognition.judge import told_dice
from companion.recognition.locate import Located, Locator
from companion.recognition.shrink import Halvings
from companion.recognition.weights import Weights, load_weights

NO_DIE_FOR_SURE = 0.9
"""From this chance of being no die on a thing is not looked at again."""
SURE = 0.95
"""From this chance of one face on a die is read once; below it, more crops of it are read."""
SECOND_LOOKS = (
    (1.0, True, 0.0), (0.9, False, 0.0), (1.12, True, 0.0),
    (1.0, False, 15.0), (1.0, False, -15.0), (1.0, True, 15.0), (1.0, True, -15.0),
)  # fmt: skip
"""Those crops: scale of the box, whether mirrored, and a turn in degrees. On byler, held out, the four turned
ones took the silent errors from 18 to 13 of 1,795 at the same share told right."""


class Eye:
    """Reads frames; holds the two networks and nothing else, so one eye serves any table."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_weights()
        self.thresholds = weights.thresholds
        self._locator = Locator(weights.locator, self.thresholds.centre, threads)
        self._classifier = Classifier(weights.classifier, self.thresholds.temperature, threads)
        self._second = self._classifier
        if weights.second_reader:
            self._second = Classifier(weights.second_reader, self.thresholds.temperature, threads)

    def read(self, frame: Frame, die_px: float | None = None) -> PhotoReading:
        """All dice of the frame in reading order; ``die_px`` is a die's side in pixels where it is known."""
        started = time.perf_counter()
        halvings, size = Halvings(frame.pixels), (frame.width, frame.height)
        candidates = self.candidates(halvings, die_px)
        found = time.perf_counter()
        located, verdicts = self.weighed(halvings, candidates)
        dice = told_dice(located, verdicts, size, self.thresholds)
        ended = time.perf_counter()
        ms = (("total", ended - started), ("locate", found - started), ("classify", ended - found))
        return PhotoReading(size, dice, tuple((name, 1000 * took) for name, took in ms))

    def embeddings(self, frame: Frame, boxes: Sequence[Box]) -> np.ndarray:
        """Embeddings (N, E) of the things in some boxes of a frame."""
        return self._classifier.read(cut_crops(frame.pixels, boxes)).embeddings

    def weighed(
        self, pixels: np.ndarray | Halvings, found: Sequence[Located]
    ) -> tuple[list[Located], Verdicts]:
        """Of the boxes that may be dice the ones to keep, one a die, and what each of them shows."""
        pixels, boxes = Halvings.of(pixels), [each.box for each in found]
        first = self._classifier.read(cut_crops(pixels, boxes))
        kept = without_doubles(boxes, of_like_size(boxes, _likelihoods(found, first.faces)))
        kept = [index for index in kept if first.kinds[index, NO_DIE] < NO_DIE_FOR_SURE]
        located = [found[index] for index in kept]
        return located, self._looked_again(pixels, [each.box for each in located], first.of(kept))

    def candidates(self, pixels: np.ndarray | Halvings, die_px: float | None = None) -> list[Located]:
        """Boxes that may be dice, doubles among them."""
        return self._locator.find(pixels, die_px)

    def _looked_again(self, pixels: Halvings, boxes: Sequence[tuple], first: Verdicts) -> Verdicts:
        """The verdicts, those that are not sure averaged with ones on more crops of the same dice."""
        unsure = np.flatnonzero(first.faces.max(1, initial=0.0) < SURE)
        if len(unsure) == 0:
            return first
        crops = np.concatenate(
            [_second_look(pixels, [boxes[i] for i in unsure], *look) for look in SECOND_LOOKS]
        )
        more = self._second.read(crops)
        looks = len(SECOND_LOOKS)
        kinds, doubts = first.kinds.copy(), first.doubts.copy()
        kinds[unsure] = (kinds[unsure] + more.kinds.reshape(looks, len(unsure), -1).sum(0)) / (looks + 1)
        doubts[unsure] = (doubts[unsure] + more.doubts.reshape(looks, len(unsure), -1).sum(0)) / (looks + 1)
        return Verdicts(kinds, doubts, first.embeddings)


def _second_look(
    pixels: Halvings, boxes: Sequence[tuple], scale: float, mirrored: bool, turn_deg: float
) -> np.ndarray:
    crops = cut_crops(pixels, [_grown(box, scale) for box in boxes], turn_deg)
    return crops[:, :, ::-1] if mirrored else crops


def _likelihoods(located: Sequence[Located], faces: np.ndarray) -> np.ndarray:
    """How likely each box (N) is a whole die: the locator's chance times that of the likeliest face."""
    return np.array([each.chance for each in located]) * faces.max(1, initial=0.0)


def _grown(box: tuple[float, float, float, float], scale: float) -> tuple[float, float, float, float]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, tall = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return x - wide, y - tall, x + wide, y + tall


def one_thread_for_pictures() -> None:
    """Keep OpenCV to one thread in this process, as the eye's sessions are."""
    cv2.setNumThreads(1)
