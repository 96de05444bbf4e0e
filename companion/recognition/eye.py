"""The eye: a frame in, the dice it shows out, each with a face or a doubt."""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from companion.frame import Frame
from companion.reading import Box, Doubt, PhotoReading, ReadDie
from companion.recognition.classify import FACES, NO_DIE, STAR, Classifier, Verdicts
from companion.recognition.crops import cut_crops
from companion.recognition.locate import Located, Locator
from companion.recognition.weights import Thresholds, Weights, load_weights

SURE = 0.985
"""From this chance of one face on a die is read once; below it, it is looked at from more crops."""
SECOND_LOOKS = (0.88, 1.13)
"""Scales of the box for those crops; each is read mirrored as well."""
EDGE_SHARE = 0.02
"""A box that ends nearer to the frame's border than this share of its side is taken as cut off."""


class Eye:
    """Reads frames; holds the two networks and nothing else, so one eye serves any table."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_weights()
        self.thresholds = weights.thresholds
        self._locator = Locator(weights.locator, self.thresholds.centre, threads)
        self._classifier = Classifier(weights.classifier, self.thresholds.temperature, threads)

    def read(self, frame: Frame, die_px: float | None = None) -> PhotoReading:
        """All dice of the frame in reading order; ``die_px`` is a die's side in pixels where it is known."""
        started = time.perf_counter()
        located = self._locator.find(frame.pixels, die_px)
        found = time.perf_counter()
        verdicts = self._verdicts(frame.pixels, [each.box for each in located])
        read = [
            judged(each, kinds, doubts, (frame.width, frame.height), self.thresholds)
            for each, kinds, doubts in zip(located, verdicts.kinds, verdicts.doubts, strict=True)
        ]
        dice = in_reading_order([die for die in read if die is not None])
        ended = time.perf_counter()
        ms = (("total", ended - started), ("locate", found - started), ("classify", ended - found))
        return PhotoReading(
            (frame.width, frame.height), dice, tuple((name, 1000 * took) for name, took in ms)
        )

    def embeddings(self, frame: Frame, boxes: Sequence[Box]) -> np.ndarray:
        """Embeddings (N, E) of the things in some boxes of a frame."""
        return self._classifier.read(cut_crops(frame.pixels, boxes)).embeddings

    def _verdicts(self, pixels: np.ndarray, boxes: Sequence[tuple[float, float, float, float]]) -> Verdicts:
        """One batch for all dice, then a second one with more crops of those that are not sure."""
        first = self._classifier.read(cut_crops(pixels, boxes))
        unsure = np.flatnonzero(first.kinds.max(1, initial=0.0) < SURE)
        if len(unsure) == 0:
            return first
        again = [_grown(boxes[index], scale) for scale in SECOND_LOOKS for index in unsure]
        crops = cut_crops(pixels, again)
        plain = cut_crops(pixels, [boxes[index] for index in unsure])
        mirrored = np.concatenate([plain, crops])[:, :, ::-1]
        more = self._classifier.read(np.concatenate([crops, mirrored]))
        looks = 2 * len(SECOND_LOOKS) + 1
        kinds, doubts = first.kinds.copy(), first.doubts.copy()
        kinds[unsure] = (kinds[unsure] + more.kinds.reshape(looks, len(unsure), -1).sum(0)) / (looks + 1)
        doubts[unsure] = (doubts[unsure] + more.doubts.reshape(looks, len(unsure), -1).sum(0)) / (looks + 1)
        return Verdicts(kinds, doubts, first.embeddings)


def _grown(box: tuple[float, float, float, float], scale: float) -> tuple[float, float, float, float]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, tall = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return x - wide, y - tall, x + wide, y + tall


def judged(
    located: Located, kinds: np.ndarray, doubts: np.ndarray, size: tuple[int, int], trust: Thresholds
) -> ReadDie | None:
    """The die as it is told: a face where nothing speaks against it, else doubts; ``None`` for no die."""
    if kinds[NO_DIE] >= trust.no_die:
        return None
    kind = int(np.argmax(kinds[:FACES]))
    confidence = float(np.clip(kinds[kind], 0.0, 1.0))
    box = _whole_pixels(located.box, size)
    told = [
        (Doubt.COCKED, doubts[0] >= trust.cocked),
        (Doubt.STACKED, doubts[1] >= trust.stacked),
        (Doubt.CUT_OFF, _ends_at_border(located.box, size)),
    ]
    reasons = tuple(doubt for doubt, holds in told if holds)
    if not reasons and (confidence < trust.face or doubts[2] >= trust.hidden):
        reasons = (Doubt.UNREAD,)
    if reasons:
        return ReadDie(box, None, None, confidence, reasons)
    return ReadDie(box, 1 if kind == STAR else kind + 1, kind == STAR, confidence)


def _whole_pixels(box: tuple[float, float, float, float], size: tuple[int, int]) -> Box:
    left, top = max(0, int(np.floor(box[0]))), max(0, int(np.floor(box[1])))
    return left, top, min(size[0], int(np.ceil(box[2]))), min(size[1], int(np.ceil(box[3])))


def _ends_at_border(box: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    near = max(1.0, EDGE_SHARE * max(box[2] - box[0], box[3] - box[1]))
    return box[0] < near or box[1] < near or box[2] > size[0] - near or box[3] > size[1] - near


def in_reading_order(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    """Dice row by row from the top, each row from the left; a row is as high as the middle die."""
    if not dice:
        return ()
    row_px = max(1.0, float(np.median([die.box[3] - die.box[1] for die in dice])))
    return tuple(sorted(dice, key=lambda die: (int(die.centre[1] / row_px), die.centre[0])))


def one_thread_for_pictures() -> None:
    """Keep OpenCV to one thread in this process, as the eye's sessions are."""
    cv2.setNumThreads(1)
