"""Saves events from a damaged log.

SQLite reads a log up to its first damaged frame and silently drops the rest. Each event in it has a seal,
which shows the events that follow a game in the journal; these are put back.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.journal.database import transaction
from companion.journal.raw_lines import RawLine, lines_of_log
from companion.journal.rows import event_rows
from companion.journal.seals import matches, seal_in, seal_of, sound_lines
from companion.on_disk import write_whole

LOG, KEPT_LOG = "-wal", "-log"
"""Endings behind the journal's name: SQLite's log, and the kept log of a damaged journal."""


def read_log(journal: Path) -> bytes:
    """The log before SQLite opens the journal; empty if there is none."""
    try:
        return journal.with_name(journal.name + LOG).read_bytes()
    except OSError:
        return b""


def keep_log(journal: Path, log: bytes) -> None:
    """Keep the log of a damaged journal for ``salvage``: SQLite deletes it when the journal is closed."""
    if log:
        try:
            write_whole(journal.with_name(journal.name + KEPT_LOG), log)
        except OSError:
            return  # a full or read-only card: SQLite can delete nothing there either


def restore(connection: sqlite3.Connection, log: bytes) -> int:
    """Put back the sealed events of the log that the journal lacks; how many."""
    found: dict[int, dict[int, list[RawLine]]] = {}
    for each in lines_of_log(log):
        if each.game_id and seal_in(each.written) is not None:
            found.setdefault(each.game_id, {}).setdefault(each.number, []).append(each)
    missing = [row for game_id, lines in found.items() for row in _next_lines(connection, game_id, lines)]
    if missing:
        with transaction(connection):
            for row in missing:
                if row.number == 1:
                    moment = row.written.partition(" ")[0]
                    connection.execute("INSERT OR IGNORE INTO game VALUES (?, ?)", (row.game_id, moment))
                connection.execute(
                    "INSERT INTO event VALUES (?, ?, ?, ?)", (row.game_id, row.number, row.written, row.line)
                )
    return len(missing)


def _next_lines(
    connection: sqlite3.Connection, game_id: int, lines: dict[int, list[RawLine]]
) -> list[RawLine]:
    """The log's lines that follow the journal's lines of this game."""
    have = sound_lines(game_id, event_rows(connection, game_id))
    if have.amiss is not None:
        return []
    seal, following = have.seal, []
    for number in range(len(have.lines) + 1, max(lines) + 1):
        sealed = ((row, seal_of(seal, row.line)) for row in reversed(lines.get(number, ())))
        fitting = next(((row, here) for row, here in sealed if matches(seal_in(row.written), here)), None)
        if fitting is None:
            break
        following.append(fitting[0])
        seal = fitting[1]
    return following
