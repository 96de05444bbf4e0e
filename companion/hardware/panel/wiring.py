"""Which pin is wired to what: BCM numbers, checked at birth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.hardware.errors import HardwareError

LOWEST_PIN, HIGHEST_PIN = 2, 27
"""Pins on the 40-pin header. GPIO 0 and 1 belong to the memory of add-on boards (HAT specification)."""
STRIP_PINS = ((11, "clock"), (10, "data"), (9, "input, unused"), (8, "select, unused"))
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
                yield seat.challenge, f"the challenge button of seat {number}"
            for pin, colour in zip(seat.lamp, _colours(seat.lamp), strict=True):
                yield pin, f"the lamp of seat {number}{colour}"
            if seat.cup is not None:
                yield seat.cup, f"the cup sensor of seat {number}"
        singles = (
            (self.round_button, "the round button"),
            (self.light_ring, "the light ring"),
            (self.buzzer, "the buzzer"),
        )
        yield from ((pin, name) for pin, name in singles if pin is not None)
        if self.strip is not None:
            yield from ((pin, f"the LED strip ({name})") for pin, name in STRIP_PINS)

    def _impossible(self) -> Iterator[str]:
        for pin, name in self.uses():
            if not LOWEST_PIN <= pin <= HIGHEST_PIN:
                yield (
                    f"GPIO {pin} for {name} is not there to be used:"
                    f" choose from {LOWEST_PIN} to {HIGHEST_PIN} (BCM numbers)."
                )

    def _twice(self) -> Iterator[str]:
        names: dict[int, list[str]] = defaultdict(list)
        for pin, name in self.uses():
            names[pin].append(name)
        for pin, wired in names.items():
            if len(wired) > 1:
                more = f" and {len(wired) - MOST_NAMED} more" if len(wired) > MOST_NAMED else ""
                yield f"GPIO {pin} is used more than once: for {' and for '.join(wired[:MOST_NAMED])}{more}."

    def _counts(self) -> Iterator[str]:
        if len(self.seats) > MOST_SEATS:
            yield f"There are {len(self.seats)} seats, but a table has {MOST_SEATS} at most."
        for number, seat in enumerate(self.seats, 1):
            if len(seat.lamp) not in (0, 1, 3):
                yield (
                    f"The lamp of seat {number} has {len(seat.lamp)} pins:"
                    " give one, or three for red, green and blue."
                )
            if seat.lamp and self.strip is not None:
                yield f"Seat {number} has a lamp beside the LED strip: choose one of them."
        if self.strip is not None:
            leds = self.strip.skip + self.strip.leds_a_seat * MOST_SEATS
            if self.strip.leds_a_seat < 1 or self.strip.skip < 0 or leds > MOST_STRIP_LEDS:
                yield (
                    f"The LED strip must have 1 to {MOST_STRIP_LEDS // MOST_SEATS} LEDs a seat"
                    f" and {MOST_STRIP_LEDS} in all."
                )


def _colours(lamp: tuple[int, ...]) -> tuple[str, ...]:
    if len(lamp) == 3:
        return " (red)", " (green)", " (blue)"
    return ("",) * len(lamp)
