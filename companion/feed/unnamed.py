"""A table without names: its feed calls the players by their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.feed.happening import Follower, Happening
from companion.rules.events import GameBegun
from companion.rules.families import AnyEvent
from companion.rules.record import GameRecord, replay
from companion.text.speech import say


class Veil:
    """Takes the names out of what happens, one happening after the other."""

    def __init__(self) -> None:
        self._game_id: int | None = None
        self._record: GameRecord | None = None

    def over(self, happening: Happening) -> Happening:
        """The same happening with "Seat 1", "Seat 2", … for names."""
        former, fresh = self._record, tuple(map(_without_names, happening.fresh))
        goes_on = former is not None and happening.before is not None and happening.game_id == self._game_id
        if former is not None and goes_on and former.length + len(fresh) == happening.number:
            record, before = former, former.game
            for event in fresh:
                record = record.apply(event)
        else:
            record, before = replay(map(_without_names, happening.record.events)), None
        self._game_id, self._record = happening.game_id, record
        return replace(happening, record=record, fresh=fresh, before=before)


class UnnamedFeed:
    """Fits ``companion.feed.happening.Follower``: its own followers learn no name."""

    def __init__(self, followers: Sequence[Follower]) -> None:
        self._followers, self._veil = tuple(followers), Veil()

    def told(self, happening: Happening) -> None:
        """Pass on what has happened, without names."""
        veiled = self._veil.over(happening)
        for each in self._followers:
            each.told(veiled)

    def close(self) -> None:
        """Close them."""
        for each in self._followers:
            each.close()


def _without_names(event: AnyEvent) -> AnyEvent:
    if not isinstance(event, GameBegun):
        return event
    seats = tuple(say("player.unnamed", seat=seat) for seat in range(1, len(event.players) + 1))
    return replace(event, players=seats)
