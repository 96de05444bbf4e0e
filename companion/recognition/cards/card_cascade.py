"""Indices not read for sure at first sight are read again: larger, smaller, leaning, on their head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.recognition.cards.card_judge import sure_of
from companion.recognition.cards.card_reader import IndexPredictions, cut_indices
from companion.recognition.cards.card_weights import CardThresholds
from companion.recognition.cards.index import Index
from companion.recognition.detect.pyramid import ImagePyramid

MORE_CROPS = ((0.9, 0.0), (1.1, 0.0), (1.0, 0.12), (1.0, -0.12))
"""Those crops: how much taller the index is in them, and a lean in radians; as much as the locator errs."""
SURELY_NONE = 0.95
"""From this chance of being no index on a thing is not looked at again."""

NONE = 0.5
"""From this chance of being no index on it is tried the other way round."""


class Reads(Protocol):
    """What reads crops of indices (``card_reader.CardReader``)."""

    def read(self, crops: np.ndarray) -> IndexPredictions:
        """Predictions on crops uint8 (N, 64, 48, 3) BGR."""
        ...


class ByOdds:
    """A reader to whom letters of other countries are so many times likelier."""

    def __init__(self, reader: Reads, odds: float) -> None:
        self._reader, self._odds = reader, odds

    def read(self, crops: np.ndarray) -> IndexPredictions:
        """Predictions on crops uint8 (N, 64, 48, 3) BGR."""
        return self._reader.read(crops).with_odds(self._odds)


def looked_again(
    reader: Reads,
    pixels: ImagePyramid,
    indices: Sequence[Index],
    first: IndexPredictions,
    trust: CardThresholds,
) -> IndexPredictions:
    """The predictions on N indices, the chances of the unsure ones averaged over more crops of them."""
    unsure = np.flatnonzero(~sure_of(first, trust) & (first.nothing < SURELY_NONE))
    if len(unsure) == 0:
        return first
    again = [indices[number] for number in unsure.tolist()]
    more = reader.read(np.concatenate([cut_indices(pixels, again, *look) for look in MORE_CROPS]))
    return IndexPredictions(
        _averaged(first.ranks, more.ranks, unsure),
        _averaged(first.suits, more.suits, unsure),
        _averaged(first.letters, more.letters, unsure),
    )


def turned_over(
    reader: Reads,
    pixels: ImagePyramid,
    indices: Sequence[Index],
    predictions: IndexPredictions,
    trust: CardThresholds,
) -> tuple[list[Index], IndexPredictions]:
    """N indices and their predictions, those that the locator took upside down set right.

    The reader takes an index on its head for none; one that it is sure of the other way round stands so.
    """
    none = np.flatnonzero(predictions.nothing >= NONE)
    kept = list(indices)
    if len(none) == 0:
        return kept, predictions
    over = [indices[number].on_its_head() for number in none.tolist()]
    told = reader.read(cut_indices(pixels, over))
    ranks, suits, letters = (
        each.copy() for each in (predictions.ranks, predictions.suits, predictions.letters)
    )
    for place in np.flatnonzero(sure_of(told, trust)):
        number = int(none[place])
        kept[number] = over[place]
        ranks[number], suits[number] = told.ranks[place], told.suits[place]
        letters[number] = told.letters[place]
    return kept, IndexPredictions(ranks, suits, letters)


def _averaged(first: np.ndarray, more: np.ndarray, unsure: np.ndarray) -> np.ndarray:
    told = first.copy()
    looks = more.reshape(len(MORE_CROPS), len(unsure), -1)
    told[unsure] = (told[unsure] + looks.sum(0)) / (len(MORE_CROPS) + 1)
    return told
