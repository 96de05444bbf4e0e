"""The card eye: frames in, the cards that lie face up out; which letters the deck has it learns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading, Deck, ReadCard
from companion.recognition.cards.index import Index
from companion.recognition.cards.judge import Corners, fused, sure_of, told_cards
from companion.recognition.cards.locator import CardLocator
from companion.recognition.cards.reader import (
    CardReader,
    CardThresholds,
    CardWeights,
    IndexPredictions,
    Shifts,
    cut_indices,
    load_card_weights,
    straightened,
)
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

    The reader sees no index in one that is upside down. If it is sure after a half turn, the turn is kept.
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


class Finds(Protocol):
    """What finds indices (``card_locator.CardLocator``)."""

    def find(self, frame: np.ndarray | ImagePyramid) -> list[Index]:
        """The indices in a frame, likeliest first, each once."""
        ...


def _any_deck() -> Deck:
    return Deck.ANY


class CardEye:
    """Reads cards lying face up; holds the networks and the letters it saw. Fits the card table's port."""

    def __init__(self, weights: CardWeights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_card_weights()
        self.trust = weights.thresholds
        self._locator: Finds = CardLocator(weights.locator, self.trust.centre, threads)
        reader = CardReader(weights.reader, self.trust.temperature, self.trust.letters, threads)
        self._reader: Reads = reader
        self._shifts: Shifts | None = reader
        self.deck: Callable[[], Deck] = _any_deck
        """Tells which deck is played with."""
        self._letters = DeckLetters()

    def forget(self) -> None:
        """Know nothing of the deck any more."""
        self._letters = DeckLetters()

    @classmethod
    def of(cls, locator: Finds, reader: Reads, trust: CardThresholds) -> CardEye:
        """An eye that looks through other networks, and takes indices to lie where they were located."""
        eye = cls.__new__(cls)
        eye.trust, eye._locator, eye._reader, eye._shifts = trust, locator, reader, None
        eye.deck, eye._letters = _any_deck, DeckLetters()
        return eye

    def read(self, frame: Frame, decks: int = 1) -> CardReading:
        """The cards of one frame in reading order; ``decks`` is how many decks are in play."""
        return self.read_cards((frame,), decks)

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        """The cards of frames of one still table, in reading order: the last frame's, the others voting.

        Frames of another size than the last one's are left out. Raises ``ValueError`` for no frames, and for
        fewer decks than one.
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
        """The cards by rank; the letters of this look count for it already."""
        before = self._letters.decks(self.deck())
        printed = told_cards(corners, size, self.trust, decks)
        self._letters.see(printed)
        known = self._letters.decks(self.deck())
        if odds_of(known) != odds_of(before):
            corners = corners.with_odds(odds_of(known) / odds_of(before))
            printed = told_cards(corners, size, self.trust, decks)
        return with_decks(printed, known)

    def corners(self, frame: Frame) -> tuple[Corners, float]:
        """Every index of a frame and what it tells, and the seconds that finding them took."""
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
"""Cards that a person is offered."""
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
"""The rank of each sign that such a deck has for ace, jack, queen and king."""
NAMED = tuple(deck for deck in MEANING if deck is not Deck.OTHER)
FEWEST_SEEN = 2
"""So many different letters, or cards with a J or Q, make a deck known."""
MOSTLY = 0.9
"""A deck fits when it has so large a share of the courts and aces that were seen."""
STRANGER, NATIVE = 0.002, 20.0
"""The odds of a letter of another country in an international deck, and in a deck that has such letters, as
multiples of those in a deck of which nothing is known. With the first, tables of international decks read
as before there were letters; the second was chosen on the bank ``letters_valid``."""


class DeckLetters:
    """The courts and aces that were seen, and what their letters tell of the deck."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def see(self, cards: tuple[ReadCard, ...]) -> None:
        """Remember the courts and aces among cards that were told by what is printed on them."""
        codes = (card.code for card in cards if card.code is not None)
        self._seen.update(code for code in codes if code[:-1] in LETTERS or code[:-1] in COURTS)

    def decks(self, named: Deck) -> tuple[Deck, ...]:
        """The deck that is named; of ``ANY`` those that what was seen makes known, none if nothing does."""
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
    """What the odds of a letter of another country are multiplied by, of these decks."""
    if not decks:
        return 1.0
    return STRANGER if decks == (Deck.INTERNATIONAL,) else NATIVE


LETTERS = frozenset(sign for deck in NAMED for sign in MEANING[deck]) - set(COURTS)
"""Letters that stand for a rank in some deck and in no international one."""


def with_decks(cards: tuple[ReadCard, ...], decks: tuple[Deck, ...]) -> tuple[ReadCard, ...]:
    """The cards by rank; a sign that is in none of these decks, or differs among them, is asked about.

    Of no known deck J, Q, K and A are what they are, and any other letter is asked about.
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
    """What a sign stands for in these decks, each once; nothing if none of them has it."""
    if sign not in COURTS and not _is_letter(sign):
        return (sign,)
    return tuple(dict.fromkeys(MEANING[deck][sign] for deck in decks if sign in MEANING[deck]))


def _is_letter(sign: str) -> bool:
    return not sign.isdecimal() or sign == "1"


def _offered(code: str, decks: tuple[Deck, ...]) -> tuple[str, ...]:
    sign, suit = code[:-1], code[-1]
    ranks = ranks_of(sign, decks) or ranks_of(sign, NAMED) or COURTS
    return tuple(rank + suit for rank in ranks)
