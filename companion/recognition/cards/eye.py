"""The card eye: reads face-up cards, and learns the deck's letters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading, Deck, ReadCard
from companion.recognition.cards.judge import Corners, fused, sure_of, told_cards
from companion.recognition.cards.locator import CardLocator, Index
from companion.recognition.cards.reader import (
    CardReader,
    CardThresholds,
    CardWeights,
    IndexPredictions,
    cut_indices,
    load_card_weights,
    straightened,
)
from companion.recognition.detect.pyramid import ImagePyramid

MORE_CROPS = ((0.9, 0.0), (1.1, 0.0), (1.0, 0.12), (1.0, -0.12))
"""Further crops: relative height of the index, and lean in radians; as large as the locator's errors."""
SURELY_NONE = 0.95
"""From this background probability on an index is not read again."""

NONE = 0.5
"""From this background probability on an index is also read upside down."""


class Reads(Protocol):
    def read(self, crops: np.ndarray) -> IndexPredictions:
        """Crops: uint8 (N, 64, 48, 3) BGR."""
        ...


class ByOdds:
    def __init__(self, reader: Reads, odds: float) -> None:
        self._reader, self._odds = reader, odds

    def read(self, crops: np.ndarray) -> IndexPredictions:
        return self._reader.read(crops).with_odds(self._odds)


def looked_again(
    reader: Reads,
    pixels: ImagePyramid,
    indices: Sequence[Index],
    first: IndexPredictions,
    trust: CardThresholds,
) -> IndexPredictions:
    """``first``, with unsure indices averaged over more crops (TTA)."""
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
    """Turns upside-down indices: the reader sees background there, and is sure after a half turn."""
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


def _any_deck() -> Deck:
    return Deck.ANY


class CardEye:
    """Fits ``companion.play.base.ports.CardEye``."""

    def __init__(self, weights: CardWeights | None = None, threads: int = 1) -> None:
        """Raises ``WeightsError``."""
        weights = weights or load_card_weights()
        self.trust = weights.thresholds
        self._locator = CardLocator(weights.locator, self.trust.centre, threads)
        reader = CardReader(weights.reader, self.trust.temperature, self.trust.letters, threads)
        self._reader: Reads = reader
        self._shifts: CardReader | None = reader
        self.deck: Callable[[], Deck] = _any_deck
        """Gives the deck in play."""
        self._letters = DeckLetters()

    def forget(self) -> None:
        self._letters = DeckLetters()

    @classmethod
    def of(cls, locator: CardLocator, reader: Reads, trust: CardThresholds) -> CardEye:
        eye = cls.__new__(cls)
        eye.trust, eye._locator, eye._reader, eye._shifts = trust, locator, reader, None
        eye.deck, eye._letters = _any_deck, DeckLetters()
        return eye

    def read(self, frame: Frame, decks: int = 1) -> CardReading:
        """Cards in reading order; ``decks``: how many are in play."""
        return self.read_cards((frame,), decks)

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        """The last frame's cards after a vote of all.

        Ignores frames of another size than the last. Raises ``ValueError`` for no frames or no decks.
        """
        if not frames:
            raise ValueError("there must be at least one frame to read, got none")
        if decks < 1:
            raise ValueError(f"there must be at least one deck in play, got {decks}")
        began, size = time.perf_counter(), (frames[-1].width, frames[-1].height)
        looks, locating = [], 0.0
        for frame in frames:
            if (frame.width, frame.height) == size:
                look, took = self.corners(frame)
                looks.append(look)
                locating += took
        read = time.perf_counter()
        cards = self._told(fused(looks, self.trust), size, decks)
        ended = time.perf_counter()
        ms = (("total", ended - began), ("locate", locating), ("classify", read - began - locating),
              ("join", ended - read))  # fmt: skip
        return CardReading(size, cards, tuple((name, 1000 * took) for name, took in ms))

    def _told(self, corners: Corners, size: tuple[int, int], decks: int) -> tuple[ReadCard, ...]:
        before = self._letters.decks(self.deck())
        printed = told_cards(corners, size, self.trust, decks)
        self._letters.see(printed)
        known = self._letters.decks(self.deck())
        if odds_of(known) != odds_of(before):
            corners = corners.with_odds(odds_of(known) / odds_of(before))
            printed = told_cards(corners, size, self.trust, decks)
        return with_decks(printed, known)

    def corners(self, frame: Frame) -> tuple[Corners, float]:
        """Every index with its predictions, and the seconds for detection."""
        began = time.perf_counter()
        pyramid = ImagePyramid(frame.pixels)
        indices: Sequence[Index] = self._locator.find(pyramid)
        found = time.perf_counter()
        if self._shifts is not None:
            indices = straightened(self._shifts, pyramid, indices)
        reader = ByOdds(self._reader, odds_of(self._letters.decks(self.deck())))
        first = reader.read(cut_indices(pyramid, indices))
        indices, first = turned_over(reader, pyramid, indices, first, self.trust)
        predictions = looked_again(reader, pyramid, indices, first, self.trust)
        return Corners(tuple(indices), predictions, (False,) * len(indices)), found - began


