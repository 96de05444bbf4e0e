"""Which pin is wired to what: BCM numbers, checked at birth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.hardware.errors import HardwareError
from companion.text.speech import say

LOWEST_PIN, HIGHEST_PIN = 2, 27
"""Pins on the 40-pin header. GPIO 0 and 1 belong to the memory of add-on boards (HAT specification)."""
STRIP_PINS = ((11, "clock"), (10, "data"), (9, "input"), (8, "select"))
"""SPI bus 0, where the LED strip hangs; gpiozero claims all four."""
MOST_SEATS = 8
MOST_NAMED = 4
"""Uses of one pin that a fault names."""
MOST_FAULTS = 20
"""Faults that are named at once; the next ones appear when these are corrected."""
MOST_STRIP_LEDS = 144
"""A metre of the densest strip."""


class WiringError(HardwareError, ValueError):
    """The wiring cannot be right; every fault, up to twenty, is a sentence of its own in ``faults``."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults[:MOST_FAULTS]
        super().__init__(" ".join(self.faults))


class Level(Enum):
    """Voltage on a pin: HIGH is 3.3 V, LOW is ground."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class SeatPins:
    """One seat's pins; ``lamp`` has none, one (a plain LED), or three (red, green, blue)."""

    challenge: int | None = None
    lamp: tuple[int, ...] = ()
    cup: int | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip of APA102 LEDs on SPI bus 0 instead of lamps: ``leds_a_seat`` each after ``skip`` dark ones."""

    leds_a_seat: int
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Wiring:
    """The whole panel. ``lamps_light``: the level at which a lamp shines (LOW: common anode).

    ``cups_down``: the level of a cup sensor while its cup stands on it. Raises ``WiringError``.
    """

    seats: tuple[SeatPins, ...] = ()
    round_button: int | None = None
    light_ring: int | None = None
    buzzer: int | None = None
    strip: Strip | None = None
    lamps_light: Level = Level.HIGH
    cups_down: Level = Level.LOW

    def __post_init__(self) -> None:
        faults = (*self._impossible(), *self._twice(), *self._counts())
        if faults:
            raise WiringError(*faults)

    def uses(self) -> Iterator[tuple[int, str]]:
        """Every pin in use and its purpose, in the players' words; seats count from 1."""
        for number, seat in enumerate(self.seats, 1):
            if seat.challenge is not None:
                yield seat.challenge, say("panel.part.challenge", seat=number)
            for pin, colour in zip(seat.lamp, _colours(seat.lamp), strict=True):
                yield pin, say(f"panel.part.{colour}", seat=number)
            if seat.cup is not None:
                yield seat.cup, say("panel.part.cup", seat=number)
        singles = (
            (self.round_button, say("panel.part.round_button")),
            (self.light_ring, say("panel.part.light_ring")),
            (self.buzzer, say("panel.part.buzzer")),
        )
        yield from ((pin, name) for pin, name in singles if pin is not None)
        if self.strip is not None:
            yield from ((pin, say(f"panel.part.strip.{line}")) for pin, line in STRIP_PINS)

    def _impossible(self) -> Iterator[str]:
        for pin, name in self.uses():
            if not LOWEST_PIN <= pin <= HIGHEST_PIN:
                yield say("wiring.no_pin", pin=pin, part=name, lowest=LOWEST_PIN, highest=HIGHEST_PIN)

    def _twice(self) -> Iterator[str]:
        names: dict[int, list[str]] = defaultdict(list)
        for pin, name in self.uses():
            names[pin].append(name)
        for pin, wired in names.items():
            if len(wired) > 1:
                yield say("wiring.twice", pin=pin, parts=_say_parts(wired))

    def _counts(self) -> Iterator[str]:
        if len(self.seats) > MOST_SEATS:
            yield say("wiring.many_seats", seats=len(self.seats), most=MOST_SEATS)
        for number, seat in enumerate(self.seats, 1):
            if len(seat.lamp) not in (0, 1, 3):
                yield say("wiring.lamp_pins", seat=number, pins=len(seat.lamp))
            if seat.lamp and self.strip is not None:
                yield say("wiring.lamp_and_strip", seat=number)
        if self.strip is not None:
            leds = self.strip.skip + self.strip.leds_a_seat * MOST_SEATS
            if self.strip.leds_a_seat < 1 or self.strip.skip < 0 or leds > MOST_STRIP_LEDS:
                yield say("wiring.leds", most=MOST_STRIP_LEDS // MOST_SEATS, total=MOST_STRIP_LEDS)


def _colours(lamp: tuple[int, ...]) -> tuple[str, ...]:
    if len(lamp) == 3:
        return "lamp_red", "lamp_green", "lamp_blue"
    return ("lamp",) * len(lamp)


def _say_parts(wired: list[str]) -> str:
    """The uses of one pin; of very many only the first ones."""
    listed, *others = wired[:MOST_NAMED]
    for other in others:
        listed = say("wiring.and_for", parts=listed, part=other)
    if len(wired) > MOST_NAMED:
        return say("wiring.and_more", parts=listed, more=len(wired) - MOST_NAMED)
    return listed
