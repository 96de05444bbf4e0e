"""A game of the journal as the list of games shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.rules.cards.match import Match, MatchPhase
from companion.rules.families import AnyGame
from companion.rules.game import Phase


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game: when it began, how many events it has, where it stands.

    A damaged game has a ``fault``. ``game`` is then as its last good event left it, ``None`` if no event is
    good. ``goes_on_as`` is the number of the game that goes on from there.
    """

    id: int
    begun_at: datetime
    events: int
    game: AnyGame | None
    fault: str | None = None
    goes_on_as: int | None = None

    @property
    def rules(self) -> str:
        """The name of its rule set; empty where no event is good."""
        return self.game.ruleset.name if self.game else ""

    @property
    def of_cards(self) -> bool:
        """Whether it is a match of the card game."""
        return isinstance(self.game, Match)

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, clockwise; none where no event is good."""
        return self.game.players if self.game else ()

    @property
    def phase(self) -> Phase | MatchPhase | None:
        """What its table waits for; ``None`` where no event is good."""
        return self.game.phase if self.game else None

    @property
    def over(self) -> bool:
        """Whether it has been won."""
        return self.phase in (Phase.OVER, MatchPhase.OVER)
