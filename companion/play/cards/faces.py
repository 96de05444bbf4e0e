"""Cards of the rules as the screen draws them."""

from __future__ import annotations

from companion.play.cards.views import CardView, SuitSign
from companion.rules.cards.deck import Card, Cards, Suit, Wanted

_SIGNS = {suit: SuitSign[suit.name] for suit in Suit}


def face_of(card: Card) -> CardView:
    """A card."""
    return CardView(card.rank.value, _SIGNS[card.suit])


def faces_of(cards: Cards) -> tuple[CardView, ...]:
    """Cards in the same order."""
    return tuple(map(face_of, cards))


def face_of_wanted(wanted: Wanted) -> CardView:
    """What a Quest asks for: a card, a rank without a suit, or a suit without a rank."""
    return CardView(
        "" if wanted.rank is None else wanted.rank.value,
        None if wanted.suit is None else _SIGNS[wanted.suit],
    )
