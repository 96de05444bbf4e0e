"""What a club keeps: every line once, the results, the rounds drawn."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from companion.club.lines import NO_MOMENT, GameKey, Head, Line
from companion.club.standings import Result, players_in, result_of
from companion.club.tournament import Change, Seating
from companion.rules import one_form
from companion.text import say

POSTGRESQL = ("postgresql://", "postgres://")
"""Addresses of a PostgreSQL server (libpq); anything else is a file of SQLite."""
PATIENCE_S = 10
"""Longest wait for a connection and for another writer."""
LOOK_AGAIN_S = 0.02

Row = tuple[Any, ...]
Value = str | int | None


class DatabaseAway(Exception):
    """The database does not answer; uncommitted changes are lost."""


class DataRefused(Exception):
    """The database will never take these values; nothing of the transaction is in it."""


def opened(place: str) -> Sqlite | PostgreSql:
    """``place``: an address of libpq, or a file. Raises ``DatabaseAway``.

    ``?`` stands for a value in statements.
    """
    if place.startswith(POSTGRESQL):
        return PostgreSql(place)
    return Sqlite(Path(place))


class Sqlite:
    def __init__(self, path: Path) -> None:
        try:
            self._connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
            found = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master")}
            if found and not {"events", "results"} <= found:
                raise DatabaseAway(say("club.other_database", path=str(path)))
            self._write_ahead()
            self._connection.execute("PRAGMA synchronous=FULL").close()
        except sqlite3.Error as fault:
            no_database = fault.sqlite_errorcode == sqlite3.SQLITE_NOTADB
            told = (
                say("club.other_database", path=str(path)) if no_database else f"{path}: {_words_of(fault)}"
            )
            raise DatabaseAway(told) from None

    def _write_ahead(self) -> None:
        """Others may have the file open; SQLite does not wait by itself for this one change."""
        give_up_at = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode=WAL").close()
            except sqlite3.OperationalError as fault:
                locked = fault.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
                if not locked or time.monotonic() > give_up_at:
                    raise
                time.sleep(LOOK_AGAIN_S)
            else:
                return

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Writes whole or not at all; waits for another writer."""
        with _told_apart(_SQLITE):
            self._connection.execute("BEGIN IMMEDIATE").close()
            with self._connection:
                yield

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        with _told_apart(_SQLITE), closing(self._connection.execute(statement, values)) as found:
            return found.fetchall()

    def run(self, statement: str, rows: Sequence[Sequence[Value]] = ((),)) -> None:
        with _told_apart(_SQLITE):
            self._connection.executemany(statement, rows).close()

    def close(self) -> None:
        self._connection.close()


class PostgreSql:
    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise DatabaseAway(say("club.no_postgresql", python=sys.executable)) from None
        self._faults = _Faults(
            psycopg.Error,
            (psycopg.DataError, psycopg.IntegrityError, psycopg.errors.ProgramLimitExceeded, *_UNWRITABLE),
        )
        with _told_apart(self._faults):
            self._connection = psycopg.connect(address, autocommit=True, connect_timeout=PATIENCE_S)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with _told_apart(self._faults), self._connection.transaction():
            yield

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        with _told_apart(self._faults), self._connection.cursor() as cursor:
            return cursor.execute(statement.replace("?", "%s"), values).fetchall()

    def run(self, statement: str, rows: Sequence[Sequence[Value]] = ((),)) -> None:
        """Runs the statement for each row; none waits for the one before."""
        with _told_apart(self._faults), self._connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def close(self) -> None:
        self._connection.close()


@dataclass(frozen=True, slots=True)
class _Faults:
    """A library's faults: any of them, and those that a value causes."""

    any: type[Exception]
    of_values: tuple[type[Exception], ...]


_UNWRITABLE = (UnicodeError, OverflowError)
"""Python's own faults: both libraries encode texts and numbers themselves."""
_SQLITE = _Faults(sqlite3.Error, (sqlite3.DataError, sqlite3.IntegrityError, *_UNWRITABLE))


@contextmanager
def _told_apart(faults: _Faults) -> Iterator[None]:
    try:
        yield
    except faults.of_values as fault:
        raise DataRefused(_words_of(fault)) from None
    except faults.any as fault:
        raise DatabaseAway(_words_of(fault)) from None


