"""The decision about each detection: a face, a doubt, or no die."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Box, Doubt, ReadDie
from companion.recognition.classify.classifier import BACKGROUND, STAR, Predictions
from companion.recognition.config import EyeConfig
from companion.recognition.context.die_size import weighted_median
from companion.recognition.decide.reading_order import reading_order
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import Bounds, areas_of, shared_areas, spans
from companion.recognition.order_statistics import median_of


def decide(
    detections: Sequence[Detection],
    predictions: Predictions,
    size: tuple[int, int],
    config: EyeConfig,
    mark_logits: np.ndarray | None = None,
) -> tuple[ReadDie, ...]:
    """The dice of a frame of that width and height, in reading order.

    ``mark_logits`` (N,): of a mark that no ordinary die has, where it was looked for.
    """
    faces = predictions.faces
    marks = np.full(len(detections), -np.inf) if mark_logits is None else mark_logits
    rows = zip(
        detections,
        faces.argmax(1).tolist(),
        faces.max(1, initial=0.0).tolist(),
        predictions.class_probabilities.tolist(),
        predictions.doubts.tolist(),
        marks.tolist(),
        strict=True,
    )
    dice = [
        _decided(detection, likeliest, confidence, class_probabilities, doubts, mark, size, config)
        for detection, likeliest, confidence, class_probabilities, doubts, mark in rows
    ]
    known = [die for die in dice if die is not None]
    return in_reading_order(doubt_shared_places(doubt_odd_sizes(known, config), config))


def _decided(
    detection: Detection,
    likeliest: int,
    confidence: float,
    class_probabilities: Sequence[float],
    doubts: Sequence[float],
    mark: float,
    size: tuple[int, int],
    config: EyeConfig,
) -> ReadDie | None:
    """One die: a face where no doubt holds, else the doubts; ``None`` for no die.

    ``likeliest`` is the column of the likeliest face, ``confidence`` its probability, ``mark`` the logit of a
    mark that no ordinary die has. A plain mark on a plain detection is asked about, whatever the background.
    """
    background = class_probabilities[BACKGROUND]
    plainly = mark >= config.plain_mark and detection.score >= config.marked_score
    if background >= min(config.no_die, confidence) and not plainly:
        return None
    face, confidence, box = likeliest + 1, min(confidence, 1.0), whole_pixels(detection.box, size)
    reasons = _doubts(detection.box, confidence, doubts, size, config)
    if mark >= (config.unknown_mark if face == 1 else config.plain_mark) and reasons in ((), (Doubt.UNREAD,)):
        reasons = (Doubt.UNKNOWN_MARK,)
    if not reasons:
        star = _is_star(class_probabilities, config.star_sure) if face == 1 else False
        return ReadDie(box, face, star, confidence)
    asked = plainly or detection.score * (1 - background) >= config.least_asked
    chances = _chances(class_probabilities) if confidence < config.face else ()
    return ReadDie(box, None, None, confidence, reasons, chances) if asked else None


def _chances(class_probabilities: Sequence[float]) -> tuple[float, ...]:
    """The probabilities of the faces 1-6; a star is a face 1."""
    return (class_probabilities[0] + class_probabilities[STAR], *class_probabilities[1:STAR])


def _doubts(
    box: Bounds, confidence: float, doubts: Sequence[float], size: tuple[int, int], config: EyeConfig
) -> tuple[Doubt, ...]:
    """Why the players are asked about a die; nothing where it is read."""
    cocked, stacked, hidden = doubts
    found = [
        (Doubt.COCKED, cocked >= config.cocked),
        (Doubt.STACKED, stacked >= config.stacked),
        (Doubt.CUT_OFF, _is_cut_off(box, size, config.edge_share)),
    ]
    reasons = tuple(doubt for doubt, holds in found if holds)
    unread = confidence < config.face or hidden >= config.hidden
    return reasons or ((Doubt.UNREAD,) if unread else ())


def _is_star(class_probabilities: Sequence[float], sure: float) -> bool | None:
    """Whether a face 1 is a star; ``None`` where a star and a pip cannot be told apart."""
    star = class_probabilities[STAR] / (class_probabilities[0] + class_probabilities[STAR])
    return None if max(star, 1 - star) < sure else star > 0.5


def whole_pixels(box: Bounds, size: tuple[int, int]) -> Box:
    """A box in whole pixels of a frame of that width and height."""
    left, top = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
    return left, top, min(size[0], math.ceil(box[2])), min(size[1], math.ceil(box[3]))


def _is_cut_off(box: Bounds, size: tuple[int, int], share: float) -> bool:
    near = max(1.0, share * max(box[2] - box[0], box[3] - box[1]))
    return box[0] < near or box[1] < near or box[2] > size[0] - near or box[3] > size[1] - near


def doubt_odd_sizes(dice: Sequence[ReadDie], config: EyeConfig) -> list[ReadDie]:
    """The dice; of another size than the median, a read face becomes a doubt, and a doubt is dropped.

    Dice of one table have nearly the same size. A thing far smaller or larger is a key, a printed star or a
    pip. Each die weighs as much as its confidence. Where enough faces are read, they alone give the median:
    forty squares of a cloth, each hardly likely, would outvote the dice on it.
    """
    if len(dice) < 2:
        return list(dice)
    sides = np.array([max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in dice], float)
    faced = np.array([die.face is not None for die in dice])
    middle = weighted_median(sides, np.array([die.confidence for die in dice]), config, faced)
    ratios = np.maximum(sides / middle, middle / sides)
    kept = []
    for die, ratio in zip(dice, ratios, strict=True):
        if ratio <= config.odd_size:
            kept.append(die)
        elif die.face is not None:
            kept.append(_unread(die))
    return kept


def doubt_shared_places(dice: Sequence[ReadDie], config: EyeConfig) -> list[ReadDie]:
    """The dice, best first; of two that are read at one place the less sure one becomes a doubt."""
    if len(dice) < 2:
        return list(dice)
    best_first = sorted(dice, key=lambda die: -die.confidence)
    boxes = np.array([die.box for die in best_first], float)
    faced = np.array([die.face is not None for die in best_first])
    same = _at_one_place(boxes, config.same_place) | _as_one_die(boxes, faced, config.one_die_length)
    kept, read = [], np.zeros(len(dice), bool)
    for index, die in enumerate(best_first):
        if die.face is not None and (same[index] & read).any():
            die = _unread(die)
        read[index] = die.face is not None
        kept.append(die)
    return kept


def _unread(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(Doubt.UNREAD,))


def _at_one_place(boxes: np.ndarray, share: float) -> np.ndarray:
    """Which two of N boxes (N, 4) cannot both hold a die, (N, N)."""
    areas = areas_of(boxes)
    together: np.ndarray = shared_areas(boxes) > share * np.minimum(areas[:, None], areas[None])
    return together


def _as_one_die(boxes: np.ndarray, read: np.ndarray, length: float) -> np.ndarray:
    """Which two ``read`` (N,) of N boxes (N, 4) are together as short as one of the others, (N, N)."""
    sides, spanned = (boxes[:, 2:] - boxes[:, :2]).max(1), spans(boxes)
    short = np.triu(spanned <= length * sides.max(), 1) & read[:, None] & read
    for one, other in np.argwhere(short):
        among = read.copy()
        among[[one, other]] = False
        usual = median_of(sides[among]) if among.any() else 0.0
        short[one, other] = spanned[one, other] <= length * usual
    ends: np.ndarray = short | short.T
    return ends


def in_reading_order(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    """Dice row by row from the top, each row from the left."""
    return tuple(dice[index] for index in reading_order([die.box for die in dice]))
