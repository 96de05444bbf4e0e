"""The panel: buttons, lamps and cup sensors at the seats, as play and the drivers name them. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Lamp(Enum):
    """What a seat's lamp says; a driver gives each its colour. WANTED: a cup to lift, or a die to tap."""

    OFF = "off"
    TURN = "turn"
    CALLED = "called"
    WANTED = "wanted"
    LOST = "lost"
    WON = "won"


class Sound(Enum):
    """What is to be heard, once."""

    CHALLENGE = "challenge"
    VERDICT = "verdict"
    WON = "won"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PanelLights:
    """What the panel shows: one lamp a seat, the light ring round the camera, and a sound for once."""

    lamps: tuple[Lamp, ...] = ()
    ring: bool = False
    sound: Sound | None = None


@dataclass(frozen=True, slots=True)
class ChallengePressed:
    """A seat's challenge button went down at ``at_ns`` (clock of ``time.monotonic_ns``), bounces left out."""

    seat: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class RoundPressed:
    """The round button went down: cups are up, take them as they stand, next round."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class CupMoved:
    """A seat's cup was lifted off its sensor (``up``) or put back."""

    seat: int
    up: bool
    at_ns: int


@dataclass(frozen=True, slots=True)
class PanelFault:
    """Something of the panel does not work; the game goes on by touch. ``sentence`` is for the table."""

    sentence: str


Signal = ChallengePressed | RoundPressed | CupMoved | PanelFault
"""What comes from the panel."""
