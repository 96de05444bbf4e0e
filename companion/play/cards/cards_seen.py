"""What a look at the table told of cards, as the tap sheet and the offer keep it; gone when they are."""

from __future__ import annotations

from dataclasses import dataclass

from companion.card_reading import CardDoubt, ReadCard
from companion.frame import Frame
from companion.rules.cards.deck import Card, Cards, card_of


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """Cards that lie face up and were not there before: ``sure`` and ``doubted``, boxes in ``frame`` pixels.

    ``lying`` counts the cards seen that lie in melds already, ``elsewhere`` new ones that lie apart from
    these: both are left out.
    """

    frame: Frame
    sure: tuple[ReadCard, ...]
    doubted: tuple[ReadCard, ...] = ()
    lying: int = 0
    elsewhere: int = 0

    @property
    def cards(self) -> Cards:
        """The sure ones."""
        return tuple(card_read(each) for each in self.sure)


def is_doubted(card: ReadCard) -> bool:
    """Whether a person must say which card it is."""
    return card.code is None or bool(card.doubts)


def card_read(card: ReadCard) -> Card:
    """The card that the eye read; only for one that has a code."""
    return card_of(card.code)


def likely_cards(card: ReadCard) -> Cards:
    """The cards that it may be, the likeliest first."""
    return tuple(card_of(code) for code in dict.fromkeys(card.likely or ((card.code,) if card.code else ())))


def main_doubt(card: ReadCard) -> CardDoubt:
    """Why it is asked about."""
    return card.doubts[0] if card.doubts else CardDoubt.UNREAD
