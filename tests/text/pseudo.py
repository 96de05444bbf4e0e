"""A language for tests: the English catalogue with an accent on every letter, and a third longer.

A word without accents on the screen or in the terminal is then no word of the catalogue.
"""

from __future__ import annotations

import re
import string
from pathlib import Path

import polib

from companion.text import path_of

LANGUAGE = "qps"
"""No language; ISO 639 leaves qaa to qtz to private use."""
PLAIN = string.ascii_letters
ACCENTED = "áƀçđéƒğħíĵķłɱñöþʠŕšţüṽŵẋýžÁɃÇĐÉƑĞĦÍĴĶŁⱮÑÖÞɊŔŠŢÜṼŴẊÝŽ"
PADDING = "·"
_ACCENTS = str.maketrans(PLAIN, ACCENTED)
_PLACEHOLDER = re.compile(r"(\{[^{}]*\})")


def write_pseudo(locales: Path) -> None:
    """Put the catalogues of English and of the pseudo-language into a folder of catalogues."""
    shipped = path_of("en")
    english = polib.pofile(str(shipped), encoding="utf-8")
    _save(english, locales / "en" / "LC_MESSAGES" / shipped.name)
    for entry in english:
        entry.msgstr = pseudo(entry.msgstr)
        entry.msgstr_plural = {form: pseudo(words) for form, words in entry.msgstr_plural.items()}
    _save(english, locales / LANGUAGE / "LC_MESSAGES" / shipped.name)


def pseudo(words: str) -> str:
    """The words with accents and longer by a third, each line for itself; placeholders stay as they are."""
    return "\n".join(map(_line, words.split("\n")))


def _line(words: str) -> str:
    parts = _PLACEHOLDER.split(words)
    told = "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
    letters = sum(map(str.isalpha, _PLACEHOLDER.sub("", words)))
    return told + PADDING * -(-letters // 3)


def plain_words(text: str) -> list[str]:
    """The words of two letters and more that have no accent."""
    return re.findall(r"(?<![^\W\d_])[A-Za-z]{2,}(?![^\W\d_])", text)


def _save(catalogue: polib.POFile, path: Path) -> None:
    path.parent.mkdir(parents=True)
    catalogue.save(str(path))
