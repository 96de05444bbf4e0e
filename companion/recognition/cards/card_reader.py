"""What upright crops of corner indices show: a chance for each rank and each suit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.cards.index import Index
from companion.recognition.classify.crops import cut_turned
from companion.recognition.detect.preprocess import preprocess
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.weights import open_session
from companion.rules.cards.deck import Rank, Suit

RANKS, SUITS = len(Rank), len(Suit)
NO_INDEX, NO_SUIT = RANKS, SUITS
"""The last column of the ranks: no index at all. The last of the suits: it cannot be made out."""
CROP_WIDE, CROP_TALL = 48, 64
INDEX_ROWS = 40
"""Rows of a crop that the index fills, from the top of the rank to the bottom of the suit."""
CODES = tuple(rank.value + suit.value for rank in Rank for suit in Suit)
"""The 52 cards, in the order of ``cards_of``."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexPredictions:
    """What the reader makes of N crops: chances, each row summing to 1.

    ``ranks`` (N, 14): ace to king, then no index. ``suits`` (N, 5): spades, hearts, diamonds, clubs, then
    not to be made out.
    """

    ranks: np.ndarray
    suits: np.ndarray

    @classmethod
    def none(cls) -> IndexPredictions:
        """Predictions on no crops."""
        return cls(np.zeros((0, RANKS + 1)), np.zeros((0, SUITS + 1)))

    def of(self, chosen: Sequence[int]) -> IndexPredictions:
        """The predictions on some of the crops, in that order."""
        numbers = np.asarray(chosen, dtype=np.intp)
        return IndexPredictions(self.ranks[numbers], self.suits[numbers])

    @property
    def cards(self) -> np.ndarray:
        """Chances (N, 52) of each card, in the order of ``CODES``; they sum to less where neither is sure."""
        return cards_of(self.ranks[:, :RANKS], self.suits[:, :SUITS])


def cards_of(ranks: np.ndarray, suits: np.ndarray) -> np.ndarray:
    """Chances (N, 52) of cards from those of ranks (N, 13) and suits (N, 4)."""
    cards: np.ndarray = (ranks[:, :, None] * suits[:, None, :]).reshape(len(ranks), RANKS * SUITS)
    return cards


class CardReader:
    """Reads batches of crops; one ONNX Runtime session."""

    def __init__(self, model: bytes, temperature: float, threads: int = 1) -> None:
        self._session = open_session(model, threads)
        self._name = self._session.get_inputs()[0].name
        self._temperature = temperature

    def read(self, crops: np.ndarray) -> IndexPredictions:
        """Predictions on crops uint8 (N, 64, 48, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return IndexPredictions.none()
        ranks, suits = self._session.run(None, {self._name: preprocess(crops)})[:2]
        return IndexPredictions(_chances(ranks / self._temperature), _chances(suits / self._temperature))

    def shifts(self, crops: np.ndarray) -> np.ndarray:
        """How crops uint8 (N, 64, 48, 3) BGR lie to their indices (``straighten``): (N, 4); N may be 0."""
        if len(crops) == 0:
            return np.zeros((0, 4))
        lie: np.ndarray = self._session.run(None, {self._name: preprocess(crops)})[2].astype(np.float64)
        return lie


def _chances(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits.astype(np.float64) - logits.max(1, keepdims=True))
    chances: np.ndarray = raised / raised.sum(1, keepdims=True)
    return chances


def cut_indices(
    frame: np.ndarray | ImagePyramid, indices: Sequence[Index], zoom: float = 1.0, turn: float = 0.0
) -> np.ndarray:
    """The indices turned upright: uint8 (N, 64, 48, 3), BGR, in their order; (0, 64, 48, 3) for none.

    ``zoom`` makes them that many times as tall as the reader is used to, ``turn`` leans the cut clockwise by
    so many radians.
    """
    pyramid = ImagePyramid.of(frame)
    crops = np.empty((len(indices), CROP_TALL, CROP_WIDE, 3), np.uint8)
    for number, index in enumerate(indices):
        step = max(index.height_px, 1.0) / (INDEX_ROWS * zoom)
        crops[number] = cut_turned(
            pyramid, (index.x, index.y), step, (CROP_WIDE, CROP_TALL), index.turn + turn
        )
    return crops
