"""Things that are unlike the dice they lie among: they may be no dice.

A square printed with pips, a berry under two lamps: alone each passes for a die. But the dice of a table are
alike to look at, as surely found, and nearly as large. What that tells is weighed together with what the
second reader says, by weights that were fitted to composed tables (models/calibrate_strangers.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.chances import LEAST_CHANCE, chance_of, logit_of
from companion.recognition.classify import NO_DIE, Verdicts
from companion.recognition.sight import Located
from companion.recognition.weights import Thresholds

LEAST_SURE = 3
"""With fewer sure dice nobody knows what is usual."""
USUAL_LOOK = -4.0
"""The lean reader's logit of a die's being none, as a rule. Where all look flatter, as in even light from
straight above, the middle one of them is what is usual."""
PLAINLY_UNLIKE, ENOUGH = 2.5, 50.0
"""By how much the look must differ where it alone makes a face doubtful, and a strangeness that does so. Of
the bank ``strangers``, which chose the former and ``Thresholds.flat``, 33 of 231 things told as dice are
doubted by it, and 8 of 2,617 dice."""
MOST_TOGETHER = 0.5
"""Enough to doubt a face: they are told from 0.8 on."""
SURELY_NONE, MOST_AGAINST_SURE = 0.9, 0.3
"""The second reader's chance of no die counts for no more than the latter where the classifier was sure of a
face, unless it is at least the former. Choices."""


def unlikeness(located: Sequence[Located], no_die: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """In what N boxes differ from the middle one of those that are ``sure`` to be dice (N,): (N, 3).

    By how much the logit of being no die is larger (``no_die``, the lean reader's), and the locator's
    smaller; and how many times as long or as short, as a logarithm. All 0 among fewer than ``LEAST_SURE``.
    """
    if sure.sum() < LEAST_SURE:
        return np.zeros((len(located), 3))
    found = logit_of(np.array([each.chance for each in located]))
    lengths = np.log([each.longer_px for each in located])
    look, place, length = (float(np.median(values[sure])) for values in (no_die, found, lengths))
    return np.stack([no_die - max(look, USUAL_LOOK), place - found, np.abs(lengths - length)], axis=1)


def strangeness(unlike: np.ndarray, no_die: np.ndarray, trust: Thresholds) -> np.ndarray:
    """What that says of each (N,), as a part of the logit of its being no die.

    What the lean reader calls none (``no_die``, its logits), and looks so unlike the others, is doubted
    whatever the second reader says.
    """
    plainly = (no_die >= trust.flat) & (unlike[:, 0] >= PLAINLY_UNLIKE)
    return unlike @ (trust.by_look, trust.by_place, trust.by_size) + np.where(plainly, ENOUGH, 0.0)


def with_company(
    read_again: np.ndarray, verdicts: Verdicts, strange: np.ndarray, sure: np.ndarray, trust: Thresholds
) -> Verdicts:
    """The verdicts; of the boxes read again no face is likelier than the whole frame lets it be.

    What strangeness (N,) and the second reader tell together makes a thing doubtful, but it does not vanish:
    that only the second reader's own word does, and where the classifier was ``sure`` (N,) that word must be
    ``SURELY_NONE``.
    """
    kinds = verdicts.kinds[read_again]
    alone = kinds[:, NO_DIE].copy()
    logits = trust.no_die_first + trust.by_second * logit_of(alone) + strange[read_again]
    together = np.minimum(chance_of(logits), MOST_TOGETHER)
    kinds[:, :NO_DIE] *= np.minimum((1 - together) / np.maximum(1 - alone, LEAST_CHANCE), 1)[:, None]
    a_die_still = sure[read_again] & (alone < SURELY_NONE)
    kinds[:, NO_DIE] = np.where(a_die_still, np.minimum(alone, MOST_AGAINST_SURE), alone)
    return verdicts.but(read_again, kinds, verdicts.doubts[read_again])
