"""The settings of a table with their defaults, and their file."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import time
from enum import Enum
from pathlib import Path
from typing import Any, get_type_hints

from companion.core.on_disk import (
    NotRead,
    NotToml,
    read_ordinary,
    shown_name,
    toml_of,
    toml_value,
    write_whole,
)
from companion.core.reading import Deck, WildMark
from companion.text import known_language, quoted, say, say_os_fault

MOST_PICTURES_MB = 1_000_000
LOUDEST = 100
LONGEST_IDLE_MIN = 240
LONGEST_TURN_S = 600
LONGEST_CLOCK_MIN = 180
LAMP_PERCENT = 25
"""Percent: a quarter of full light marks a seat and does not light its dice."""
HOURS = 24
LOCK_DIGITS = 4


class SettingsError(ValueError): ...


class Talk(Enum):
    OFF = "off"
    SHORT = "short"
    FULL = "full"
    """Also what may be bid: for people who do not look."""
    TOUCHES = "touches"
    """Also each touch, before it counts."""

    @property
    def says_legal(self) -> bool:
        return self in (Talk.FULL, Talk.TOUCHES)


class Look(Enum):
    NIGHT = "night"
    DAY = "day"


class Letters(Enum):
    NORMAL = "normal"
    LARGE = "large"


class Motion(Enum):
    FULL = "full"
    REDUCED = "reduced"


class Fall(Enum):
    """When a clock runs out: say it, let the app move, or put the player out."""

    WARN = "warn"
    MOVE = "move"
    OUT = "out"


Value = str | int | bool | Enum
"""In TOML an enum is its word."""
_Check = Callable[[str, object], Value]


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings.

    ``language``: empty until chosen. ``quiet``: hours as "22-7", or empty. ``brightness``: percent of the
    display, 0: the system's. ``idle_min``: minutes until the screen dims, 0: never. ``pictures_mb``: for
    pictures of reveals, 0: none. ``lamp_percent``: on a strip. ``turn_s``: until a reminder, 0: none.
    ``clock_min``: minutes a player has for all bids of a game, 0: no clocks; ``fall``: what their end means.
    ``wild``: mark of the dice. ``deck``: letters of the cards. ``lock``: four digits, or empty.
    """

    language: str = ""
    voice: Talk = Talk.OFF
    volume: int = LOUDEST
    quiet: str = ""
    look: Look = Look.NIGHT
    letters: Letters = Letters.NORMAL
    motion: Motion = Motion.FULL
    brightness: int = 0
    idle_min: int = 0
    flat: bool = False
    watch: bool = True
    last_cup: bool = False
    pictures_mb: int = 0
    lamps: bool = True
    lamp_percent: int = LAMP_PERCENT
    turn_s: int = 0
    clock_min: int = 0
    fall: Fall = Fall.WARN
    wild: WildMark = WildMark.ANY
    deck: Deck = Deck.ANY
    lock: str = ""

    @property
    def quiet_hours(self) -> Quiet | None:
        since, dash, until = self.quiet.partition("-")
        return Quiet(time(int(since)), time(int(until))) if dash else None

    def with_value(self, name: str, value: object) -> Settings:
        """``SettingsError`` for an unknown name or a value out of range."""
        if name not in NAMES:
            raise SettingsError(say("settings.unknown", name=quoted(name)))
        changed: dict[str, Any] = {name: _CHECKED[name](name, value)}
        return replace(self, **changed)


NAMES = tuple(each.name for each in fields(Settings))
"""In the order in which people see them."""


def written(value: Value) -> str | int | bool:
    return str(value.value) if isinstance(value, Enum) else value


def _word(kind: type[Enum]) -> _Check:
    words = {each.value: each for each in kind}

    def checked(name: str, value: object) -> Value:
        if isinstance(value, kind):
            return value
        if not isinstance(value, str) or value not in words:
            told = ", ".join(words)
            raise SettingsError(say("settings.one_of", name=name, words=told, given=quoted(value)))
        return words[value]

    return checked


def _number(most: int) -> _Check:
    def checked(name: str, value: object) -> Value:
        if type(value) is not int or not 0 <= value <= most:
            raise SettingsError(say("settings.number", name=name, most=most, given=quoted(value)))
        return value

    return checked


