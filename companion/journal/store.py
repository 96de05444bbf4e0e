"""The journal on disk: every event of every game, committed before anybody sees it, never changed after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType

from companion.journal import reading_note
from companion.journal.codec import event_of, line_of, read_record, replay_record, text_of
from companion.journal.database import open_journal, told, transaction
from companion.journal.errors import RecordError, StoreError
from companion.journal.reading_note import ReadingNote
from companion.journal.saved_game import SavedGame
from companion.journal.table_kind import TableKind
from companion.journal.writer_lock import WriterLock
from companion.rules.errors import RuleError
from companion.rules.events import GameBegun
from companion.rules.families import AnyEvent
from companion.rules.record import GameRecord
from companion.text.refusals import reason_of

Now = Callable[[], datetime]


class Store:
    """The games of one table in one SQLite file.

    Every method raises StoreError in a sentence when the disk is full, the file locked, damaged or gone;
    what was being written is then not in the journal, all before it is. One thread at a time.
    """

    def __init__(self, path: Path, now: Now, writing: bool = True) -> None:
        """Open the journal at ``path``, made with its folders where it is missing.

        ``now`` gives the time of day for the list of games. There is one writer at a time: a second one
        is refused; one opened with ``writing`` false reads beside it and must not append.
        """
        self._path = path
        self._now = now
        self._connection = open_journal(path)
        try:
            self._lock = WriterLock(path) if writing else None
        except StoreError:
            self._connection.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let another writer in; closing twice is allowed."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def begin_game(self, event: GameBegun, kind: TableKind = TableKind.REAL) -> int:
        """Write a game's first line and its kind of table; returns the game's number in this journal."""
        with self._writing():
            return self._begin(event, kind)

    def append(self, game_id: int, event: AnyEvent, note: ReadingNote | None = None) -> None:
        """Write one more event, and beside a reveal the note of its reading; on disk when this returns.

        Whether the rules allow the event is the caller's question, asked before.
        """
        with self._writing():
            self._append(game_id, event, note)

    def load(self, game_id: int) -> GameRecord:
        """The game with its whole history, replayed; StoreError for one that is missing or damaged."""
        record: GameRecord | None = None
        begun: GameBegun | None = None
        for number, line in enumerate(self._lines(game_id), start=1):
            try:
                event = event_of(line, begun)
                if begun is None and isinstance(event, GameBegun):
                    begun = event
                record = GameRecord.begin(event) if record is None else record.apply(event)
            except (RecordError, RuleError) as fault:
                damage = f"Game {game_id} is damaged at its event {number}: {reason_of(fault)}."
                raise StoreError(damage) from None
        if record is None:
            raise StoreError(self._no_game(game_id))
        return record

    def keep_unfinished(self, game_id: int, text: str | None) -> None:
        """Keep what was entered since the game's newest event, ``None`` for nothing; dropped by the next."""
        with self._writing():
            self._drop_unfinished(game_id)
            if text is not None:
                self._connection.execute("INSERT INTO unfinished VALUES (?, ?)", (game_id, text))

    def unfinished(self, game_id: int) -> str | None:
        """What was entered since the game's newest event."""
        with told(self._path):
            row = self._connection.execute(
                "SELECT entered FROM unfinished WHERE game_id = ?", (game_id,)
            ).fetchone()
        return None if row is None else row[0]

    def table_kind(self, game_id: int) -> TableKind:
        """Which dice the game was begun with; real ones where nobody knows."""
        with told(self._path):
            row = self._connection.execute("SELECT 1 FROM simulated WHERE game_id = ?", (game_id,)).fetchone()
        return TableKind.REAL if row is None else TableKind.SIMULATED

    def games(self, newest: int | None = None) -> tuple[SavedGame, ...]:
        """The games in the journal, the last begun first; only so many where ``newest`` is given."""
        with told(self._path):
            rows = self._connection.execute(
                "SELECT id, begun_at, (SELECT count(*) FROM event WHERE game_id = id) FROM game "
                "ORDER BY id DESC LIMIT ?",
                (-1 if newest is None else newest,),
            ).fetchall()
        return tuple(self._saved(*row) for row in rows)

    def latest_open(self) -> SavedGame | None:
        """The last begun game that is not over, or ``None``."""
        return next((game for game in self.games() if game.phase and not game.over), None)

    def readings(self, game_id: int) -> tuple[tuple[int, ReadingNote], ...]:
        """The notes of a game's reveals and corrections, each with the number of its event (from 1)."""
        with told(self._path):
            rows = self._connection.execute(
                "SELECT number, note FROM reading WHERE game_id = ? ORDER BY number", (game_id,)
            ).fetchall()
        return tuple((number, self._note(game_id, number, note)) for number, note in rows)

    def export(self, game_id: int) -> str:
        """The game as a record: JSON Lines, undos included."""
        return text_of(self.load(game_id).events)

    def import_record(self, record: bytes) -> int:
        """Put a record into the journal as a game of its own; returns its number.

        RecordError names the first line that is malformed or against the rules; nothing is written then.
        """
        replay_record(record)
        with self._writing():
            return self._write_all(event for _, event in read_record(record))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self._lock is None:
            raise StoreError(f"The journal {self._path} was opened for reading only.")
        with told(self._path), transaction(self._connection):
            yield

    def _write_all(self, events: Iterable[AnyEvent]) -> int:
        remaining = iter(events)
        game_id = self._begin(next(remaining), TableKind.REAL)
        for event in remaining:
            self._append(game_id, event, None)
        return game_id

    def _begin(self, event: AnyEvent, kind: TableKind) -> int:
        self._connection.execute("INSERT INTO game (begun_at) VALUES (?)", (self._time(),))
        (game_id,) = self._connection.execute("SELECT last_insert_rowid()").fetchone()
        if kind is TableKind.SIMULATED:
            self._connection.execute("INSERT INTO simulated VALUES (?)", (game_id,))
        self._insert(game_id, 1, event)
        return int(game_id)

    def _append(self, game_id: int, event: AnyEvent, note: ReadingNote | None) -> None:
        (last,) = self._connection.execute(
            "SELECT max(number) FROM event WHERE game_id = ?", (game_id,)
        ).fetchone()
        if last is None:
            raise StoreError(self._no_game(game_id))
        self._insert(game_id, last + 1, event)
        self._drop_unfinished(game_id)
        if note is not None:
            self._connection.execute(
                "INSERT INTO reading VALUES (?, ?, ?)", (game_id, last + 1, reading_note.text_of(note))
            )

    def _insert(self, game_id: int, number: int, event: AnyEvent) -> None:
        line = (game_id, number, self._time(), line_of(event))
        self._connection.execute("INSERT INTO event VALUES (?, ?, ?, ?)", line)

    def _drop_unfinished(self, game_id: int) -> None:
        self._connection.execute("DELETE FROM unfinished WHERE game_id = ?", (game_id,))

    def _no_game(self, game_id: int) -> str:
        return f"There is no game {game_id} in the journal {self._path}."

    def _time(self) -> str:
        return self._now().isoformat(timespec="seconds")

    def _lines(self, game_id: int) -> list[str]:
        with told(self._path):
            rows = self._connection.execute(
                "SELECT line FROM event WHERE game_id = ? ORDER BY number", (game_id,)
            ).fetchall()
        return [line for (line,) in rows]

    def _saved(self, game_id: int, begun_at: str, events: int) -> SavedGame:
        begun = datetime.fromisoformat(begun_at)
        try:
            return SavedGame(game_id, begun, events, self.load(game_id).game)
        except StoreError as fault:
            return SavedGame(game_id, begun, events, None, str(fault))

    def _note(self, game_id: int, number: int, text: str) -> ReadingNote:
        try:
            return reading_note.note_of(text)
        except (ValueError, KeyError, TypeError):
            raise StoreError(f"The reading beside event {number} of game {game_id} is damaged.") from None
