"""Finds the camera for a word, among drivers here and in installed packages."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from companion.core.frame import Camera, CameraGone, Clock
from companion.devices.cameras.port import Driver, Source, anything
from companion.devices.cameras.supervisor import Openings, Supervisor
from companion.text import say

AUTO = "auto"
DRIVERS = "companion.devices.cameras.drivers"
"""Each module of this package with ``DRIVERS`` is a driver's file."""
GROUP = "cups_up.cameras"
"""Entry points of other packages: a ``Driver`` under its word."""
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,30}")


@cache
def drivers() -> tuple[Driver, ...]:
    """The drivers in ``auto``'s order; the one that takes anything is last."""
    package = import_module(DRIVERS)
    modules = [import_module(f"{DRIVERS}.{each.name}") for each in iter_modules(package.__path__)]
    found = [driver for module in modules for driver in getattr(module, "DRIVERS", ())]
    return tuple(sorted(found, key=lambda driver: (driver.takes is anything, driver.word or "")))


def installed(word: str) -> Driver | None:
    """The installed driver for a word. Raises ``CameraGone`` if it does not load."""
    if _WORD.fullmatch(word) is None:
        return None
    for entry in entry_points(group=GROUP, name=word):
        try:
            driver: Driver = entry.load()
        except Exception as error:  # another project's code: any fault is reported
            raise CameraGone(
                say("terminal.path_fault", path=f"--camera {word}:", fault=str(error))
            ) from error
        return driver
    return None


@dataclass(frozen=True, slots=True)
class Found:
    camera: Camera
    sentence: str
    driver: Driver


def supervised(opening: Callable[[], Camera], clock: Clock) -> Camera:
    """Raises ``CameraGone`` if the camera does not open."""
    return Supervisor(opening, clock=clock)


@dataclass(frozen=True, slots=True)
class Cameras:
    """Opens cameras by their word, each within its driver's time."""

    clock: Clock = time.monotonic_ns
    openings: Openings = field(default_factory=Openings)
    watched: Callable[[Callable[[], Camera], Clock], Camera] = supervised

    def open(self, choice: str) -> Found:
        """``auto``: the first live camera. Raises ``CameraGone``."""
        if choice == AUTO:
            return self._first()
        driver, option = _driver_of(choice)
        camera = self._opened(driver, option)
        sentence = camera.name if driver.has_own_name else say("camera.the", camera=camera.name)
        return Found(camera, sentence, driver)

    def _first(self) -> Found:
        tried: list[str] = []
        for driver in drivers():
            if driver.in_auto():
                try:
                    camera = self._opened(driver, None)
                except CameraGone as gone:
                    tried.append(str(gone))
                else:
                    return Found(camera, say("camera.found", camera=camera.name), driver)
        raise CameraGone("; ".join(tried))

    def _opened(self, driver: Driver, option: str | None) -> Camera:
        fault: CameraGone | None = None
        for source in driver.sources(option, self.clock):
            try:
                return self.openings.open(source.name, self._opening(driver, source), driver.opens_within_s)
            except CameraGone as gone:
                fault = gone
        assert fault is not None, f"the driver {driver.word} names no camera"
        raise fault

    def _opening(self, driver: Driver, source: Source) -> Callable[[], Camera]:
        return (lambda: self.watched(source.open, self.clock)) if driver.live else source.open


def _driver_of(choice: str) -> tuple[Driver, str | None]:
    word, colon, rest = choice.partition(":")
    own = next((driver for driver in drivers() if driver.word == word), None)
    if own is None:
        taker = next(driver for driver in drivers() if driver.takes(choice))
        own = installed(word) if taker.takes is anything else None
        if own is None:
            return taker, choice
    return own, rest if colon else None


def is_live(choice: str) -> bool:
    """Whether the word means a camera that may be plugged in later."""
    try:
        return choice == AUTO or _driver_of(choice)[0].live
    except CameraGone:
        return False


def plugged_in() -> Iterator[str]:
    for driver in drivers():
        yield from driver.check()
