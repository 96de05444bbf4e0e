"""Decks with other letters than J Q K A: which ranks the reader takes them for, and so must not tell.

Measured with the shipped reader on drawn cards of 16 typefaces, some 64 readings a letter: B is told as an 8
(61 times), D as a 10 (62), V as a 10 (14) or a jack (10), R as a king (24) or an 8 (1), 1 as a 7 (33) or a 2
(4), H as a king (7) or an 8 (6), E as a king (6), F as a king (34), S as a 5 (56), C as a queen (52) or a 7
(1), Z as a 7 (62), P as a 10 (46). The others were asked about, and of 64 K and 64 A none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.card_reading import CardDoubt, Deck, ReadCard

MOST_LIKELY = 6
"""Cards that a person is offered."""
COURTS = ("J", "Q", "K")
MAY_BE: Mapping[Deck, Mapping[str, tuple[str, ...]]] = {
    Deck.INTERNATIONAL: {},
    Deck.GERMAN: {"8": ("J",), "10": ("Q",), "J": ("Q",), "Q": ("J",)},
    Deck.FRENCH: {"2": ("A",), "7": ("A",), "8": ("K",), "10": ("Q", "J"), "J": ("Q",), "Q": ("J",)},
    Deck.OTHER: dict.fromkeys(("2", "5", "7", "8", "10", *COURTS), (*COURTS, "A")),
}
"""For each rank as it is read that must not be told: what else it may be, the likeliest first."""


def with_deck(cards: tuple[ReadCard, ...], deck: Deck) -> tuple[ReadCard, ...]:
    """The cards of a deck; those are asked about whose letters the reader may take for others."""
    return tuple(_asked(card, MAY_BE[deck]) for card in cards)


def _asked(card: ReadCard, may_be: Mapping[str, tuple[str, ...]]) -> ReadCard:
    if not card.likely or card.likely[0][:-1] not in may_be:
        return card
    first = card.likely[0]
    others = (rank + first[-1] for rank in may_be[first[:-1]])
    likely = tuple(dict.fromkeys((first, *others, *card.likely[1:])))
    return replace(card, code=None, doubts=card.doubts or (CardDoubt.UNREAD,), likely=likely[:MOST_LIKELY])
