"""The journal's SQLite file: opened, made, checked, its faults told in sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.errors import StoreError

SCHEMA = 1
"""The version of the tables below, kept in the file's ``user_version``."""
APPLICATION = 0x43555053
"""The file's ``application_id``: "CUPS" in ASCII; another program's database is no journal."""
BUSY_TIMEOUT_S = 5.0
"""How long a write waits for a reader's checkpoint; SQLite's own default."""

TABLES = """
CREATE TABLE game (id INTEGER PRIMARY KEY, begun_at TEXT NOT NULL);
CREATE TABLE event (
    game_id INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    written_at TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
) WITHOUT ROWID;
CREATE TABLE reading (
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (game_id, number),
    FOREIGN KEY (game_id, number) REFERENCES event (game_id, number)
) WITHOUT ROWID;
CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE (ABORT, 'events are only added'); END;
CREATE TRIGGER event_kept BEFORE DELETE ON event BEGIN SELECT RAISE (ABORT, 'events are only added'); END;
"""
"""Events are lines of the record, numbered from 1 in each game; a reading belongs to a reveal's event."""
SIMULATED = "CREATE TABLE IF NOT EXISTS simulated (game_id INTEGER PRIMARY KEY REFERENCES game (id))"
"""The games begun at the simulated table; every other one is of real dice."""
UNFINISHED = """CREATE TABLE IF NOT EXISTS unfinished (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    entered TEXT NOT NULL
)"""
"""What was entered since a game's newest event and is none yet."""
ADDITIONS = (SIMULATED, UNFINISHED)
"""Came later: they are made in journals from before, and an app from before goes on with a journal that has
them."""

_FAULTS = {
    "SQLITE_FULL": "The disk is full: free some space, then try again. The game so far is safe in {path}.",
    "SQLITE_BUSY": "The journal {path} is locked by another program: close that one, then try again.",
    "SQLITE_LOCKED": "The journal {path} is locked by another program: close that one, then try again.",
    "SQLITE_READONLY": "The journal {path} may not be written to: check who owns the file and its folder.",
    "SQLITE_PERM": "The journal {path} may not be written to: check who owns the file and its folder.",
    "SQLITE_CANTOPEN": "The journal {path} cannot be opened: check that the folder is there and is yours.",
    "SQLITE_NOTADB": "{path} is no journal of games: move it away, or choose another folder (CUPS_UP_HOME).",
    "SQLITE_CORRUPT": "The journal {path} is damaged: move it away to keep it, and a new one is begun.",
    "SQLITE_IOERR": "The disk does not take or give the journal {path}: check the disk or card.",
}
"""SQLite's fault, by the start of its name, and what to tell the table."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's faults into a StoreError's sentence."""
    try:
        yield
    except sqlite3.Error as fault:
        name = getattr(fault, "sqlite_errorname", None) or ""
        sentence = next((words for start, words in _FAULTS.items() if name.startswith(start)), None)
        if sentence is None:
            sentence = f"The journal {{path}} cannot be used: {fault}."
        raise StoreError(sentence.format(path=path)) from fault


def open_journal(path: Path) -> sqlite3.Connection:
    """A connection in WAL mode with full synchronisation; the tables are made in a new file.

    Every transaction is begun and ended by the caller. The connection may pass from thread to thread.
    StoreError for a folder that cannot be made, a file that is no journal, a damaged or a newer one.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        why = fault.strerror or fault
        raise StoreError(f"The folder {path.parent} for the games cannot be made: {why}.") from None
    with told(path):
        connection = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, path)
        except BaseException:  # Ctrl-C too must leave no connection open; the fault goes on
            connection.close()
            raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    _need_journal(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    with transaction(connection):
        if _pragma(connection, "user_version") == 0:
            _make_tables(connection)
        for table in ADDITIONS:
            connection.execute(table)
    if _pragma(connection, "quick_check(1)") != "ok":
        raise StoreError(_FAULTS["SQLITE_CORRUPT"].format(path=path))


def _need_journal(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a foreign database and one of a newer app before anything is changed in it."""
    version, application = _number(connection, "user_version"), _number(connection, "application_id")
    empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION and not (empty and version == 0):
        raise StoreError(_FAULTS["SQLITE_NOTADB"].format(path=path))
    if version > SCHEMA:
        raise StoreError(
            f"The journal {path} was written by a newer Cups Up (format {version}, this one knows {SCHEMA}): "
            "update this app, or choose another folder (CUPS_UP_HOME)."
        )


def _make_tables(connection: sqlite3.Connection) -> None:
    for statement in _statements(TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _statements(script: str) -> Iterator[str]:
    """The script's statements one by one: ``executescript`` would end the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _number(connection: sqlite3.Connection, name: str) -> int:
    return int(str(_pragma(connection, name)))


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing: committed to disk at the end, rolled back by any fault."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:  # Ctrl-C too must leave nothing half-written; the fault goes on
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
