"""Saves the games of a damaged journal's pages, log and backups in a new journal."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from companion.core.on_disk import settle
from companion.journal.database import (
    FILE_MODE,
    WriterLock,
    backups_of,
    open_journal,
    transaction,
    whole_rows,
)
from companion.journal.errors import StoreError, StoreTrouble
from companion.journal.raw_lines import RawLine, lines_of_file, lines_of_log
from companion.journal.seals import first_seal, matches, seal_in, seal_of, stamped
from companion.journal.store import Now, Store
from companion.journal.wal import KEPT_LOG, LOG, last_of
from companion.text import say, say_os_fault

SHARED = "-shm"
BESIDES = {
    "game": "SELECT id, begun_at FROM game",
    "reading": "SELECT game_id, number, note FROM reading",
    "simulated": "SELECT game_id FROM simulated",
    "unfinished": "SELECT game_id, entered FROM unfinished",
    "clocks": "SELECT game_id, left FROM clocks",
    "taken_over": "SELECT game_id, by_id FROM taken_over",
}
"""Tables beside the events; games do not need them."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """``left``: events of no game."""

    games: int
    events: int
    left: int
    kept: Path


@dataclass(slots=True)
class _Found:
    """Lines by game and number, the likeliest first; other tables' rows."""

    lines: dict[int, dict[int, list[RawLine]]] = field(default_factory=dict)
    everywhere: dict[RawLine, None] = field(default_factory=dict)
    besides: dict[str, dict[object, tuple[object, ...]]] = field(default_factory=dict)

    def add(self, line: RawLine) -> None:
        if line in self.everywhere:
            return
        self.everywhere[line] = None
        if line.game_id:
            self.lines.setdefault(line.game_id, {}).setdefault(line.number, []).append(line)


def salvage(journal: Path) -> Salvaged:
    """Replaces the damaged journal, and keeps it.

    Raises StoreError if another app has it, or the new one cannot be written; the old one then stays.
    """
    lock = WriterLock(journal)
    fresh = journal.with_name(f"{journal.name}.salvaged")
    try:
        journal.touch(FILE_MODE)  # a missing journal may have backups
        _away(fresh)
        games, events, left = rescue(journal, fresh)
        return Salvaged(games, events, left, _switch(journal, fresh))
    except StoreError as fault:
        if fault.trouble is StoreTrouble.FULL:  # told of the new journal, which nobody knows
            _away(fresh)
            raise StoreError(say("store.fault.full", path=str(journal)), StoreTrouble.FULL) from None
        raise
    except OSError as fault:
        sentence = say("store.nothing_beside", path=str(journal), why=say_os_fault(fault))
        raise StoreError(sentence, StoreTrouble.DISK) from None
    finally:
        lock.close()


def open_or_salvage(journal: Path, now: Now) -> tuple[Store, Salvaged | None]:
    """Salvages a damaged journal. Raises StoreError if both fail."""
    try:
        return Store(journal, now), None
    except StoreError as fault:
        if fault.trouble is not StoreTrouble.DAMAGED:
            raise
    done = salvage(journal)
    return Store(journal, now), done


def rescue(journal: Path, fresh: Path) -> tuple[int, int, int]:
    """Fills the new journal; gives games, events, and events left behind."""
    found = _find(journal)
    games = {game_id: _chain(game_id, lines, found) for game_id, lines in sorted(found.lines.items())}
    games = {game_id: chain for game_id, chain in games.items() if chain}
    with closing(open_journal(fresh)) as connection, transaction(connection):
        for game_id, chain in games.items():
            _write_game(connection, game_id, chain, found)
        _write_besides(connection, games, found)
    return len(games), sum(map(len, games.values())), _left_behind(games, found)


def _left_behind(games: dict[int, list[RawLine]], found: _Found) -> int:
    used = {row for chain in games.values() for row in chain}
    left = {(row.game_id, row.number) for row in found.everywhere if row.game_id and row not in used}
    return sum(number > len(games.get(game_id, ())) for game_id, number in left)


def _find(journal: Path) -> _Found:
    found, backups = _Found(), backups_of(journal)
    logs = (journal.with_name(journal.name + suffix) for suffix in (LOG, KEPT_LOG))
    in_logs = (line for path in logs for line in lines_of_log(_content(path)))
    in_backups = (line for path in backups for line in lines_of_file(_content(path)))
    for each in chain(lines_of_file(_content(journal)), in_logs, in_backups):
        found.add(each)
    for path in (journal, *backups):
        _read_besides(path, found)
    return found


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _read_besides(path: Path, found: _Found) -> None:
    """Reads a copy of the journal: SQLite changes a journal that it opens."""
    with tempfile.TemporaryDirectory(prefix="cups-up-") as folder:
        copy = Path(folder) / path.name
        for suffix in ("", LOG):
            copy.with_name(copy.name + suffix).write_bytes(_content(path.with_name(path.name + suffix)))
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            for table, asked in BESIDES.items():
                for row in _rows(connection, asked):
                    key = row[:2] if table == "reading" else row[0]
                    found.besides.setdefault(table, {}).setdefault(key, row)


