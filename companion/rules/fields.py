"""Checks the types of a new event's fields, and gives names their one form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, cast, get_type_hints
from unicodedata import category, combining, normalize

from companion.rules.deck import Card, Cards, Wanted
from companion.rules.refusals import EventError, Foreign, Refusal, RuleError


def need_whole(value: object, field: str) -> int:
    """Raises EventError unless it is a whole number; ``True`` is not."""
    if type(value) is not int:
        raise EventError(Refusal.NOT_WHOLE, field=field, value=Foreign(value))
    return value


def need_wholes(values: object, field: str) -> tuple[int, ...]:
    if type(values) is list:
        values = tuple(values)
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_WHOLES, field=field, value=Foreign(values))
    for value in values:
        if type(value) is not int:
            raise EventError(Refusal.NOT_WHOLES_ONLY, field=field, value=Foreign(value))
    return values


def need_hands(values: object, field: str) -> tuple[tuple[int, ...], ...]:
    if type(values) is list:
        values = tuple(values)
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_HANDS, field=field, value=Foreign(values))
    if list in map(type, values):
        values = tuple(tuple(faces) if type(faces) is list else faces for faces in values)
    if not ({*map(type, values)} <= {tuple} and {*map(type, chain.from_iterable(values))} <= {int}):
        for seat, faces in enumerate(values):
            _need_hand(faces, field, seat)
    return values


def _need_hand(faces: object, field: str, seat: int) -> None:
    if type(faces) is not tuple:
        raise EventError(Refusal.NOT_WHOLES_OF_SEAT, field=field, seat=seat, value=Foreign(faces))
    for value in faces:
        if type(value) is not int:
            raise EventError(Refusal.NOT_WHOLES_ONLY_OF_SEAT, field=field, seat=seat, value=Foreign(value))


def need_card(value: object, field: str) -> Card:
    if type(value) is not Card:
        raise EventError(Refusal.NOT_A_CARD, field=field, value=Foreign(value))
    return value


def need_card_or_none(value: object, field: str) -> Card | None:
    return None if value is None else need_card(value, field)


def need_cards(values: object, field: str) -> Cards:
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_CARDS, field=field, value=Foreign(values))
    for value in values:
        if type(value) is not Card:
            raise EventError(Refusal.NOT_CARDS_ONLY, field=field, value=Foreign(value))
    return values


def need_wanted(value: object, field: str) -> Wanted:
    if type(value) is not Wanted:
        raise EventError(Refusal.NOT_WANTED, value=Foreign(value))
    return value


def need_pairs(values: object, otherwise: Refusal) -> tuple[tuple[object, object], ...]:
    """The pairs in a list or a dict. Raises EventError for anything else."""
    listed = (
        values.items() if isinstance(values, dict) else values if isinstance(values, list | tuple) else None
    )
    if listed is None:
        raise EventError(otherwise, value=Foreign(values))
    pairs = tuple(tuple(pair) if type(pair) is list else pair for pair in listed)
    if not all(type(pair) is tuple and len(pair) == 2 for pair in pairs):
        raise EventError(otherwise, value=Foreign(values))
    return pairs


def need_earlier(values: object) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """Raises EventError unless each game has a list of (seat, joined)."""
    if type(values) not in (list, tuple):
        raise EventError(Refusal.EARLIER, value=Foreign(values))
    games: Any = tuple(need_pairs(each, Refusal.EARLIER) for each in cast("tuple[object, ...]", values))
    if {tuple(map(type, move)) for moves in games for move in moves} - {(int, bool)}:
        raise EventError(Refusal.EARLIER, value=Foreign(values))
    return cast("tuple[tuple[tuple[int, bool], ...], ...]", games)


def need_flag(value: object, field: str) -> bool:
    """Raises EventError unless it is a bool."""
    if type(value) is not bool:
        raise EventError(Refusal.NOT_TRUE_OR_FALSE, field=field, value=Foreign(value))
    return value


def need_name(value: object, field: str) -> str:
    if type(value) is not str:
        raise EventError(Refusal.NOT_A_TEXT, field=field, value=Foreign(value))
    return value


def need_names(values: object) -> tuple[str, ...]:
    if type(values) is list:
        values = tuple(values)
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_PLAYERS, value=Foreign(values))
    for name in values:
        if type(name) is not str:
            raise EventError(Refusal.NOT_A_NAME, value=Foreign(name))
    return values


_CHECKS: dict[object, Callable[[object, str], object]] = {
    int: need_whole,
    bool: need_flag,
    tuple[int, ...]: need_wholes,
    tuple[tuple[int, ...], ...]: need_hands,
    Card: need_card,
    Card | None: need_card_or_none,
    Cards: need_cards,
    Wanted: need_wanted,
}


class Checked:
    """An event whose fields hold what their types say. Raises EventError for another value."""

    __slots__ = ()

    written_as: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Fields with another name in the record."""

    def __post_init__(self) -> None:
        own: Any = type(self)  # mypy takes the hash of an event for that of its class
        for field, written, need in _needs(own):
            object.__setattr__(self, field, need(getattr(self, field), written))


@cache
def _needs(event: Any) -> tuple[tuple[str, str, Callable[[object, str], object]], ...]:
    kinds, named = get_type_hints(event), [each.name for each in fields(event)]
    return tuple((each, event.written_as.get(each, each), _CHECKS[kinds[each]]) for each in named)


FEWEST_PLAYERS = 2
"""Of every rule sheet."""
_SPACES = " \t\n\r\v\f" + "".join(map(chr, (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)))
"""Stripped at both ends: ASCII's white space, and Unicode's spaces (category Zs)."""
_JOINERS = "\u200c\u200d"
_UNSEEN = {
    *map(chr, (0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0xFEFF)),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2060, 0x2070))),
}
"""Invisible characters that people paste unawares: Unicode's default ignorable ones."""
_VIRAMA = 9
"""The combining class of a sign that joins two consonants; a joiner after it changes how they are written."""
_PICTURE_MARK = "\ufe0f"


def one_form(name: str) -> str:
    """The name as kept and compared: composed (NFC), without outer spaces and invisible characters.
    Idempotent.

    A joiner stays between Indic consonants and inside an emoji.
    """
    if name.isascii():
        return name.strip(_SPACES)
    seen = [each for each in name if each not in _UNSEEN]
    kept = (each for at, each in enumerate(seen) if each not in _JOINERS or _joins(seen, at))
    return normalize("NFC", "".join(kept)).strip(_SPACES)


def _joins(letters: list[str], at: int) -> bool:
    if not 0 < at < len(letters) - 1:
        return False
    before, after = letters[at - 1], letters[at + 1]
    in_picture = before == _PICTURE_MARK or category(before) in ("So", "Sk")
    return combining(before) == _VIRAMA or (in_picture and category(after) == "So")


def need_players(rules: str, most: int, players: tuple[str, ...]) -> None:
    """Raises RuleError unless two to ``most`` named players sit down; equal names are allowed."""
    if not FEWEST_PLAYERS <= len(players) <= most:
        raise RuleError(
            Refusal.NUMBER_OF_PLAYERS, rules=rules, fewest=FEWEST_PLAYERS, most=most, came=len(players)
        )
    for seat, name in enumerate(players):
        need_player(seat, name)


def need_player(seat: int, name: str) -> None:
    """Raises RuleError for an impossible name."""
    if not name.strip():
        raise RuleError(Refusal.NAMELESS_PLAYER, seat=seat)
    if any("\ud800" <= char <= "\udfff" for char in name):
        raise RuleError(Refusal.NAME_NOT_UNICODE, seat=seat)