def _words_of(fault: Exception) -> str:
    if getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return say("store.no_room")
    return " ".join(str(fault).split()) or type(fault).__name__


_TABLES = (
    "CREATE TABLE IF NOT EXISTS events (tab TEXT NOT NULL, game BIGINT NOT NULL, begun TEXT NOT NULL,"
    " number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tab, game, begun, number))",
    "CREATE TABLE IF NOT EXISTS results (tab TEXT NOT NULL, game BIGINT NOT NULL, begun TEXT NOT NULL,"
    " lines INTEGER NOT NULL, print TEXT, ranking TEXT, PRIMARY KEY (tab, game, begun))",
    "CREATE TABLE IF NOT EXISTS rounds (evening TEXT NOT NULL, number INTEGER NOT NULL,"
    " seating TEXT NOT NULL, PRIMARY KEY (evening, number))",
    "CREATE TABLE IF NOT EXISTS set_aside (print TEXT PRIMARY KEY, tab TEXT NOT NULL, what TEXT NOT NULL,"
    " reason TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS changes (evening TEXT NOT NULL, number INTEGER NOT NULL, what TEXT NOT NULL,"
    " PRIMARY KEY (evening, number))",
)
_GAME = "e.tab, e.game, e.begun"
_RESULTS_OF = "LEFT JOIN results r ON r.tab = e.tab AND r.game = e.game AND r.begun = e.begun"
_IS_NEWER = "(r.lines IS NULL OR count(*) <> r.lines)"
_Key = TypeVar("_Key")
_AT_ONCE = 500
"""Keys or tables in one statement."""
_MADE = 8_037
"""Lock under which one of several scorers makes the tables (pg_advisory_xact_lock)."""


@dataclass(frozen=True, slots=True)
class Counted:
    lines: int
    last: int

    @property
    def is_whole(self) -> bool:
        """Whether no line before the last is missing."""
        return self.lines == self.last


