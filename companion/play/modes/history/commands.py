"""What a touch asks for among the kept games."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import OverlayCommand
from companion.play.modes.history.views import Period


@dataclass(frozen=True, slots=True)
class HistoryCommand(OverlayCommand):
    """Base of all commands that are given among the kept games."""


@dataclass(frozen=True, slots=True)
class LookBack(HistoryCommand):
    """Show the kept games."""


@dataclass(frozen=True, slots=True)
class FindGames(HistoryCommand):
    """Show only the games of that period that have a player whose name holds ``name``; "" for anybody."""

    name: str
    period: Period


@dataclass(frozen=True, slots=True)
class LoadGames(HistoryCommand):
    """Say how the games round this place of the list ended."""

    at: int


@dataclass(frozen=True, slots=True)
class OpenGame(HistoryCommand):
    """Show a game round by round."""

    game_id: int


@dataclass(frozen=True, slots=True)
class TurnToRound(HistoryCommand):
    """Show another round of the game, counted from 0."""

    at: int


@dataclass(frozen=True, slots=True)
class OpenSouvenir(HistoryCommand):
    """Draw the page of the game that is shown."""


@dataclass(frozen=True, slots=True)
class BackToGames(HistoryCommand):
    """From a game or figures back to the list."""


@dataclass(frozen=True, slots=True)
class ForgetGame(HistoryCommand):
    """The game that is shown goes, with its pictures and its souvenir."""

    game_id: int


@dataclass(frozen=True, slots=True)
class ForgetPerson(HistoryCommand):
    """A name goes; its games stay, without it."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenFigures(HistoryCommand):
    """Show the figures of a player, "" for those of the table."""

    name: str


@dataclass(frozen=True, slots=True)
class TurnFigures(HistoryCommand):
    """Show another page of figures, counted from 0."""

    at: int
