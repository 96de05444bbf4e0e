"""Of what kind a field of an event must be: checked at an event's birth, EventError in a sentence."""

from __future__ import annotations

from companion.rules.errors import EventError, quoted


def need_whole(value: object, field: str) -> None:
    """A whole number; ``True`` is none."""
    if type(value) is not int:
        raise EventError(f"{field} must be a whole number, not {quoted(value)}")


def need_wholes(values: object, field: str) -> None:
    """A tuple of whole numbers."""
    if type(values) is not tuple:
        raise EventError(f"{field} must be a list of whole numbers, not {quoted(values)}")
    for value in values:
        if type(value) is not int:
            raise EventError(f"{field} must hold whole numbers only, not {quoted(value)}")


def need_hands(values: object, field: str) -> None:
    """A tuple of faces a seat."""
    if type(values) is not tuple:
        raise EventError(f"{field} must be one list of faces a seat, not {quoted(values)}")
    for seat, faces in enumerate(values):
        need_wholes(faces, f"{field} of seat {seat}")


def need_flag(value: object, field: str) -> None:
    """``True`` or ``False``."""
    if type(value) is not bool:
        raise EventError(f"{field} must be true or false, not {quoted(value)}")
