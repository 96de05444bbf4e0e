"""One language's sentences by message id, with its plural forms and its words for numbers."""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import polib  # type: ignore[import-untyped]  # polib ships no types

from companion.text.links import Linked

LOCALES = Path(__file__).resolve().parent / "locales"
DOMAIN = "cups_up"
_HIGHEST_IN_WORDS = 20
_DIGITS_WRITTEN_OUT = 30
"""Numbers of more digits than this are told by their length: no table bids them, a record may."""
_BITS_A_DIGIT = 3.3219
"""log2 of 10."""
_SENTENCES_KEPT = 2048
"""A view of the bidding track asks for the same few sentences some hundred times."""

Value = str | int
"""What fills a placeholder: words, or a whole number."""


class Catalogue:
    """The sentences of one language."""

    def __init__(self, translations: GNUTranslations) -> None:
        self._translations = translations
        self._kept = lru_cache(_SENTENCES_KEPT)(self._told)

    @property
    def language(self) -> str:
        """Its code: "en", "de"."""
        return str(self._translations.info().get("language", "en"))

    @property
    def own_name(self) -> str:
        """What its speakers call it: "Deutsch"; its code where the head of the catalogue does not say."""
        return str(self._translations.info().get("x-own-name", self.language))

    def say(self, message: str, values: dict[str, Value]) -> str:
        """The sentence with this id, its placeholders filled in.

        A value called ``count`` also chooses the plural form. A whole number is written in digits, or in
        words where the placeholder says so: ``{count:words}``, ``{count:Words}`` with a capital. Words
        follow a little word that agrees with their sound: ``{player:a}`` is "a Bruno", "ad Anna". An id that
        no catalogue knows is given back as it is.
        """
        return self._kept(message, tuple(values.items()))

    def _told(self, message: str, values: tuple[tuple[str, Value], ...]) -> str:
        given = dict(values)
        count = given.get("count")
        if isinstance(count, int):
            words = self._translations.ngettext(message, message, count)
        else:
            words = self._translations.gettext(message)
        if not given:
            return words
        return words.format(**{name: self._spoken(value) for name, value in given.items()})

    def number(self, number: int) -> str:
        """A number as a player says it: in words up to twenty, then in digits."""
        if 0 <= number <= _HIGHEST_IN_WORDS:
            return self.say(f"number.{number}", {})
        digits = int(number.bit_length() / _BITS_A_DIGIT) + 1
        return str(number) if digits <= _DIGITS_WRITTEN_OUT else self.say("number.long", {"digits": digits})

    def _spoken(self, value: Value) -> Value:
        return _Number(value, self) if isinstance(value, int) else Linked(value)


class _Number(int):
    """A number that a placeholder can have in digits or in words."""

    _catalogue: Catalogue

    def __new__(cls, number: int, catalogue: Catalogue) -> _Number:
        made = super().__new__(cls, number)
        made._catalogue = catalogue
        return made

    def __format__(self, spec: str) -> str:
        if spec not in ("words", "Words"):
            return super().__format__(spec)
        words = self._catalogue.number(int(self))
        return words[:1].upper() + words[1:] if spec == "Words" else words


def catalogued() -> tuple[str, ...]:
    """The languages that there are catalogues of."""
    return tuple(sorted(each.name for each in LOCALES.iterdir() if path_of(each.name).is_file()))


def path_of(language: str) -> Path:
    """Where a language's catalogue lies."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(path: Path) -> GNUTranslations:
    """The catalogue in this file, by the plural rule in its head."""
    return GNUTranslations(BytesIO(polib.pofile(str(path), encoding="utf-8").to_binary()))
