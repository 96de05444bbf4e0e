"""Decides each detection: a face, a doubt, or no die."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from companion.core.reading import Box, Doubt, ReadDie
from companion.recognition.classify.classifier import BACKGROUND, MARK, STAR, Predictions
from companion.recognition.context.die_size import size_likelihood, usual_size
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.nms import Bounds, areas_of, shared_areas
from companion.recognition.networks.arithmetic import LEAST_PROBABILITY, median_of
from companion.recognition.networks.config import EyeConfig

MOST_SHARED = 0.5
"""Of the smaller box. Dice beside one another share less: at most 0.47 of 7,000 pictured and drawn ones; a
die whose upper face lies under another shares more."""
OVERLAP, ALONG, ONE_DIE, SHORT, NEAREST = 0.2, 0.9, 0.6, 0.9, 2
"""A box shows a side of the die whose upper face another one shows if they share more than ``OVERLAP`` of the
smaller one, the way to the other leads where dice look to (cosine ``ALONG``), their middles are nearer than
``ONE_DIE`` of the mean length of the ``NEAREST`` dice beside them, and both are shorter than ``SHORT`` of it:
far dice are shorter than near ones. Of 3,890 pairs of neighbours told on drawn tables and photographs 13 that
are one die are noticed without ``ALONG``, and 7 that are two. With it 4 more of 17,371 dice are right.
[choice]"""


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """Row by row from the top, each from the left.

    A row has the median box's height.
    """
    if not boxes:
        return []
    row_px = max(1.0, median(bottom - top for _, top, _, bottom in boxes))
    keys = [(int((top + bottom) / 2 / row_px), (left + right) / 2) for left, top, right, bottom in boxes]
    return sorted(range(len(boxes)), key=keys.__getitem__)


@dataclass(frozen=True, slots=True)
class Decided:
    """A frame's dice in reading order. ``dropped``: things that may be dice."""

    dice: tuple[ReadDie, ...]
    dropped: tuple[ReadDie, ...] = ()


def decide(
    detections: Sequence[Detection], predictions: Predictions, size: tuple[int, int], config: EyeConfig
) -> Decided:
    sure = (predictions.confidence >= config.face) & (predictions.objectness >= config.die)
    usual = _usual_px(detections, sure)
    rows = zip(
        detections,
        predictions.faces.tolist(),
        predictions.class_probabilities.tolist(),
        predictions.doubts.tolist(),
        strict=True,
    )
    decided = [_decided(*row, usual, size, config) for row in rows]
    dice = [die for die, kept in decided if kept]
    upwards = predictions.normals.across[sure].sum(0)
    dice = doubt_shared_places(doubt_odd_sizes(dice, config), upwards, config)
    dropped = [die for die, kept in decided if not kept and 1 - die.objectness < config.not_a_die]
    return Decided(in_reading_order(dice), in_reading_order(_elsewhere(dropped, dice, config)))


def _decided(
    detection: Detection,
    faces: Sequence[float],
    class_probabilities: Sequence[float],
    doubts: Sequence[float],
    usual_px: float,
    size: tuple[int, int],
    config: EyeConfig,
) -> tuple[ReadDie, bool]:
    objectness = min(max(1 - class_probabilities[BACKGROUND], LEAST_PROBABILITY), 1.0)
    face = 1 + max(range(len(faces)), key=faces.__getitem__)
    confidence = min(faces[face - 1] / max(objectness, LEAST_PROBABILITY), 1.0)
    star = _is_star(class_probabilities, config.die) if face == 1 else False
    read = ReadDie(whole_pixels(detection.box, size), face, star, confidence, objectness=objectness)
    reasons = _doubts(detection.box, confidence, doubts, usual_px, size, config)
    if reasons == (Doubt.UNREAD,) and _is_marked(class_probabilities):
        reasons = (Doubt.UNKNOWN_MARK,)
    least = config.face if reasons == (Doubt.UNKNOWN_MARK,) else config.maybe
    kept = objectness >= least and detection.score * objectness >= config.centre
    if not reasons and objectness >= config.die:
        return read, True
    maybe = not kept or (objectness < config.die and reasons in ((), (Doubt.UNREAD,)))
    if_die = face if maybe and not reasons else None
    doubted = replace(
        read,
        face=None,
        star=None if if_die is None else star,
        doubts=(Doubt.MAYBE_NO_DIE,) if maybe else reasons,
        chances=tuple(faces) if confidence < config.face or maybe else (),
        if_die=if_die,
    )
    return doubted, kept


def _doubts(
    box: Bounds,
    confidence: float,
    doubts: Sequence[float],
    usual_px: float,
    size: tuple[int, int],
    config: EyeConfig,
) -> tuple[Doubt, ...]:
    _, stacked, hidden = doubts
    found = [
        (Doubt.STACKED, stacked >= config.stacked),
        (Doubt.CUT_OFF, _is_cut_off(box, size, usual_px, config)),
    ]
    reasons = tuple(doubt for doubt, holds in found if holds)
    unread = confidence < config.face or hidden >= config.hidden
    return reasons or ((Doubt.UNREAD,) if unread else ())


def _is_marked(class_probabilities: Sequence[float]) -> bool:
    """Whether another mark or a star is likelier than pips."""
    return class_probabilities[MARK] + class_probabilities[STAR] >= sum(class_probabilities[:STAR])


