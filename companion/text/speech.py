"""The spoken language, chosen once at the start by name or environment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.text.catalogue import Catalogue, Value, catalogued, path_of, read_catalogue

ENGLISH = "en"
"""Every sentence exists in it; others fall back on it."""


class _Speech:
    catalogue: Catalogue | None = None


def languages() -> tuple[str, ...]:
    return catalogued()


def use_language(language: str) -> None:
    """ValueError without a catalogue."""
    _Speech.catalogue = catalogue_of(language)


def spoken() -> Catalogue:
    if _Speech.catalogue is None:
        use_language(ENGLISH)
        assert _Speech.catalogue is not None
    return _Speech.catalogue


def use_catalogue(catalogue: Catalogue) -> None:
    """Speaks from this catalogue, which need not be a shipped one."""
    _Speech.catalogue = catalogue


@cache
def catalogue_of(language: str) -> Catalogue:
    """A language's catalogue, backed by the English one. ValueError for an unknown language."""
    if language not in languages():
        raise ValueError(f"no catalogue of the language {language!r}: there are {', '.join(languages())}")
    fallback = None if language == ENGLISH else cache(lambda: read_catalogue(path_of(ENGLISH)))
    return Catalogue(read_catalogue(path_of(language)), fallback)


def say(message: str, /, **values: Value) -> str:
    """See ``Catalogue.say``."""
    return spoken().say(message, values)


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first one set counts; LANGUAGE may list several, best first."""
NO_LANGUAGE = ("C", "POSIX")
"""Locales that name no language: English is spoken."""


def language_of(environment: Mapping[str, str]) -> str:
    """The environment's first language with a catalogue, else English."""
    wanted = next((environment[each] for each in VARIABLES if environment.get(each)), "")
    for locale in wanted.split(":"):
        if _bare(locale) in NO_LANGUAGE:
            break
        known = known_language(locale)
        if known is not None:
            return known
    return ENGLISH


def known_language(locale: str) -> str | None:
    """``de_AT.UTF-8`` has "de_AT", else "de"; None: neither."""
    known = {each.casefold(): each for each in languages()}
    with_country = _bare(locale).replace("-", "_").casefold()
    return known.get(with_country) or known.get(with_country.partition("_")[0])


def _bare(locale: str) -> str:
    return locale.partition("@")[0].partition(".")[0].strip()
