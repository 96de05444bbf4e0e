"""Indices not read for sure at first sight are read again, a little larger, smaller and leaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.recognition.cards.card_judge import sure_of
from companion.recognition.cards.card_reader import NO_INDEX, IndexVerdicts, cut_indices
from companion.recognition.cards.card_weights import CardThresholds
from companion.recognition.cards.index import Index
from companion.recognition.shrink import Halvings

MORE_CROPS = ((0.9, 0.0), (1.1, 0.0), (1.0, 0.12), (1.0, -0.12))
"""Those crops: how much taller the index is in them, and a lean in radians; as much as the locator errs."""
SURELY_NONE = 0.95
"""From this chance of being no index on a thing is not looked at again."""


class Reads(Protocol):
    """What reads crops of indices (``card_reader.CardReader``)."""

    def read(self, crops: np.ndarray) -> IndexVerdicts:
        """Verdicts on crops uint8 (N, 64, 48, 3) BGR."""
        ...


def looked_again(
    reader: Reads, pixels: Halvings, indices: Sequence[Index], first: IndexVerdicts, trust: CardThresholds
) -> IndexVerdicts:
    """The verdicts on N indices, the chances of the unsure ones averaged over more crops of them."""
    unsure = np.flatnonzero(~sure_of(first, trust) & (first.ranks[:, NO_INDEX] < SURELY_NONE))
    if len(unsure) == 0:
        return first
    again = [indices[number] for number in unsure]
    more = reader.read(np.concatenate([cut_indices(pixels, again, *look) for look in MORE_CROPS]))
    return IndexVerdicts(
        _averaged(first.ranks, more.ranks, unsure), _averaged(first.suits, more.suits, unsure)
    )


def _averaged(first: np.ndarray, more: np.ndarray, unsure: np.ndarray) -> np.ndarray:
    told = first.copy()
    looks = more.reshape(len(MORE_CROPS), len(unsure), -1)
    told[unsure] = (told[unsure] + looks.sum(0)) / (len(MORE_CROPS) + 1)
    return told
