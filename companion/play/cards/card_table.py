"""The card table between two commands, with the sheet or the camera's look that lies open on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.cards.cards_seen import CardsSeen
from companion.play.cards.sheet import Purpose, Sheet
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.families import AnyGame
from companion.rules.record import GameRecord


class LookStage(Enum):
    """How far a look has come."""

    AIMING = "aiming"
    """The card is being turned over before the live picture."""
    READING = "reading"
    OFFERED = "offered"
    """One card was read surely; the players take it or say which it is."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look for this purpose; ``seen`` is there once a card is offered."""

    purpose: Purpose
    stage: LookStage
    seen: CardsSeen | None = None


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
        return match_of(self.record.game)

    @property
    def is_over(self) -> bool:
        """Whether the winner is on the screen."""
        return self.match.phase is MatchPhase.OVER and self.sheet is None and self.look is None


def match_of(game: AnyGame) -> Match:
    """A game that must be a match of cards; ValueError for one of dice."""
    if isinstance(game, Match):
        return game
    raise ValueError(f"a match of cards was expected, not {game.ruleset.title}")
