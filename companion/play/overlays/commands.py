"""What a touch asks for in the settings and round a pause."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.settings import Value
from companion.play.base.commands import OverlayCommand
from companion.play.overlays.ports import Live, Reach, Served


@dataclass(frozen=True, slots=True)
class OpenSettings(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class PauseTable(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class BackToTable(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class ChangeSetting(OverlayCommand):
    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class SwitchServer(OverlayCommand):
    served: Served
    reach: Reach


@dataclass(frozen=True, slots=True)
class SwitchPictures(OverlayCommand):
    on: bool


@dataclass(frozen=True, slots=True)
class SwitchLive(OverlayCommand):
    live: Live


@dataclass(frozen=True, slots=True)
class RenewAddress(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class ChooseCode(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class EnterCode(OverlayCommand):
    code: str


@dataclass(frozen=True, slots=True)
class CloseApp(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class ShutDown(OverlayCommand): ...
