"""The kept games with the events that still stand, read fast enough to count over all of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from companion.journal.codec import event_of
from companion.journal.errors import RecordError
from companion.journal.rows import event_rows, game_ids, moment_of, whole_rows
from companion.journal.seals import seal_in, sound_lines
from companion.rules.errors import RuleError
from companion.rules.events import GameBegun, Undone
from companion.rules.families import AnyEvent, is_card_game
from companion.rules.record import GameRecord

_LINES_KEPT = 8192
"""Different lines of bids and calls; the same few hundred come again in every game."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of the journal and its events that still stand, without undos; the first is its beginning."""

    id: int
    begun_at: datetime
    events: tuple[AnyEvent, ...]


def kept_games(connection: sqlite3.Connection, since: datetime | None = None) -> Iterator[KeptGame]:
    """The games, the first begun first; without those begun before ``since``, and without damaged ones that
    go on under another number."""
    begun = {row[0]: row[1] for row in whole_rows(connection, "SELECT id, begun_at FROM game")}
    gone_on = _gone_on(connection)
    for game_id in reversed(game_ids(connection)):
        if game_id in gone_on:
            continue
        told = begun.get(game_id)
        at = moment_of(told) if told else moment_of(*_first_written(connection, game_id))
        if since is not None and at < since:
            continue
        events = live_events(connection, game_id)
        if events:
            yield KeptGame(game_id, at, events)


def _gone_on(connection: sqlite3.Connection) -> set[object]:
    if not whole_rows(connection, "SELECT 1 FROM sqlite_master WHERE name = 'taken_over'"):
        return set()  # a journal from before, opened for reading only
    return {game_id for (game_id,) in whole_rows(connection, "SELECT game_id FROM taken_over")}


def _first_written(connection: sqlite3.Connection, game_id: int) -> tuple[object, ...]:
    asked = "SELECT written_at FROM event WHERE game_id = ? AND number = 1"
    return tuple(written for (written,) in whole_rows(connection, asked, game_id))


def live_events(connection: sqlite3.Connection, game_id: int) -> tuple[AnyEvent, ...]:
    """The events of a game that still stand, of a damaged one its good ones; none where none is good.

    Lines with seals were checked by the rules before they were written. A game that has a line without a
    seal, from an old journal, is replayed.
    """
    rows = tuple(event_rows(connection, game_id))
    lines = sound_lines(game_id, rows).lines
    if all(seal_in(written) is not None for _, written, _ in rows[: len(lines)]):
        return _standing(lines)
    return _replayed(lines)


def _standing(lines: tuple[str, ...]) -> tuple[AnyEvent, ...]:
    standing: list[AnyEvent] = []
    try:
        for event in _events(lines):
            if not isinstance(event, Undone):
                standing.append(event)
            elif len(standing) > 1:
                standing.pop()
    except RecordError:
        return _replayed(lines)
    return tuple(standing)


def _events(lines: tuple[str, ...]) -> Iterator[AnyEvent]:
    begun: GameBegun | None = None
    for line in lines:
        if begun is None:
            first = event_of(line)
            begun = first if isinstance(first, GameBegun) else None
            yield first
        else:
            yield event_of(line, begun) if is_card_game(begun) else _dice_event(line)


@lru_cache(_LINES_KEPT)
def _dice_event(line: str) -> AnyEvent:
    return event_of(line)


def _replayed(lines: tuple[str, ...]) -> tuple[AnyEvent, ...]:
    record: GameRecord | None = None
    try:
        for event in _events(lines):
            record = GameRecord.begin(event) if record is None else record.apply(event)
    except (RecordError, RuleError):
        pass  # what stands before it is good
    return () if record is None else record.live_events
