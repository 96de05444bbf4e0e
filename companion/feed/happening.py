"""One thing that has happened in a game, told once it is on disk; and who is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from companion.rules.families import AnyEvent, AnyGame
from companion.rules.record import GameRecord


@dataclass(frozen=True, slots=True)
class Happening:
    """A game's newest lines, and the record with them.

    ``fresh`` is one event; of a game that was taken up again, all of them. ``before`` is the game as it
    stood before, ``None`` for a game that has just begun or was taken up again. ``game_id`` and ``begun_at``
    together name the game among all of this table.
    """

    game_id: int
    begun_at: datetime
    record: GameRecord
    fresh: tuple[AnyEvent, ...]
    before: AnyGame | None

    @property
    def number(self) -> int:
        """How many lines the game's record has by now."""
        return self.record.length


class Follower(Protocol):
    """Somebody who is told what happens. Whatever goes wrong there, the game does not notice."""

    def told(self, happening: Happening) -> None:
        """Take note and return at once; on the session's thread. Never raises."""
        ...

    def close(self) -> None:
        """The evening is over: end what is under way, within two seconds."""
        ...
