"""Which voice of espeak-ng says a stretch of words: names in other letters are said by their own language."""

from __future__ import annotations

from unicodedata import combining, name, normalize

_VOICES = {
    "HEBREW": "he",
    "ARABIC": "ar",
    "CYRILLIC": "ru",
    "GREEK": "el",
    "CJK": "cmn",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "THAI": "th",
}
"""The first word of a letter's name in Unicode, and the voice that reads it. Without one espeak-ng says what
each letter is called: "Hebrew alef Hebrew bet …"; it changes to Hindi, Armenian and others by itself."""
_SPELT = range(0x180, 0x250), range(0x1E00, 0x1F00)
"""Latin letters that the seven languages do not have, with their marks: espeak-ng says their numbers."""


def by_voice(words: str, language: str) -> tuple[tuple[str, str], ...]:
    """Language and words, one stretch after the other; signs and spaces belong to the letters before them."""
    stretches: list[tuple[str, str]] = []
    for letter in _plain(words):
        before = stretches[-1][0] if stretches else language
        voice = _voice_of(letter, language) if letter.isalnum() else before
        if stretches and voice == before:
            stretches[-1] = voice, stretches[-1][1] + letter
        else:
            stretches.append((voice, letter))
    return tuple(stretches)


def _voice_of(letter: str, language: str) -> str:
    return language if letter.isascii() else _VOICES.get(name(letter, "").partition(" ")[0], language)


def _plain(words: str) -> str:
    """Rare Latin letters without their marks: "Nguyen" for "Nguyễn"."""
    return "".join(_bare(each) if any(ord(each) in block for block in _SPELT) else each for each in words)


def _bare(letter: str) -> str:
    return "".join(each for each in normalize("NFD", letter) if not combining(each))
