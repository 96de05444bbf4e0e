"""What a club keeps: every line of every game once, the results, and the rounds that were drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.club.database import POSTGRESQL, Database, opened
from companion.club.ranked import Result, result_of
from companion.club.seating import Seating
from companion.club.told import GameKey, Line

_TABLES = (
    "CREATE TABLE IF NOT EXISTS events (tab TEXT NOT NULL, game BIGINT NOT NULL, begun TEXT NOT NULL,"
    " number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tab, game, begun, number))",
    "CREATE TABLE IF NOT EXISTS results (tab TEXT NOT NULL, game BIGINT NOT NULL, begun TEXT NOT NULL,"
    " lines INTEGER NOT NULL, print TEXT, ranking TEXT, PRIMARY KEY (tab, game, begun))",
    "CREATE TABLE IF NOT EXISTS rounds (evening TEXT NOT NULL, number INTEGER NOT NULL,"
    " seating TEXT NOT NULL, PRIMARY KEY (evening, number))",
)
_GAME = "e.tab, e.game, e.begun"
_RESULTS_OF = "LEFT JOIN results r ON r.tab = e.tab AND r.game = e.game AND r.begun = e.begun"
_IS_NEWER = "(r.lines IS NULL OR count(*) <> r.lines)"
_Key = TypeVar("_Key")
_AT_ONCE = 500
"""Keys or tables in one statement."""
_MADE = 8_037
"""The lock under which one of several scorers makes the tables (pg_advisory_xact_lock)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many lines of a game are there, and the highest number among them."""

    lines: int
    last: int

    @property
    def is_whole(self) -> bool:
        """Whether none is missing before the last."""
        return self.lines == self.last


@dataclass(frozen=True, slots=True)
class Missing:
    """The first line that is not there, and the last; ``None``: all that may follow."""

    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game without a ranking; ``is_newer``: it has lines that were not refereed yet."""

    key: GameKey
    counted: Counted
    is_newer: bool

    @property
    def next_line(self) -> int:
        """The number of lines with which nothing is missing in it, or with which it goes on."""
        return self.counted.last + self.counted.is_whole


