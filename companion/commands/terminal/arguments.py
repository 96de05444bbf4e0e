"""Words of the command line: numbers within bounds, names whatever their capitals, near misses named."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from companion.commands.terminal.outlet import tell
from companion.on_disk import NotRead, shown_name, user_path
from companion.text.foreign import printable

LARGEST_SEED = 2**31 - 1
LONGEST_REFUSAL = 400
"""Characters of a refusal: what a person gave is repeated, but floods no screen."""
LONGEST_NUMBER = 20


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are short and printable, and whose help has no marks of reStructuredText."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog=prog, description=(description or "").replace("``", ""), allow_abbrev=False)

    def print_help(self, file: object = None) -> None:
        """Standard output as every command writes it: the usual way swallows that a disk is full."""
        tell(self.format_help(), end="")

    def error(self, message: str) -> NoReturn:
        """Usage and one line on standard error; exit status 2."""
        told = printable(message)
        super().error(told if len(told) <= LONGEST_REFUSAL else told[:LONGEST_REFUSAL] + "…")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A type for argparse: a whole number within these bounds."""

    def number(text: str) -> int:
        digits = text.removeprefix("-")
        fits = digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER
        if not fits or not least <= int(text) <= most:
            wanted = f"a whole number from {least} to {most}"
            raise argparse.ArgumentTypeError(f"it must be {wanted}, got '{shown_name(text)}'")
        return int(text)

    return number


def plain_path(text: str) -> Path:
    """A type for argparse: a file or folder whose name every screen and library can stand."""
    try:
        text.encode("utf-8")
        return user_path(text)
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"the name '{shown_name(text)}' is no UTF-8") from None
    except NotRead as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def one_of(names: Iterable[str]) -> Callable[[str], str]:
    """A type for argparse: one of these names, whatever its capitals; a near miss is named."""
    known = tuple(names)

    def name(text: str) -> str:
        found = next((each for each in known if each.casefold() == text.casefold()), None)
        if found is None:
            near = did_you_mean(text, known) or f"; there are {', '.join(known)}"
            raise argparse.ArgumentTypeError(f"there is no '{shown_name(text)}'{near}")
        return found

    return name


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """The nearest name as a question after a comma; nothing where none is near."""
    by_key = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(text[:100].casefold(), list(by_key), n=1)
    return f", did you mean {by_key[near[0]]}?" if near else ""
