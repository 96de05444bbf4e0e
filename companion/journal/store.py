"""The journal on disk: every event, committed before anybody sees it, and never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from types import TracebackType

from companion import rules
from companion.journal import database
from companion.journal.codec import (
    ReadingNote,
    TableKind,
    format_note,
    line_of,
    parse_note,
    read_record,
    replay_record,
    replayed,
    text_of,
)
from companion.journal.errors import StoreError, StoreTrouble
from companion.journal.forgetting import forget_game, forget_player
from companion.journal.kept_games import KeptGame, SavedGame, beginnings, kept_games, live_events
from companion.journal.seals import first_seal, seal_of, sound_lines, stamped
from companion.journal.wal import LastEvent, LastEvents, keep_log, read_log, restore, say_lost
from companion.text import as_sentence, say

Now = Callable[[], datetime]
LONGEST_PAUSE = timedelta(minutes=30)
"""Between two events; a longer one is a pause in the game, or the clock was set [choice]."""
_SETTLING = (rules.GameBegun, rules.CupsRevealed, rules.RevealCorrected, rules.HandDealt, rules.PlayedOut)
"""A round begins or ends: these events are synchronised to disk, outside the log, too."""


class Store:
    """One table's games in one SQLite file.

    Every method raises StoreError if the disk is full, or the file is locked, damaged or gone; everything
    written before stays, and nothing of that call is written. One thread at a time.
    """

    def __init__(self, path: Path, now: Now, writing: bool = True) -> None:
        """Makes a missing journal; refuses a second writer.

        ``now``: the time of day, for the list of games. ``writing``: if false, only reads, also beside a
        writer. Restores events from a damaged log; ``noticed``: sentences about what is lost.
        """
        self._path = path
        self._now = now
        self._lock: database.WriterLock | None = None
        self._last, self._fresh = LastEvents(path), dict[int, LastEvent]()
        self._above, self._settles = 0, False
        self.on_game: Callable[[int, rules.GameRecord], None] = lambda game_id, record: None
        """A game was begun or loaded."""
        self.on_event: Callable[[int, rules.AnyEvent], None] = lambda game_id, event: None
        """One more event is on disk."""
        self.noticed: tuple[str, ...] = ()
        if writing:
            self._open_to_write()
        else:
            self._connection = database.open_to_look(path)
            self._notice_lost()

    def _open_to_write(self) -> None:
        log, emptied = read_log(self._path), database.was_emptied(self._path)
        try:
            self._connection = database.open_journal(self._path)
        except StoreError as fault:
            if fault.trouble is StoreTrouble.DAMAGED:
                keep_log(self._path, log)
            raise
        try:
            self._lock = database.WriterLock(self._path)
            if not self._path.exists():  # another app had begun it, had no room for it, and took it away
                raise StoreError(say("store.no_room"), StoreTrouble.FULL)
            with database.store_errors(self._path):
                restore(self._connection, log)
            if emptied:
                self.noticed = (say("journal.emptied_anew", path=str(self._path)),)
            lost = self._notice_lost()
            self._above = max(lost, default=0)
            self._last.drop(lost if log else None)
        except BaseException:  # Ctrl-C too must leave no connection open; the fault goes on
            self.close()
            raise

    def _notice_lost(self) -> tuple[int, ...]:
        """Notes what is lost; gives those games' numbers."""
        with database.store_errors(self._path):
            lost = self._last.lost(self._connection)
        if lost:
            self.noticed = (*self.noticed, say_lost(lost))
        return tuple(each.game_id for each in lost)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets another writer in. Idempotent."""
        self._connection.close()
        self._last.close()
        if self._lock is not None:
            self._lock.close()

    def begin_game(self, event: rules.GameBegun, kind: TableKind = TableKind.REAL) -> int:
        """Gives the game's number in this journal."""
        with self._writing():
            game_id = self._write_all((event,), kind)
        self.on_game(game_id, rules.GameRecord.begin(event))
        return game_id

    def append(self, game_id: int, event: rules.AnyEvent, note: ReadingNote | None = None) -> None:
        """The event is on disk on return. The caller has checked that it is legal."""
        with self._writing():
            self._append(game_id, event, note)
        self.on_event(game_id, event)

    def load(self, game_id: int) -> rules.GameRecord:
        """Replayed. Raises StoreError if missing or damaged."""
        record, damage = self.good_part(game_id)
        if damage is not None:
            raise StoreError(damage)
        self.on_game(game_id, record)
        return record

    def good_part(self, game_id: int) -> tuple[rules.GameRecord, str | None]:
        """The game's good part, and the fault after it.

        Raises StoreError for a missing game, or without a good event.
        """
        with database.store_errors(self._path):
            found = sound_lines(game_id, database.event_rows(self._connection, game_id))
        record, amiss = replayed(found.lines)
        amiss = amiss or found.amiss
        if record is None:
            raise StoreError(self._no_game(game_id) if amiss is None else _damage(game_id, 1, amiss))
        return record, None if amiss is None else _damage(game_id, len(record.events) + 1, amiss)

    def go_on(self, game_id: int) -> int:
        """The number to continue: a damaged game becomes a new one of its good events. Raises StoreError
        without a good event.
        """
        record, damage = self.good_part(game_id)
        if damage is None:
            return game_id
        successor = self._successor(game_id)
        if successor is not None:
            return successor
        kind, good = self.table_kind(game_id), len(record.events)
        with self._writing():
            new = self._write_all(record.events, kind)
            self._connection.execute(
                "INSERT INTO reading SELECT ?, number, note FROM reading WHERE game_id = ? AND number <= ?",
                (new, game_id, good),
            )
            self._connection.execute("INSERT OR REPLACE INTO taken_over VALUES (?, ?)", (game_id, new))
        return new

    def damaged_pages(self) -> tuple[str, ...]:
        """Raises StoreError for a header with which no game can go on: reading does without."""
        with database.store_errors(self._path):
            database.need_journal(self._connection, self._path)
            rows = database.whole_rows(self._connection, "PRAGMA integrity_check(20)")
        found = tuple(str(row[0]) for row in rows)
        if not found:
            return (database.say_damaged(self._path),)
        return () if found == ("ok",) else tuple(f"{self._path}: {each}" for each in found)

    def back_up(self) -> Path:
        """Copies all games to another file; on disk on return."""
        return database.back_up(self._connection, self._path)

    def keep_unfinished(self, game_id: int, text: str | None) -> None:
        """Keeps input since the newest event; the next event drops it."""
        with self._writing():
            self._drop_unfinished(game_id)
            if text is not None:
                self._connection.execute("INSERT INTO unfinished VALUES (?, ?)", (game_id, text))

    def unfinished(self, game_id: int) -> str | None:
        rows = self._asked("SELECT entered FROM unfinished WHERE game_id = ?", game_id)
        return next((text for (text,) in rows if isinstance(text, str)), None)

    def keep_clocks(self, game_id: int, text: str) -> None:
        """Keeps the players' clocks; they stay when events are added."""
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?)", (game_id, text))

    def clocks(self, game_id: int) -> str | None:
        rows = self._asked("SELECT left FROM clocks WHERE game_id = ?", game_id)
        return next((text for (text,) in rows if isinstance(text, str)), None)

    def table_kind(self, game_id: int) -> TableKind:
        """Real if unknown."""
        rows = self._asked("SELECT 1 FROM simulated WHERE game_id = ?", game_id)
        return TableKind.SIMULATED if rows else TableKind.REAL

    def begun_at(self, game_id: int) -> datetime:
        rows = self._asked("SELECT begun_at FROM game WHERE id = ?", game_id)
        return database.moment_of(*(row[0] for row in rows))

    def ended_at(self, game_id: int) -> datetime:
        """By the time played: a step back of the clock and more than ``LONGEST_PAUSE`` do not count."""
        asked = "SELECT written_at FROM event WHERE game_id = ? ORDER BY number"
        written = [database.moment_of(*row) for row in self._asked(asked, game_id)]
        steps = [later - earlier for earlier, later in pairwise(written)]
        played = (each for each in steps if timedelta() <= each <= LONGEST_PAUSE)
        return self.begun_at(game_id) + sum(played, timedelta())

    def games(self, newest: int | None = None) -> tuple[SavedGame, ...]:
        """Newest first."""
        with database.store_errors(self._path):
            ids = database.game_ids(self._connection)
        saved = (self._saved(game_id) for game_id in ids[:newest])
        return tuple(game for game in saved if game is not None)

    def beginnings(self, newest: int) -> tuple[rules.GameBegun, ...]:
        """Who played what in the newest games, last begun first."""
        with database.store_errors(self._path):
            return beginnings(self._connection, newest)

    def kept_games(self, since: datetime | None = None) -> tuple[KeptGame, ...]:
        with database.store_errors(self._path):
            return tuple(kept_games(self._connection, since))

    def live_events(self, game_id: int) -> tuple[rules.AnyEvent, ...]:
        with database.store_errors(self._path):
            return live_events(self._connection, game_id)

    def forget_game(self, game_id: int) -> None:
        """Removes every copy, too."""
        self._need_writing()
        with database.store_errors(self._path):
            forget_game(self._connection, self._path, game_id)
        self._forget_last()

    def forget_player(self, name: str) -> int:
        """Removes the name from every copy, too; gives the number of games."""
        self._need_writing()
        with database.store_errors(self._path):
            games = forget_player(self._connection, self._path, name)
        self._forget_last()
        return games

    def _forget_last(self) -> None:
        """Drops the last events: their seals have changed, and the log is empty."""
        self._last.drop()
        self._last.note({}, settle=True)

    def readings(self, game_id: int) -> tuple[tuple[int, ReadingNote], ...]:
        """Notes with their events' numbers, from 1."""
        rows = self._asked("SELECT number, note FROM reading WHERE game_id = ? ORDER BY number", game_id)
        return tuple((int(str(number)), self._note(game_id, number, note)) for number, note in rows)

    def export(self, game_id: int) -> str:
        """A record with undos; of a damaged game its good events."""
        return text_of(self.good_part(game_id)[0].events)

    def import_record(self, record: bytes) -> int:
        """Raises RecordError, which names the first bad line; then nothing is written."""
        replay_record(record)
        with self._writing():
            return self._write_all((event for _, event in read_record(record)), TableKind.REAL)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._need_writing()
        self._fresh = {}
        with database.store_errors(self._path), database.transaction(self._connection):
            yield
        if self._fresh:
            self._last.note(self._fresh, self._settles)

    def _need_writing(self) -> None:
        if self._lock is None:
            raise StoreError(say("store.read_only", path=str(self._path)))

    def _write_all(self, events: Iterable[rules.AnyEvent], kind: TableKind) -> int:
        game_id = self._new_game(kind)
        seal = first_seal(game_id)
        for number, event in enumerate(events, start=1):
            seal = self._insert(game_id, number, event, seal)
        return game_id

    def _new_game(self, kind: TableKind) -> int:
        begun = self._connection.execute(
            "INSERT INTO game SELECT max(ifnull(max(id), 0), ?) + 1, ? FROM game", (self._above, self._time())
        )
        game_id = int(begun.lastrowid or 0)
        if kind is TableKind.SIMULATED:
            self._connection.execute("INSERT INTO simulated VALUES (?)", (game_id,))
        return game_id

    def _append(self, game_id: int, event: rules.AnyEvent, note: ReadingNote | None) -> None:
        found = sound_lines(game_id, database.event_rows(self._connection, game_id))
        number = len(found.lines) + 1
        if found.amiss is not None:
            raise StoreError(_damage(game_id, number, found.amiss))
        if not found.lines:
            raise StoreError(self._no_game(game_id))
        self._insert(game_id, number, event, found.seal)
        self._drop_unfinished(game_id)
        if note is not None:
            self._connection.execute(
                "INSERT INTO reading VALUES (?, ?, ?)", (game_id, number, format_note(note))
            )

    def _insert(self, game_id: int, number: int, event: rules.AnyEvent, before: str) -> str:
        """Chains the event to the seal ``before``; gives its own."""
        line = line_of(event)
        seal = seal_of(before, line)
        row = (game_id, number, stamped(self._time(), seal), line)
        self._connection.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)
        self._fresh[game_id], self._settles = LastEvent(number, seal), isinstance(event, _SETTLING)
        return seal

    def _drop_unfinished(self, game_id: int) -> None:
        self._connection.execute("DELETE FROM unfinished WHERE game_id = ?", (game_id,))

    def _no_game(self, game_id: int) -> str:
        return say("store.no_game", game=game_id, path=str(self._path))

    def _time(self) -> str:
        return self._now().isoformat(timespec="seconds")

    def _asked(self, asked: str, game_id: int) -> list[tuple[object, ...]]:
        with database.store_errors(self._path):
            return database.whole_rows(self._connection, asked, game_id)

    def _successor(self, game_id: int) -> int | None:
        if not self._asked("SELECT 1 FROM sqlite_master WHERE name = 'taken_over' AND ?", 1):
            return None  # an older journal, opened for reading only
        rows = self._asked("SELECT by_id FROM taken_over WHERE game_id = ?", game_id)
        return next((by_id for (by_id,) in rows if isinstance(by_id, int)), None)

    def _saved(self, game_id: int) -> SavedGame | None:
        """``None`` for a number that only a damaged page has."""
        begun = self._asked("SELECT begun_at FROM game WHERE id = ?", game_id)
        written = self._asked("SELECT written_at FROM event WHERE game_id = ? ORDER BY number", game_id)
        at = database.moment_of(*(row[0] for row in (*begun, *written[:1])))
        try:
            record, damage = self.good_part(game_id)
        except StoreError as fault:
            return SavedGame(game_id, at, len(written), None, str(fault)) if begun else None
        successor = None if damage is None else self._successor(game_id)
        return SavedGame(game_id, at, len(record.events), record.game, damage, successor)

    def _note(self, game_id: int, number: object, text: object) -> ReadingNote:
        try:
            return parse_note(str(text))
        except (ValueError, KeyError, TypeError):
            raise StoreError(say("store.damaged_reading", game=game_id, number=str(number))) from None


def _damage(game_id: int, number: int, amiss: str) -> str:
    return as_sentence(say("store.damaged_game", game=game_id, number=number, amiss=amiss))
