"""The journal's SQLite file: opened, checked, locked by one writer, copied to backups."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.core.on_disk import close_folder, make_private_folder, settle
from companion.journal.errors import StoreError, StoreTrouble
from companion.journal.raw_lines import holds_lines
from companion.journal.seals import Row
from companion.text import say, say_os_fault


def lock_of(journal: Path) -> Path:
    """The lock's file, which stays after release."""
    return journal.with_name(journal.name + ".lock")


class WriterLock:
    """One writer's lock, released by the system however the process ends."""

    def __init__(self, journal: Path) -> None:
        """Raises StoreError if another app has the lock, or it cannot be made."""
        self._journal = journal
        self._path = lock_of(journal)
        self._file: int | None = None
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())
        except BlockingIOError:
            raise StoreError(self._held_by_another()) from None
        except OSError as fault:
            self.close()
            why = say_os_fault(fault)
            raise StoreError(say("store.not_locked", path=str(journal), why=why)) from None

    def _held_by_another(self) -> str:
        holder = "" if self._file is None else os.read(self._file, 20).decode("ascii", "replace").strip()
        self.close()
        if holder.isdigit():
            return say("store.in_use_by", process=holder, path=str(self._journal))
        return say("store.in_use", path=str(self._journal))

    def close(self) -> None:
        """Idempotent."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


SCHEMA = 1
"""The tables' version, in the file's ``user_version``."""
APPLICATION = 0x43555053
"""The file's ``application_id``: "CUPS" in ASCII; another program's database is refused."""
BUSY_TIMEOUT_S = 5.0
"""A write's wait for a reader's checkpoint; SQLite's default."""
FILE_MODE = 0o600
"""Only the owner may read the games."""
BACKUPS = "backups"
"""The folder beside the journal with its copies."""

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
"""
"""Events are the record's lines, numbered from 1 in each game; a reading belongs to a reveal's event.

``written_at``: the moment and, behind a space, the line's seal (``companion.journal.seals``).
"""
_REFUSED = "ON event BEGIN SELECT RAISE (ABORT, 'events are only added'); END;"
EVENTS_STAY = {
    "event_stays": f"CREATE TRIGGER event_stays BEFORE UPDATE {_REFUSED}",
    "event_kept": f"CREATE TRIGGER event_kept BEFORE DELETE {_REFUSED}",
}
"""Triggers by name: events are neither changed nor deleted, except to forget them."""
SIMULATED = "CREATE TABLE IF NOT EXISTS simulated (game_id INTEGER PRIMARY KEY REFERENCES game (id))"
"""Games begun at the simulated table; all others have real dice."""
UNFINISHED = """CREATE TABLE IF NOT EXISTS unfinished (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    entered TEXT NOT NULL
)"""
"""What people entered since a game's newest event."""
CLOCKS = """CREATE TABLE IF NOT EXISTS clocks (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    left TEXT NOT NULL
)"""
"""What the players' clocks of a game showed a few seconds ago."""
TAKEN_OVER = """CREATE TABLE IF NOT EXISTS taken_over (
    game_id INTEGER PRIMARY KEY REFERENCES game (id),
    by_id INTEGER NOT NULL REFERENCES game (id)
)"""
"""A damaged game, and the game that continues it."""
ADDITIONS = (SIMULATED, UNFINISHED, CLOCKS, TAKEN_OVER)
"""Newer tables, added to older journals; an older app can still use these."""

FAULTS: dict[str, tuple[StoreTrouble | None, str]] = {
    "SQLITE_FULL": (StoreTrouble.FULL, "full"),
    "SQLITE_IOERR_SHMSIZE": (StoreTrouble.FULL, "full"),
    "SQLITE_BUSY": (StoreTrouble.BUSY, "locked"),
    "SQLITE_LOCKED": (StoreTrouble.BUSY, "locked"),
    "SQLITE_READONLY": (StoreTrouble.READ_ONLY, "not_ours"),
    "SQLITE_PERM": (StoreTrouble.READ_ONLY, "not_ours"),
    "SQLITE_CANTOPEN": (StoreTrouble.DISK, "cannot_open"),
    "SQLITE_NOTADB": (None, "no_journal"),
    "SQLITE_CORRUPT": (StoreTrouble.DAMAGED, "damaged"),
    "SQLITE_IOERR": (StoreTrouble.DISK, "disk"),
}
"""SQLite's faults by the start of their names, with kind and sentence ``store.fault.…``."""


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as fault:
        raise _as_store_error(fault, path) from fault
    except UnicodeDecodeError as fault:  # SQLite names a part of a damaged schema in its message
        raise StoreError(say_damaged(path), StoreTrouble.DAMAGED) from fault
    except (OverflowError, sqlite3.Warning) as fault:
        raise StoreError(_say_unusable(path, fault)) from fault


