"""Numbers agree with what is counted, in the languages in which stars and cards have a gender."""

from __future__ import annotations

import pytest

from companion.rules import RULESETS, BidMade
from companion.text import in_agreement, say, say_legal, say_list, use_language
from companion.text.dice import say_dice
from tests.rules.playing import after, table

STARS = RULESETS["milton-bradley"]


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


@pytest.mark.parametrize(
    ("language", "written", "said"),
    [
        ("es", "Ana: 21 treses. Te toca.", "Ana: veintiún treses. Te toca."),
        ("es", "31 dados, 21 estrellas, 41 cartas", "30 y un dados, veintiuna estrellas, 40 y una cartas"),
        ("es", "21 en total. Solo 21. 11 y 121 dados.", "21 en total. Solo 21. 11 y 121 dados."),
        ("pt", "21 estrelas, 32 estrelas, 22 dados", "20 e uma estrelas, 30 e duas estrelas, 22 dados"),
        ("fr", "21 étoiles, 31 as, 71 étoiles", "20 et une étoiles, 31 as, 71 étoiles"),
        ("it", "21 dadi e 31 stelle", "21 dadi e 31 stelle"),
        ("en", "21 dice", "21 dice"),
    ],
)
def test_numbers_above_twenty_agree_with_their_noun_when_they_are_spoken(
    language: str, written: str, said: str
) -> None:
    use_language(language)
    assert in_agreement(written) == said


def test_every_face_in_spanish_makes_twenty_one_shorter() -> None:
    use_language("es")
    ones = RULESETS["front-porch"], RULESETS["rh"]
    bids = [say_dice(21, face, STARS) for face in range(1, 7)] + [say_dice(21, 1, each) for each in ones]
    assert [in_agreement(bid).split()[0] for bid in bids] == ["veintiuna", *["veintiún"] * 7]


@pytest.mark.parametrize(
    ("language", "names", "listed"),
    [
        ("es", ("Ana", "Inés"), "Ana e Inés"),
        ("es", ("Ana", "Hilda"), "Ana e Hilda"),
        ("es", ("Ana", "Yago"), "Ana y Yago"),
        ("es", ("Ana", "Ian"), "Ana y Ian"),
        ("es", ("Ana", "Yvonne"), "Ana e Yvonne"),
        ("es", ("Ana", "Íosef"), "Ana e Íosef"),
        ("es", ("Ana", "Hiálite"), "Ana y Hiálite"),
        ("es", ("Ana", "«Inés»"), "Ana e «Inés»"),
        ("it", ("Anna", "Elena"), "Anna ed Elena"),
        ("it", ("Anna", "Ugo"), "Anna e Ugo"),
        ("pt", ("Ana", "Eva"), "Ana e Eva"),
    ],
)
def test_and_sounds_well_before_the_next_name(language: str, names: tuple[str, ...], listed: str) -> None:
    use_language(language)
    assert say_list(names) == listed


def test_or_sounds_well_before_eight_in_spanish() -> None:
    use_language("es")
    assert say_list(("siete", "ocho"), either=True) == "siete u ocho"
    assert say_list(("unos", "doses"), either=True) == "unos o doses"


def test_what_is_paid_to_an_italian_whose_name_begins_with_a() -> None:
    use_language("it")
    assert [say("quest.bank_pays", payee=name) for name in ("Ada", "Bruno")] == [
        "Il banco paga un gettone ad Ada.",
        "Il banco paga un gettone a Bruno.",
    ]
