"""What a touch asks for in the first game, beside the commands of any game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import OverlayCommand


@dataclass(frozen=True, slots=True)
class BeginFirstGame(OverlayCommand):
    """Play the first game; nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class GoOn(OverlayCommand):
    """What the coach said was read."""
