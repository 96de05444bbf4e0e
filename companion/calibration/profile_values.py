"""Reads and writes values in a profile's TOML.

Readers raise ``ProfileError``, which names part and key. ``where`` is the part's name, without brackets; the
top has none.
"""

from __future__ import annotations

import json
from typing import Any

from companion.calibration.errors import ProfileError
from companion.calibration.seating import Point
from companion.text.speech import say

LARGEST = 1e9
"""No number is larger; all real ones are far smaller [choice]."""
LONGEST_QUOTE = 60
"""Characters of a wrong value that a sentence repeats."""


def part_of(raw: dict[str, Any], name: str, known: tuple[str, ...]) -> dict[str, Any]:
    """The part with this name; it may have the known keys only."""
    part = raw.get(name)
    if not isinstance(part, dict):
        raise ProfileError(say("profile.no_part", part=name))
    check_keys(part, known, name)
    return part


def check_keys(part: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    """Refuses an unknown key: it may be a typing error."""
    strange = sorted(set(part) - set(known))
    if strange:
        key = key_at(where, told(strange[0]))
        raise ProfileError(say("profile.unknown_key", key=key, known=", ".join(known)))


def key_at(where: str, key: str) -> str:
    """A key as a sentence names it."""
    return say("profile.key", key=key, part=where) if where else key


def _wanted(value: Any, where: str, key: str) -> dict[str, str]:
    """What a sentence says of a wrong value."""
    return {"key": key_at(where, key), "given": told(value)}


def value_of(part: dict[str, Any], where: str, key: str) -> Any:
    """The value of a key."""
    if key not in part:
        raise ProfileError(say("profile.no_key", key=key_at(where, key)))
    return part[key]


def words_at(part: dict[str, Any], where: str, key: str) -> str:
    """Words in quotes."""
    value = value_of(part, where, key)
    if not isinstance(value, str):
        raise ProfileError(say("profile.text", **_wanted(value, where, key)))
    return value


def _is_number(value: Any) -> bool:
    """Whether it is a number, and not an absurdly large one."""
    return isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) > LARGEST


def number_at(part: dict[str, Any], where: str, key: str) -> float:
    """A number, whole or not."""
    value = value_of(part, where, key)
    if not _is_number(value):
        raise ProfileError(say("profile.number", **_wanted(value, where, key)))
    return float(value)


def numbers_at(part: dict[str, Any], where: str, key: str, many: int) -> tuple[float, ...]:
    """This many numbers in brackets."""
    value = value_of(part, where, key)
    if not isinstance(value, list) or len(value) != many or not all(map(_is_number, value)):
        raise ProfileError(say("profile.numbers", many=str(many), **_wanted(value, where, key)))
    return tuple(float(each) for each in value)


def whole_number_at(part: dict[str, Any], where: str, key: str) -> int:
    """A whole number."""
    value = value_of(part, where, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProfileError(say("profile.whole_number", **_wanted(value, where, key)))
    return value


def whole_numbers_at(part: dict[str, Any], where: str, key: str, many: int) -> tuple[int, ...]:
    """This many whole numbers above 0 in brackets."""
    value = value_of(part, where, key)
    fits = isinstance(value, list) and len(value) == many
    if not fits or not all(
        isinstance(each, int) and not isinstance(each, bool) and each > 0 for each in value
    ):
        raise ProfileError(say("profile.whole_numbers", many=str(many), **_wanted(value, where, key)))
    return tuple(value)


def points_at(part: dict[str, Any], where: str, key: str) -> tuple[Point, ...]:
    """Pairs of numbers, each in brackets of its own."""
    value = value_of(part, where, key)
    pairs = isinstance(value, list) and all(isinstance(each, list) and len(each) == 2 for each in value)
    if not pairs or not all(_is_number(each) for pair in value for each in pair):
        raise ProfileError(say("profile.pairs", **_wanted(value, where, key)))
    return tuple((float(x), float(y)) for x, y in value)


def told(value: Any) -> str:
    """The wrong value, cut short."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def quoted(words: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's too, for what ``Profile`` lets pass."""
    return json.dumps(words, ensure_ascii=False)


def number_text(value: float, places: int) -> str:
    """A number with at least one and at most this many decimals."""
    text = f"{value:.{places}f}".rstrip("0")
    text = text + "0" if text.endswith(".") else text
    return "0.0" if float(text) == 0 else text


def number_list(values: tuple[float, ...], places: int) -> str:
    """Numbers in brackets, each as ``number_text`` writes it."""
    return f"[{', '.join(number_text(value, places) for value in values)}]"
