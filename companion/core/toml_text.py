"""TOML that may come from anybody or a damaged card: values, or one sentence."""

from __future__ import annotations

import tomllib

from companion.text import say

LONGEST_LINE = 1_000
"""Characters: three times the app's longest line. The reader's time grows with the square of a line's dotted
keys: 32,000 on one line took minutes."""
MOST_NESTED = 16
"""Nested lists and tables; the app's own files have three levels."""
LARGEST_WHOLE = 2**63 - 1
"""TOML's integers have 64 bits; Python's reader takes 4,300 digits, which would flood a screen."""
_LONGEST_FAULT = 100
"""Characters of the reader's own words: the fault, line and column."""


class NotToml(ValueError): ...


def toml_of(text: str) -> dict[str, object]:
    """Raises ``NotToml``."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise NotToml(say("toml.long_line", line=number, most=f"{LONGEST_LINE:,}"))
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise NotToml(say("toml.nested")) from None
    except ValueError as fault:
        raise NotToml(_readers_reason(fault)) from None
    _check(found)
    return found


def _check(found: dict[str, object]) -> None:
    """Raises ``NotToml`` for nesting and numbers that the reader takes but the app cannot bear."""
    level: list[object] = [found]
    for _ in range(MOST_NESTED):
        level = [inner for outer in level for inner in _within(outer)]
        if any(type(each) is int and abs(each) > LARGEST_WHOLE for each in level):
            raise NotToml(say("toml.large_number"))
        if not level:
            return
    raise NotToml(say("toml.nested"))


def _within(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _readers_reason(fault: ValueError) -> str:
    told = "".join(each if each.isprintable() else "?" for each in str(fault))[:_LONGEST_FAULT]
    return told[:1].lower() + told[1:]
