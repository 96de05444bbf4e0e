"""Words of the command line: numbers within bounds, names whatever their capitals, near misses named."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn

from companion.commands.terminal.outlet import tell
from companion.commands.terminal.parser_words import adopt_words, words_for
from companion.on_disk import NotRead, shown_name, user_path
from companion.text.foreign import printable
from companion.text.speech import say

LONGEST_REFUSAL = 400
"""Characters of a refusal: what a person gave is repeated, but floods no screen."""
LONGEST_NUMBER = 20


class Parser(argparse.ArgumentParser):
    """A parser that speaks the app's language; its refusals are short and printable."""

    def __init__(self, prog: str, description: str | None) -> None:
        adopt_words()
        super().__init__(prog=prog, description=description, allow_abbrev=False, formatter_class=Help)

    def parse_known_intermixed_args(
        self, args: Iterable[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """As argparse has it; but that cuts seven letters off its usage, the English "usage: "."""
        if self.usage is None:
            self.usage = self.format_usage().removeprefix(words_for("usage: "))
        return super().parse_known_intermixed_args(args, namespace)

    def print_help(self, file: object = None) -> None:
        """Standard output as every command writes it: the usual way swallows that a disk is full."""
        tell(self.format_help(), end="")

    def error(self, message: str) -> NoReturn:
        """Usage and one line on standard error; exit status 2."""
        told = printable(message)
        super().error(told if len(told) <= LONGEST_REFUSAL else told[:LONGEST_REFUSAL] + "…")


class Help(argparse.HelpFormatter):
    """Help whose description keeps its paragraphs, and whose percent signs are percent signs."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        return "\n\n".join(fill(each, width, indent) for each in text.split("\n\n"))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and action.help.replace("%", "%%")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A type for argparse: a whole number within these bounds."""

    def number(text: str) -> int:
        digits = text.removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
        if not fits or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                say("given.no_whole_number", least=least, most=most, given=shown_name(text))
            )
        return int(text)

    return number


def plain_path(text: str) -> Path:
    """A type for argparse: a file or folder whose name every screen and library can stand."""
    try:
        text.encode("utf-8")
        return user_path(text)
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(say("given.no_utf_8", given=shown_name(text))) from None
    except NotRead as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def one_of(names: Iterable[str]) -> Callable[[str], str]:
    """A type for argparse: one of these names, whatever its capitals; a near miss is named."""
    known = tuple(names)

    def name(text: str) -> str:
        found = next((each for each in known if each.casefold() == text.casefold()), None)
        if found is None:
            refused = say("given.no_such", given=shown_name(text))
            raise argparse.ArgumentTypeError(no_such(refused, text, known))
        return found

    return name


def no_such(refused: str, text: str, known: Iterable[str]) -> str:
    """A refusal of a name, with the nearest one as a question, or all that there are."""
    names = tuple(known)
    near = nearest_name(text, names)
    if near is not None:
        return say("given.did_you_mean", refused=refused, name=near)
    listed = ", ".join(f'"{each}"' if " " in each else each for each in names)
    return say("given.there_are", refused=refused, names=listed) if names else refused


def nearest_name(text: str, known: Iterable[str]) -> str | None:
    """The name that is nearest to what was given; ``None`` where none is near."""
    by_key = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(text[:100].casefold(), list(by_key), n=1)
    return by_key[near[0]] if near else None
