"""No game is on the table: what may be gone on with, and whether the players say who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.frame import Frame
from companion.journal import KeptHouseRules, SavedGame
from companion.rules import GameBegun


@dataclass(frozen=True, slots=True)
class SeatsAsked:
    """Who sits where is asked. ``above`` is the table from straight above, where a camera shows it."""

    above: Frame | None = None


@dataclass(frozen=True, slots=True)
class WelcomeTable:
    """The first screen.

    ``saved`` are the games to go on with, ``begun`` the first lines of the newest games. ``kept`` are the
    saved house rules, ``None`` where none are kept; ``picked`` is the title of those just saved.
    """

    number: int
    saved: tuple[SavedGame, ...] = ()
    kept: KeptHouseRules | None = None
    picked: str | None = None
    begun: tuple[GameBegun, ...] = ()
    seats_asked: SeatsAsked | None = None
    fault: str | None = None
