"""Names from right to left are turned round inside a sentence, and Arabic letters join."""

from __future__ import annotations

import pytest

from companion.core.lettering import drawn


@pytest.mark.parametrize("words", ["Ann: six 4s.", "Zoë Łukasz Ζωή Юлия", "★ 3 ▸", ""])
def test_other_words_stay_as_they_are(words: str) -> None:
    assert drawn(words) == words


def test_a_hebrew_name_is_turned_round_and_not_what_stands_beside_it() -> None:
    assert drawn("אבי: six 4s.") == "יבא: six 4s."


def test_two_names_keep_their_places_and_the_words_of_one_stay_on_a_line() -> None:
    assert drawn("אבי כהן, דנה and Ben") == "ןהכ\N{NO-BREAK SPACE}יבא, הנד and Ben"


def test_digits_are_not_turned_round() -> None:
    assert drawn("אבי 12: six") == "יבא 12: six"


def test_arabic_letters_join() -> None:
    initial, medial, final = "\ufecb", "\ufee0", "\ufef2"  # ain, lam, yeh
    assert drawn("علي") == final + medial + initial


def test_a_letter_that_does_not_join_leaves_the_next_one_alone() -> None:
    assert drawn("دار") == "\ufead\ufe8d\ufea9"  # reh, alef, dal, each alone


def test_lam_and_alef_are_one_letter() -> None:
    assert drawn("لا") == "\ufefb"
    assert drawn("سلام") == "\ufee1\ufefc\ufeb3"


def test_a_joiner_that_separates_does() -> None:
    assert drawn("می\u200cخ") == "\ufea5\ufbfd\ufee3"


def test_points_are_left_out() -> None:
    assert drawn("שָׁלוֹם") == drawn("שלום")
    assert drawn("مُحَمَّد") == drawn("محمد")


def test_accents_are_put_together() -> None:
    assert drawn("Zoe\u0308") == "Zoë"
