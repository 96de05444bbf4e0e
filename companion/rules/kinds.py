"""Of what kind a field of an event must be: checked at an event's birth, EventError where it is not.

Each gives back the value that it was given, now of a known type.
"""

from __future__ import annotations

from itertools import chain

from companion.rules.errors import EventError, Foreign
from companion.rules.refusal import Refusal


def need_whole(value: object, field: str) -> int:
    """A whole number; ``True`` is none."""
    if type(value) is not int:
        raise EventError(Refusal.NOT_WHOLE, field=field, value=Foreign(value))
    return value


def need_wholes(values: object, field: str) -> tuple[int, ...]:
    """A tuple of whole numbers."""
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_WHOLES, field=field, value=Foreign(values))
    for value in values:
        if type(value) is not int:
            raise EventError(Refusal.NOT_WHOLES_ONLY, field=field, value=Foreign(value))
    return values


def need_hands(values: object, field: str) -> tuple[tuple[int, ...], ...]:
    """A tuple of faces a seat."""
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_HANDS, field=field, value=Foreign(values))
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


def need_flag(value: object, field: str) -> bool:
    """``True`` or ``False``."""
    if type(value) is not bool:
        raise EventError(Refusal.NOT_TRUE_OR_FALSE, field=field, value=Foreign(value))
    return value


def need_name(value: object, field: str) -> str:
    """A text."""
    if type(value) is not str:
        raise EventError(Refusal.NOT_A_TEXT, field=field, value=Foreign(value))
    return value


def need_players(values: object) -> tuple[str, ...]:
    """A tuple of the players' names."""
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_PLAYERS, value=Foreign(values))
    for name in values:
        if type(name) is not str:
            raise EventError(Refusal.NOT_A_NAME, value=Foreign(name))
    return values
