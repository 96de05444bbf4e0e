"""Kept games: for a list, their events that still stand, and their tallies.

Tallies are a cache, keyed by the seal of a game's last line: they expire if a game goes on, is taken back or
loses a name.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from companion.core.on_disk import NotRead, read_ordinary, write_whole
from companion.journal.codec import event_of, replayed
from companion.journal.database import event_rows, game_ids, moment_of, whole_rows
from companion.journal.errors import RecordError
from companion.journal.seals import Row, seal_in, sound_lines
from companion.rules import (
    AnyEvent,
    AnyGame,
    ComingOrGoing,
    GameBegun,
    Match,
    MatchPhase,
    Phase,
    PlayerJoined,
    PlayerReturned,
    Undone,
    is_card_game,
    moved_up,
    with_moves,
    with_seat,
)

_LINES_KEPT = 8192
"""Lines kept parsed: the same few hundred bids and calls come in every game."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game by its first and last line, and who ``moved`` if somebody joined.

    ``seal``: the last line's, which depends on all lines; ``None`` in an old journal.
    """

    id: int
    begun: GameBegun
    begun_at: datetime
    ended_at: datetime
    seal: str | None
    moved: tuple[ComingOrGoing, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Clockwise, at the end."""
        return _seated(self.begun, self.moved).players

    @property
    def of_cards(self) -> bool:
        return is_card_game(self.begun)


def kept_games(connection: sqlite3.Connection, since: datetime | None = None) -> Iterator[KeptGame]:
    """Oldest first; without games that go on as another, and those without a first line."""
    moments = {row[0]: row[1] for row in whole_rows(connection, "SELECT id, begun_at FROM game")}
    gone_on = _gone_on(connection)
    for game_id in reversed(game_ids(connection)):
        first = None if game_id in gone_on else _end_row(connection, game_id, "ASC")
        last = None if first is None else _end_row(connection, game_id, "DESC")
        if first is None or last is None:
            continue
        begun, at = _beginning(game_id, first), moment_of(moments.get(game_id), first[1])
        if begun is not None and (since is None or at >= since):
            moved = _moved(connection, game_id)
            yield KeptGame(game_id, begun, at, moment_of(last[1], first[1]), seal_in(last[1]), moved)


_JOINED = 'SELECT 1 FROM event WHERE game_id = ? AND line GLOB \'{"event": "joined"*\''


def _moved(connection: sqlite3.Connection, game_id: int) -> tuple[ComingOrGoing, ...]:
    if not whole_rows(connection, _JOINED, game_id):
        return ()
    return tuple(each for each in live_events(connection, game_id) if isinstance(each, ComingOrGoing))


def _seated(begun: GameBegun, moved: tuple[ComingOrGoing, ...]) -> GameBegun:
    """The first line of a game for all of them, on the seats that they had."""
    players, opener, moves = begun.players, begun.opener, list[tuple[int, bool]]()
    for each in moved:
        if isinstance(each, PlayerJoined):
            players = with_seat(players, each.seat, each.name)
            opener = None if opener is None else moved_up(opener, each.seat)
            moves = [(moved_up(seat, each.seat), came) for seat, came in moves]
            moves.append((each.seat, True))
        else:
            moves.append((each.player, isinstance(each, PlayerReturned)))
    moves += [(seat, True) for seat, came in sorted(dict(moves).items()) if not came]
    earlier = with_moves(begun.earlier, tuple(moves))
    return replace(begun, players=players, opener=opener, earlier=earlier)


def _end_row(connection: sqlite3.Connection, game_id: int, order: str) -> Row | None:
    """A game's first ("ASC") or last ("DESC") row."""
    asked = f"SELECT number, written_at, line FROM event WHERE game_id = ? ORDER BY number {order} LIMIT 1"
    rows = whole_rows(connection, asked, game_id)
    return None if not rows else (rows[0][0], rows[0][1], rows[0][2])


def _beginning(game_id: int, first: Row) -> GameBegun | None:
    lines = sound_lines(game_id, (first,)).lines
    try:
        event = event_of(lines[0]) if lines else None
    except RecordError:
        return None
    return event if isinstance(event, GameBegun) else None


def beginnings(connection: sqlite3.Connection, newest: int) -> tuple[GameBegun, ...]:
    """Newest first, without damaged ones; who joined is among the players."""
    found: list[GameBegun] = []
    for game_id in game_ids(connection)[:newest]:
        first = _end_row(connection, game_id, "ASC")
        begun = None if first is None else _beginning(game_id, first)
        if begun is not None:
            found.append(_seated(begun, _moved(connection, game_id)))
    return tuple(found)


