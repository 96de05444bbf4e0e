"""What a touch asks for among the kept games."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import OverlayCommand
from companion.play.modes.history.views import Period


@dataclass(frozen=True, slots=True)
class HistoryCommand(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class LookBack(HistoryCommand): ...


@dataclass(frozen=True, slots=True)
class FindGames(HistoryCommand):
    """Games of that period with ``name`` in a player's name; "" for anybody."""

    name: str
    period: Period


@dataclass(frozen=True, slots=True)
class LoadGames(HistoryCommand):
    """Say how the games round this place of the list ended."""

    at: int


@dataclass(frozen=True, slots=True)
class OpenGame(HistoryCommand):
    game_id: int


@dataclass(frozen=True, slots=True)
class TurnToRound(HistoryCommand):
    """``at`` counts from 0."""

    at: int


@dataclass(frozen=True, slots=True)
class OpenSouvenir(HistoryCommand): ...


@dataclass(frozen=True, slots=True)
class BackToGames(HistoryCommand): ...


@dataclass(frozen=True, slots=True)
class ForgetGame(HistoryCommand):
    game_id: int


@dataclass(frozen=True, slots=True)
class ForgetPerson(HistoryCommand):
    """The name goes; its games stay."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenFigures(HistoryCommand):
    """``name`` "": the table's figures."""

    name: str


@dataclass(frozen=True, slots=True)
class TurnFigures(HistoryCommand):
    at: int
