"""A language's sentences by message id, with plural forms and number words.

The spoken language is chosen once at the start, by name or environment.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import c2py
from pathlib import Path

LINKS = {
    "a": (re.compile(r"\W*[aàá]", re.IGNORECASE), "ad"),
    "e": (re.compile(r"\W*[eèé]", re.IGNORECASE), "ed"),
    "y": (re.compile(r"\W*(h?í|h?i(?![aeiouáéóú])|y(?![aeiouáéíóú]))", re.IGNORECASE), "e"),
    "o": (re.compile(r"\W*h?[oó]", re.IGNORECASE), "u"),
}
"""Beginnings of the next word, quoted or not, and the little word's form before them. "a" and "e" are Italian
and change only before the same vowel; "y" and "o" are Spanish: "hielo" and "Yago" begin with another sound,
"Yvonne" does not."""


class Linked(str):
    """Words that may change a little word before them: ``{player:a}`` is "a Bruno", "ad Anna"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec not in LINKS:
            return super().__format__(spec)
        sound, changed = LINKS[spec]
        return f"{changed if sound.match(self) else spec} {self}"


LOCALES = Path(__file__).resolve().parent / "locales"
DOMAIN = "cups_up"
_HIGHEST_IN_WORDS = 20
_FIRST_TENS = 2
"""Twenty is the first word of ``X-Tens``."""
_DIGITS_WRITTEN_OUT = 30
"""Longer numbers are told by their length: a record may have them."""
_BITS_A_DIGIT = 3.3219
"""log2 of 10."""
_SENTENCES_KEPT = 2048
"""The track's view asks for the same few sentences hundreds of times."""

_ONE_FORM = re.compile(r'msgid "(.+)"\nmsgstr "(.+)"')
"""Most sentences: a catalogue is read twice as fast."""
_FIELD = re.compile(r'(?:(msgid|msgid_plural|msgstr(?:\[\d\])?) )?"(.*)"')
"""One line of a catalogue, which begins or continues a field."""
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_OWN_NAME = re.compile(r"^\"X-Own-Name: (.+)\\n\"$", re.MULTILINE)
_HEAD_LINE = re.compile(r"^([^:]+): (.*)$", re.MULTILINE)
_HEAD_CHARACTERS = 4096
"""A catalogue's head, with the comment above it, fits in these."""
_CALLED = os.environ.get("CUPS_UP_CALLED", "")
"""What people type for the command; ``./run`` says what it was called by."""
_COMMAND = re.compile(r"(?<![\w/.-])cups-up(?=$| [a-zC[-])")

Value = str | int
"""What fills a placeholder."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """A file's head (lower-case names) and each sentence's plural forms."""

    head: dict[str, str]
    forms: dict[str, tuple[str, ...]]
    plural: Callable[[int], int]

    def of(self, message: str, count: int | None) -> str | None:
        """None for an unknown id."""
        forms = self.forms.get(message, ())
        if len(forms) > 1:
            return forms[self.plural(1 if count is None else count)]
        return forms[0] if forms else None


class Catalogue:
    """One language; ``fallback``, read on first use, has what it lacks."""

    def __init__(self, sentences: Sentences, fallback: Callable[[], Sentences] | None = None) -> None:
        self._sentences, self._fallback = sentences, fallback
        self._kept = lru_cache(_SENTENCES_KEPT)(self._format)

    @property
    def language(self) -> str:
        return self._sentences.head.get("language", "en")

    def say(self, message: str, values: dict[str, Value]) -> str:
        """The sentence with this id; an unknown id is given back as it is.

        ``count`` also chooses the plural form. Whole numbers are written in digits; ``{count:words}`` asks
        for words, ``{count:Words}`` for a capital. ``{player:a}``: see ``Linked``.
        """
        return self._kept(message, tuple(values.items()))

    def _format(self, message: str, values: tuple[tuple[str, Value], ...]) -> str:
        given = dict(values)
        count = given.get("count")
        words = self._words(message, count if isinstance(count, int) else None)
        if not given:
            return words
        return words.format(**{name: self._spoken(value) for name, value in given.items()})

    def _words(self, message: str, count: int | None) -> str:
        own = self._sentences.of(message, count)
        if own is None and self._fallback is not None:
            own = self._fallback().of(message, count)
        return message if own is None else own

    def number(self, number: int) -> str:
        """In words up to twenty, or to 99 where the head has ``X-Tens``; then in digits."""
        if 0 <= number <= _HIGHEST_IN_WORDS:
            return self.say(f"number.{number}", {})
        tens, ones = divmod(number, 10)
        words = self._sentences.head.get("x-tens", "").split()
        if 0 <= tens - _FIRST_TENS < len(words):
            ten = words[tens - _FIRST_TENS]
            return f"{ten}-{self.number(ones)}" if ones else ten
        digits = int(number.bit_length() / _BITS_A_DIGIT) + 1
        return str(number) if digits <= _DIGITS_WRITTEN_OUT else self.say("number.long", {"digits": digits})

    def _spoken(self, value: Value) -> Value:
        return _Number(value, self) if isinstance(value, int) else Linked(value)


class _Number(int):
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


def languages() -> tuple[str, ...]:
    return tuple(sorted(each.name for each in LOCALES.iterdir() if path_of(each.name).is_file()))


def path_of(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def own_name(language: str) -> str:
    """ "Deutsch"; the code if the head has no name. Reads only the head: the settings list every language."""
    with path_of(language).open(encoding="utf-8") as catalogue:
        said = _OWN_NAME.search(catalogue.read(_HEAD_CHARACTERS))
    return language if said is None else said[1]


def as_called(words: str) -> str:
    """The words with the command's name as it was called here."""
    return _COMMAND.sub(_CALLED, words) if re.fullmatch(r"[\w./~-]+", _CALLED) else words


def read_catalogue(path: Path) -> Sentences:
    """ValueError for a file that is no catalogue. Fuzzy and missing translations are left out.

    A general gettext library takes four times as long at each start.
    """
    forms = dict(_entries(as_called(path.read_text(encoding="utf-8"))))
    head = {name.casefold(): value for name, value in _HEAD_LINE.findall(forms.pop("", ("",))[0])}
    rule = head.get("plural-forms", "").partition("plural=")[2].rstrip("; ")
    return Sentences(head, forms, c2py(rule or "n != 1"))


def _entries(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for paragraph in text.split("\n\n"):
        if simple := _ONE_FORM.fullmatch(paragraph):
            yield _plain(simple[1]), (_plain(simple[2]),)
            continue
        fields: dict[str, str] = {}
        newest = ""
        for line in paragraph.split("\n"):
            if line.startswith("#,") and "fuzzy" in line:
                break
            if not line or line.startswith("#"):
                continue
            found = _FIELD.fullmatch(line)
            if found is None:
                raise ValueError(f"no line of a catalogue: {line!r}")
            field, words = found.groups()
            newest = field or newest
            fields[newest] = fields.get(newest, "") + words
        else:
            forms = tuple(_plain(words) for name, words in fields.items() if name.startswith("msgstr"))
            if all(forms) and "msgid" in fields:
                yield _plain(fields["msgid"]), forms


def _plain(words: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES[found[1]], words) if "\\" in words else words


ENGLISH = "en"
"""Every sentence exists in it; others fall back on it."""


class _Speech:
    catalogue: Catalogue | None = None


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
