"""Rows of a journal as far as its pages can be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime

from companion.journal.database import is_damage
from companion.journal.seals import Row

UNREADABLE: Row = (None, None, None)
"""Marks the rows behind an unreadable page."""


def event_rows(connection: sqlite3.Connection, game_id: int) -> Iterator[Row]:
    """A game's events in order; ``UNREADABLE`` follows the last readable one if a page is damaged."""
    asked = "SELECT number, written_at, line FROM event WHERE game_id = ? ORDER BY number"
    try:
        yield from connection.execute(asked, (game_id,))
    except sqlite3.DatabaseError as fault:
        if not is_damage(fault):
            raise
        yield UNREADABLE


def game_ids(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The games' numbers, the last first, from either table that can be read."""
    found: set[int] = set()
    for asked in ("SELECT id FROM game", "SELECT DISTINCT game_id FROM event"):
        for (number,) in whole_rows(connection, asked):
            if type(number) is int:
                found.add(number)
    return tuple(sorted(found, reverse=True))


def whole_rows(connection: sqlite3.Connection, asked: str, *given: object) -> list[tuple[object, ...]]:
    """The rows up to the first damaged page."""
    rows: list[tuple[object, ...]] = []
    try:
        for row in connection.execute(asked, given):
            rows.append(row)
    except sqlite3.DatabaseError as fault:
        if not is_damage(fault):
            raise
    return rows


def moment_of(*texts: object) -> datetime:
    """The first of these that is a moment; the beginning of 1970 if none is."""
    for text in texts:
        try:
            found = datetime.fromisoformat(str(text).partition(" ")[0])
        except ValueError:
            continue
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return datetime(1970, 1, 1, tzinfo=UTC)
