"""The two databases of a club under one roof: SQLite for a room, PostgreSQL beyond.

Both speak the SQL that is used here, ``ON CONFLICT DO NOTHING`` included, and both have the calls of PEP 249.
So psycopg beside Python's own sqlite3 is all that is needed; SQLAlchemy would be a second language for ten
statements.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from companion.text.speech import say

POSTGRESQL = ("postgresql://", "postgres://")
"""What the address of a PostgreSQL server begins with (libpq); anything else is a file of SQLite."""
PATIENCE_S = 10
"""How long a connection and another writer are waited for."""
LOOK_AGAIN_S = 0.02

Row = tuple[Any, ...]
Value = str | int | None


class DatabaseAway(Exception):
    """The database does not answer, or no more; what was not committed is not in it."""


class Database(Protocol):
    """A connection. Its statements have ``?`` for values."""

    def transaction(self) -> Any:
        """Whatever is written in this context is written whole, or not at all."""
        ...

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run a statement that gives rows."""
        ...

    def run(self, statement: str, rows: Sequence[Sequence[Value]] = ((),)) -> None:
        """Run a statement once for each row of values."""
        ...

    def close(self) -> None:
        """Let it go."""
        ...


def opened(place: str) -> Database:
    """The database at an address of libpq, or in a file. Raises ``DatabaseAway``."""
    if place.startswith(POSTGRESQL):
        return PostgreSql(place)
    return Sqlite(Path(place))


class Sqlite:
    """A file, for the tables of one room."""

    def __init__(self, path: Path) -> None:
        with _as_away(sqlite3.Error):
            self._connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
            self._write_ahead()
            self._connection.execute("PRAGMA synchronous=FULL").close()

    def _write_ahead(self) -> None:
        """Others may open the file just now; for this one change SQLite does not wait by itself."""
        give_up_at = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode=WAL").close()
            except sqlite3.OperationalError:
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(LOOK_AGAIN_S)
            else:
                return

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Whole or not at all; another writer is waited for."""
        with _as_away(sqlite3.Error):
            self._connection.execute("BEGIN IMMEDIATE").close()
            with self._connection:
                yield

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """The rows that the statement gives."""
        with _as_away(sqlite3.Error), closing(self._connection.execute(statement, values)) as found:
            return found.fetchall()

    def run(self, statement: str, rows: Sequence[Sequence[Value]] = ((),)) -> None:
        """Run it once for each row of values."""
        with _as_away(sqlite3.Error):
            self._connection.executemany(statement, rows).close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class PostgreSql:
    """A server, for many rooms."""

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise DatabaseAway(say("club.no_postgresql", python=sys.executable)) from None
        self._faults = psycopg.Error
        with _as_away(self._faults):
            self._connection = psycopg.connect(address, autocommit=True, connect_timeout=PATIENCE_S)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Whole or not at all."""
        with _as_away(self._faults), self._connection.transaction():
            yield

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """The rows that the statement gives."""
        with _as_away(self._faults), self._connection.cursor() as cursor:
            return cursor.execute(statement.replace("?", "%s"), values).fetchall()

    def run(self, statement: str, rows: Sequence[Sequence[Value]] = ((),)) -> None:
        """Run it once for each row of values, all of them on the way at once."""
        with _as_away(self._faults), self._connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


@contextmanager
def _as_away(faults: type[Exception]) -> Iterator[None]:
    try:
        yield
    except faults as fault:
        raise DatabaseAway(str(fault).strip() or type(fault).__name__) from None
