"""The Lost Dice Squares: what must lie there, what was counted, what the players say.

All of it is advice; the rules' own count never changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.journal import SquaresNote
from companion.rules import Game


@dataclass(frozen=True, slots=True)
class Owing:
    wanted: int
    seen: int


@dataclass(frozen=True, slots=True)
class Squares:
    """What is known of the squares between two looks.

    ``off``: accepted difference from the verdicts. ``right_at``: the last right number, None before.
    ``looks``: how often players asked to look again. ``overruled``: still to be written beside an event.
    """

    off: int = 0
    right_at: int | None = None
    owing: Owing | None = None
    looks: int = 0
    overruled: SquaresNote | None = None

    def wanted(self, game: Game) -> int:
        return max(0, sum(game.lost) + self.off)

    def right(self, game: Game) -> bool:
        return self.right_at == self.wanted(game)

    def carried_on(self, written: bool) -> Squares:
        """The squares for the next scene, with no question open; ``written``: after an event."""
        return Squares(self.off, self.right_at, overruled=None if written else self.overruled)

    def seen_right(self, wanted: int) -> Squares:
        return replace(self, right_at=wanted, owing=None)

    def seen_wrong(self, wanted: int, seen: int) -> Squares:
        return replace(self, right_at=None, owing=Owing(wanted, seen))

    def said_right(self, game: Game) -> Squares:
        """The table says that the count is right; from now on that difference is accepted."""
        assert self.owing is not None, "nobody was asked"
        lost, seen = sum(game.lost), self.owing.seen
        return Squares(seen - lost, seen, overruled=SquaresNote(lost, seen))

    def asked_again(self) -> Squares:
        return replace(self, owing=None, looks=self.looks + 1)


NOTHING_KNOWN = Squares()
"""Before the first look of a game."""
