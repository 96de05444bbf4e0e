"""The demonstration's card eye: it reads, and its word is held against the cards that lay there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.card_reading import CardReading, ReadCard
from companion.frame import Frame
from companion.hardware.simulated import TrueCard
from companion.play.ports import CardEye
from companion.reading import Box

Truth = Callable[[], tuple[TrueCard, ...]]
"""Every card that lies face up now, as it really is."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """One reading: its last frame, what was read, and what lay there."""

    frame: Frame
    reading: CardReading
    lying: tuple[TrueCard, ...]

    @property
    def new(self) -> tuple[TrueCard, ...]:
        """The cards just laid, for which the eye looked."""
        return tuple(card for card in self.lying if card.new)

    @property
    def sure(self) -> Counter[str]:
        """What was read without a doubt, old melds included."""
        return Counter(card.code for card in self.reading.cards if card.code and not _is_doubted(card))

    @property
    def right(self) -> int:
        """New cards that were read without a doubt, and rightly."""
        old = Counter(card.code for card in self.lying if not card.new)
        return ((self.sure - old) & Counter(card.code for card in self.new)).total()

    @property
    def asked(self) -> int:
        """New cards that the eye asked about."""
        doubted = [card for card in self.reading.cards if _is_doubted(card)]
        return min(
            len(self.new) - self.right, sum(nearest(card.box, self.new) is not None for card in doubted)
        )

    @property
    def missed(self) -> int:
        """New cards that the eye did not see."""
        return len(self.new) - self.right - self.asked

    @property
    def wrong(self) -> int:
        """Cards that were read without a doubt, wherever, and do not lie there."""
        return (self.sure - Counter(card.code for card in self.lying)).total()


class WatchedCardEye:
    """Reads as the eye does that it is given; counts its looks and keeps the newest.

    Fits the port of the card table. ``newest`` is ``None`` before the first look.
    """

    def __init__(self, eye: CardEye, truth: Truth) -> None:
        self._eye, self._truth = eye, truth
        self.newest: CardLook | None = None
        self.looks = 0

    @property
    def last_look(self) -> CardLook:
        """``newest``, where the eye has looked; ValueError before."""
        if self.newest is None:
            raise ValueError("the eye has not looked yet")
        return self.newest

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        """The eye's own word."""
        reading = self._eye.read_cards(frames, decks)
        self.newest = CardLook(frames[-1], reading, self._truth())
        self.looks += 1
        return reading


def not_picked(cards: Sequence[TrueCard], picked: Counter[str]) -> list[TrueCard]:
    """The cards that are still to be picked, where some of these codes are; of two alike the later one."""
    open_codes, left = Counter(picked), []
    for card in cards:
        if open_codes[card.code]:
            open_codes[card.code] -= 1
        else:
            left.append(card)
    return left


def nearest(box: Box, cards: Sequence[TrueCard]) -> TrueCard | None:
    """The card on which the middle of a box lies, of several that whose middle is nearest to it."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    on = [card for card in cards if card.box[0] <= x <= card.box[2] and card.box[1] <= y <= card.box[3]]

    def away(card: TrueCard) -> float:
        return abs((card.box[0] + card.box[2]) / 2 - x) + abs((card.box[1] + card.box[3]) / 2 - y)

    return min(on, key=away, default=None)


def _is_doubted(card: ReadCard) -> bool:
    return card.code is None or bool(card.doubts)
