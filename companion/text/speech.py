"""The language that the app speaks: chosen once at the start, English where nobody chooses."""

from __future__ import annotations

from functools import cache

from companion.text.catalogue import Catalogue, Value, catalogued, path_of, read_catalogue

ENGLISH = "en"
"""The language that every sentence exists in; others fall back on it."""


class _Speech:
    """What is spoken now."""

    catalogue: Catalogue | None = None


def languages() -> tuple[str, ...]:
    """The languages that there are catalogues of."""
    return catalogued()


def use_language(language: str) -> None:
    """Speak this language from now on. ValueError for one without a catalogue."""
    _Speech.catalogue = catalogue_of(language)


def spoken() -> Catalogue:
    """The catalogue of the language that is spoken."""
    if _Speech.catalogue is None:
        use_language(ENGLISH)
        assert _Speech.catalogue is not None
    return _Speech.catalogue


def use_catalogue(catalogue: Catalogue) -> None:
    """Speak from this catalogue, which need not be among the shipped ones."""
    _Speech.catalogue = catalogue


@cache
def catalogue_of(language: str) -> Catalogue:
    """A language's catalogue, backed by the English one. ValueError where there is none."""
    if language not in languages():
        raise ValueError(f"no catalogue of the language {language!r}: there are {', '.join(languages())}")
    found = read_catalogue(path_of(language))
    if language != ENGLISH:
        found.add_fallback(read_catalogue(path_of(ENGLISH)))
    return Catalogue(found)


def say(message: str, /, **values: Value) -> str:
    """The sentence with this id in the language that is spoken, its placeholders filled in.

    ``count`` chooses the plural form; see ``Catalogue.say``.
    """
    return spoken().say(message, values)
