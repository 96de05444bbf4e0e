"""Playing cards as in the record: rank and suit, "10H"; no jokers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.refusals import EventError, Foreign, Refusal


class Suit(Enum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(Enum):
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
        """Place in a run, with a low ace: ace 1 to king 13."""
        return _PLACES[self]


_PLACES = {rank: place for place, rank in enumerate(Rank, start=1)}


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its print; two decks have two of each."""

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        return self.rank.value + self.suit.value


Cards = tuple[Card, ...]
DECK: Cards = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""52 cards, each suit from ace to king."""
_BY_CODE = {card.code: card for card in DECK}


def card_of(code: object) -> Card:
    """The card with this code. Raises EventError for any other text."""
    if type(code) is not str or code not in _BY_CODE:
        raise EventError(Refusal.NO_SUCH_CARD, card=Foreign(code))
    return _BY_CODE[code]


class WantedKind(Enum):
    """Wanted cards besides ranks and suits, by the record's word."""

    RED = "red"
    BLACK = "black"
    FACE = "face"

    def holds(self, card: Card) -> bool:
        """Face cards are jack, queen and king, never an ace."""
        match self:
            case WantedKind.RED:
                return card.suit in _RED_SUITS
            case WantedKind.BLACK:
                return card.suit not in _RED_SUITS
            case WantedKind.FACE:
                return card.rank in FACE_RANKS


_RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)
FACE_RANKS = (Rank.JACK, Rank.QUEEN, Rank.KING)
"""Without the ace."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a Quest asks for: a card (``rank`` and ``suit``), a rank, a suit, or a ``kind``."""

    rank: Rank | None = None
    suit: Suit | None = None
    kind: WantedKind | None = None

    def __post_init__(self) -> None:
        named = self.rank is not None or self.suit is not None
        if named == (self.kind is not None):
            raise EventError(Refusal.NOTHING_WANTED)

    def matches(self, card: Card) -> bool:
        if self.kind is not None:
            return self.kind.holds(card)
        return self.rank in (None, card.rank) and self.suit in (None, card.suit)

    @property
    def code(self) -> str:
        """The record's code: "7S", "7", "S" or "red"."""
        parts = (self.rank, self.suit, self.kind)
        return "".join(str(part.value) for part in parts if part is not None)


_WANTED = {
    wanted.code: wanted
    for wanted in (
        *(Wanted(rank=rank) for rank in Rank),
        *(Wanted(suit=suit) for suit in Suit),
        *(Wanted(kind=kind) for kind in WantedKind),
        *(Wanted(card.rank, card.suit) for card in DECK),
    )
}


def wanted_of(code: object) -> Wanted:
    """The wanted card, rank, suit or kind. Raises EventError for any other text."""
    if type(code) is not str or code not in _WANTED:
        raise EventError(Refusal.NO_SUCH_WANTED, wanted=Foreign(code))
    return _WANTED[code]
