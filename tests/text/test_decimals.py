"""Decimals and percentages are written as the language writes them."""

from __future__ import annotations

import pytest

from companion.text import printable_sentence, say_decimal, say_percent, say_whole, use_language

WRITTEN = {
    "en": ("2.5", "21%", "+7.9%", "10,000"),
    "de": ("2,5", "21\u00a0%", "+7,9\u00a0%", "10.000"),
    "fr": ("2,5", "21\u00a0%", "+7,9\u00a0%", "10\u00a0000"),
    "es": ("2,5", "21\u00a0%", "+7,9\u00a0%", "10.000"),
    "it": ("2,5", "21%", "+7,9%", "10.000"),
    "nl": ("2,5", "21%", "+7,9%", "10.000"),
    "pt": ("2,5", "21%", "+7,9%", "10.000"),
}


@pytest.mark.parametrize("language", WRITTEN)
def test_each_language_has_its_marks_and_its_percent(language: str) -> None:
    use_language(language)
    told = say_decimal(2.46), say_percent(0.206), say_percent(0.0791, 1, signed=True), say_whole(10_000)
    assert told == WRITTEN[language]
    assert tuple(map(printable_sentence, told)) == told


def test_nothing_has_no_minus() -> None:
    assert say_percent(-0.0004, 1, signed=True) == "+0.0%"
    assert say_decimal(-0.04) == "0.0"
