"""The card eye: frames in, the cards that lie face up out, each read or in doubt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from companion.card_reading import CardReading, Deck
from companion.frame import Frame
from companion.recognition.cards.card_cascade import Reads, looked_again, turned_over
from companion.recognition.cards.card_fuse import fused
from companion.recognition.cards.card_judge import Corners, told_cards
from companion.recognition.cards.card_locator import CardLocator
from companion.recognition.cards.card_reader import CardReader, cut_indices
from companion.recognition.cards.card_weights import CardThresholds, CardWeights, load_card_weights
from companion.recognition.cards.deck_letters import with_deck
from companion.recognition.cards.index import Index
from companion.recognition.cards.straighten import Shifts, straightened
from companion.recognition.detect.pyramid import ImagePyramid


class Finds(Protocol):
    """What finds indices (``card_locator.CardLocator``)."""

    def find(self, frame: np.ndarray | ImagePyramid) -> list[Index]:
        """The indices in a frame, likeliest first, each once."""
        ...


def _international() -> Deck:
    return Deck.INTERNATIONAL


class CardEye:
    """Reads cards lying face up; holds the two networks and nothing else. Fits the port of the card table."""

    def __init__(self, weights: CardWeights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_card_weights()
        self.trust = weights.thresholds
        self._locator: Finds = CardLocator(weights.locator, self.trust.centre, threads)
        reader = CardReader(weights.reader, self.trust.temperature, threads)
        self._reader: Reads = reader
        self._shifts: Shifts | None = reader
        self.deck: Callable[[], Deck] = _international
        """Tells what lies there now."""

    @classmethod
    def of(cls, locator: Finds, reader: Reads, trust: CardThresholds) -> CardEye:
        """An eye that looks through other networks, and takes indices to lie where they were located."""
        eye = cls.__new__(cls)
        eye.trust, eye._locator, eye._reader, eye._shifts = trust, locator, reader, None
        eye.deck = _international
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
        cards = with_deck(told_cards(fused(looks, self.trust), size, self.trust, decks), self.deck())
        ended = time.perf_counter()
        ms = (("total", ended - began), ("locate", locating), ("classify", read - began - locating),
              ("join", ended - read))  # fmt: skip
        return CardReading(size, cards, tuple((name, 1000 * took) for name, took in ms))

    def corners(self, frame: Frame) -> tuple[Corners, float]:
        """Every index of a frame and what it tells, and the seconds that finding them took."""
        began = time.perf_counter()
        pyramid = ImagePyramid(frame.pixels)
        indices: Sequence[Index] = self._locator.find(pyramid)
        found = time.perf_counter()
        if self._shifts is not None:
            indices = straightened(self._shifts, pyramid, indices)
        first = self._reader.read(cut_indices(pyramid, indices))
        indices, first = turned_over(self._reader, pyramid, indices, first, self.trust)
        predictions = looked_again(self._reader, pyramid, indices, first, self.trust)
        return Corners(tuple(indices), predictions, (False,) * len(indices)), found - began