MOST_LIKELY = 6
"""Most cards offered to a person."""
COURTS = ("J", "Q", "K", "A")
MEANING: Mapping[Deck, Mapping[str, str]] = {
    Deck.INTERNATIONAL: {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    Deck.GERMAN: {"B": "J", "D": "Q", "K": "K", "A": "A"},
    Deck.FRENCH: {"V": "J", "D": "Q", "R": "K", "1": "A", "A": "A"},
    Deck.DUTCH: {"B": "J", "V": "Q", "H": "K", "A": "A"},
    Deck.NORDIC: {"B": "J", "Kn": "J", "D": "Q", "K": "K", "E": "A", "A": "A"},
    Deck.ITALIAN: {"F": "J", "D": "Q", "C": "Q", "R": "K", "A": "A"},
    Deck.POLISH: {"W": "J", "D": "Q", "K": "K", "A": "A"},
    Deck.RUSSIAN: {"B": "J", "Д": "Q", "K": "K", "T": "A"},
    Deck.OTHER: {"A": "A"},
}
NAMED = tuple(deck for deck in MEANING if deck is not Deck.OTHER)
FEWEST_SEEN = 2
MOSTLY = 0.9
"""Share of the seen courts and aces that a deck must have."""
STRANGER, NATIVE = 0.002, 20.0
"""Factors on the odds of another country's letter: once the deck is known as international, and once it is
known to have such letters. With the first, international decks read as with a reader that knows no such
letters; the second was chosen on the bank ``letters_valid``."""


class DeckLetters:
    def __init__(self) -> None:
        self._seen: set[str] = set()

    def see(self, cards: tuple[ReadCard, ...]) -> None:
        codes = (card.code for card in cards if card.code is not None)
        self._seen.update(code for code in codes if code[:-1] in LETTERS or code[:-1] in COURTS)

    def decks(self, named: Deck) -> tuple[Deck, ...]:
        if named is not Deck.ANY:
            return (named,)
        signs = [code[:-1] for code in self._seen]
        foreign = LETTERS.intersection(signs)
        fitting = tuple(
            deck
            for deck, meaning in MEANING.items()
            if sum(sign in meaning for sign in signs) >= MOSTLY * len(signs)
            and len(foreign.intersection(meaning)) >= FEWEST_SEEN
        )
        international = sum(sign in ("J", "Q") for sign in signs)
        if not fitting and international >= FEWEST_SEEN and len(foreign) <= (1 - MOSTLY) * len(signs):
            return (Deck.INTERNATIONAL,)
        return fitting


def odds_of(decks: tuple[Deck, ...]) -> float:
    if not decks:
        return 1.0
    return STRANGER if decks == (Deck.INTERNATIONAL,) else NATIVE


LETTERS = frozenset(sign for deck in NAMED for sign in MEANING[deck]) - set(COURTS)
"""Letters of ranks in some deck, but not in an international one."""


def with_decks(cards: tuple[ReadCard, ...], decks: tuple[Deck, ...]) -> tuple[ReadCard, ...]:
    """Cards by rank; a doubt where no deck has the letter, or decks differ on it.

    Without decks J, Q, K and A have their usual ranks, and any other letter is a doubt.
    """
    return tuple(_by_rank(card, decks or (Deck.INTERNATIONAL,)) for card in cards)


def _by_rank(card: ReadCard, decks: tuple[Deck, ...]) -> ReadCard:
    offered = (code for each in card.likely for code in _offered(each, decks))
    likely = tuple(dict.fromkeys(offered))[:MOST_LIKELY]
    if card.code is None:
        return replace(card, likely=likely)
    ranks = ranks_of(card.code[:-1], decks)
    if len(ranks) == 1:
        return replace(card, code=ranks[0] + card.code[-1], likely=likely)
    return replace(card, code=None, doubts=(CardDoubt.UNREAD,), likely=likely)


def ranks_of(sign: str, decks: Iterable[Deck]) -> tuple[str, ...]:
    if sign not in COURTS and not _is_letter(sign):
        return (sign,)
    return tuple(dict.fromkeys(MEANING[deck][sign] for deck in decks if sign in MEANING[deck]))


def _is_letter(sign: str) -> bool:
    return not sign.isdecimal() or sign == "1"


def _offered(code: str, decks: tuple[Deck, ...]) -> tuple[str, ...]:
    sign, suit = code[:-1], code[-1]
    ranks = ranks_of(sign, decks) or ranks_of(sign, NAMED) or COURTS
    return tuple(rank + suit for rank in ranks)
