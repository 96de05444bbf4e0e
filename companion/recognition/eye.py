"""The eye: a frame in, the dice it shows out, each with a face or a doubt."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.frame import Frame
from companion.reading import Box, Doubt, PhotoReading, ReadDie
from companion.recognition.classify import NO_DIE, STAR, Classifier, Verdicts
from companion.recognition.crops import cut_crops
from companion.recognition.locate import Located, Locator, without_doubles
from companion.recognition.weights import Thresholds, Weights, load_weights

NO_DIE_FOR_SURE = 0.9
"""From this chance of being no die on a thing is not looked at again."""
SURE = 0.95
"""From this chance of one face on a die is read once; below it, more crops of it are read."""
SECOND_LOOKS = ((1.0, True), (0.9, False), (1.12, True))
"""Those crops: scale of the box, and whether mirrored."""
STAR_SURE = 0.8
"""A face 1 is called a star, or a pip, from this share of its chance on; a choice, not measured."""
LIKE_SIZED = 2.0
"""How many times larger or smaller than the middle one a die of the same table may be: from 35 degrees off
the near dice are about 1.6 times the far ones, and sets of 12 and 16 mm dice are mixed at some tables."""
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
        candidates = self.candidates(frame.pixels, die_px)
        found = time.perf_counter()
        located, verdicts = self.weighed(frame.pixels, candidates)
        size = (frame.width, frame.height)
        read = [judged(each, verdicts.of([i]), size, self.thresholds) for i, each in enumerate(located)]
        dice = in_reading_order(of_one_size([die for die in read if die is not None]))
        ended = time.perf_counter()
        ms = (("total", ended - started), ("locate", found - started), ("classify", ended - found))
        return PhotoReading(
            (frame.width, frame.height), dice, tuple((name, 1000 * took) for name, took in ms)
        )

    def embeddings(self, frame: Frame, boxes: Sequence[Box]) -> np.ndarray:
        """Embeddings (N, E) of the things in some boxes of a frame."""
        return self._classifier.read(cut_crops(frame.pixels, boxes)).embeddings

    def weighed(self, pixels: np.ndarray, found: Sequence[Located]) -> tuple[list[Located], Verdicts]:
        """Of the boxes that may be dice the ones to keep, one a die, and what each of them shows."""
        first = self._classifier.read(cut_crops(pixels, [each.box for each in found]))
        kept = without_doubles(found, _likelihoods(found, first.faces))
        kept = [index for index in kept if first.kinds[index, NO_DIE] < NO_DIE_FOR_SURE]
        located = [found[index] for index in kept]
        return located, self._looked_again(pixels, [each.box for each in located], first.of(kept))

    def candidates(self, pixels: np.ndarray, die_px: float | None = None) -> list[Located]:
        """Boxes that may be dice, doubles among them."""
        return self._locator.find(pixels, die_px)

    def _looked_again(self, pixels: np.ndarray, boxes: Sequence[tuple], first: Verdicts) -> Verdicts:
        """The verdicts, those that are not sure averaged with ones on more crops of the same dice."""
        unsure = np.flatnonzero(first.faces.max(1, initial=0.0) < SURE)
        if len(unsure) == 0:
            return first
        crops = np.concatenate(
            [_second_look(pixels, [boxes[i] for i in unsure], *look) for look in SECOND_LOOKS]
        )
        more = self._classifier.read(crops)
        looks = len(SECOND_LOOKS)
        kinds, doubts = first.kinds.copy(), first.doubts.copy()
        kinds[unsure] = (kinds[unsure] + more.kinds.reshape(looks, len(unsure), -1).sum(0)) / (looks + 1)
        doubts[unsure] = (doubts[unsure] + more.doubts.reshape(looks, len(unsure), -1).sum(0)) / (looks + 1)
        return Verdicts(kinds, doubts, first.embeddings)


def _second_look(pixels: np.ndarray, boxes: Sequence[tuple], scale: float, mirrored: bool) -> np.ndarray:
    crops = cut_crops(pixels, [_grown(box, scale) for box in boxes])
    return crops[:, :, ::-1] if mirrored else crops


def _likelihoods(located: Sequence[Located], faces: np.ndarray) -> list[float]:
    """How likely each box is a whole die: the locator's chance times that of the likeliest face."""
    return [each.chance * float(chances.max()) for each, chances in zip(located, faces, strict=True)]


def _grown(box: tuple[float, float, float, float], scale: float) -> tuple[float, float, float, float]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, tall = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return x - wide, y - tall, x + wide, y + tall


def judged(located: Located, verdict: Verdicts, size: tuple[int, int], trust: Thresholds) -> ReadDie | None:
    """The die as it is told: a face where nothing speaks against it, else doubts; ``None`` for no die."""
    faces, kinds, doubts = verdict.faces[0], verdict.kinds[0], verdict.doubts[0]
    face = int(np.argmax(faces)) + 1
    if kinds[NO_DIE] >= min(trust.no_die, faces[face - 1]):
        return None
    confidence = float(np.clip(faces[face - 1], 0.0, 1.0))
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
    return ReadDie(box, face, _starred(kinds) if face == 1 else False, confidence)


def _starred(kinds: np.ndarray) -> bool | None:
    """Whether a face 1 is a star; ``None`` where it cannot be told from a pip."""
    star = float(kinds[STAR] / (kinds[0] + kinds[STAR]))
    return None if max(star, 1 - star) < STAR_SURE else star > 0.5


def _whole_pixels(box: tuple[float, float, float, float], size: tuple[int, int]) -> Box:
    left, top = max(0, int(np.floor(box[0]))), max(0, int(np.floor(box[1])))
    return left, top, min(size[0], int(np.ceil(box[2]))), min(size[1], int(np.ceil(box[3])))


def _ends_at_border(box: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    near = max(1.0, EDGE_SHARE * max(box[2] - box[0], box[3] - box[1]))
    return box[0] < near or box[1] < near or box[2] > size[0] - near or box[3] > size[1] - near


def of_one_size(dice: Sequence[ReadDie]) -> list[ReadDie]:
    """The dice without doubtful things of quite another size; a face told of such a thing becomes a doubt.

    Dice of one table are nearly of one size: what is far smaller or larger than the middle one, each die
    weighing as much as it is sure, is a key, a printed star, or a pip.
    """
    if len(dice) < 2:
        return list(dice)
    sides = np.array([max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in dice], float)
    order = np.argsort(sides)
    sureness = np.cumsum([dice[index].confidence for index in order])
    middle = sides[order[int(np.searchsorted(sureness, sureness[-1] / 2))]]
    ratios = np.maximum(sides / middle, middle / sides)
    kept = []
    for die, ratio in zip(dice, ratios, strict=True):
        if ratio <= LIKE_SIZED:
            kept.append(die)
        elif die.face is not None:
            kept.append(replace(die, face=None, star=None, doubts=(Doubt.UNREAD,)))
    return kept


def in_reading_order(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    """Dice row by row from the top, each row from the left; a row is as high as the middle die."""
    if not dice:
        return ()
    row_px = max(1.0, float(np.median([die.box[3] - die.box[1] for die in dice])))
    return tuple(sorted(dice, key=lambda die: (int(die.centre[1] / row_px), die.centre[0])))


def one_thread_for_pictures() -> None:
    """Keep OpenCV to one thread in this process, as the eye's sessions are."""
    cv2.setNumThreads(1)
