"""Cards with other letters than J Q K: told by rank where the deck is known, else asked about."""

from __future__ import annotations

import pytest

from companion.core.reading import CardDoubt, Deck, ReadCard
from companion.recognition.cards.eye import MEANING, STRANGER, DeckLetters, odds_of, with_decks
from companion.recognition.cards.reader import CODES, LETTERS, SIGNS

BOX = (0, 0, 40, 60)
NUMBERS = {"2", "3", "4", "5", "6", "7", "8", "9", "10"}


def printed(*codes: str) -> tuple[ReadCard, ...]:
    """Cards with this in their corners, surely."""
    return tuple(ReadCard(BOX, code, 0.99, likely=(code,)) for code in codes)


def told(letters: DeckLetters, cards: tuple[ReadCard, ...], deck: Deck = Deck.ANY) -> tuple[ReadCard, ...]:
    """The cards as the eye tells them, once it has seen them."""
    letters.see(cards)
    return with_decks(cards, letters.decks(deck))


def codes(cards: tuple[ReadCard, ...]) -> list[str | None]:
    return [card.code for card in cards]


def test_an_international_deck_is_told_as_it_is_printed() -> None:
    cards = printed(*CODES)
    assert with_decks(cards, (Deck.INTERNATIONAL,)) == cards
    assert told(DeckLetters(), cards) == cards


@pytest.mark.parametrize(
    ("deck", "letters"),
    [
        (Deck.GERMAN, {"B": "J", "D": "Q", "K": "K", "A": "A"}),
        (Deck.FRENCH, {"V": "J", "D": "Q", "R": "K", "1": "A", "A": "A"}),
        (Deck.DUTCH, {"B": "J", "V": "Q", "H": "K", "A": "A"}),
        (Deck.RUSSIAN, {"B": "J", "Д": "Q", "K": "K", "T": "A"}),
        (Deck.OTHER, {"A": "A"}),
    ],
)
def test_a_deck_that_is_named_has_its_own_letters_and_no_others(deck: Deck, letters: dict[str, str]) -> None:
    by_rank = told(DeckLetters(), printed(*(sign + "H" for sign in SIGNS)), deck)
    by_sign = {sign: card.code[:-1] for sign, card in zip(SIGNS, by_rank, strict=True) if card.code}
    assert by_sign == {number: number for number in NUMBERS} | letters


def test_one_strange_letter_is_asked_about_and_what_it_may_be_is_offered() -> None:
    deck = DeckLetters()
    for sign, ranks in (("B", ["JH"]), ("V", ["JH", "QH"]), ("?", ["JH", "QH", "KH", "AH"])):
        (card,) = told(DeckLetters(), printed(sign + "H"))
        assert (card.code, card.doubts, list(card.likely)) == (None, (CardDoubt.UNREAD,), ranks)
    assert codes(told(deck, printed("BH", "8S", "KC"))) == [None, "8S", "KC"]
    assert codes(told(deck, printed("BC"))) == [None], "again and again one letter tells no deck"


@pytest.mark.parametrize(
    ("seen", "ranks"),
    [
        (("BH", "DS"), ["JH", "QS"]),
        (("VH", "DS", "RC"), ["JH", "QS", "KC"]),
        (("BH", "VS", "HC"), ["JH", "QS", "KC"]),
        (("BH", "ДS", "TC"), ["JH", "QS", "AC"]),
        (("FH", "CS", "RC"), ["JH", "QS", "KC"]),
        (("KnH", "DS", "EC"), ["JH", "QS", "AC"]),
    ],
)
def test_two_letters_of_one_deck_make_it_known_from_then_on(seen: tuple[str, ...], ranks: list[str]) -> None:
    deck = DeckLetters()
    assert codes(told(deck, printed(*seen))) == ranks
    assert codes(told(deck, printed(seen[0], "10D"))) == [ranks[0], "10D"]


def test_letters_of_no_one_deck_are_asked_about() -> None:
    deck = DeckLetters()
    assert codes(told(deck, printed("WH", "FS", "8C", "KD"))) == [None, None, "8C", "KD"]


def test_two_letters_misread_among_many_courts_make_no_other_deck() -> None:
    deck = DeckLetters()
    told(deck, printed(*(rank + suit for rank in "JQKA" for suit in "SHDC"), "JS", "QH", "JC"))
    assert codes(told(deck, printed("BH", "DS", "QC", "JD"))) == [None, None, "QC", "JD"]


def test_what_the_decks_that_fit_differ_about_is_asked() -> None:
    (card,) = with_decks(printed("VH"), (Deck.FRENCH, Deck.DUTCH))
    assert (card.code, card.likely) == (None, ("JH", "QH"))


def test_a_card_in_doubt_keeps_its_doubt_and_the_cards_that_it_may_be() -> None:
    cut = ReadCard(BOX, None, 0.6, (CardDoubt.CUT_OFF,), ("BH", "8H", "3H"))
    (card,) = told(DeckLetters(), (cut,), Deck.GERMAN)
    assert (card.doubts, card.likely) == ((CardDoubt.CUT_OFF,), ("JH", "8H", "3H"))


def test_every_card_that_is_offered_or_told_is_one() -> None:
    everything = printed(*(sign + suit for sign in SIGNS for suit in "SHDC"))
    for deck in Deck:
        by_rank = told(DeckLetters(), everything, deck)
        offered = {code for card in by_rank for code in (*card.likely, *([card.code] if card.code else []))}
        assert offered <= set(CODES), deck


def test_every_deck_says_ranks_by_signs_that_the_eye_knows() -> None:
    assert set(MEANING) == set(Deck) - {Deck.ANY}
    for meaning in MEANING.values():
        assert set(meaning) <= set(SIGNS)
        assert set(meaning.values()) <= {"J", "Q", "K", "A"}
    named = {sign for meaning in MEANING.values() for sign in meaning}
    assert set(LETTERS) - named == {"?"}


def test_another_letter_is_less_likely_where_the_deck_is_known_to_be_international() -> None:
    deck = DeckLetters()
    assert odds_of(deck.decks(Deck.ANY)) == 1.0
    deck.see(printed("JH", "AS", "8C"))
    assert odds_of(deck.decks(Deck.ANY)) == 1.0, "one court makes no deck known"
    deck.see(printed("QC"))
    assert odds_of(deck.decks(Deck.ANY)) == odds_of((Deck.INTERNATIONAL,)) == STRANGER < 1
    assert odds_of(deck.decks(Deck.GERMAN)) > 1
