"""A damaged or cut SQLite log: noticed, and its events restored.

SQLite reads a log up to its first damaged frame and silently drops the rest. Each event's seal shows whether
it follows a game in the journal; such events are restored.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.core.on_disk import NotRead, read_ordinary, write_whole
from companion.journal.database import FILE_MODE, event_rows, transaction, whole_rows
from companion.journal.raw_lines import RawLine, lines_of_log
from companion.journal.seals import matches, seal_in, seal_of, sound_lines
from companion.text import as_sentence, say, say_list

LOG, KEPT_LOG = "-wal", "-log"
"""Suffixes: SQLite's log, and a damaged journal's kept log."""


def read_log(journal: Path) -> bytes:
    """Must be read before SQLite opens the journal."""
    try:
        return journal.with_name(journal.name + LOG).read_bytes()
    except OSError:
        return b""


def keep_log(journal: Path, log: bytes) -> None:
    """Copies the log for ``salvage``: SQLite deletes it on closing."""
    if log:
        try:
            write_whole(journal.with_name(journal.name + KEPT_LOG), log, private=True)
        except OSError:
            return  # a full or read-only card: SQLite can delete nothing there either


def restore(connection: sqlite3.Connection, log: bytes) -> int:
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


LAST = "-last"
"""After the journal's name."""
_LARGEST = 1_000_000
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class LastEvent:
    number: int
    seal: str


@dataclass(frozen=True, slots=True)
class Lost:
    game_id: int
    left: int
    had: int


class LastEvents:
    """Each game's last event, in a file, to notice lost ones. Raises nothing."""

    def __init__(self, journal: Path) -> None:
        self._path = last_of(journal)
        self._games = _read(self._path)
        self._file: int | None = None

    def lost(self, connection: sqlite3.Connection) -> tuple[Lost, ...]:
        found = ((game_id, last, _left(connection, game_id, last)) for game_id, last in self._games.items())
        return tuple(Lost(game_id, left, last.number) for game_id, last, left in found if left < last.number)

    def drop(self, games: tuple[int, ...] | None = None) -> None:
        """Forgets these games, or all; the file stays until ``note``."""
        gone = self._games.keys() if games is None else games
        self._games = {each: last for each, last in self._games.items() if each not in gone}

    def note(self, fresh: Mapping[int, LastEvent], settle: bool) -> None:
        """Writes ``fresh`` to the file. ``settle``: on disk on return."""
        self._games |= fresh
        with suppress(OSError):
            if self._file is None:
                self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
            os.pwrite(self._file, _text(self._games), 0)
            if settle:
                os.fsync(self._file)

    def close(self) -> None:
        """Idempotent."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def last_of(journal: Path) -> Path:
    return journal.with_name(journal.name + LAST)


def say_lost(lost: tuple[Lost, ...]) -> str:
    games = (say("journal.lost_of", game=each.game_id, left=each.left, had=each.had) for each in lost)
    return as_sentence(say("journal.lost", games=say_list(games)))


def _left(connection: sqlite3.Connection, game_id: int, last: LastEvent) -> int:
    asked = "SELECT written_at FROM event WHERE game_id = ? AND number = ?"
    rows = whole_rows(connection, asked, game_id, last.number)
    if rows:
        return last.number if matches(seal_in(rows[0][0]), last.seal) else 0
    return len(sound_lines(game_id, event_rows(connection, game_id)).lines)


def _text(games: Mapping[int, LastEvent]) -> bytes:
    told = json.dumps({each: [last.number, last.seal] for each, last in games.items()}).encode()
    return _hash(told) + b" " + told + b"\n"


def _read(path: Path) -> dict[int, LastEvent]:
    """Empty if the first line does not match its hash."""
    try:
        hashed, _, told = read_ordinary(path, _LARGEST).partition(b"\n")[0].partition(b" ")
        if hashed != _hash(told):
            return {}
        games = json.loads(told).items()
        return {int(game): LastEvent(int(number), str(seal)) for game, (number, seal) in games}
    except (NotRead, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _hash(told: bytes) -> bytes:
    return hashlib.sha256(told).hexdigest()[:_DIGITS].encode()
