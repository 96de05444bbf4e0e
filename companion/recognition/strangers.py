"""Things that are unlike the dice they lie among: they may be no dice.

A square printed with pips, a berry under two lamps: alone each passes for a die. The lean reader tells
whether it looks solid, and what looks flat is read again. The dice of a table are also as surely found, and
nearly as large: what that tells is weighed together with what the second reader says, by weights that were
fitted to composed tables (models/calibrate_strangers.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.chances import LEAST_CHANCE, chance_of, logit_of
from companion.recognition.classify import NO_DIE, Verdicts
from companion.recognition.few import median_of, quantile_of
from companion.recognition.sight import Located
from companion.recognition.weights import Thresholds

LEAST_SURE = 3
"""With fewer sure dice nobody knows what is usual."""
SOLID = -4.0
"""Up to this logit of its being none, the lean reader's, a die looks solid."""
MAYBE_NONE = -2.0
"""From this logit of the lean reader's on a thing is read again however sure its face is. On the bank
``strangers`` 9 of 100 dice that the classifier is sure of are, and 98 of 100 things that the second reader
then calls none."""
SOLID_SHARE = 0.25
"""Where even the quarter of the sure things that look most solid look flat, the frame is taken to be seen
from straight above in even light, and each of them to be as much less likely none. Chosen so that drawn
tables are told (tests/recognition/test_eye.py); at 0.5 more of their dice are, and half as many more of the
printed dice of the bank ``strangers``, many of whose tables have no others."""
MOST_TOGETHER = 0.5
"""Enough to doubt a face: they are told from 0.8 on."""
SURELY_NONE, MOST_AGAINST_SURE = 0.9, 0.3
"""The second reader's chance of no die counts for no more than the latter where the classifier was sure of a
face, unless it is at least the former. Choices."""

NONE_TOGETHER, NONE_ALONE = 0.85, 0.05
"""What is no die by the former chance, all taken together, is not even asked about if the second reader gives
it the latter: beads and berries smaller than the dice, printed stars larger than they. Choices."""


def unlikeness(located: Sequence[Located], sure: np.ndarray) -> np.ndarray:
    """In what N boxes differ from the middle one of those that are ``sure`` to be dice (N,): (N, 2).

    By how much the locator's logit is smaller; and the square of how many times as long or as short they
    are, as a logarithm. All 0 among fewer than ``LEAST_SURE``.
    """
    if sure.sum() < LEAST_SURE:
        return np.zeros((len(located), 2))
    found = logit_of(np.array([each.chance for each in located]))
    lengths = np.log([each.longer_px for each in located])
    place, length = (median_of(values[sure]) for values in (found, lengths))
    return np.stack([place - found, (lengths - length) ** 2], axis=1)


def strangeness(unlike: np.ndarray, trust: Thresholds) -> np.ndarray:
    """What that says of each (N,), as a part of the logit of its being no die."""
    return unlike @ (trust.by_place, trust.by_size)


def all_flat(no_die: np.ndarray, sure: np.ndarray) -> float:
    """How flat all of a frame looks: by so much the logits of being none are too large; 0 or more.

    ``no_die`` (N,) are the lean reader's logits; those that are ``sure`` (N,) to be dice count.
    """
    if not sure.any():
        return 0.0
    return max(quantile_of(no_die[sure].tolist(), SOLID_SHARE) - SOLID, 0.0)


def suspects(strange: np.ndarray, no_die: np.ndarray, flatness: float, trust: Thresholds) -> np.ndarray:
    """Which of N things are to be read again, however sure their faces are, (N,).

    Those that are strange, and those that the lean reader's logits ``no_die`` (N,) call none.
    """
    return (strange >= trust.strange) | (no_die - flatness >= MAYBE_NONE)


def less_flat(read_again: np.ndarray, verdicts: Verdicts, flatness: float) -> Verdicts:
    """The verdicts; of the boxes read again each is less likely to be no die by what ``all_flat`` tells."""
    kinds = verdicts.kinds[read_again]
    alone = kinds[:, NO_DIE].copy()
    less = chance_of(logit_of(alone) - flatness)
    kinds[:, :NO_DIE] *= ((1 - less) / np.maximum(1 - alone, LEAST_CHANCE))[:, None]
    kinds[:, NO_DIE] = less
    return verdicts.but(read_again, kinds, verdicts.doubts[read_again])


def with_company(
    read_again: np.ndarray, verdicts: Verdicts, strange: np.ndarray, sure: np.ndarray, trust: Thresholds
) -> Verdicts:
    """The verdicts; of the boxes read again no face is likelier than the whole frame lets it be.

    What strangeness (N,) and the second reader tell together makes a thing doubtful; it vanishes from
    ``NONE_TOGETHER`` on. The second reader's own word lets it vanish too; where the classifier was ``sure``
    (N,) that word must be ``SURELY_NONE``.
    """
    kinds = verdicts.kinds[read_again]
    alone = kinds[:, NO_DIE].copy()
    together = chance_of(trust.no_die_first + trust.by_second * logit_of(alone) + strange[read_again])
    doubted = np.minimum(together, MOST_TOGETHER)
    kinds[:, :NO_DIE] *= np.minimum((1 - doubted) / np.maximum(1 - alone, LEAST_CHANCE), 1)[:, None]
    a_die_still = sure[read_again] & (alone < SURELY_NONE)
    kinds[:, NO_DIE] = np.where(a_die_still, np.minimum(alone, MOST_AGAINST_SURE), alone)
    vanishes = (together >= NONE_TOGETHER) & (alone >= NONE_ALONE)
    kinds[vanishes, NO_DIE] = together[vanishes]
    return verdicts.but(read_again, kinds, verdicts.doubts[read_again])
