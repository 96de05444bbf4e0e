"""The card eye: frames in, the cards that lie face up out, each read or in doubt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from companion.card_reading import CardReading, Deck, ReadCard
from companion.frame import Frame
from companion.recognition.cards.card_cascade import ByOdds, Reads, looked_again, turned_over
from companion.recognition.cards.card_fuse import fused
from companion.recognition.cards.card_judge import Corners, told_cards
from companion.recognition.cards.card_locator import CardLocator
from companion.recognition.cards.card_reader import CardReader, cut_indices
from companion.recognition.cards.card_weights import CardThresholds, CardWeights, load_card_weights
from companion.recognition.cards.deck_letters import DeckLetters, odds_of, with_decks
from companion.recognition.cards.index import Index
from companion.recognition.cards.straighten import Shifts, straightened
from companion.recognition.detect.pyramid import ImagePyramid


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
