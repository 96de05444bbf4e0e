"""No game is on the table: games to go on with, and whether the seats page is open."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.frame import Frame
from companion.journal import KeptHouseRules, SavedGame
from companion.rules import GameBegun


@dataclass(frozen=True, slots=True)
class SeatsAsked:
    """``above``: the table from straight above, if a camera shows it."""

    above: Frame | None = None


@dataclass(frozen=True, slots=True)
class WelcomeTable:
    """The first screen: ``saved`` games to go on with; ``begun``: first lines of the newest games.

    ``kept``: saved house rules, None if none are kept; ``picked``: title of those just saved.
    """

    number: int
    saved: tuple[SavedGame, ...] = ()
    kept: KeptHouseRules | None = None
    picked: str | None = None
    begun: tuple[GameBegun, ...] = ()
    seats_asked: SeatsAsked | None = None
    fault: str | None = None
