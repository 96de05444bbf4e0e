"""What a touch asks for in the settings, and round a pause."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.settings import Value
from companion.play.base.commands import OverlayCommand
from companion.play.overlays.ports import Reach, Served


@dataclass(frozen=True, slots=True)
class OpenSettings(OverlayCommand):
    """Show the settings."""


@dataclass(frozen=True, slots=True)
class PauseTable(OverlayCommand):
    """Rest: nothing is watched until somebody goes on."""


@dataclass(frozen=True, slots=True)
class BackToTable(OverlayCommand):
    """Away with settings or pause: the table is there as it was."""


@dataclass(frozen=True, slots=True)
class ChangeSetting(OverlayCommand):
    """A setting gets a value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class SwitchServer(OverlayCommand):
    """Let other screens reach this much, or switch it off."""

    served: Served
    reach: Reach


@dataclass(frozen=True, slots=True)
class SwitchPictures(OverlayCommand):
    """Show each reveal's picture on the scoreboard, or none."""

    on: bool


@dataclass(frozen=True, slots=True)
class RenewAddress(OverlayCommand):
    """Give the scoreboard another address."""


@dataclass(frozen=True, slots=True)
class ChooseCode(OverlayCommand):
    """Choose the code that locks settings and leaving."""


@dataclass(frozen=True, slots=True)
class EnterCode(OverlayCommand):
    """The digits that were asked for."""

    code: str


@dataclass(frozen=True, slots=True)
class CloseApp(OverlayCommand):
    """Close the window; every game is saved."""


@dataclass(frozen=True, slots=True)
class ShutDown(OverlayCommand):
    """Switch the machine off; the table has agreed."""