class Club:
    """The club's database, through one connection of one thread. Raises ``DatabaseAway``."""

    def __init__(self, place: str) -> None:
        self._there: Database = opened(place)
        with self._there.transaction():
            if place.startswith(POSTGRESQL):
                self._there.rows("SELECT pg_advisory_xact_lock(?)", (_MADE,))
            for each in _TABLES:
                self._there.run(each)

    def close(self) -> None:
        """Let the database go."""
        self._there.close()

    def keep(self, lines: Iterable[Line]) -> None:
        """Commit these lines; those that are there already change nothing.

        In one order everywhere, so that two scorers never wait for each other in a circle.
        """
        rows = [_row(line) for line in sorted(set(lines))]
        with self._there.transaction():
            self._there.run("INSERT INTO events VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)

    def counted(self, keys: Sequence[GameKey]) -> dict[GameKey, Counted]:
        """What is there of these games; a game of which there is nothing is left out."""
        found: dict[GameKey, Counted] = {}
        for some in _portions(keys):
            statement = (
                "SELECT tab, game, begun, count(*), max(number) FROM events WHERE (tab, game, begun) IN"
                f" (VALUES {', '.join(['(?, ?, ?)'] * len(some))}) GROUP BY tab, game, begun"
            )
            rows = self._there.rows(statement, [value for key in some for value in _values(key)])
            found |= {GameKey(*row[:3]): Counted(*row[3:]) for row in rows}
        return found

    def missing(self, key: GameKey) -> Missing:
        """What is not there of a game."""
        statement = "SELECT number FROM events WHERE tab = ? AND game = ? AND begun = ? ORDER BY number"
        there = [number for (number,) in self._there.rows(statement, _values(key))]
        gaps = sorted(set(range(1, there[-1] + 1)).difference(there)) if there else []
        return Missing(gaps[0], gaps[-1]) if gaps else Missing(len(there) + 1, None)

    def lines_of(self, key: GameKey) -> list[str]:
        """The lines of a game that are there, in order."""
        statement = "SELECT line FROM events WHERE tab = ? AND game = ? AND begun = ? ORDER BY number"
        return [line for (line,) in self._there.rows(statement, _values(key))]

    def unranked(self) -> list[GameKey]:
        """The games that have lines which no result knows."""
        statement = (  # first counted, then joined: a sixth of the time in SQLite, half in PostgreSQL
            f"SELECT {_GAME} FROM (SELECT tab, game, begun, count(*) AS lines FROM events"
            f" GROUP BY tab, game, begun) e {_RESULTS_OF} WHERE r.lines IS NULL OR e.lines <> r.lines"
        )
        return [GameKey(*row) for row in self._there.rows(statement)]

    def unfinished(self, tables: Sequence[str]) -> list[Unfinished]:
        """The games of these tables without a ranking."""
        found: list[Unfinished] = []
        for some in _portions(tables):
            statement = (
                f"SELECT {_GAME}, count(*), max(e.number), CASE WHEN {_IS_NEWER} THEN 1 ELSE 0 END"
                f" FROM events e {_RESULTS_OF} WHERE e.tab IN ({', '.join('?' * len(some))})"
                f" GROUP BY {_GAME}, r.lines, r.ranking HAVING r.ranking IS NULL"
            )
            rows = self._there.rows(statement, some)
            found += [Unfinished(GameKey(*row[:3]), Counted(*row[3:5]), bool(row[5])) for row in rows]
        return found

    def holes(self) -> list[tuple[GameKey, int]]:
        """The games of which lines are missing before the last, and how many."""
        statement = (
            "SELECT tab, game, begun, max(number) - count(*) FROM events GROUP BY tab, game, begun"
            " HAVING max(number) <> count(*) ORDER BY tab, game"
        )
        rows = self._there.rows(statement)
        return [(GameKey(tab, game, begun), missing) for tab, game, begun, missing in rows]

    def rank(self, keys: Sequence[GameKey]) -> set[GameKey]:
        """Referee games anew and keep their results; those that have one. An undo may take a result away."""
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
        """The lines of those games of which none is missing before the last, in the order of the keys."""
        statement = (
            "SELECT tab, game, begun, number, line FROM events WHERE (tab, game, begun) IN"
            f" (VALUES {', '.join(['(?, ?, ?)'] * len(keys))}) ORDER BY number"
        )
        found: dict[GameKey, list[str]] = {key: [] for key in keys}
        last = dict.fromkeys(keys, 0)
        for tab, game, begun, number, line in self._there.rows(
            statement, [each for key in keys for each in _values(key)]
        ):
            key = GameKey(tab, game, begun)
            found[key].append(line)
            last[key] = number
        return {key: lines for key, lines in found.items() if lines and len(lines) == last[key]}

    def rank_all(self) -> None:
        """Referee every game that has lines which no result knows."""
        self.rank(self.unranked())

    def results(self) -> list[tuple[GameKey, Result]]:
        """The results, the same lines once, in the order in which the games began."""
        statement = (
            "SELECT tab, game, begun, print, ranking FROM results WHERE ranking IS NOT NULL"
            " ORDER BY begun, tab, game"
        )
        found: dict[str, tuple[GameKey, Result]] = {}
        for tab, game, begun, print_of, ranking in self._there.rows(statement):
            result = Result(tuple(map(tuple, json.loads(ranking))), print_of)
            found.setdefault(print_of, (GameKey(tab, game, begun), result))
        return list(found.values())

    def rounds(self, evening: str) -> list[Seating]:
        """The rounds that were drawn, in order."""
        rows = self._there.rows("SELECT seating FROM rounds WHERE evening = ? ORDER BY number", (evening,))
        found = [json.loads(seating) for (seating,) in rows]
        return [Seating(tuple(map(tuple, each["tables"])), each["bye"]) for each in found]

    def keep_round(self, evening: str, number: int, seating: Seating) -> None:
        """Keep a round, its number from 1; the first who draws it wins."""
        told = json.dumps({"tables": seating.tables, "bye": seating.bye})
        with self._there.transaction():
            statement = "INSERT INTO rounds VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            self._there.run(statement, [(evening, number, told)])

    def count(self) -> int:
        """How many lines there are altogether."""
        ((lines,),) = self._there.rows("SELECT count(*) FROM events")
        return int(lines)


def _portions(keys: Sequence[_Key]) -> Iterator[Sequence[_Key]]:
    return (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


def _values(key: GameKey) -> tuple[str, int, str]:
    return key.table, key.game, key.begun


def _row(line: Line) -> Sequence[str | int]:
    return *_values(line.key), line.number, line.text


def _written(result: Result | None) -> tuple[str | None, str | None]:
    return (None, None) if result is None else (result.print_of, json.dumps(result.ranking))
