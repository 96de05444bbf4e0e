"""Of what kind a field of an event must be: checked at an event's birth, EventError in a sentence.

Each gives back the value that it was given, now of a known type.
"""

from __future__ import annotations

from companion.rules.errors import EventError, quoted


def need_whole(value: object, field: str) -> int:
    """A whole number; ``True`` is none."""
    if type(value) is not int:
        raise EventError(f"{field} must be a whole number, not {quoted(value)}")
    return value


def need_wholes(values: object, field: str) -> tuple[int, ...]:
    """A tuple of whole numbers."""
    if type(values) is not tuple:
        raise EventError(f"{field} must be a list of whole numbers, not {quoted(values)}")
    for value in values:
        if type(value) is not int:
            raise EventError(f"{field} must hold whole numbers only, not {quoted(value)}")
    return values


def need_hands(values: object, field: str) -> tuple[tuple[int, ...], ...]:
    """A tuple of faces a seat."""
    if type(values) is not tuple:
        raise EventError(f"{field} must be one list of faces a seat, not {quoted(values)}")
    for seat, faces in enumerate(values):
        need_wholes(faces, f"{field} of seat {seat}")
    return values


def need_flag(value: object, field: str) -> bool:
    """``True`` or ``False``."""
    if type(value) is not bool:
        raise EventError(f"{field} must be true or false, not {quoted(value)}")
    return value


def need_name(value: object, field: str) -> str:
    """A text."""
    if type(value) is not str:
        raise EventError(f"{field} must be a name, not {quoted(value)}")
    return value


def need_players(values: object) -> tuple[str, ...]:
    """A tuple of the players' names."""
    if type(values) is not tuple:
        raise EventError(f"players must be a list of names, not {quoted(values)}")
    for name in values:
        if type(name) is not str:
            raise EventError(f"a player's name must be text, not {quoted(name)}")
    return values