@dataclass(frozen=True, slots=True)
class Missing:
    """First and last missing line; ``last`` None: all that may follow."""

    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game without a ranking; ``is_newer``: it has unrefereed lines."""

    key: GameKey
    counted: Counted
    is_newer: bool

    @property
    def next_line(self) -> int:
        """The first line to ask for."""
        return self.counted.last + self.counted.is_whole


class Club:
    """The club's database, one connection for one thread.

    Raises ``DatabaseAway``, and ``DataRefused`` for values that the database cannot hold.
    """

    def __init__(self, place: str) -> None:
        self._there = opened(place)
        with self._there.transaction():
            if place.startswith(POSTGRESQL):
                self._there.rows("SELECT pg_advisory_xact_lock(?)", (_MADE,))
            for each in _TABLES:
                self._there.run(each)

    def close(self) -> None:
        self._there.close()

    def keep(self, lines: Iterable[Line]) -> None:
        """Known lines change nothing. Lines are sorted, so that two scorers never wait for each other."""
        rows = [_row(line) for line in sorted(set(lines))]
        with self._there.transaction():
            self._there.run("INSERT INTO events VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)

    def dated(self, lines: Iterable[Line], now: datetime) -> list[Line]:
        """Lines of records without a date get the moment of their first import."""
        found = list(lines)
        asked = "SELECT min(begun) FROM events WHERE tab = ? AND game = ?"
        dates = {
            key: replace(key, begun=self._there.rows(asked, _values(key)[:2])[0][0] or now.isoformat())
            for key in {each.key for each in found if each.key.begun == NO_MOMENT}
        }
        return [replace(each, key=dates.get(each.key, each.key)) for each in found]

    def counted(self, keys: Sequence[GameKey]) -> dict[GameKey, Counted]:
        found: dict[GameKey, Counted] = {}
        for some in _portions(keys):
            statement = (
                "SELECT tab, game, begun, count(*), max(number) FROM events WHERE (tab, game, begun) IN"
                f" (VALUES {', '.join(['(?, ?, ?)'] * len(some))}) GROUP BY tab, game, begun"
            )
            rows = self._there.rows(statement, [value for key in some for value in _values(key)])
            found |= {GameKey.of_row(*row[:3]): Counted(*row[3:]) for row in rows}
        return found

    def missing(self, key: GameKey) -> Missing:
        statement = "SELECT number FROM events WHERE tab = ? AND game = ? AND begun = ? ORDER BY number"
        there = [number for (number,) in self._there.rows(statement, _values(key))]
        gaps = sorted(set(range(1, there[-1] + 1)).difference(there)) if there else []
        return Missing(gaps[0], gaps[-1]) if gaps else Missing(len(there) + 1, None)

    def lines_of(self, key: GameKey) -> list[str]:
        statement = "SELECT line FROM events WHERE tab = ? AND game = ? AND begun = ? ORDER BY number"
        return [line for (line,) in self._there.rows(statement, _values(key))]

    def unranked(self) -> list[GameKey]:
        statement = (  # first counted, then joined: a sixth of the time in SQLite, half in PostgreSQL
            f"SELECT {_GAME} FROM (SELECT tab, game, begun, count(*) AS lines FROM events"
            f" GROUP BY tab, game, begun) e {_RESULTS_OF} WHERE r.lines IS NULL OR e.lines <> r.lines"
        )
        return [GameKey.of_row(*row) for row in self._there.rows(statement)]

    def unfinished(self, tabs: Sequence[str]) -> list[Unfinished]:
        """``tabs``: see ``GameKey.tab``."""
        found: list[Unfinished] = []
        for some in _portions(tabs):
            statement = (
                f"SELECT {_GAME}, count(*), max(e.number), CASE WHEN {_IS_NEWER} THEN 1 ELSE 0 END"
                f" FROM events e {_RESULTS_OF} WHERE e.tab IN ({', '.join('?' * len(some))})"
                f" GROUP BY {_GAME}, r.lines, r.ranking HAVING r.ranking IS NULL"
            )
            rows = self._there.rows(statement, some)
            found += [Unfinished(GameKey.of_row(*row[:3]), Counted(*row[3:5]), bool(row[5])) for row in rows]
        return found

    def holes(self) -> list[tuple[GameKey, int]]:
        """Games, and how many lines each lacks before its last."""
        statement = (
            "SELECT tab, game, begun, max(number) - count(*) FROM events GROUP BY tab, game, begun"
            " HAVING max(number) <> count(*) ORDER BY tab, game"
        )
        rows = self._there.rows(statement)
        return [(GameKey.of_row(tab, game, begun), missing) for tab, game, begun, missing in rows]

    def rank(self, keys: Sequence[GameKey]) -> set[GameKey]:
        """Referee games anew and keep their results; gives those with one. An undo may remove a result."""
        ranked: set[GameKey] = set()
        for some in _portions(sorted(keys)):
            results = {key: (len(lines), result_of(lines)) for key, lines in self._whole(some).items()}
            rows = [(*_values(key), lines, *_written(result)) for key, (lines, result) in results.items()]
            with self._there.transaction():
                self._there.run(
                    "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tab, game, begun)"
                    " DO UPDATE SET lines = excluded.lines, print = excluded.print,"
                    " ranking = excluded.ranking WHERE results.lines < excluded.lines",
                    rows,
                )
            ranked |= {key for key, (_, result) in results.items() if result is not None}
        return ranked

    def _whole(self, keys: Sequence[GameKey]) -> dict[GameKey, list[str]]:
        statement = (
            "SELECT tab, game, begun, number, line FROM events WHERE (tab, game, begun) IN"
            f" (VALUES {', '.join(['(?, ?, ?)'] * len(keys))}) ORDER BY number"
        )
        found: dict[GameKey, list[str]] = {key: [] for key in keys}
        last = dict.fromkeys(keys, 0)
        for tab, game, begun, number, line in self._there.rows(
            statement, [each for key in keys for each in _values(key)]
        ):
            key = GameKey.of_row(tab, game, begun)
            found[key].append(line)
            last[key] = number
        return {key: lines for key, lines in found.items() if lines and len(lines) == last[key]}

    def rank_all(self) -> None:
        self.rank(self.unranked())

    def results(self) -> list[tuple[GameKey, Result]]:
        """Results by the games' beginning; copies of a game count once."""
        statement = (
            "SELECT tab, game, begun, print, ranking FROM results WHERE ranking IS NOT NULL"
            " ORDER BY begun, tab, game"
        )
        found: dict[str, tuple[GameKey, Result]] = {}
        for tab, game, begun, print_of, ranking in self._there.rows(statement):
            result = Result(_in_one_form(json.loads(ranking)), print_of)
            found.setdefault(print_of, (GameKey.of_row(tab, game, begun), result))
        return list(found.values())

    def playing(self) -> list[tuple[GameKey, tuple[str, ...]]]:
        statement = (
            "SELECT e.tab, e.game, e.begun, e.line FROM events e JOIN events s ON s.tab = e.tab"
            " AND s.game = e.game AND s.begun = e.begun AND s.number = 2"
            f" {_RESULTS_OF} WHERE e.number = 1 AND r.ranking IS NULL"
        )
        found = []
        for tab, game, begun, line in self._there.rows(statement):
            players = players_in(line)
            if players:
                found.append((GameKey.of_row(tab, game, begun), players))
        return found

    def rounds(self, evening: str) -> list[Seating]:
        rows = self._there.rows("SELECT seating FROM rounds WHERE evening = ? ORDER BY number", (evening,))
        found = [json.loads(seating) for (seating,) in rows]
        return [
            Seating(_in_one_form(each["tables"]), None if each["bye"] is None else one_form(each["bye"]))
            for each in found
        ]

    def keep_round(self, evening: str, number: int, seating: Seating) -> None:
        """``number`` from 1; the first to draw it wins."""
        told = json.dumps({"tables": seating.tables, "bye": seating.bye})
        with self._there.transaction():
            statement = "INSERT INTO rounds VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            self._there.run(statement, [(evening, number, told)])

    def changes(self, evening: str) -> list[Change]:
        statement = "SELECT what FROM changes WHERE evening = ? ORDER BY number"
        return [json.loads(what) for (what,) in self._there.rows(statement, (evening,))]

    def change(self, evening: str, what: Change) -> None:
        with self._there.transaction():
            self._there.run(
                "INSERT INTO changes SELECT ?, count(*) + 1, ? FROM changes WHERE evening = ?",
                [(evening, json.dumps(what), evening)],
            )

    def take_back(self, evening: str) -> Change | None:
        """The newest change, which counts no more; None: there is none."""
        newest = "(SELECT max(number) FROM changes WHERE evening = ?)"
        with self._there.transaction():
            standing = self.changes(evening)
            self._there.run(
                f"DELETE FROM changes WHERE evening = ? AND number = {newest}", [(evening, evening)]
            )
        return standing[-1] if standing else None

    def set_aside(self, what: Line | Head | GameKey, reason: str) -> None:
        key = what if isinstance(what, GameKey) else what.key
        written = json.dumps(asdict(what))
        print_of = hashlib.sha256(written.encode()).hexdigest()
        with self._there.transaction():
            statement = "INSERT INTO set_aside VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
            self._there.run(statement, [(print_of, json.dumps(key.table), written, json.dumps(reason))])

    def set_aside_by_table(self) -> list[tuple[str, int]]:
        rows = self._there.rows("SELECT tab, count(*) FROM set_aside GROUP BY tab ORDER BY tab")
        return [(json.loads(table), count) for table, count in rows]

    def count(self) -> int:
        ((lines,),) = self._there.rows("SELECT count(*) FROM events")
        return int(lines)


def _in_one_form(groups: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    """Names in one Unicode form: older versions kept two."""
    return tuple(tuple(map(one_form, group)) for group in groups)


def _portions(keys: Sequence[_Key]) -> Iterator[Sequence[_Key]]:
    return (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


def _values(key: GameKey) -> tuple[str, int, str]:
    return key.tab, key.game, key.begun


def _row(line: Line) -> Sequence[str | int]:
    return *_values(line.key), line.number, line.text


def _written(result: Result | None) -> tuple[str | None, str | None]:
    return (None, None) if result is None else (result.print_of, json.dumps(result.ranking))
