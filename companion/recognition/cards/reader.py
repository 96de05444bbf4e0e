"""What crops of corner indices show, how the crops lie, and the weights that say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from companion.recognition.cards.index import Index, one_each
from companion.recognition.detect.detector import preprocess
from companion.recognition.detect.pyramid import ImagePyramid, cut_turned
from companion.recognition.networks.inference import onnxruntime
from companion.recognition.networks.weights import load_listed, open_session
from companion.rules import Rank, Suit

RANKS, SUITS = len(Rank), len(Suit)
LETTERS = ("B", "V", "D", "R", "H", "F", "C", "E", "W", "T", "Д", "Kn", "1", "?")
"""Letters of decks of other countries, as the reader tells them; the last is any other."""
SIGNS = (*(rank.value for rank in Rank), *LETTERS)
"""All that can be printed in a corner over the suit."""
NO_LETTER = 0
"""The first column of the letters: it is none of them."""
NO_INDEX, NO_SUIT = RANKS, SUITS
"""The last column of the ranks: no index at all. The last of the suits: it cannot be made out."""
CROP_WIDE, CROP_TALL = 48, 64
INDEX_ROWS = 40
"""Rows of a crop that the index fills, from the top of the rank to the bottom of the suit."""
PRINTED = tuple(sign + suit.value for sign in SIGNS for suit in Suit)
"""What can be printed on a card, in the order of ``cards_of``."""
CODES = PRINTED[: RANKS * SUITS]
"""The 52 cards of an international deck, the first of them."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexPredictions:
    """What the reader makes of N crops: chances, each row summing to 1.

    ``ranks`` (N, 14): ace to king, then no index. ``suits`` (N, 5): spades, hearts, diamonds, clubs, then
    not to be made out. ``letters`` (N, 15): no letter of another country, then ``LETTERS``.
    """

    ranks: np.ndarray
    suits: np.ndarray
    letters: np.ndarray

    @classmethod
    def none(cls) -> IndexPredictions:
        return cls(np.zeros((0, RANKS + 1)), np.zeros((0, SUITS + 1)), no_letters(0))

    def of(self, chosen: Sequence[int]) -> IndexPredictions:
        """The predictions on some of the crops, in that order."""
        numbers = np.asarray(chosen, dtype=np.intp)
        return IndexPredictions(self.ranks[numbers], self.suits[numbers], self.letters[numbers])

    def with_odds(self, odds: float) -> IndexPredictions:
        """The same with the odds of each letter multiplied by this."""
        letters = self.letters * np.where(np.arange(self.letters.shape[1]) == NO_LETTER, 1.0, odds)
        return replace(self, letters=letters / letters.sum(1, keepdims=True))

    @property
    def nothing(self) -> np.ndarray:
        """Chances (N) of no index at all."""
        none: np.ndarray = self.ranks[:, NO_INDEX] * self.letters[:, NO_LETTER]
        return none

    @property
    def signs(self) -> np.ndarray:
        """Chances (N, 28) of ``SIGNS``, then of no index."""
        ranks = self.ranks * self.letters[:, NO_LETTER, None]
        signs: np.ndarray = np.hstack([ranks[:, :RANKS], self.letters[:, NO_LETTER + 1 :], ranks[:, RANKS:]])
        return signs

    @property
    def cards(self) -> np.ndarray:
        """Chances (N, 108) of ``PRINTED``; they sum to less where neither sign nor suit is sure."""
        return cards_of(self.signs[:, : len(SIGNS)], self.suits[:, :SUITS])


def no_letters(count: int) -> np.ndarray:
    """Letters of predictions (N, 15) that tell surely of none."""
    none = np.zeros((count, len(LETTERS) + 1))
    none[:, NO_LETTER] = 1.0
    return none


def cards_of(signs: np.ndarray, suits: np.ndarray) -> np.ndarray:
    """Chances (N, 108) of what is printed on cards from those of signs (N, 27) and suits (N, 4)."""
    cards: np.ndarray = (signs[:, :, None] * suits[:, None, :]).reshape(
        len(signs), signs.shape[1] * suits.shape[1]
    )
    return cards


