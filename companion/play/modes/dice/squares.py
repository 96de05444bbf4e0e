"""The Lost Dice Squares as a table knows them: what must lie there, what was counted, what the players say.

The rules' own count of lost dice is never changed by any of it: this is advice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.journal import SquaresNote
from companion.rules import Game


@dataclass(frozen=True, slots=True)
class Owing:
    """The squares must hold so many dice and hold another number: the players are told."""

    wanted: int
    seen: int


@dataclass(frozen=True, slots=True)
class Squares:
    """What is known of the squares between two looks.

    ``off`` is by how many dice the table has said that they may differ from the verdicts. ``right_at`` is
    the number at which they were last seen, or said, to be right; ``None`` before that. ``looks`` counts
    how often the players have asked to look again. ``overruled`` is still to be written beside an event.
    """

    off: int = 0
    right_at: int | None = None
    owing: Owing | None = None
    looks: int = 0
    overruled: SquaresNote | None = None

    def wanted(self, game: Game) -> int:
        """How many dice must lie there."""
        return max(0, sum(game.lost) + self.off)

    def right(self, game: Game) -> bool:
        """Whether they were seen, or said, to hold what the verdicts so far demand."""
        return self.right_at == self.wanted(game)

    def carried_on(self, written: bool) -> Squares:
        """The same in the next scene, nothing being asked any more; ``written``: after an event."""
        return Squares(self.off, self.right_at, overruled=None if written else self.overruled)

    def seen_right(self, wanted: int) -> Squares:
        return replace(self, right_at=wanted, owing=None)

    def seen_wrong(self, wanted: int, seen: int) -> Squares:
        """They do not: the players are told."""
        return replace(self, right_at=None, owing=Owing(wanted, seen))

    def said_right(self, game: Game) -> Squares:
        """The table says that they are right as they were counted; from now on they may differ by as much."""
        assert self.owing is not None, "nobody was asked"
        lost, seen = sum(game.lost), self.owing.seen
        return Squares(seen - lost, seen, overruled=SquaresNote(lost, seen))

    def asked_again(self) -> Squares:
        """The table wants them to be looked at again, now."""
        return replace(self, owing=None, looks=self.looks + 1)


NOTHING_KNOWN = Squares()
"""Before the first look of a game."""