def _as_store_error(fault: sqlite3.Error, path: Path) -> StoreError:
    name = getattr(fault, "sqlite_errorname", None) or ""
    found = next((known for start, known in FAULTS.items() if name.startswith(start)), None)
    if found is None:
        return StoreError(_say_unusable(path, fault))
    trouble, sentence = found
    if sentence == "no_journal" and holds_lines(path):
        trouble, sentence = StoreTrouble.DAMAGED, "damaged"
    if trouble is StoreTrouble.DISK and path.parent.is_dir() and not os.access(path.parent, os.W_OK):
        trouble, sentence = StoreTrouble.READ_ONLY, "not_ours"
    return StoreError(say(f"store.fault.{sentence}", path=str(path)), trouble)


def say_damaged(path: Path) -> str:
    return say("store.fault.damaged", path=str(path))


def _say_unusable(path: Path, fault: Exception) -> str:
    return say("store.unusable", path=str(path), why=str(fault))


def is_damage(fault: sqlite3.Error) -> bool:
    return (getattr(fault, "sqlite_errorname", None) or "").startswith("SQLITE_CORRUPT")


def open_journal(path: Path) -> sqlite3.Connection:
    """Opens in WAL mode with full synchronisation; makes the tables of a new file.

    The caller begins and ends every transaction, in any thread. Raises StoreError for no folder, or a
    foreign, damaged or newer file. A new file for which the disk has no room does not stay.
    """
    if is_emptied(path):
        raise StoreError(say("store.emptied", path=str(path)), StoreTrouble.DAMAGED)
    is_new = not path.exists()
    _make_folder(path)
    try:
        return _opened(path, path, lambda connection: _prepare(connection, path))
    except StoreError as fault:
        if not is_new or fault.trouble is not StoreTrouble.FULL:
            raise
    for suffix in ("", "-wal", "-shm"):
        _drop(Path(os.path.realpath(path) + suffix))  # a link to it stays
    raise StoreError(say("store.no_room"), StoreTrouble.FULL)


def open_to_look(path: Path) -> sqlite3.Connection:
    """Opens a copy if SQLite cannot make files beside the journal, as on a full or read-only card.

    Raises StoreError as ``open_journal``.
    """
    if is_emptied(path) or _has_no_bytes(path):
        raise StoreError(say("store.emptied", path=str(path)), StoreTrouble.DAMAGED)
    try:
        return _opened(f"{path.absolute().as_uri()}?mode=ro", path, lambda opened: _look(opened, path))
    except StoreError as fault:
        if (
            fault.trouble not in (StoreTrouble.READ_ONLY, StoreTrouble.DISK, StoreTrouble.FULL)
            or not path.is_file()
        ):
            raise
    with tempfile.TemporaryDirectory(dir=_memory(), prefix="cups-up-") as folder:
        copy = Path(folder) / path.name
        _copy(path, copy)
        return _opened(copy, path, lambda opened: _look(opened, path))


def _memory() -> str | None:
    memory = "/dev/shm"
    return memory if os.access(memory, os.W_OK) else None


def _copy(path: Path, copy: Path) -> None:
    try:
        for suffix in ("", "-wal"):
            source = path.with_name(path.name + suffix)
            if source.is_file():
                copy.with_name(copy.name + suffix).write_bytes(source.read_bytes())
    except OSError as fault:
        why = say_os_fault(fault)
        raise StoreError(say("store.unreadable", path=str(path), why=why), StoreTrouble.DISK) from None


def _make_folder(path: Path) -> None:
    try:
        make_private_folder(path.parent)
        close_folder(path.parent)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, FILE_MODE))
        elif path.is_file() and stat.S_IMODE(path.stat().st_mode) & ~FILE_MODE:
            path.chmod(FILE_MODE)
    except OSError as fault:
        if path.parent.is_dir():
            return  # SQLite's own message says more
        why = say_os_fault(fault)
        sentence = say("store.no_folder", folder=str(path.parent), why=why)
        raise StoreError(sentence, StoreTrouble.DISK) from None


def is_emptied(path: Path) -> bool:
    """Whether the journal is gone or empty, though it has backups."""
    gone = not path.exists() or _has_no_bytes(path)
    return gone and any((path.parent / BACKUPS).glob(f"{path.stem}-*.sqlite3"))


def was_emptied(path: Path) -> bool:
    """Whether the journal is empty, though its lock shows earlier use."""
    return _has_no_bytes(path) and lock_of(path).exists()


def _has_no_bytes(path: Path) -> bool:
    return path.is_file() and path.stat().st_size == 0


