"""Cards with other letters than J Q K: what the reader takes them for is asked about, never told."""

from __future__ import annotations

import pytest

from companion.card_reading import CardDoubt, Deck, ReadCard
from companion.recognition.cards.card_reader import CODES
from companion.recognition.cards.deck_letters import MAY_BE, with_deck

BOX = (0, 0, 40, 60)


def told(code: str) -> ReadCard:
    return ReadCard(BOX, code, 0.99, likely=(code,))


def kept(deck: Deck) -> set[str]:
    """The ranks that are told of such a deck."""
    return {card.code[:-1] for card in with_deck(tuple(map(told, CODES)), deck) if card.code is not None}


def test_an_international_deck_is_told_as_it_is_read() -> None:
    cards = tuple(map(told, CODES))
    assert with_deck(cards, Deck.INTERNATIONAL) == cards


@pytest.mark.parametrize(
    ("deck", "ranks"),
    [
        (Deck.GERMAN, {"A", "2", "3", "4", "5", "6", "7", "9", "K"}),
        (Deck.FRENCH, {"A", "3", "4", "5", "6", "9", "K"}),
        (Deck.OTHER, {"A", "3", "4", "6", "9"}),
    ],
)
def test_ranks_that_the_letters_of_a_deck_are_taken_for_are_not_told(deck: Deck, ranks: set[str]) -> None:
    assert kept(deck) == ranks


def test_a_german_jack_that_is_read_as_an_eight_is_asked_about_and_offered() -> None:
    (card,) = with_deck((told("8H"),), Deck.GERMAN)
    assert (card.code, card.doubts, card.likely) == (None, (CardDoubt.UNREAD,), ("8H", "JH"))
    (card,) = with_deck((told("10S"),), Deck.GERMAN)
    assert card.likely == ("10S", "QS")


def test_a_card_in_doubt_keeps_its_doubt_and_the_cards_that_it_may_be() -> None:
    cut = ReadCard(BOX, None, 0.6, (CardDoubt.CUT_OFF,), ("8H", "3H"))
    (card,) = with_deck((cut,), Deck.GERMAN)
    assert (card.doubts, card.likely) == ((CardDoubt.CUT_OFF,), ("8H", "JH", "3H"))


def test_every_card_that_is_offered_is_one() -> None:
    for deck in MAY_BE:
        offered = {code for card in with_deck(tuple(map(told, CODES)), deck) for code in card.likely}
        assert offered <= set(CODES)
