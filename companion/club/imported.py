"""Games from files into the database: feeds as ``--events FILE`` writes them, and records of single games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.club.told import NO_MOMENT, GameKey, Head, Line, head_of

_KEY_DIGITS = 12
"""Of SHA-256 in hexadecimal: 48 bits, a whole number in every database."""


class NotImported(ValueError):
    """A line is none of a feed or a record; ``line`` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def lines_in(text: str, table: str) -> list[Line]:
    """The lines of a file, each with the game and the number that it has there. Raises ``NotImported``."""
    found: list[Line] = []
    events: list[str] = []
    for fields in _objects(text):
        head = head_of("file", fields.get("state"))
        if head is None:
            if fields["event"] == "game" and events:
                found += _record(events, table)
                events = []
            events.append(json.dumps(fields))
            continue
        found += _fed(events, head, table)
        events = []
    return [*found, *_record(events, table)]


def _objects(text: str) -> Iterator[dict[str, object]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            raise NotImported(number) from None
        state = fields.get("state") if isinstance(fields, dict) else None
        if state is None and not (isinstance(fields, dict) and isinstance(fields.get("event"), str)):
            raise NotImported(number)
        if state is not None and head_of("file", state) is None:
            raise NotImported(number)
        yield fields


def _fed(events: Sequence[str], head: Head, table: str) -> list[Line]:
    """Lines of a feed: the last of them has the state's number."""
    key, first = replace(head.key, table=table), head.number - len(events) + 1
    return [Line(key, number, text) for number, text in enumerate(events, first) if number > 0]


def _record(events: Sequence[str], table: str) -> list[Line]:
    """Lines of a record, which names no game: their own hash does."""
    if not events:
        return []
    game = int(hashlib.sha256("\n".join(events).encode()).hexdigest()[:_KEY_DIGITS], 16)
    return [Line(GameKey(table, game, NO_MOMENT), number, text) for number, text in enumerate(events, 1)]
