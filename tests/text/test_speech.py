"""Sentences by message id: numbers, plural forms and lists are the language's own; one file is a language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules import MILTON_BRADLEY, RH, Refusal, RuleError
from companion.text import (
    Catalogue,
    as_sentence,
    capital,
    languages,
    path_of,
    quoted,
    read_catalogue,
    reason_if,
    reason_of,
    say,
    say_list,
    spoken,
    use_catalogue,
    use_language,
)
from companion.text.dice import say_dice

POLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "number.2"
msgstr "dwie"

msgid "number.5"
msgstr "pięć"

msgid "list.and"
msgstr "{list} i {item}"

msgid "dice_of_ones.star"
msgid_plural "dice_of_ones.star"
msgstr[0] "jedna gwiazda"
msgstr[1] "{count:words} gwiazdy"
msgstr[2] "{count:words} gwiazd"
"""


@pytest.fixture
def polish(tmp_path: Path) -> Iterator[None]:
    path = tmp_path / "cups_up.po"
    path.write_text(POLISH, encoding="utf-8")
    before = spoken()
    use_catalogue(Catalogue(read_catalogue(path), lambda: read_catalogue(path_of("en"))))
    yield
    use_catalogue(before)


def test_english_is_spoken_where_nobody_chooses() -> None:
    assert "en" in languages()
    assert say("verdict.nobody_loses") == "Nobody loses a die."


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(ValueError, match="no catalogue of the language 'tlh': there are "):
        use_language("tlh")


def test_an_id_that_no_catalogue_knows_is_told_as_it_is() -> None:
    assert say("no.such.sentence") == "no.such.sentence"


@pytest.mark.usefixtures("polish")
def test_plural_forms_numbers_and_lists_are_the_languages_own() -> None:
    stars = [say_dice(count, 1, MILTON_BRADLEY) for count in (1, 2, 5, 22)]
    assert stars == ["jedna gwiazda", "dwie gwiazdy", "pięć gwiazd", "22 gwiazdy"]
    assert say_list(["A", "B", "C"]) == "A, B i C"


@pytest.mark.usefixtures("polish")
def test_what_a_language_has_no_words_for_is_told_in_english() -> None:
    assert say("verdict.nobody_loses") == "Nobody loses a die."
    assert say_dice(2, 1, RH) == "dwie ones"


def test_a_translators_file_is_read_without_what_is_fuzzy_obsolete_or_empty(tmp_path: Path) -> None:
    path = tmp_path / "cups_up.po"
    entries = (
        '#. a word\n#: here.py:3\nmsgid "a"\nmsgstr ""\n"one, "\n"\\"two\\"\\n\\\\"',
        '#, fuzzy\nmsgid "b"\nmsgstr "guessed"',
        '#~ msgid "c"\n#~ msgstr "gone"',
        'msgid "d"\nmsgstr ""',
        'msgid "e"\nmsgid_plural "e"\nmsgstr[0] "one"\nmsgstr[1] "{count}"',
    )
    path.write_text("\n\n".join(entries) + "\n", encoding="utf-8")
    assert read_catalogue(path).forms == {"a": ('one, "two"\n\\',), "e": ("one", "{count}")}


def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cups_up.po"
    path.write_text('msgid "a"\nmsgstr "b"\nand so on\n', encoding="utf-8")
    with pytest.raises(ValueError, match="no line of a catalogue: 'and so on'"):
        read_catalogue(path)


def test_a_number_is_told_in_digits_or_in_words_as_the_sentence_has_it() -> None:
    assert say("bid.total", total=9) == "nine in all"
    assert [spoken().number(number) for number in (21, 100)] == ["twenty-one", "100"]
    assert say("refusal.reveal_lists", wanted=2, came=3) == (
        "a reveal has one list a seat: 2 are wanted, 3 came"
    )


def test_a_name_with_braces_stays_a_name() -> None:
    assert say("turn.open", player="{count} {0!r}") == "{count} {0!r}: make the first bid."


def test_a_reason_is_made_a_sentence_once() -> None:
    assert [as_sentence(each) for each in ("no", "No.", "yes or no?")] == ["No.", "No.", "Yes or no?"]


def test_the_rules_objection_is_told_and_any_other_fault_tells_itself() -> None:
    assert reason_of(RuleError(Refusal.NOT_BEGUN)).startswith("no game has begun yet")
    assert reason_of(OSError("the disk is full")) == "the disk is full"
    assert reason_if(None) is None


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, "null"), (True, "true"), (2**65, "a number far too large"), ({}, "an object"), ("a\n", '"a\\n"')],
)
def test_what_a_stranger_wrote_is_quoted_on_one_line(value: object, told: str) -> None:
    assert quoted(value) == told


def test_a_capital_stands_behind_the_marks_that_open_a_sentence() -> None:
    assert [capital(each) for each in ("seis", "¿seis?", "¡no!", "")] == ["Seis", "¿Seis?", "¡No!", ""]
