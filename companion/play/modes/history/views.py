"""What the screen shows of the kept games, and what a touch asks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.play.base.commands import OverlayCommand
from companion.play.base.views import PictureView, Topic
from companion.play.modes.dice.views import BidView, VerdictView


class Period(Enum):
    ALL = "all"
    TODAY = "today"
    MONTH = "month"
    EARLIER = "earlier"
    """Before this month."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """``ended``: who won, or how far it came; "" while it is not loaded."""

    game_id: int
    when: str
    title: str
    players: str
    ended: str


@dataclass(frozen=True, slots=True)
class HistoryScene:
    """Games found, newest first. ``names``: past players, most frequent first.

    ``told`` replaces the rows if there are none.
    """

    topic: ClassVar = Topic.HISTORY
    rows: tuple[GameRow, ...]
    name: str
    period: Period
    names: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class StoryScene:
    """A kept game at one round (``at`` of ``rounds``, from 0; for cards a hand).

    ``lines``: a hand's Quests. ``told``: how the game ended. ``star_face`` 0: none.
    """

    topic: ClassVar = Topic.HISTORY
    game_id: int
    at: int
    rounds: int
    lines: tuple[str, ...]
    told: str
    may_draw: bool
    star_face: int = 0
    bids: tuple[BidView, ...] = ()
    verdict: VerdictView | None = None
    souvenir: tuple[PictureView, ...] = ()


@dataclass(frozen=True, slots=True)
class BarView:
    """A share (0-1) as a bar from ``origin``, which is in the middle for values that may be negative."""

    words: str
    share: float
    told: str
    origin: float = 0.0


@dataclass(frozen=True, slots=True)
class FiguresScene:
    """A page of figures, ``at`` of ``pages`` (from 0): the table's, or the player ``name``'s.

    ``faces``: how often each face 1 to 6 was bid; empty for the table.
    """

    topic: ClassVar = Topic.HISTORY
    at: int
    pages: int
    name: str
    title: str
    lines: tuple[str, ...]
    bars: tuple[BarView, ...]
    faces: tuple[int, ...]
    stars: int = 0


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
