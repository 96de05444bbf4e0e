"""Kinds of lines in the record, and the vocabulary that a game family's lines make up.

The events of the rules say what a field may hold; this module says which fields a line has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.journal.errors import RecordError
from companion.rules.families import AnyEvent
from companion.rules.kinds import need_whole
from companion.text.foreign import quoted
from companion.text.speech import say

Fields = dict[str, object]
_Event = TypeVar("_Event", bound=AnyEvent)


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of line: its event's name and type, the fields it must and may have, both ways."""

    name: str
    event: type
    fields: tuple[str, ...]
    read: Callable[[Fields], AnyEvent]
    write: Callable[[AnyEvent], Fields]
    optional: tuple[str, ...] = ()


def line_for(
    name: str,
    event: type[_Event],
    fields: tuple[str, ...],
    read: Callable[[Fields], _Event],
    write: Callable[[_Event], Fields],
    optional: tuple[str, ...] = (),
) -> Line:
    """A kind of line; its reader and writer have the event's type."""

    def written(told: AnyEvent) -> Fields:
        if not isinstance(told, event):
            raise TypeError(f"the line {name} tells a {event.__name__}, not a {type(told).__name__}")
        return write(told)

    return Line(name, event, fields, read, written, optional)


class Vocabulary:
    """All kinds of lines of one game family. Several may share a name and differ in their fields."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._by_event = {line.event: line for line in lines}
        self._by_name: dict[str, list[Line]] = {}
        for line in lines:
            self._by_name.setdefault(line.name, []).append(line)

    def fields_of(self, event: AnyEvent) -> Fields:
        """The event as the fields of its line, the event's name first."""
        line = self._by_event[type(event)]
        return {"event": line.name, **line.write(event)}

    def event_of(self, fields: Fields) -> AnyEvent:
        """The event in these fields.

        Raises RecordError for fields that are missing or not listed, EventError where one is of a wrong kind.
        """
        return self._form_of(fields).read(fields)

    def _form_of(self, fields: Fields) -> Line:
        """The kind of line that has exactly these fields, the event's name among them."""
        if "event" not in fields:
            raise RecordError(say("record.no_event"))
        name = fields["event"]
        forms = self._by_name.get(name) if type(name) is str else None
        if forms is None:
            raise RecordError(say("record.unknown_event", event=quoted(name), known=", ".join(self._by_name)))
        for form in forms:
            if all(field in fields for field in form.fields):
                return _without_others(form, fields)
        wanted, *others = (", ".join(form.fields) for form in forms)
        for other in others:
            wanted = say("record.or_fields", fields=wanted, other=other)
        raise RecordError(say("record.fields_missing", event=forms[0].name, fields=wanted))


def _without_others(form: Line, fields: Fields) -> Line:
    for field in fields:
        if field != "event" and field not in form.fields and field not in form.optional:
            listed = ", ".join((*form.fields, *form.optional)) or say("record.no_fields")
            raise RecordError(say("record.other_field", event=form.name, field=quoted(field), fields=listed))
    return form


def player(fields: Fields) -> int:
    """The seat that most lines name; EventError where it is no whole number."""
    return need_whole(fields["player"], "player")


def tuples(value: object) -> object:
    """Lists as tuples, two levels deep; anything else unchanged, for the event to refuse."""
    if type(value) is not list:
        return value
    return tuple(tuple(each) if type(each) is list else each for each in value)
