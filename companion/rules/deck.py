"""Playing cards, and how the record writes them: rank and suit, "10H"; jokers are not used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.refusals import EventError, Foreign, Refusal


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


class WantedKind(Enum):
    """Kinds of cards other than a rank or a suit, by the word that the record writes."""

    RED = "red"
    BLACK = "black"
    FACE = "face"

    def holds(self, card: Card) -> bool:
        """Whether a card is of this kind; face cards are jack, queen and king, never an ace."""
        match self:
            case WantedKind.RED:
                return card.suit in _RED_SUITS
            case WantedKind.BLACK:
                return card.suit not in _RED_SUITS
            case WantedKind.FACE:
                return card.rank in FACE_RANKS


_RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)
FACE_RANKS = (Rank.JACK, Rank.QUEEN, Rank.KING)
"""The cards with a face; an ace has none."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a Quest asks for: one card (``rank`` and ``suit``), any of a rank, of a suit, or of a ``kind``."""

    rank: Rank | None = None
    suit: Suit | None = None
    kind: WantedKind | None = None

    def __post_init__(self) -> None:
        named = self.rank is not None or self.suit is not None
        if named == (self.kind is not None):
            raise EventError(Refusal.NOTHING_WANTED)

    def matches(self, card: Card) -> bool:
        """Whether this card is what was asked for."""
        if self.kind is not None:
            return self.kind.holds(card)
        return self.rank in (None, card.rank) and self.suit in (None, card.suit)

    @property
    def code(self) -> str:
        """As the record writes it: "7S", "7", "S" or "red"."""
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
    """What the record writes so: a card, a rank, a suit or a kind; EventError for any other text."""
    if type(code) is not str or code not in _WANTED:
        raise EventError(Refusal.NO_SUCH_WANTED, wanted=Foreign(code))
    return _WANTED[code]
