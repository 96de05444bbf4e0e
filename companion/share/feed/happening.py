"""Events of a game, their followers, and what publishes each line once the journal has it on disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from companion.rules import AnyEvent, AnyGame, GameBegun, GameRecord, PlayerJoined
from companion.text import say

if TYPE_CHECKING:
    from companion.journal import Store


@dataclass(frozen=True, slots=True)
class Happening:
    """A game's newest lines and the record with them.

    ``fresh``: one event; all of a resumed game; none if only ``so_far`` is new, the count while cups go up in
    turn. ``before``: the game before them, None for a new or resumed game. ``game_id`` with ``begun_at`` is
    unique at this table.
    """

    game_id: int
    begun_at: datetime
    record: GameRecord
    fresh: tuple[AnyEvent, ...]
    before: AnyGame | None
    table_id: str = ""
    so_far: str = ""

    @property
    def number(self) -> int:
        return self.record.length

    @property
    def whole(self) -> Happening:
        """All of the game, for who has not heard of it."""
        return replace(self, fresh=self.record.events, before=None)


class Follower(Protocol):
    """Follows games; its faults do not reach the game."""

    def on_event(self, happening: Happening) -> None:
        """Take the event and return at once, on the session's thread. Never raises."""
        ...

    def close(self) -> None: ...


class NameFilter:
    """Replaces players' names by their seats."""

    def __init__(self) -> None:
        self._game_id: int | None = None
        self._record: GameRecord | None = None

    def apply(self, happening: Happening) -> Happening:
        former = self._record
        goes_on = former is not None and happening.before is not None and happening.game_id == self._game_id
        if former is not None and goes_on and former.length + len(happening.fresh) == happening.number:
            record, before = former, former.game
            for event in happening.fresh:
                record = record.apply(_without_names(event, len(record.game.players)))
        else:
            first, *others = happening.record.events
            record, before = GameRecord.begin(_without_names(first, 0)), None
            for event in others:
                record = record.apply(_without_names(event, len(record.game.players)))
        fresh = record.events[record.length - len(happening.fresh) :]
        self._game_id, self._record = happening.game_id, record
        return replace(happening, record=record, fresh=fresh, before=before)


class UnnamedFeed:
    def __init__(self, followers: Sequence[Follower]) -> None:
        self._followers, self._filter = tuple(followers), NameFilter()

    def on_event(self, happening: Happening) -> None:
        unnamed = self._filter.apply(happening)
        for each in self._followers:
            each.on_event(unnamed)

    def close(self) -> None:
        for each in self._followers:
            each.close()


def _without_names(event: AnyEvent, seats: int) -> AnyEvent:
    match event:
        case GameBegun(players=players):
            return replace(event, players=tuple(map(_unnamed, range(1, len(players) + 1))))
        case PlayerJoined():
            return replace(event, name=_unnamed(seats + 1))
    return event


def _unnamed(seat: int) -> str:
    return say("player.unnamed", seat=seat)


def publish(journal: Store, followers: Sequence[Follower], table_id: str = "") -> None:
    """From now on followers get each event once it is on disk, and a loaded game as a whole.

    ``table_id``: see ``companion.journal.home.table_id_in``.
    """
    publisher = _Publisher(journal, followers, table_id)
    journal.on_game, journal.on_event = publisher.publish_game, publisher.publish_event


class _Publisher:
    def __init__(self, journal: Store, followers: Sequence[Follower], table_id: str) -> None:
        self._journal, self._followers, self._table_id = journal, tuple(followers), table_id
        self._newest: Happening | None = None

    def publish_game(self, game_id: int, record: GameRecord) -> None:
        begun_at = self._journal.begun_at(game_id)
        self._publish(Happening(game_id, begun_at, record, record.events, None, self._table_id))

    def publish_event(self, game_id: int, event: AnyEvent) -> None:
        newest = self._newest
        if newest is None or newest.game_id != game_id:
            self._journal.load(game_id)
            return
        record = newest.record.apply(event)
        self._publish(replace(newest, record=record, fresh=(event,), before=newest.record.game))

    def _publish(self, happening: Happening) -> None:
        self._newest = happening
        for each in self._followers:
            each.on_event(happening)