def _rows(connection: sqlite3.Connection, asked: str) -> list[tuple[object, ...]]:
    try:
        return whole_rows(connection, asked)
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # no database, no such table, a damaged schema
        return []


def _chain(game_id: int, numbered: dict[int, list[RawLine]], found: _Found) -> list[RawLine]:
    """Lines from the first on, while each exists and matches its seal.

    A line with a wrong number is found by its seal, which follows only from the line before.
    """
    chain: list[RawLine] = []
    seal = first_seal(game_id)
    while True:
        number = len(chain) + 1
        fitting = _fitting(numbered.get(number, ()), seal)
        if not fitting and number <= max(numbered) + 1:
            fitting = _fitting([row for row in found.everywhere if seal_in(row.written)], seal)
        if not fitting:
            return chain
        row, seal = max(fitting, key=lambda each: seal_in(each[0].written) is not None)
        chain.append(row)


def _fitting(rows: Iterable[RawLine], seal: str) -> list[tuple[RawLine, str]]:
    sealed = ((row, seal_of(seal, row.line)) for row in rows)
    return [(row, here) for row, here in sealed if matches(seal_in(row.written), here)]


def _write_game(connection: sqlite3.Connection, game_id: int, chain: list[RawLine], found: _Found) -> None:
    begun = found.besides.get("game", {}).get(game_id, (game_id, None))[1]
    moment = begun if type(begun) is str else chain[0].written.partition(" ")[0]
    connection.execute("INSERT INTO game VALUES (?, ?)", (game_id, moment))
    seal = first_seal(game_id)
    for number, row in enumerate(chain, start=1):
        seal = seal_of(seal, row.line)
        written = stamped(row.written.partition(" ")[0], seal)
        connection.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (game_id, number, written, row.line))


def _write_besides(connection: sqlite3.Connection, games: dict[int, list[RawLine]], found: _Found) -> None:
    for game_id, number, note in found.besides.get("reading", {}).values():
        if game_id in games and type(number) is int and number <= len(games[game_id]) and type(note) is str:
            connection.execute("INSERT OR IGNORE INTO reading VALUES (?, ?, ?)", (game_id, number, note))
    for (game_id,) in found.besides.get("simulated", {}).values():
        if game_id in games:
            connection.execute("INSERT OR IGNORE INTO simulated VALUES (?)", (game_id,))
    for table in ("unfinished", "clocks"):
        for game_id, text in found.besides.get(table, {}).values():
            if game_id in games and type(text) is str:
                connection.execute(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", (game_id, text))
    for game_id, by_id in found.besides.get("taken_over", {}).values():
        if game_id in games and by_id in games:
            connection.execute("INSERT OR IGNORE INTO taken_over VALUES (?, ?)", (game_id, by_id))


def put_away(journal: Path) -> Path:
    """Makes room for a new journal. Raises StoreError if another app has it, or renaming fails."""
    lock = WriterLock(journal)
    try:
        kept, logs = _kept_name(journal), _logs(journal)
        last = last_of(journal)
        for path in (*logs, *((last,) if last.exists() else ()), journal):
            path.replace(kept.with_name(kept.name + path.name.removeprefix(journal.name)))
        journal.with_name(journal.name + SHARED).unlink(missing_ok=True)
        settle(journal.parent)
        return kept
    except OSError as fault:
        sentence = say("store.not_put_away", path=str(journal), why=say_os_fault(fault))
        raise StoreError(sentence, StoreTrouble.DISK) from None
    finally:
        lock.close()


def _switch(journal: Path, fresh: Path) -> Path:
    kept, logs = _kept_name(journal), _logs(journal)
    settle(fresh)
    for path in (journal, *logs):
        if path.exists():
            os.link(path, kept.with_name(kept.name + path.name.removeprefix(journal.name)))
    settle(journal.parent)
    for path in (*logs, journal.with_name(journal.name + SHARED)):
        path.unlink(missing_ok=True)
    fresh.replace(journal)
    settle(journal.parent)
    return kept


def _kept_name(journal: Path) -> Path:
    names = (journal.with_name(f"{journal.name}.damaged-{number}") for number in range(1, 100_000))
    return next(path for path in names if not path.exists())


def _logs(journal: Path) -> list[Path]:
    return [path for each in (LOG, KEPT_LOG) if (path := journal.with_name(journal.name + each)).exists()]


def _away(fresh: Path) -> None:
    for suffix in ("", LOG, SHARED):
        fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)
