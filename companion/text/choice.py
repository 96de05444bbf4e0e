"""Which language a person wants: named, or as the environment has it, in gettext's own order."""

from __future__ import annotations

from collections.abc import Mapping

from companion.text.speech import ENGLISH, languages

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set counts; LANGUAGE may list several, the best first."""
NO_LANGUAGE = ("C", "POSIX")
"""Locales of machines, which speak English."""


def language_of(environment: Mapping[str, str]) -> str:
    """The first language of the environment that has a catalogue; English where none has."""
    wanted = next((environment[each] for each in VARIABLES if environment.get(each)), "")
    for locale in wanted.split(":"):
        if _bare(locale) in NO_LANGUAGE:
            break
        known = known_language(locale)
        if known is not None:
            return known
    return ENGLISH


def known_language(locale: str) -> str | None:
    """The catalogue for a locale: ``de_AT.UTF-8`` has "de_AT", else "de"; ``None`` where there is neither."""
    known = {each.casefold(): each for each in languages()}
    with_country = _bare(locale).replace("-", "_").casefold()
    return known.get(with_country) or known.get(with_country.partition("_")[0])


def _bare(locale: str) -> str:
    """A locale without its encoding and its variant."""
    return locale.partition("@")[0].partition(".")[0].strip()
