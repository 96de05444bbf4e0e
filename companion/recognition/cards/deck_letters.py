"""What a letter in a card's corner stands for: in the deck that was named, or in those that fit what is seen.

V is a jack in France and a queen in the Netherlands. So a letter is told only where the deck is known, and
else asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.card_reading import CardDoubt, Deck, ReadCard

MOST_LIKELY = 6
"""Cards that a person is offered."""
COURTS = ("J", "Q", "K", "A")
MEANING: Mapping[Deck, Mapping[str, str]] = {
    Deck.INTERNATIONAL: {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    Deck.GERMAN: {"B": "J", "D": "Q", "K": "K", "A": "A"},
    Deck.FRENCH: {"V": "J", "D": "Q", "R": "K", "1": "A", "A": "A"},
    Deck.DUTCH: {"B": "J", "V": "Q", "H": "K", "A": "A"},
    Deck.NORDIC: {"B": "J", "Kn": "J", "D": "Q", "K": "K", "E": "A", "A": "A"},
    Deck.ITALIAN: {"F": "J", "D": "Q", "C": "Q", "R": "K", "A": "A"},
    Deck.POLISH: {"W": "J", "D": "Q", "K": "K", "A": "A"},
    Deck.RUSSIAN: {"B": "J", "Д": "Q", "K": "K", "T": "A"},
    Deck.OTHER: {"A": "A"},
}
"""The rank of each sign that such a deck has for ace, jack, queen and king."""
NAMED = tuple(deck for deck in MEANING if deck is not Deck.OTHER)
FEWEST_SEEN = 2
"""So many different letters, or cards with a J or Q, make a deck known."""
MOSTLY = 0.9
"""A deck fits when it has so large a share of the courts and aces that were seen."""
STRANGER, NATIVE = 0.002, 20.0
"""The odds of a letter of another country in an international deck, and in a deck that has such letters, as
multiples of those in a deck of which nothing is known. With the first, tables of international decks read
as before there were letters; the second was chosen on the bank ``letters_valid``."""


class DeckLetters:
    """The courts and aces that were seen, and what their letters tell of the deck."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def see(self, cards: tuple[ReadCard, ...]) -> None:
        """Remember the courts and aces among cards that were told by what is printed on them."""
        codes = (card.code for card in cards if card.code is not None)
        self._seen.update(code for code in codes if code[:-1] in LETTERS or code[:-1] in COURTS)

    def decks(self, named: Deck) -> tuple[Deck, ...]:
        """The deck that is named; of ``ANY`` those that what was seen makes known, none if nothing does."""
        if named is not Deck.ANY:
            return (named,)
        signs = [code[:-1] for code in self._seen]
        foreign = LETTERS.intersection(signs)
        fitting = tuple(
            deck
            for deck, meaning in MEANING.items()
            if sum(sign in meaning for sign in signs) >= MOSTLY * len(signs)
            and len(foreign.intersection(meaning)) >= FEWEST_SEEN
        )
        international = sum(sign in ("J", "Q") for sign in signs)
        if not fitting and international >= FEWEST_SEEN and len(foreign) <= (1 - MOSTLY) * len(signs):
            return (Deck.INTERNATIONAL,)
        return fitting


def odds_of(decks: tuple[Deck, ...]) -> float:
    """What the odds of a letter of another country are multiplied by, of these decks."""
    if not decks:
        return 1.0
    return STRANGER if decks == (Deck.INTERNATIONAL,) else NATIVE


LETTERS = frozenset(sign for deck in NAMED for sign in MEANING[deck]) - set(COURTS)
"""Letters that stand for a rank in some deck and in no international one."""


def with_decks(cards: tuple[ReadCard, ...], decks: tuple[Deck, ...]) -> tuple[ReadCard, ...]:
    """The cards by rank; a sign that is in none of these decks, or differs among them, is asked about.

    Of no known deck J, Q, K and A are what they are, and any other letter is asked about.
    """
    return tuple(_by_rank(card, decks or (Deck.INTERNATIONAL,)) for card in cards)


def _by_rank(card: ReadCard, decks: tuple[Deck, ...]) -> ReadCard:
    offered = (code for each in card.likely for code in _offered(each, decks))
    likely = tuple(dict.fromkeys(offered))[:MOST_LIKELY]
    if card.code is None:
        return replace(card, likely=likely)
    ranks = ranks_of(card.code[:-1], decks)
    if len(ranks) == 1:
        return replace(card, code=ranks[0] + card.code[-1], likely=likely)
    return replace(card, code=None, doubts=(CardDoubt.UNREAD,), likely=likely)


def ranks_of(sign: str, decks: Iterable[Deck]) -> tuple[str, ...]:
    """What a sign stands for in these decks, each once; nothing if none of them has it."""
    if sign not in COURTS and not _is_letter(sign):
        return (sign,)
    return tuple(dict.fromkeys(MEANING[deck][sign] for deck in decks if sign in MEANING[deck]))


def _is_letter(sign: str) -> bool:
    return not sign.isdecimal() or sign == "1"


def _offered(code: str, decks: tuple[Deck, ...]) -> tuple[str, ...]:
    """The cards that a printed card may be."""
    sign, suit = code[:-1], code[-1]
    ranks = ranks_of(sign, decks) or ranks_of(sign, NAMED) or COURTS
    return tuple(rank + suit for rank in ranks)
