"""The card table between two commands."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.cards.look import Look
from companion.play.cards.sheet import Sheet
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.record import GameRecord


@dataclass(frozen=True, slots=True)
class CardTable:
    """A match with its record and its number in the journal; ``sheet`` where one lies open.

    ``look`` is the camera's look under way; a sheet that lay open before it waits below.
    """

    game_id: int
    record: GameRecord
    sheet: Sheet | None = None
    look: Look | None = None

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.game

    @property
    def is_over(self) -> bool:
        """Whether the winner is on the screen."""
        return self.match.phase is MatchPhase.OVER and self.sheet is None and self.look is None
