"""Names in other letters are said by the voice of their language."""

from __future__ import annotations

import shutil

import pytest

from companion.share.voice.engines import Espeak, by_voice


@pytest.mark.parametrize(
    ("words", "stretches"),
    [
        ("Ann: six 4s.", (("de", "Ann: six 4s."),)),
        ("Zoë, Łukasz.", (("de", "Zoë, Łukasz."),)),
        ("אבי כהן: six.", (("he", "אבי כהן: "), ("de", "six."))),
        ("Юлия, Ζωή and 민준.", (("ru", "Юлия, "), ("el", "Ζωή "), ("de", "and "), ("ko", "민준."))),
        ("Nguyễn, Ƨ", (("de", "Nguyen, Ƨ"),)),
        ("", ()),
    ],
)
def test_each_stretch_has_its_voice(words: str, stretches: tuple[tuple[str, str], ...]) -> None:
    assert by_voice(words, "de") == stretches


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_says_a_hebrew_name_and_not_its_letters() -> None:
    whole = Espeak("en").speech("אבי: six.").lasts_s
    spelt = Espeak("en").speech("Hebrew alef, bet, yod: six.").lasts_s
    assert Espeak("he").speech("אבי").lasts_s < whole < spelt