def _gone_on(connection: sqlite3.Connection) -> set[object]:
    if not whole_rows(connection, "SELECT 1 FROM sqlite_master WHERE name = 'taken_over'"):
        return set()  # an older journal, opened for reading only
    return {game_id for (game_id,) in whole_rows(connection, "SELECT game_id FROM taken_over")}


def live_events(connection: sqlite3.Connection, game_id: int) -> tuple[AnyEvent, ...]:
    """Events that still stand; of a damaged game the good ones.

    Sealed lines were checked when written. A game with a line without a seal, from an old journal, is
    replayed.
    """
    found = sound_lines(game_id, event_rows(connection, game_id))
    return _standing(found.lines) if found.sealed else _replayed(found.lines)


def _standing(lines: tuple[str, ...]) -> tuple[AnyEvent, ...]:
    standing: list[AnyEvent] = []
    try:
        for event in _events(lines):
            if not isinstance(event, Undone):
                standing.append(event)
            elif len(standing) > 1:
                standing.pop()
    except RecordError:
        return _replayed(lines)
    return tuple(standing)


def _events(lines: tuple[str, ...]) -> Iterator[AnyEvent]:
    begun: GameBegun | None = None
    for line in lines:
        if begun is None:
            first = event_of(line)
            begun = first if isinstance(first, GameBegun) else None
            yield first
        else:
            yield event_of(line, begun) if is_card_game(begun) else _dice_event(line)


@lru_cache(_LINES_KEPT)
def _dice_event(line: str) -> AnyEvent:
    return event_of(line)


def _replayed(lines: tuple[str, ...]) -> tuple[AnyEvent, ...]:
    record, _ = replayed(lines)
    return () if record is None else record.live_events


@dataclass(frozen=True, slots=True)
class SavedGame:
    """``fault``: of a damaged game. ``game``: after its last good event, or ``None``. ``goes_on_as``: the
    number of the game that continues it.
    """

    id: int
    begun_at: datetime
    events: int
    game: AnyGame | None
    fault: str | None = None
    goes_on_as: int | None = None

    @property
    def rules(self) -> str:
        """Empty without a good event."""
        return self.game.ruleset.name if self.game else ""

    @property
    def of_cards(self) -> bool:
        return isinstance(self.game, Match)

    @property
    def players(self) -> tuple[str, ...]:
        """Clockwise; none without a good event."""
        return self.game.players if self.game else ()

    @property
    def phase(self) -> Phase | MatchPhase | None:
        return self.game.phase if self.game else None

    @property
    def over(self) -> bool:
        return self.phase in (Phase.OVER, MatchPhase.OVER)


SUFFIX = ".counted"
"""After the journal's name."""
FORMAT = 2
"""To be raised when a count means something else; with another number of counts a game is counted anew."""
LARGEST = 100_000_000
"""Bytes; a thousand games of eight players take less than one million."""


@dataclass(frozen=True, slots=True)
class KeptTally:
    """A game's tally as JSON, and the seal of the last line that it counts."""

    seal: str
    told: object


class TallyShelf:
    """The file of tallies, held in memory until ``save``; one that cannot be read or written is ignored. One
    thread at a time.
    """

    def __init__(self, journal: Path) -> None:
        self._path = tally_file(journal)
        self._held: Mapping[int, KeptTally] | None = None
        self._is_new = False

    def read(self) -> Mapping[int, KeptTally]:
        if self._held is None:
            self._held = self._in_file()
        return self._held

    def write(self, kept: Mapping[int, KeptTally]) -> None:
        self._held, self._is_new = kept, True

    def save(self) -> None:
        if self._held is not None and self._is_new:
            games = {game: [each.seal, each.told] for game, each in self._held.items()}
            text = json.dumps({"format": FORMAT, "games": games}, separators=(",", ":"))
            with suppress(OSError):
                write_whole(self._path, text.encode())
        self._is_new = False

    def drop(self) -> None:
        self._held, self._is_new = None, False

    def _in_file(self) -> dict[int, KeptTally]:
        try:
            told = json.loads(read_ordinary(self._path, LARGEST))
            if told["format"] != FORMAT:
                return {}
            return {int(game): KeptTally(str(seal), each) for game, (seal, each) in told["games"].items()}
        except (NotRead, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}


def tally_file(journal: Path) -> Path:
    return journal.with_name(journal.name + SUFFIX)
