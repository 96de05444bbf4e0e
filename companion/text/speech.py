"""The language that the app speaks, chosen once at the start; its sentences, numbers and lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    fallback = None if language == ENGLISH else cache(lambda: read_catalogue(path_of(ENGLISH)))
    return Catalogue(read_catalogue(path_of(language)), fallback)


def say(message: str, /, **values: Value) -> str:
    """The sentence with this id in the language that is spoken, its placeholders filled in.

    ``count`` chooses the plural form; see ``Catalogue.say``.
    """
    return spoken().say(message, values)


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
    return locale.partition("@")[0].partition(".")[0].strip()


_OPENING_MARKS = "¿¡"


def say_number(number: int) -> str:
    """A number as a player says it: in words up to twenty, then in digits."""
    return spoken().number(number)


def say_decimal(value: float, places: int = 1, signed: bool = False) -> str:
    """A number with so many places behind the language's mark: "2.5", or "2,5"."""
    rounded = round(value, places) + 0.0  # no minus before zero
    return f"{rounded:{'+' if signed else ''}.{places}f}".replace(".", say("number.mark"))


def say_percent(share: float, places: int = 0, signed: bool = False) -> str:
    """A share (0-1) in percent: "21%", or "21 %" where the language puts a space."""
    return say("number.percent", number=say_decimal(share * 100, places, signed))


def say_list(items: Iterable[str], either: bool = False) -> str:
    """Items as a sentence lists them: "Ann, Bob and Cy", or "Ann, Bob or Cy" where ``either`` will do."""
    *first, last = [*items] or [""]
    if not first:
        return last
    listed = first[0]
    for item in first[1:]:
        listed = say("list.more", list=listed, item=item)
    return say("list.or" if either else "list.and", list=listed, item=last)


def say_all(*sentences: str | None) -> str:
    """Sentences one after the other; those that are ``None`` are left out."""
    said = ""
    for each in sentences:
        if each is not None:
            said = say("sentences", first=said, second=each) if said else each
    return said


def capital(words: str) -> str:
    """Words with a capital at their beginning, behind marks that open a sentence."""
    letters = words.lstrip(_OPENING_MARKS)
    return words[: len(words) - len(letters)] + letters[:1].upper() + letters[1:]


def as_sentence(reason: str) -> str:
    """A reason as a sentence of its own: a capital letter and a full stop."""
    ended = reason if reason[-1:] in (".", "!", "?") else say("sentence", words=reason)
    return capital(ended)