def _switch(name: str, value: object) -> Value:
    if not isinstance(value, bool):
        raise SettingsError(say("settings.switch", name=name, given=quoted(value)))
    return value


def _language(name: str, value: object) -> Value:
    known = known_language(value) if isinstance(value, str) else None
    if known is None and value != "":
        raise SettingsError(say("settings.no_language", given=quoted(value)))
    return known or ""


def _quiet(name: str, value: object) -> Value:
    return "" if value == "" else hours_in(value)


def hours_in(value: object) -> str:
    """``22-7``: from ten in the evening until seven. ``SettingsError`` for anything else."""
    parts = [each.strip() for each in value.split("-")] if isinstance(value, str) else []
    hours = [int(each) for each in parts if each.isascii() and each.isdecimal() and len(each) <= 2]
    if len(parts) != 2 or len(hours) != 2 or max(hours) >= HOURS:
        raise SettingsError(say("voice.no_hours", given=quoted(value)))
    return f"{hours[0]}-{hours[1]}"


def _lock(name: str, value: object) -> Value:
    digits = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) == LOCK_DIGITS
    if value != "" and not digits:
        raise SettingsError(say("settings.lock", digits=LOCK_DIGITS))
    return str(value)


_MOST = {
    "volume": LOUDEST,
    "brightness": 100,
    "idle_min": LONGEST_IDLE_MIN,
    "pictures_mb": MOST_PICTURES_MB,
    "lamp_percent": 100,
    "turn_s": LONGEST_TURN_S,
    "clock_min": LONGEST_CLOCK_MIN,
}
_WORDS: dict[str, _Check] = {"language": _language, "quiet": _quiet, "lock": _lock}


def _check_of(name: str, kind: type) -> _Check:
    if issubclass(kind, Enum):
        return _word(kind)
    if kind is bool:
        return _switch
    return _number(_MOST[name]) if kind is int else _WORDS[name]


_CHECKED = {name: _check_of(name, kind) for name, kind in get_type_hints(Settings).items()}


FILE_NAME = "settings.toml"
"""In a table's home."""
LARGEST_FILE = 65_536


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """A damaged value has its default, and ``fault`` names it."""

    settings: Settings
    fault: str | None = None


class SettingsFile:
    """Creates nothing before the first ``write``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> KeptSettings:
        """Defaults without a file that may be seen; a damaged file raises nothing."""
        if not os.path.exists(self.path):
            return KeptSettings(Settings())
        try:
            found = toml_of(read_ordinary(self.path, LARGEST_FILE).decode("utf-8-sig"))
        except (NotRead, NotToml) as fault:
            return self._damaged(str(fault))
        except UnicodeDecodeError:
            return self._damaged(say("file.not_utf8"))
        settings, faults = Settings(), list[str]()
        for name, value in found.items():
            try:
                settings = settings.with_value(name, value)
            except SettingsError as fault:
                faults.append(str(fault))
        if faults:
            told = say("settings.partly", file=shown_name(self.path.name), why="; ".join(faults))
            return KeptSettings(settings, told)
        return KeptSettings(settings)

    def write(self, settings: Settings) -> None:
        """The settings are on disk when this returns. Raises ``SettingsError`` with the old file
        unchanged.
        """
        try:
            write_whole(self.path, text_of(settings).encode("utf-8"))
        except OSError as fault:
            why = say_os_fault(fault)
            raise SettingsError(say("settings.unwritten", file=shown_name(self.path.name), why=why)) from None

    def _damaged(self, why: str) -> KeptSettings:
        return KeptSettings(Settings(), say("settings.damaged", file=shown_name(self.path.name), why=why))


def text_of(settings: Settings) -> str:
    fresh = Settings()
    chosen = {name: getattr(settings, name) for name in NAMES}
    return "".join(
        f"{name} = {toml_value(written(value))}\n"
        for name, value in chosen.items()
        if value != getattr(fresh, name)
    )


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours in which nothing is said, also past midnight."""

    since: time
    until: time

    def holds_at(self, now: time) -> bool:
        if self.since <= self.until:
            return self.since <= now < self.until
        return now >= self.since or now < self.until
