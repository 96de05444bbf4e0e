"""What cards are called at the table."""

from __future__ import annotations

from companion.rules.cards.deck import Card, Cards, Rank, Suit, Wanted
from companion.rules.words import say_list, say_number

_RANKS = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
_WITH_AN = {Rank.ACE, Rank.EIGHT}
_MOST_CARDS_NAMED = 8
"""Cards written out in one sentence: as many as the largest set has."""


def say_rank(rank: Rank) -> str:
    """ "7", "queen"."""
    return _RANKS.get(rank, rank.value)


def say_suit(suit: Suit) -> str:
    """ "spades"."""
    return suit.name.lower()


def say_card(card: Card) -> str:
    """ "7 of spades"."""
    return f"{say_rank(card.rank)} of {say_suit(card.suit)}"


def say_the_card(card: Card) -> str:
    """ "the 7 of spades"."""
    return f"the {say_card(card)}"


def say_cards(cards: Cards, last: str = "and") -> str:
    """ "the 7 of spades and the queen of hearts"; of very many only the first ones."""
    if len(cards) > _MOST_CARDS_NAMED:
        first = ", ".join(say_the_card(card) for card in cards[:2])
        return f"{first} and {len(cards) - 2} more"
    return say_list([say_the_card(card) for card in cards], last)


def say_wanted(wanted: Wanted) -> str:
    """What a Quest asks for: "the 7 of spades", "an ace", "a spade"."""
    if wanted.rank is None:
        return "a card" if wanted.suit is None else f"a {say_suit(wanted.suit).removesuffix('s')}"
    if wanted.suit is None:
        return f"{'an' if wanted.rank in _WITH_AN else 'a'} {say_rank(wanted.rank)}"
    return say_the_card(Card(wanted.rank, wanted.suit))


def say_number_of_cards(number: int) -> str:
    """ "one card", "three cards"."""
    return "one card" if number == 1 else f"{say_number(number)} cards"
