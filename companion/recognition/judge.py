"""What is told of each located thing: a face, a doubt, or that it is no die."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Box, Doubt, ReadDie
from companion.recognition.classify import NO_DIE, STAR, Verdicts
from companion.recognition.doubles import areas_of, middle_of, shared_areas, spans
from companion.recognition.few import median_of
from companion.recognition.order import reading_order
from companion.recognition.sight import Located
from companion.recognition.weights import Thresholds

STAR_SURE = 0.9
"""A face 1 is called a star, or a pip, from this share of its chance on. Of 549 ones and stars (byler's,
held out, and those of the composed bank ``held``) 17 were called the other at 0.8, nine at 0.9."""
ONE_PLACE = 0.5
"""Two dice whose boxes share so much of the smaller one do not both lie there. Boxes of dice that touch,
turned by 45 degrees, share a quarter."""
ONE_DIE_LONG = 1.25
"""Two boxes that together are no longer than so many times the middle one of the other dice hold one die, its
top and a side, or two in a pile. Of the traced tables' dice and byler's and matteo's no two sound ones told
right are so short (the shortest 1.26), but all three side faces told beside their tops are: matteo's, which
were seen first."""
LIKE_SIZED = 2.0
"""How many times larger or smaller than the middle one a die of the same table may be: from 35 degrees off
the near dice are about 1.6 times the far ones, and sets of 12 and 16 mm dice are mixed at some tables."""
LEAST_ASKED = 0.3
"""A thing is asked about from this chance of being a die on: the locator's, times that of what it shows.
Below it lie printed squares, veins of marble, keys at the border. Of the composed banks ``held`` and
``valid``, which chose it, 23 of 30 questions about nothing go, 9 of 279 about sound dice and 4 of 135 about
others. What is told for sure is told."""
EDGE_SHARE = 0.02
"""A box that ends nearer to the frame's border than this share of its side is taken as cut off."""


def told_dice(
    located: Sequence[Located], verdicts: Verdicts, size: tuple[int, int], trust: Thresholds
) -> tuple[ReadDie, ...]:
    """The dice of a frame of that width and height as they are told, in reading order."""
    faces = verdicts.faces
    rows = zip(
        located,
        faces.argmax(1).tolist(),
        faces.max(1, initial=0.0).tolist(),
        verdicts.kinds.tolist(),
        verdicts.doubts.tolist(),
        strict=True,
    )
    told = [_judged(each, *row, size, trust) for each, *row in rows]
    return in_reading_order(of_own_places(of_one_size([die for die in told if die is not None])))


def _judged(
    located: Located,
    likeliest: int,
    chance: float,
    kinds: Sequence[float],
    doubts: Sequence[float],
    size: tuple[int, int],
    trust: Thresholds,
) -> ReadDie | None:
    """The die as it is told: a face where nothing speaks against it, else doubts; ``None`` for no die.

    ``likeliest`` is the column of its likeliest face, ``chance`` the chance of that.
    """
    if kinds[NO_DIE] >= min(trust.no_die, chance):
        return None
    face, confidence = likeliest + 1, min(chance, 1.0)
    box = whole_pixels(located.box, size)
    told = [
        (Doubt.COCKED, doubts[0] >= trust.cocked),
        (Doubt.STACKED, doubts[1] >= trust.stacked),
        (Doubt.CUT_OFF, _ends_at_border(located.box, size)),
    ]
    reasons = tuple(doubt for doubt, holds in told if holds)
    if not reasons and (confidence < trust.face or doubts[2] >= trust.hidden):
        reasons = (Doubt.UNREAD,)
    if reasons:
        likely = located.chance * (1 - kinds[NO_DIE]) >= LEAST_ASKED
        return ReadDie(box, None, None, confidence, reasons) if likely else None
    return ReadDie(box, face, _starred(kinds) if face == 1 else False, confidence)


