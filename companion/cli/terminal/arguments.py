"""Words of the command line: bounded numbers, names in any case, near misses named."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from textwrap import TextWrapper
from typing import Any, NoReturn

from companion.cli.terminal.outlet import complain, tell
from companion.core.on_disk import NotRead, possible_path, shown_name
from companion.text import as_called, printable_sentence, say, say_quote, without_secrets


def adopt_words() -> None:
    """Gives argparse the app's words, by its module's names: it offers no other way."""
    words: Mapping[str, object] = {"_": words_for, "ngettext": _plural_for}
    vars(argparse).update(words)


def words_for(english: str) -> str:
    """The app's words for argparse's, with the same ``%`` places."""
    if english in _SENTENCES:
        return _Sentence(english)
    return _WORDS[english]() if english in _WORDS else english


def _plural_for(one: str, many: str, number: int) -> str:
    return words_for(one) if one in _SENTENCES else one if number == 1 else many


class _Sentence(str):
    def __mod__(self, values: Any) -> str:
        return _SENTENCES[str(self)](values)


_WORDS: dict[str, Callable[[], str]] = {
    "usage: ": lambda: say("parser.usage") + " ",
    "positional arguments": lambda: say("parser.positional"),
    "options": lambda: say("parser.options"),
    "show this help message and exit": lambda: say("parser.help"),
    "expected one argument": lambda: say("parser.one_wanted"),
    "expected at most one argument": lambda: say("parser.one_at_most"),
    "expected at least one argument": lambda: say("parser.one_at_least"),
}
_SENTENCES: dict[str, Callable[[Any], str]] = {
    "argument %(argument_name)s: %(message)s": lambda given: say(
        "parser.at", argument=given["argument_name"], fault=given["message"]
    ),
    "unrecognized arguments: %s": lambda given: say("parser.unknown", arguments=given),
    "not allowed with argument %s": lambda given: say("parser.not_with", argument=given),
    "ignored explicit argument %r": lambda given: say("parser.no_value", value=say_quote(given)),
    "the following arguments are required: %s": lambda given: say("parser.missing", arguments=given),
    "expected %s argument": lambda given: say("parser.wanted", count=given),
    "invalid %(type)s value: %(value)r": lambda given: say(
        "parser.no_such_value", value=say_quote(str(given["value"]))
    ),
    "invalid choice: %(value)r (choose from %(choices)s)": lambda given: say(
        "parser.choice", value=say_quote(str(given["value"])), choices=given["choices"].replace("'", "")
    ),
}


WRONG_WORDS = 2
"""Exit status."""
LONGEST_REFUSAL = 400
"""Characters of a refusal, which repeats what was given."""
LONGEST_NUMBER = 20


class Parser(argparse.ArgumentParser):
    """A parser in the app's language; its refusals are short and printable."""

    def __init__(self, prog: str, description: str | None) -> None:
        adopt_words()
        prog = as_called(prog)
        super().__init__(prog=prog, description=description, allow_abbrev=False, formatter_class=Help)

    def parse_known_intermixed_args(
        self, args: Iterable[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Sets the usage, off which argparse would cut the seven letters of the English "usage: "."""
        if self.usage is None:
            self.usage = self.format_usage().removeprefix(words_for("usage: "))
        return super().parse_known_intermixed_args(args, namespace)

    def print_help(self, file: object = None) -> None:
        """Unlike argparse's, it notices a full disk."""
        tell(self.format_help(), end="")

    def error(self, message: str) -> NoReturn:
        """Two lines on standard error, without the usage; exit status 2."""
        told = printable_sentence(without_secrets(message))
        told = told if len(told) <= LONGEST_REFUSAL else told[:LONGEST_REFUSAL] + "…"
        name, _, command = self.prog.partition(" ")
        refused = say("parser.error", program=self.prog, fault=told)
        more = say("parser.more", help=f"{name} help {command}".rstrip())
        self.exit(WRONG_WORDS, None if sys.stderr is None else f"{refused}\n{more}\n")


class Help(argparse.HelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        wrapped = TextWrapper(width, indent, indent, break_on_hyphens=False)  # a path can be copied
        return "\n\n".join(map(wrapped.fill, text.split("\n\n")))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and action.help.replace("%", "%%")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A type for argparse; the bounds are included."""

    def number(text: str) -> int:
        digits = text.removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
        if not fits or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                say("given.no_whole_number", least=least, most=most, given=shown_name(text))
            )
        return int(text)

    return number


def _first_given(options: Mapping[str, object]) -> str | None:
    """The first option with a value that is not its usual one: not ``None``, false, empty or zero."""
    return next((each for each, value in options.items() if value), None)


def ignores(me: str, option: str, others: Mapping[str, object]) -> bool:
    """Complains if one of the others is given, which ``option`` leaves without effect."""
    named = _first_given(others)
    if named is not None:
        complain(me, say("given.not_with", given=named, option=option))
    return named is not None


def lacks(me: str, option: str, others: Mapping[str, object]) -> bool:
    """Complains if one of the others is given, which has an effect only with ``option``."""
    named = _first_given(others)
    if named is not None:
        complain(me, say("given.only_with", given=named, option=option))
    return named is not None


def any_path(text: str) -> Path:
    """A type for argparse: may exist, of any bytes."""
    try:
        return possible_path(text)
    except NotRead as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def number_in(text: str) -> float:
    """NaN, which lies between no limits, if there is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def share(text: str) -> float:
    """A type for argparse: from 0.01 to 1."""
    value = number_in(text) if len(text) <= LONGEST_NUMBER else nan
    if not 0.01 <= value <= 1.0:
        raise argparse.ArgumentTypeError(say("given.no_share", given=shown_name(text)))
    return value


def plain_path(text: str) -> Path:
    """A type for argparse: every screen and library accepts the name."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(say("given.no_utf_8", given=shown_name(text))) from None
    return any_path(text)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A type for argparse: in any case; a refusal names a near miss."""

    known: tuple[str, ...]

    def __call__(self, text: str) -> str:
        found = next((each for each in self.known if each.casefold() == text.casefold()), None)
        if found is None:
            refused = say("given.no_such", given=shown_name(text))
            raise argparse.ArgumentTypeError(no_such(refused, text, self.known))
        return found


def one_of(names: Iterable[str]) -> OneOf:
    return OneOf(tuple(names))


def no_such(refused: str, text: str, known: Iterable[str]) -> str:
    names = tuple(known)
    near = nearest_name(text, names)
    if near is not None:
        return say("given.did_you_mean", refused=refused, name=near)
    listed = ", ".join(f'"{each}"' if " " in each else each for each in names)
    return say("given.there_are", refused=refused, names=listed) if names else refused


def nearest_name(text: str, known: Iterable[str]) -> str | None:
    """``None`` if no name is near."""
    by_key = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(text[:100].casefold(), list(by_key), n=1)
    return by_key[near[0]] if near else None