def _opened(
    name: Path | str, path: Path, prepare: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    if path.exists() and not path.is_file():  # SQLite would wait for ever for a pipe's writer
        raise StoreError(say("store.fault.no_journal", path=str(path)))
    with store_errors(path):
        connection = sqlite3.connect(
            name, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False, uri=type(name) is str
        )
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")  # a damaged one matches no seal
        try:
            prepare(connection)
        except BaseException:  # Ctrl-C too must leave no connection open; the fault goes on
            connection.close()
            raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    need_journal(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    with transaction(connection):
        if _pragma(connection, "user_version") == 0:
            _make_tables(connection)
        for table in ADDITIONS:
            connection.execute(table)
    if _pragma(connection, "quick_check(1)") != "ok":
        raise StoreError(say_damaged(path), StoreTrouble.DAMAGED)


def _look(connection: sqlite3.Connection, path: Path) -> None:
    """Accepts any file with our tables, even under a damaged header."""
    connection.execute("PRAGMA query_only = ON")
    if not _has_our_tables(connection):
        need_journal(connection, path)
        raise StoreError(say("store.emptied", path=str(path)), StoreTrouble.DAMAGED)


def _has_our_tables(connection: sqlite3.Connection) -> bool:
    return {"game", "event"} <= {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def _has_tables_of_now(connection: sqlite3.Connection) -> bool:
    """Compares to the letter; a newer app's tables differ."""
    found = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")}
    return {each.strip().removesuffix(";") for each in _statements(TABLES)} <= found


def need_journal(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses a foreign or newer database before any change."""
    version, application = _number(connection, "user_version"), _number(connection, "application_id")
    if application != APPLICATION or version < SCHEMA:
        if _has_our_tables(connection):
            raise StoreError(say_damaged(path), StoreTrouble.DAMAGED)
        if version or connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise StoreError(say("store.fault.no_journal", path=str(path)))
    if version > SCHEMA:
        if (version ^ SCHEMA).bit_count() == 1 and _has_tables_of_now(connection):
            raise StoreError(say_damaged(path), StoreTrouble.DAMAGED)
        raise StoreError(say("store.newer", path=str(path), written=version, known=SCHEMA))


def _make_tables(connection: sqlite3.Connection) -> None:
    for statement in (*_statements(TABLES), *EVENTS_STAY.values()):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _statements(script: str) -> Iterator[str]:
    """One by one: ``executescript`` would end the transaction first."""
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
    """Committed to disk at the end, rolled back by any fault."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:  # Ctrl-C too must leave nothing half-written; the fault goes on
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


KEPT = 3
"""Each is as large as the journal: some kilobytes a game."""


def backups_of(journal: Path) -> tuple[Path, ...]:
    """Newest first."""
    return tuple(sorted((journal.parent / BACKUPS).glob("*.sqlite3"), reverse=True))


def back_up(connection: sqlite3.Connection, journal: Path) -> Path:
    """Copies the journal; on disk on return; older ones go.

    After StoreError older backups stay.
    """
    folder = journal.parent / BACKUPS
    older = backups_of(journal)
    newest = older[0].stem.rpartition("-")[2] if older else ""
    number = int(newest) + 1 if newest.isdecimal() else 1
    made = folder / f"{journal.stem}-{number:06}.sqlite3"
    part = made.with_name(f"{made.name}.part")
    try:
        make_private_folder(folder)
        part.unlink(missing_ok=True)
        with store_errors(made):
            connection.execute("VACUUM INTO ?", (str(part),))
        part.chmod(FILE_MODE)
        settle(part)
        part.replace(made)
        settle(folder)
        for path in backups_of(journal)[KEPT:]:
            path.unlink(missing_ok=True)
    except StoreError:
        _drop(part)
        raise
    except OSError as fault:
        _drop(part)
        why = say_os_fault(fault)
        raise StoreError(say("store.no_backup", folder=str(folder), why=why)) from None
    return made


def _drop(part: Path) -> None:
    """Deletes an unfinished journal or backup; the next one would overwrite it."""
    with suppress(OSError):
        part.unlink(missing_ok=True)


UNREADABLE: Row = (None, None, None)
"""Stands for the rows after an unreadable page."""


def event_rows(connection: sqlite3.Connection, game_id: int) -> Iterator[Row]:
    """``UNREADABLE`` follows the last row before a damaged page."""
    asked = "SELECT number, written_at, line FROM event WHERE game_id = ? ORDER BY number"
    try:
        yield from connection.execute(asked, (game_id,))
    except sqlite3.DatabaseError as fault:
        if not is_damage(fault):
            raise
        yield UNREADABLE


def game_ids(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Newest first, from whichever tables are readable."""
    found: set[int] = set()
    for asked in ("SELECT id FROM game", "SELECT DISTINCT game_id FROM event"):
        for (number,) in whole_rows(connection, asked):
            if type(number) is int:
                found.add(number)
    return tuple(sorted(found, reverse=True))


def whole_rows(connection: sqlite3.Connection, asked: str, *given: object) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    try:
        for row in connection.execute(asked, given):
            rows.append(row)
    except sqlite3.DatabaseError as fault:
        if not is_damage(fault):
            raise
    return rows


def moment_of(*texts: object) -> datetime:
    """The first text that is a moment; else the start of 1970."""
    for text in texts:
        try:
            found = datetime.fromisoformat(str(text).partition(" ")[0])
        except ValueError:
            continue
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return datetime(1970, 1, 1, tzinfo=UTC)
