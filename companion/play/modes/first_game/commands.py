"""What a touch asks for in the first game, beside the commands of any game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import AsideCommand


@dataclass(frozen=True, slots=True)
class BeginFirstGame(AsideCommand):
    """Play the first game; nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class GoOn(AsideCommand):
    """What the coach said was read."""