def _starred(kinds: Sequence[float]) -> bool | None:
    """Whether a face 1 is a star; ``None`` where it cannot be told from a pip."""
    star = kinds[STAR] / (kinds[0] + kinds[STAR])
    return None if max(star, 1 - star) < STAR_SURE else star > 0.5


def whole_pixels(box: tuple[float, float, float, float], size: tuple[int, int]) -> Box:
    """A box in whole pixels of a frame of that width and height, as it is told."""
    left, top = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
    return left, top, min(size[0], math.ceil(box[2])), min(size[1], math.ceil(box[3]))


def _ends_at_border(box: tuple[float, float, float, float], size: tuple[int, int]) -> bool:
    near = max(1.0, EDGE_SHARE * max(box[2] - box[0], box[3] - box[1]))
    return box[0] < near or box[1] < near or box[2] > size[0] - near or box[3] > size[1] - near


def of_one_size(dice: Sequence[ReadDie]) -> list[ReadDie]:
    """The dice without doubtful things of quite another size; a face told of such a thing becomes a doubt.

    Dice of one table are nearly of one size: what is far smaller or larger than the middle one, each die
    weighing as much as it is sure, is a key, a printed star, or a pip. Where enough faces are told, those
    alone say what is usual: forty squares of a cloth, each hardly likely, would outvote the dice on it.
    """
    if len(dice) < 2:
        return list(dice)
    sides = np.array([max(die.box[2] - die.box[0], die.box[3] - die.box[1]) for die in dice], float)
    faced = np.array([die.face is not None for die in dice])
    middle = middle_of(sides, np.array([die.confidence for die in dice]), faced)
    ratios = np.maximum(sides / middle, middle / sides)
    kept = []
    for die, ratio in zip(dice, ratios, strict=True):
        if ratio <= LIKE_SIZED:
            kept.append(die)
        elif die.face is not None:
            kept.append(replace(die, face=None, star=None, doubts=(Doubt.UNREAD,)))
    return kept


def of_own_places(dice: Sequence[ReadDie]) -> list[ReadDie]:
    """The dice; of two that are told at one place the less sure one becomes a doubt."""
    if len(dice) < 2:
        return list(dice)
    by_sureness = sorted(dice, key=lambda die: -die.confidence)
    boxes = np.array([die.box for die in by_sureness], float)
    faced = np.array([die.face is not None for die in by_sureness])
    at_one_place = _at_one_place(boxes) | _as_one_die(boxes, faced)
    kept, told = [], np.zeros(len(dice), bool)
    for index, die in enumerate(by_sureness):
        if die.face is not None and (at_one_place[index] & told).any():
            die = replace(die, face=None, star=None, doubts=(Doubt.UNREAD,))
        told[index] = die.face is not None
        kept.append(die)
    return kept


def _at_one_place(boxes: np.ndarray) -> np.ndarray:
    """Which two of N boxes (N, 4) cannot both hold a die, (N, N)."""
    areas = areas_of(boxes)
    return shared_areas(boxes) > ONE_PLACE * np.minimum(areas[:, None], areas[None])


def _as_one_die(boxes: np.ndarray, told: np.ndarray) -> np.ndarray:
    """Which two of N boxes (N, 4), told as dice (N,), are together as short as one of the others, (N, N)."""
    sides, spanned = (boxes[:, 2:] - boxes[:, :2]).max(1), spans(boxes)
    short = np.triu(spanned <= ONE_DIE_LONG * sides.max(), 1) & told[:, None] & told
    for one, other in np.argwhere(short):
        among = told.copy()
        among[[one, other]] = False
        usual = median_of(sides[among]) if among.any() else 0.0
        short[one, other] = spanned[one, other] <= ONE_DIE_LONG * usual
    return short | short.T


def in_reading_order(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    """Dice row by row from the top, each row from the left."""
    return tuple(dice[index] for index in reading_order([die.box for die in dice]))
