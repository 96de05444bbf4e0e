"""The shipped eye on drawn cards with letters of other countries: never told as a number, known by two."""

from __future__ import annotations

from functools import cache

import pytest

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading, Deck
from companion.recognition.cards.eye import CardEye
from tests.recognition.drawn_cards import CARDS, drawn_table

pytestmark = pytest.mark.slow

SEEDS = (1, 2, 3)
PIPS = ("8D", "10H", "AS", "7D", "3C")
DECKS = {
    Deck.GERMAN: {"BH": "JH", "DS": "QS", "KC": "KC", "BC": "JC", "DD": "QD"},
    Deck.FRENCH: {"VH": "JH", "DS": "QS", "RC": "KC", "VC": "JC", "RD": "KD"},
    Deck.DUTCH: {"BH": "JH", "VS": "QS", "HC": "KC", "VC": "QC", "HD": "KD"},
}
"""What is printed, and the card that it is."""


@cache
def drawn(cards: tuple[str, ...], seed: int) -> Frame:
    return Frame(drawn_table(cards, seed), 0)


def read(eye: CardEye, cards: tuple[str, ...], seed: int) -> CardReading:
    return eye.read(drawn(cards, seed))


def eye_of(deck: Deck) -> CardEye:
    eye = CardEye()
    eye.deck = lambda: deck
    return eye


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_that_was_named_is_read_by_its_letters(deck: Deck, seed: int) -> None:
    reading = read(eye_of(deck), (*DECKS[deck], *PIPS), seed)
    told = {card.code for card in reading.cards if card.code is not None}
    assert told <= {*DECKS[deck].values(), *PIPS}
    assert len(told) >= 9


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_that_nobody_named_is_known_by_its_letters_or_asked_about(deck: Deck, seed: int) -> None:
    told = {card.code for card in read(CardEye(), (*DECKS[deck], *PIPS), seed).cards if card.code is not None}
    assert told <= {*DECKS[deck].values(), *PIPS}


@pytest.mark.parametrize("seed", SEEDS)
def test_one_strange_letter_among_numbers_is_asked_about_with_what_it_may_be(seed: int) -> None:
    cards = ("8H", "BS", "2C", "7D", "10H", "5S", "9D", "4S", "6D", "3C")
    reading = read(CardEye(), cards, seed)
    (asked,) = (card for card in reading.cards if card.code is None)
    assert (asked.doubts, asked.likely[0]) == ((CardDoubt.UNREAD,), "JS")
    assert {card.code for card in reading.cards if card.code} == {*cards} - {"BS"}


def test_an_eye_that_forgot_the_deck_asks_again() -> None:
    eye = CardEye()
    read(eye, (*DECKS[Deck.GERMAN], *PIPS), 1)
    alone = ("BH", "8S", "2C", "7D", "10H", "5S", "9D", "4S", "6D", "3C")
    assert "JH" in {card.code for card in read(eye, alone, 1).cards}
    eye.forget()
    assert "JH" not in {card.code for card in read(eye, alone, 1).cards}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("deck", [Deck.ANY, Deck.INTERNATIONAL])
def test_an_international_deck_is_read_as_ever(deck: Deck, seed: int) -> None:
    assert {card.code for card in read(eye_of(deck), CARDS, seed).cards} == set(CARDS)
