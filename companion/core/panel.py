"""The panel's values for play and drivers: buttons, lamps, cup sensors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Lamp(Enum):
    OFF = "off"
    TURN = "turn"
    CALLED = "called"
    WANTED = "wanted"
    LOST = "lost"
    WON = "won"


class Sound(Enum):
    CHALLENGE = "challenge"
    VERDICT = "verdict"
    WON = "won"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PanelLights:
    """One lamp a seat, the light ring round the camera, and a sound to make once."""

    lamps: tuple[Lamp, ...] = ()
    ring: bool = False
    sound: Sound | None = None


@dataclass(frozen=True, slots=True)
class ChallengePressed:
    """A seat's button went down at ``at_ns`` (clock of ``time.monotonic_ns``); bounces are left out."""

    seat: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class RoundPressed:
    """The round button: cups are up, accept, or next round."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class CupMoved:
    """``up``: off its sensor."""

    seat: int
    up: bool
    at_ns: int


@dataclass(frozen=True, slots=True)
class PanelFault:
    sentence: str


Signal = ChallengePressed | RoundPressed | CupMoved | PanelFault
"""What comes from the panel."""
