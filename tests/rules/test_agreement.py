"""Numbers agree with what is counted, in the languages in which stars and cards have a gender."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playing import after, table

from companion.rules.events import BidMade
from companion.rules.ruleset import RULESETS
from companion.text import say, use_language
from companion.text.dice import say_dice, say_legal
from companion.text.speech import ENGLISH

STARS = RULESETS["milton-bradley"]


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use_language(ENGLISH)


@pytest.mark.parametrize(
    ("language", "one", "two", "three", "pips"),
    [
        ("de", "ein Stern", "zwei Sterne", "drei Sterne", "zwei Vieren"),
        ("es", "una estrella", "dos estrellas", "tres estrellas", "dos cuatros"),
        ("fr", "une étoile", "deux étoiles", "trois étoiles", "deux 4"),
        ("it", "una stella", "due stelle", "tre stelle", "due 4"),
        ("nl", "één ster", "twee sterren", "drie sterren", "twee vieren"),
        ("pt", "uma estrela", "duas estrelas", "três estrelas", "dois quatros"),
    ],
)
def test_stars_and_pips_are_counted_as_a_native_counts_them(
    language: str, one: str, two: str, three: str, pips: str
) -> None:
    use_language(language)
    assert [say_dice(count, 1, STARS) for count in (1, 2, 3)] == [one, two, three]
    assert say_dice(2, 4, STARS) == pips


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("de", "Einen Stern bieten", "2 Sterne bieten"),
        ("es", "Apostar una estrella", "Apostar 2 estrellas"),
        ("fr", "Annoncer une étoile", "Annoncer 2 étoiles"),
        ("it", "Di' una stella", "Di' 2 stelle"),
        ("pt", "Apostar uma estrela", "Apostar duas estrelas"),
    ],
)
def test_a_key_that_bids_stars_is_read_aloud_as_one_says_it(language: str, one: str, two: str) -> None:
    use_language(language)
    assert [say("space.bid_stars", count=count) for count in (1, 2)] == [one, two]


def test_two_stars_among_what_may_be_bid_are_feminine_in_portuguese() -> None:
    use_language("pt")
    told = say_legal(after(table("milton-bradley", (5, 5)), BidMade(0, 3, 6)))
    assert "duas estrelas" in told
    assert "dois estrelas" not in told
    assert "2 estrelas" not in told


def test_two_cards_and_the_last_two_dice_in_portuguese() -> None:
    use_language("pt")
    assert [say("card.number", count=count) for count in (1, 2, 3)] == [
        "uma carta",
        "duas cartas",
        "3 cartas",
    ]
    assert say("verdict.loses_all", player="Ana", count=2) == "Ana perde os dois dados"


def test_all_dice_that_an_italian_loses() -> None:
    use_language("it")
    assert say("verdict.loses_all", player="Anna", count=5) == "Anna perde tutti e cinque i dadi"
