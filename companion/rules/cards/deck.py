"""Playing cards, and how the record writes them: rank and suit, "10H"; jokers are not used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.errors import EventError, Foreign
from companion.rules.refusal import Refusal


class Suit(Enum):
    """The four suits, by the letter that the record writes."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(Enum):
    """The thirteen ranks, by what the record writes."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def place(self) -> int:
        """Where it stands in a run, an ace low: ace 1 to king 13."""
        return _PLACES[self]


_PLACES = {rank: place for place, rank in enumerate(Rank, start=1)}


@dataclass(frozen=True, slots=True)
class Card:
    """A card by what is printed on it; in two decks there are two alike."""

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        """As the record writes it: "10H", "AS"."""
        return self.rank.value + self.suit.value


Cards = tuple[Card, ...]
DECK: Cards = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""One deck, 52 cards, each suit from ace to king."""
_BY_CODE = {card.code: card for card in DECK}


def card_of(code: object) -> Card:
    """The card that the record writes so; EventError for any other text."""
    if type(code) is not str or code not in _BY_CODE:
        raise EventError(Refusal.NO_SUCH_CARD, card=Foreign(code))
    return _BY_CODE[code]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a Quest asks for: one card, any of a rank (``suit`` is ``None``) or of a suit (``rank`` is)."""

    rank: Rank | None = None
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if self.rank is None and self.suit is None:
            raise EventError(Refusal.NOTHING_WANTED)

    def matches(self, card: Card) -> bool:
        """Whether this card is what was asked for."""
        return self.rank in (None, card.rank) and self.suit in (None, card.suit)

    @property
    def code(self) -> str:
        """As the record writes it: "7S", "7" or "S"."""
        return (self.rank.value if self.rank else "") + (self.suit.value if self.suit else "")


_WANTED = {
    wanted.code: wanted
    for wanted in (
        *(Wanted(rank=rank) for rank in Rank),
        *(Wanted(suit=suit) for suit in Suit),
        *(Wanted(card.rank, card.suit) for card in DECK),
    )
}


def wanted_of(code: object) -> Wanted:
    """What the record writes so: a card, a rank or a suit; EventError for any other text."""
    if type(code) is not str or code not in _WANTED:
        raise EventError(Refusal.NO_SUCH_WANTED, wanted=Foreign(code))
    return _WANTED[code]