class CardReader:
    """Reads batches of crops; one ONNX Runtime session, opened for the first."""

    def __init__(self, model: bytes, temperature: float, letters: float = 1.0, threads: int = 1) -> None:
        """``temperature`` divides the logits of ranks and suits, ``letters`` those of letters."""
        self._model, self._threads = model, threads
        self._temperature, self._letters = temperature, letters

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        return open_session(self._model, self._threads)

    def read(self, crops: np.ndarray) -> IndexPredictions:
        """Predictions on crops uint8 (N, 64, 48, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return IndexPredictions.none()
        ranks, suits, _, letters = self._run(crops)
        return IndexPredictions(
            _chances(ranks / self._temperature),
            _chances(suits / self._temperature),
            _chances(letters / self._letters),
        )

    def shifts(self, crops: np.ndarray) -> np.ndarray:
        """How crops uint8 (N, 64, 48, 3) BGR lie to their indices (``straighten``): (N, 4); N may be 0."""
        if len(crops) == 0:
            return np.zeros((0, 4))
        lie: np.ndarray = self._run(crops)[2].astype(np.float64)
        return lie

    def _run(self, crops: np.ndarray) -> list[np.ndarray]:
        answers: list[np.ndarray] = self._session.run(
            None, {self._session.get_inputs()[0].name: preprocess(crops)}
        )
        return answers


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


FARTHEST, LOG_HEIGHT, SINE = 0.45, 0.55, 0.55
"""No index is set right by more: place in shares of its height, logarithm of the height, sine of the turn. As
far off as the crops were that models/cards trained on."""


class Shifts(Protocol):
    """What tells how crops lie (``card_reader.CardReader``)."""

    def shifts(self, crops: np.ndarray) -> np.ndarray:
        """Shifts (N, 4) of crops uint8 (N, 64, 48, 3) BGR, as ``shifted`` takes them."""
        ...


def straightened(reader: Shifts, pixels: ImagePyramid, indices: Sequence[Index]) -> tuple[Index, ...]:
    """The indices as their crops say that they lie, each once, likeliest first."""
    shifts = reader.shifts(cut_indices(pixels, indices))
    moved = [shifted(index, shift) for index, shift in zip(indices, shifts, strict=True)]
    size = pixels.size
    return tuple(
        one_each([each for each in moved if 0 <= each.x < size[0] and 0 <= each.y < size[1]], len(moved))
    )


def shifted(index: Index, shift: np.ndarray) -> Index:
    """The index where a crop of it says it is.

    ``shift`` (4): how far its middle lies right and down in the crop, in shares of the height that was cut;
    the logarithm of its height over that; the sine of the angle by which its up is turned clockwise.
    """
    right, down = np.clip(shift[:2], -FARTHEST, FARTHEST) * index.height_px
    angle = float(np.arcsin(np.clip(shift[3], -SINE, SINE)))
    up_x, up_y = index.up
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    return replace(
        index,
        x=index.x - right * up_y - down * up_x,
        y=index.y + right * up_x - down * up_y,
        height_px=index.height_px * float(np.exp(np.clip(shift[2], -LOG_HEIGHT, LOG_HEIGHT))),
        up=(up_x * cos - up_y * sin, up_x * sin + up_y * cos),
    )


CARD_LISTING = "models/card_weights.json"
"""Names, hashes and thresholds of the card eye's weights; written by models/cards."""
CARD_NETWORKS = ("locator", "reader")


@dataclass(frozen=True, slots=True)
class CardThresholds:
    """Chosen with the weights (models/cards/README.md), so kept with them.

    ``centre``: least chance of a located index. ``rank``, ``suit``: least calibrated confidence of a rank and
    of a suit that are told. ``temperature`` divides the logits of both, ``letters`` those of letters.
    """

    centre: float
    rank: float
    suit: float
    temperature: float
    letters: float = 1.0


@dataclass(frozen=True, slots=True)
class CardWeights:
    """The two networks' bytes, verified, and their thresholds."""

    locator: bytes
    reader: bytes
    thresholds: CardThresholds


def load_card_weights(listing: Path | None = None) -> CardWeights:
    """The shipped weights, or those beside another ``card_weights.json``.

    Raises ``WeightsError`` when a file is missing, unreadable or not the one that was listed.
    """
    networks, thresholds = load_listed(listing or CARD_LISTING, CARD_NETWORKS, CardThresholds)
    return CardWeights(**networks, thresholds=thresholds)
