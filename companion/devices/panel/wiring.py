"""Which pin is wired to what: BCM numbers, checked at birth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeGuard

from companion.core.on_disk import NotRead, NotToml, read_ordinary, shown_name, shown_value, toml_of
from companion.text import say

LOWEST_PIN, HIGHEST_PIN = 2, 27
"""On the 40-pin header. GPIO 0 and 1 belong to add-on boards' memory (HAT specification)."""
STRIP_PINS = ((11, "clock"), (10, "data"), (9, "input"), (8, "select"))
"""SPI bus 0 for the LED strip; gpiozero claims all four."""
MOST_SEATS = 8
MOST_NAMED = 4
"""Uses of one pin in a fault."""
MOST_FAULTS = 20
"""Faults named at once; further ones appear when these are mended."""
MOST_STRIP_LEDS = 144
"""A metre of the densest strip."""


class WiringError(ValueError):
    """``faults``: a sentence each, up to twenty."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults[:MOST_FAULTS]
        super().__init__(" ".join(self.faults))


class Level(Enum):
    """HIGH is 3.3 V, LOW is ground."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class SeatPins:
    """``lamp``: no pin, one (a plain LED), or three (red, green, blue)."""

    challenge: int | None = None
    lamp: tuple[int, ...] = ()
    cup: int | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """APA102 LEDs on SPI bus 0 in place of lamps: ``leds_a_seat`` each after ``skip`` dark ones."""

    leds_a_seat: int
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Wiring:
    """``lamps_light``: the level of a lit lamp (LOW: common anode). ``cups_down``: of a sensor under a cup.

    Raises ``WiringError``.
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
        """Each used pin and its purpose, in players' words; seats from 1."""
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
    listed, *others = wired[:MOST_NAMED]
    for other in others:
        listed = say("wiring.and_for", parts=listed, part=other)
    if len(wired) > MOST_NAMED:
        return say("wiring.and_more", parts=listed, more=len(wired) - MOST_NAMED)
    return listed


FILE_NAME = "panel.toml"
LARGEST_FILE = 65_536
"""Bytes: forty times the example."""
SINGLES = ("round_button", "light_ring", "buzzer")
LEVELS = (("lamps_light", Level.HIGH), ("cups_down", Level.LOW))
"""Default levels."""
TABLES = ("seat", "strip")
SEAT_WORDS = ("challenge", "lamp", "cup")
STRIP_WORDS = ("leds_a_seat", "skip")
Words = dict[str, object]

EXAMPLE = """\
# The panel of a table for four: buttons, lamps, sensors. Numbers are BCM (GPIO), not places on the pin row.
# Leave out whatever you have not built; the game goes on without it.

round_button = 26      # "cups are up", "take them", "next round"; between the pin and ground
light_ring = 18        # through a transistor, see hardware/README.md
buzzer = 12            # an active one (it beeps by itself on 3.3 V)
lamps_light = "high"   # "low" for lamps with a common anode
cups_down = "low"      # the sensor's level while its cup stands on it

[[seat]]               # seat 1: at the bottom of the picture
challenge = 5          # between the pin and ground
lamp = [17, 27, 22]    # red, green, blue; or one pin for a plain LED
cup = 6                # reed or Hall switch between the pin and ground

[[seat]]               # seat 2: the next one clockwise
challenge = 13
lamp = [23, 24, 25]
cup = 19

[[seat]]
challenge = 16
lamp = [4, 14, 15]
cup = 20

[[seat]]
challenge = 21
lamp = [7, 8, 9]
cup = 11

# Instead of lamps a strip of APA102 LEDs: data on GPIO 10, clock on GPIO 11; 8 and 9 are then taken too.
# [strip]
# leds_a_seat = 3
# skip = 0
"""
"""A file to begin with: ``cups-up panel --example``."""


def read_wiring(path: Path) -> Wiring:
    """Raises ``WiringError``."""
    try:
        text = read_ordinary(path, LARGEST_FILE).decode("utf-8-sig")
    except NotRead as fault:
        raise WiringError(say("file.named", file=shown_name(path), fault=str(fault))) from None
    except UnicodeDecodeError:
        raise WiringError(say("file.named_not_utf8", file=shown_name(path))) from None
    try:
        return wiring_of(text)
    except WiringError as fault:
        named = (say("wiring.in_file", file=shown_name(path.name), fault=each) for each in fault.faults)
        raise WiringError(*named) from fault


def wiring_of(text: str) -> Wiring:
    """Raises ``WiringError``."""
    try:
        said = toml_of(text)
    except NotToml as fault:
        raise WiringError(say("sentence", words=say("toml.not_toml", why=str(fault)))) from None
    faults: list[str] = []
    known = (*SINGLES, *(name for name, _ in LEVELS), *TABLES)
    _only_known(said, known, say("wiring.file"), faults)
    seats = tuple(_seat(words, number, faults) for number, words in enumerate(_seats(said, faults), 1))
    round_button, light_ring, buzzer = (_pin(said, name, name, faults) for name in SINGLES)
    lamps_light, cups_down = (_level(said.get(name, usual.value), name, faults) for name, usual in LEVELS)
    strip = _strip(said["strip"], faults) if "strip" in said else None
    if faults:
        raise WiringError(*faults)
    return Wiring(seats, round_button, light_ring, buzzer, strip, lamps_light, cups_down)


def _seats(said: Words, faults: list[str]) -> list[Words]:
    seats = said.get("seat", [])
    if isinstance(seats, list) and all(isinstance(each, dict) for each in seats):
        return seats
    faults.append(say("wiring.seats"))
    return []


def _seat(said: Words, number: int, faults: list[str]) -> SeatPins:
    where = say("wiring.seat", seat=number)
    _only_known(said, SEAT_WORDS, where, faults)
    lamp = said.get("lamp", [])
    said_pins = lamp if isinstance(lamp, list) else [lamp]
    pins = tuple(each for each in said_pins if _is_number(each))
    if len(pins) != len(said_pins):
        faults.append(say("wiring.lamp", where=where, value=shown_value(lamp)))
        pins = ()
    challenge, cup = (
        _pin(said, key, say("wiring.key_of", key=key, where=where), faults) for key in ("challenge", "cup")
    )
    return SeatPins(challenge, pins, cup)


def _strip(said: object, faults: list[str]) -> Strip | None:
    if not isinstance(said, dict):
        faults.append(say("wiring.strip"))
        return None
    _only_known(said, STRIP_WORDS, "[strip]", faults)
    leds, skip = said.get("leds_a_seat", 1), said.get("skip", 0)
    if not (_is_number(leds) and _is_number(skip)):
        faults.append(say("wiring.strip_numbers"))
        return None
    return Strip(leds, skip)


def _pin(said: Words, name: str, what: str, faults: list[str]) -> int | None:
    pin = said.get(name)
    if pin is None or _is_number(pin):
        return pin
    faults.append(say("wiring.pin", key=what, value=shown_value(pin)))
    return None


def _level(said: object, name: str, faults: list[str]) -> Level:
    if said in (Level.HIGH.value, Level.LOW.value):
        return Level(said)
    faults.append(say("wiring.level", key=name, value=shown_value(said)))
    return Level.HIGH


def _only_known(said: Words, known: tuple[str, ...], where: str, faults: list[str]) -> None:
    for word in said:
        if word not in known:
            faults.append(say("wiring.unknown", word=shown_value(word), where=where, known=", ".join(known)))


def _is_number(said: object) -> TypeGuard[int]:
    return isinstance(said, int) and not isinstance(said, bool)
