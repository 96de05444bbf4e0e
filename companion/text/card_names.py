"""What cards are called at the table."""

from __future__ import annotations

from companion.rules.cards.deck import Card, Cards, Rank, Suit, Wanted
from companion.text.numbers import say_list
from companion.text.speech import say

_MOST_CARDS_NAMED = 8
"""Cards written out in one sentence: as many as the largest set has."""


def say_rank(rank: Rank) -> str:
    """ "7", "queen"."""
    return say(f"rank.{rank.value}")


def say_ranks(ranks: tuple[Rank, ...]) -> str:
    """Ranks of which one will do: "the 5 or the queen"."""
    return say_list(map(_the_rank, ranks), either=True)


def _the_rank(rank: Rank) -> str:
    """ "the 7", with the article that the rank has in the language."""
    return say(f"rank.the.{rank.value}")


def say_suit(suit: Suit) -> str:
    """ "spades"."""
    return say(f"suit.{suit.value}")


def say_card(card: Card) -> str:
    """ "7 of spades"."""
    return say("card", rank=say_rank(card.rank), suit=say_suit(card.suit))


def say_the_card(card: Card) -> str:
    """ "the 7 of spades"."""
    return say("card.the", the_rank=_the_rank(card.rank), suit=say_suit(card.suit))


def say_cards(cards: Cards, either: bool = False) -> str:
    """ "the 7 of spades and the queen of hearts"; of very many only the first ones."""
    if len(cards) > _MOST_CARDS_NAMED:
        first, second = (say_the_card(card) for card in cards[:2])
        return say("card.many", first=first, second=second, more=len(cards) - 2)
    return say_list((say_the_card(card) for card in cards), either)


def say_wanted(wanted: Wanted) -> str:
    """What a Quest asks for: "the 7 of spades", "an ace", "a spade", "a red card"."""
    if wanted.kind is not None:
        return say(f"kind.any.{wanted.kind.value}")
    if wanted.rank is None:
        return say("card.any") if wanted.suit is None else say(f"suit.any.{wanted.suit.value}")
    if wanted.suit is None:
        return say(f"rank.any.{wanted.rank.value}")
    return say_the_card(Card(wanted.rank, wanted.suit))


def say_number_of_cards(number: int) -> str:
    """ "one card", "three cards"."""
    return say("card.number", count=number)