def _is_star(class_probabilities: Sequence[float], sure: float) -> bool | None:
    one = class_probabilities[0] + class_probabilities[STAR]
    star = class_probabilities[STAR] / max(one, LEAST_PROBABILITY)
    return None if max(star, 1 - star) < sure else star > 0.5


def whole_pixels(box: Bounds, size: tuple[int, int]) -> Box:
    left, top = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
    return left, top, min(size[0], math.ceil(box[2])), min(size[1], math.ceil(box[3]))


def _is_cut_off(box: Bounds, size: tuple[int, int], usual_px: float, config: EyeConfig) -> bool:
    """The box touches the border and is shorter than a whole die's."""
    wide, high = box[2] - box[0], box[3] - box[1]
    near = max(1.0, config.edge_share * max(wide, high))
    whole = max(wide, high, usual_px) / config.longest_die
    beside = box[0] < near or box[2] > size[0] - near
    below = box[1] < near or box[3] > size[1] - near
    return (beside and wide < whole) or (below and high < whole)


def _usual_px(detections: Sequence[Detection], sure: np.ndarray) -> float:
    """Median length of ``sure`` (N,) dice; 0 for none."""
    lengths = [detections[index].longer_px for index in np.flatnonzero(sure).tolist()]
    return median_of(np.array(lengths)) if lengths else 0.0


def doubt_odd_sizes(dice: Sequence[ReadDie], config: EyeConfig) -> list[ReadDie]:
    """A read face of an odd size becomes a doubt, and a doubt of an odd size is dropped.

    A thing far smaller or larger than the dice is a key, a printed star or a pip: its size alone makes it as
    surely no die as what is dropped unread.
    """
    if len(dice) < 2:
        return list(dice)
    sides = np.array([max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in dice], float)
    middle = usual_size(sides, np.array([die.probability for die in dice]), config)
    kept = []
    for die, likely in zip(dice, size_likelihood(sides, middle, config), strict=True):
        if 1 - likely < config.not_a_die:
            kept.append(die)
        elif die.face is not None:
            kept.append(_unread(die))
    return kept


def doubt_shared_places(dice: Sequence[ReadDie], upwards: np.ndarray, config: EyeConfig) -> list[ReadDie]:
    """The dice, best first; of two at one place the less sure one may be no die, of two faces of one die the
    lower one, with its face. ``upwards`` (2,): where dice look to in the picture.
    """
    if len(dice) < 2:
        return list(dice)
    best_first = sorted(dice, key=lambda die: -die.probability)
    boxes = np.array([die.box for die in best_first], float)
    read = np.array([die.face is not None for die in best_first])
    same, sides = np.tril(_at_one_place(boxes, MOST_SHARED), -1), _sides_of_others(boxes, read, upwards)
    kept = []
    for index, die in enumerate(best_first):
        is_same, is_side = ((places[index] & read).any() for places in (same, sides))
        if read[index] and (is_same or is_side):
            maybe = replace(die, face=None, doubts=(Doubt.MAYBE_NO_DIE,), if_die=die.face)
            die = replace(maybe, star=None, if_die=None) if is_same else maybe
            read[index] = False
        kept.append(die)
    return kept


def _unread(die: ReadDie) -> ReadDie:
    doubts = die.doubts if die.face is None else (Doubt.UNREAD,)
    return replace(die, face=None, star=None, doubts=doubts, if_die=None)


def _elsewhere(dropped: Sequence[ReadDie], dice: Sequence[ReadDie], config: EyeConfig) -> list[ReadDie]:
    like_dice = set(doubt_odd_sizes([*dice, *dropped], config))
    dropped = [die for die in dropped if die in like_dice]
    if not dropped or not dice:
        return dropped
    boxes = np.array([die.box for die in (*dropped, *dice)], float)
    same = _at_one_place(boxes, config.covered)[: len(dropped), len(dropped) :]
    return [die for die, on_dice in zip(dropped, same, strict=True) if not on_dice.any()]


def _at_one_place(boxes: np.ndarray, share: float) -> np.ndarray:
    """Which boxes (N, 4) cannot both hold a die, (N, N)."""
    areas = areas_of(boxes)
    together: np.ndarray = shared_areas(boxes) > share * np.minimum(areas[:, None], areas[None])
    return together


def _sides_of_others(boxes: np.ndarray, read: np.ndarray, upwards: np.ndarray) -> np.ndarray:
    """Which ``read`` (N,) box (N, 4) shows a side of the die whose upper face another one shows, (N, N)."""
    lengths, middles = (boxes[:, 2:] - boxes[:, :2]).max(1), (boxes[:, :2] + boxes[:, 2:]) / 2
    apart, heights = np.linalg.norm(middles[:, None] - middles, axis=2), middles @ upwards
    below = heights - heights[:, None] > ALONG * apart * np.hypot(*upwards)
    sides: np.ndarray = read[:, None] & read & below & _at_one_place(boxes, OVERLAP)
    for side, top in np.argwhere(sides):
        nearest = [each for each in apart[side].argsort() if read[each] and each not in (side, top)][:NEAREST]
        usual = lengths[nearest].mean() if nearest else 0.0
        longer = max(lengths[side], lengths[top])
        sides[side, top] = apart[side, top] <= ONE_DIE * usual and longer <= SHORT * usual
    return sides


def in_reading_order(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    return tuple(dice[index] for index in reading_order([die.box for die in dice]))
