"""One name is one person, however it was typed, pasted or sent."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import TITLE, GameBegun, one_form


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("José", "José"),
        ("Jose\u0301", "José"),
        (" Ann\u00a0\n", "Ann"),
        ("Ann\u200b", "Ann"),
        ("A\u200dn\u200cn", "Ann"),
        ("\ufeffAnn\u2060", "Ann"),
        ("\u202eAnn\u202c", "Ann"),
        ("An\u00adna", "Anna"),
        ("Jose\u200b\u0301", "José"),
        ("\u200b \u200d", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("👩\u200d❤\ufe0f\u200d👨", "👩\u200d❤\ufe0f\u200d👨"),
        ("ශ\u0dca\u200dරී", "ශ\u0dca\u200dරී"),
        ("Zoë Ångström", "Zoë Ångström"),
    ],
)
def test_a_name_has_one_form(typed: str, kept: str) -> None:
    assert one_form(typed) == kept
    assert GameBegun("perudo", (typed, "Ada")).players == (kept, "Ada")


@given(st.text(max_size=12))
def test_twice_is_as_once_and_both_forms_of_a_text_are_one(text: str) -> None:
    assert one_form(one_form(text)) == one_form(text)
    if text.isprintable():
        assert one_form(normalize("NFD", text)) == one_form(normalize("NFC", text)) == one_form(text)


def test_a_title_of_house_rules_has_one_form_too() -> None:
    assert TITLE.short_name("Cafe\u0301 \u200b") == "Café"
