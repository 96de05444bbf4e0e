"""Reads crops of corner indices, finds how the crops lie, and loads the weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from companion.recognition.cards.locator import Index, one_each
from companion.recognition.detect.detector import preprocess
from companion.recognition.detect.pyramid import ImagePyramid, cut_turned
from companion.recognition.networks.inference import onnxruntime
from companion.recognition.networks.weights import load_listed, open_session
from companion.rules import Rank, Suit

RANKS, SUITS = len(Rank), len(Suit)
LETTERS = ("B", "V", "D", "R", "H", "F", "C", "E", "W", "T", "Д", "Kn", "1", "?")
"""The reader's letters of other countries' decks; the last is any other."""
SIGNS = (*(rank.value for rank in Rank), *LETTERS)
"""All that a card may have printed over its suit."""
NO_LETTER = 0
"""The first column of the letters: none of them."""
NO_INDEX, NO_SUIT = RANKS, SUITS
"""The last column of the ranks: background. The last of the suits: cannot be made out."""
CROP_WIDE, CROP_TALL = 48, 64
INDEX_ROWS = 40
"""Rows of a crop from the rank's top to the suit's bottom."""
PRINTED = tuple(sign + suit.value for sign in SIGNS for suit in Suit)
"""All possible prints, in the order of ``cards_of``."""
CODES = PRINTED[: RANKS * SUITS]
"""The 52 cards of an international deck, the first of these."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexPredictions:
    """Probabilities for N crops; each row sums to 1.

    ``ranks`` (N, 14): ace to king, then background. ``suits`` (N, 5): spades, hearts, diamonds, clubs, then
    "cannot be made out". ``letters`` (N, 15): none, then ``LETTERS``.
    """

    ranks: np.ndarray
    suits: np.ndarray
    letters: np.ndarray

    @classmethod
    def none(cls) -> IndexPredictions:
        return cls(np.zeros((0, RANKS + 1)), np.zeros((0, SUITS + 1)), no_letters(0))

    def of(self, chosen: Sequence[int]) -> IndexPredictions:
        numbers = np.asarray(chosen, dtype=np.intp)
        return IndexPredictions(self.ranks[numbers], self.suits[numbers], self.letters[numbers])

    def with_odds(self, odds: float) -> IndexPredictions:
        letters = self.letters * np.where(np.arange(self.letters.shape[1]) == NO_LETTER, 1.0, odds)
        return replace(self, letters=letters / letters.sum(1, keepdims=True))

    @property
    def nothing(self) -> np.ndarray:
        """Background probability (N)."""
        none: np.ndarray = self.ranks[:, NO_INDEX] * self.letters[:, NO_LETTER]
        return none

    @property
    def signs(self) -> np.ndarray:
        """Probabilities (N, 28): ``SIGNS``, then background."""
        ranks = self.ranks * self.letters[:, NO_LETTER, None]
        signs: np.ndarray = np.hstack([ranks[:, :RANKS], self.letters[:, NO_LETTER + 1 :], ranks[:, RANKS:]])
        return signs

    @property
    def cards(self) -> np.ndarray:
        """Probabilities (N, 108) of ``PRINTED``; the sum is below 1 if sign or suit is unsure."""
        return cards_of(self.signs[:, : len(SIGNS)], self.suits[:, :SUITS])


def no_letters(count: int) -> np.ndarray:
    """Predictions (N, 15) that are sure of no letter."""
    none = np.zeros((count, len(LETTERS) + 1))
    none[:, NO_LETTER] = 1.0
    return none


def cards_of(signs: np.ndarray, suits: np.ndarray) -> np.ndarray:
    """Probabilities (N, 108) from signs (N, 27) and suits (N, 4)."""
    cards: np.ndarray = (signs[:, :, None] * suits[:, None, :]).reshape(
        len(signs), signs.shape[1] * suits.shape[1]
    )
    return cards


class CardReader:
    """Opens its session at the first crop."""

    def __init__(self, model: bytes, temperature: float, letters: float = 1.0, threads: int = 1) -> None:
        """``temperature`` divides the logits of ranks and suits, ``letters`` those of letters."""
        self._model, self._threads = model, threads
        self._temperature, self._letters = temperature, letters

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        return open_session(self._model, self._threads)

    def read(self, crops: np.ndarray) -> IndexPredictions:
        """Crops: uint8 (N, 64, 48, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return IndexPredictions.none()
        ranks, suits, _, letters = self._run(crops)
        return IndexPredictions(
            _chances(ranks / self._temperature),
            _chances(suits / self._temperature),
            _chances(letters / self._letters),
        )

    def shifts(self, crops: np.ndarray) -> np.ndarray:
        """Shifts (N, 4) of crops uint8 (N, 64, 48, 3) BGR; N may be 0."""
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
    """Upright, uint8 (N, 64, 48, 3), BGR; N may be 0.

    ``zoom`` scales the index; ``turn``: clockwise, radians.
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
"""Largest corrections: place in heights, logarithm of the height, sine of the rotation; as in the training
of models/cards."""


def straightened(reader: CardReader, pixels: ImagePyramid, indices: Sequence[Index]) -> tuple[Index, ...]:
    """Indices corrected by their crops, each once, likeliest first."""
    shifts = reader.shifts(cut_indices(pixels, indices))
    moved = [shifted(index, shift) for index, shift in zip(indices, shifts, strict=True)]
    size = pixels.size
    return tuple(
        one_each([each for each in moved if 0 <= each.x < size[0] and 0 <= each.y < size[1]], len(moved))
    )


def shifted(index: Index, shift: np.ndarray) -> Index:
    """``shift`` (4): of the middle, right and down in the crop, in heights as cut; the logarithm of the true
    height over that one; the sine of the clockwise rotation.
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

    ``centre``: least score of a detection. ``rank``, ``suit``: least calibrated confidence. ``temperature``
    divides the logits of both, ``letters`` those of letters.
    """

    centre: float
    rank: float
    suit: float
    temperature: float
    letters: float = 1.0


@dataclass(frozen=True, slots=True)
class CardWeights:
    locator: bytes
    reader: bytes
    thresholds: CardThresholds


def load_card_weights(listing: Path | None = None) -> CardWeights:
    """The shipped weights by default. Raises ``WeightsError``."""
    networks, thresholds = load_listed(listing or CARD_LISTING, CARD_NETWORKS, CardThresholds)
    return CardWeights(**networks, thresholds=thresholds)
