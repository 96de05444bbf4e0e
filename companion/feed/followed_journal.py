"""A journal whose every line is told to followers, after it is on disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from companion.feed.happening import Follower, Happening
from companion.journal.reading_note import ReadingNote
from companion.journal.saved_game import SavedGame
from companion.journal.table_kind import TableKind
from companion.rules.events import GameBegun
from companion.rules.families import AnyEvent
from companion.rules.record import GameRecord


class KeptJournal(Protocol):
    """The journal below (``companion.journal.store.Store``), as ``companion.play.ports.Journal`` says it."""

    def begin_game(self, event: GameBegun, kind: TableKind = TableKind.REAL) -> int: ...
    def begun_at(self, game_id: int) -> datetime: ...
    def table_kind(self, game_id: int) -> TableKind: ...
    def keep_unfinished(self, game_id: int, text: str | None) -> None: ...
    def unfinished(self, game_id: int) -> str | None: ...
    def append(self, game_id: int, event: AnyEvent, note: ReadingNote | None = None) -> None: ...
    def go_on(self, game_id: int) -> int: ...
    def load(self, game_id: int) -> GameRecord: ...
    def back_up(self) -> object: ...
    def games(self, newest: int | None = None) -> tuple[SavedGame, ...]: ...
    def beginnings(self, newest: int) -> tuple[GameBegun, ...]: ...


class FollowedJournal:
    """Fits ``companion.play.ports.Journal``: writes to the journal below, then tells the followers."""

    def __init__(self, journal: KeptJournal, followers: Sequence[Follower]) -> None:
        self._journal, self._followers = journal, tuple(followers)
        self._newest: Happening | None = None
        self.table_kind, self.go_on, self.games = journal.table_kind, journal.go_on, journal.games
        self.keep_unfinished, self.unfinished = journal.keep_unfinished, journal.unfinished
        self.back_up, self.beginnings = journal.back_up, journal.beginnings

    def begin_game(self, event: GameBegun, kind: TableKind = TableKind.REAL) -> int:
        """Write a game's first line and its kind of table; returns the game's number."""
        game_id = self._journal.begin_game(event, kind)
        begun_at = self._journal.begun_at(game_id)
        self._tell(Happening(game_id, begun_at, GameRecord.begin(event), (event,), None))
        return game_id

    def append(self, game_id: int, event: AnyEvent, note: ReadingNote | None = None) -> None:
        """Write one more event; the followers are told when it is on disk."""
        self._journal.append(game_id, event, note)
        newest = self._newest
        if newest is None or newest.game_id != game_id:
            self.load(game_id)
            return
        record = newest.record.apply(event)
        self._tell(replace(newest, record=record, fresh=(event,), before=newest.record.game))

    def load(self, game_id: int) -> GameRecord:
        """The game with its whole history, which the followers are told as taken up again."""
        record = self._journal.load(game_id)
        self._tell(Happening(game_id, self._journal.begun_at(game_id), record, record.events, None))
        return record

    def _tell(self, happening: Happening) -> None:
        self._newest = happening
        for each in self._followers:
            each.told(happening)
