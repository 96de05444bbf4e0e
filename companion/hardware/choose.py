"""Finds a camera by its word: auto, pi, pi:CM, usb, usb:N, simulated, none, a path or an address."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.frame import CameraGone
from companion.hardware.cameras.folder import PhotoFolder
from companion.hardware.cameras.guard import GuardedCamera
from companion.hardware.cameras.pi import PiCamera
from companion.hardware.cameras.port import Clock, TableCamera, monotonic_clock
from companion.hardware.cameras.usb import LiveCamera
from companion.hardware.cameras.video import RecordedVideo
from companion.hardware.devices import board_model, camera_numbers
from companion.hardware.errors import SpritesMissing
from companion.hardware.simulated import (
    EVERYDAY,
    DiceKind,
    Happening,
    SimulatedCamera,
    SimulatedCardTable,
    SimulatedTable,
    Trouble,
)
from companion.on_disk import NotRead, shown_name, user_path
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class Opened:
    """The camera found, or ``None``; ``sentence`` says what is there.

    ``cups`` and ``cards`` are the simulated table's dice and cards. ``cannot`` says which promises of the Pi
    camera this one cannot keep; ``None`` if it keeps them all.
    """

    camera: TableCamera | None
    cups: SimulatedTable | None
    sentence: str
    cannot: str | None = None
    cards: SimulatedCardTable | None = None


@dataclass(frozen=True, slots=True)
class Simulation:
    """How the simulated table is made when it is chosen."""

    players: int = 4
    seed: int = 0
    size: tuple[int, int] = (1280, 720)
    dice: DiceKind = DiceKind.STARS
    trouble: Trouble = Trouble.NONE
    happenings: tuple[Happening, ...] = EVERYDAY


LONGEST_ADDRESS = 2000
"""Characters of a network camera's address [choice]."""
FOCUS_CM = (10, 300)
"""The nearest focus of Camera Module 3, and the farthest that a camera may hang."""


def _pi(clock: Clock, focus_cm: float | None) -> TableCamera:
    return GuardedCamera(lambda: PiCamera(clock=clock, focus_cm=focus_cm), clock=clock)


def _usb(number: int, clock: Clock) -> TableCamera:
    return GuardedCamera(lambda: _live_usb(number, clock), clock=clock)


def _live_usb(number: int, clock: Clock) -> TableCamera:
    camera = LiveCamera(number, say("camera.name.usb", number=number), clock=clock)
    try:
        camera.capture(0)
    except CameraGone:
        camera.close()
        raise
    return camera


def _stream(address: str, clock: Clock) -> TableCamera:
    return GuardedCamera(lambda: _live_stream(address, clock), clock=clock)


def _live_stream(address: str, clock: Clock) -> TableCamera:
    return LiveCamera(address, say("camera.name.stream", address=address), clock=clock)


def _simulated(wanted: Simulation, clock: Clock) -> SimulatedTable:
    return SimulatedTable(
        wanted.players,
        wanted.seed,
        wanted.size,
        dice=wanted.dice,
        trouble=wanted.trouble,
        happenings=wanted.happenings,
        clock=clock,
    )


def _simulated_cards(wanted: Simulation, clock: Clock) -> SimulatedCardTable:
    return SimulatedCardTable(wanted.seed, trouble=wanted.trouble, clock=clock)


@dataclass(frozen=True, slots=True)
class Drivers:
    """How each kind is opened; tests put their own in. Each raises ``CameraGone`` if there is none."""

    pi: Callable[[Clock, float | None], TableCamera] = _pi
    board: Callable[[], str | None] = board_model
    usb: Callable[[int, Clock], TableCamera] = _usb
    usb_numbers: Callable[[], tuple[int, ...]] = camera_numbers
    stream: Callable[[str, Clock], TableCamera] = _stream
    video: Callable[[Path, Clock], TableCamera] = lambda path, clock: RecordedVideo(path, clock=clock)
    folder: Callable[[Path, Clock], TableCamera] = lambda path, clock: PhotoFolder(path, clock=clock)
    simulated: Callable[[Simulation, Clock], SimulatedTable] = _simulated
    simulated_cards: Callable[[Simulation, Clock], SimulatedCardTable] = _simulated_cards


@dataclass(frozen=True, slots=True)
class Chooser:
    """Opens cameras by word. Raises nothing: the sentence says what went wrong."""

    simulation: Simulation = field(default_factory=Simulation)
    clock: Clock = monotonic_clock
    drivers: Drivers = field(default_factory=Drivers)

    def open(self, choice: str) -> Opened:
        """The camera for a word of the sentence ``camera.choices``; if there is none, why, and what to do."""
        if choice == "auto":
            return self._auto()
        if choice == "none":
            return Opened(None, None, say("camera.by_hand"))
        if choice == "simulated":
            return self._simulated(say("camera.the", camera=say("camera.name.simulated")))
        try:
            return self._opened(choice)
        except CameraGone as gone:
            return Opened(None, None, say("camera.by_hand_until", gone=str(gone)))

    def look_again(self, choice: str) -> Opened | None:
        """The live camera for a word, if it is there now, else ``None``.

        Never the simulated table or a recording.
        """
        try:
            return self._found() if choice == "auto" else self._opened(choice)
        except CameraGone:
            return None

    def _auto(self) -> Opened:
        try:
            return self._found()
        except CameraGone as gone:
            return self._simulated(say("camera.none_found", gone=str(gone)))

    def _found(self) -> Opened:
        """The first live camera of this machine; raises ``CameraGone`` with what was tried."""
        tried: list[str] = []
        on_pi = "Raspberry Pi" in (self.drivers.board() or "")
        pi, usb = (self._pi, None), (self._first_usb, say("camera.usb.cannot"))
        for open_one, cannot in (pi, usb) if on_pi else (usb,):
            try:
                camera = open_one()
            except CameraGone as gone:
                tried.append(str(gone))
            else:
                return Opened(camera, None, say("camera.found", camera=camera.name), cannot)
        raise CameraGone("; ".join(tried))

    def _opened(self, choice: str) -> Opened:
        camera = self._asked(choice)
        sentence = camera.name if choice.startswith("usb") else say("camera.the", camera=camera.name)
        return Opened(camera, None, sentence, _cannot(choice))

    def _asked(self, choice: str) -> TableCamera:
        if choice == "pi":
            return self._pi()
        if choice.startswith("pi:"):
            return self._pi(_focus_of(choice.removeprefix("pi:")))
        if choice == "usb":
            return self._first_usb()
        if choice.startswith("usb:"):
            return self._usb_of(choice.removeprefix("usb:"))
        if "://" in choice:
            return self.drivers.stream(_address(choice), self.clock)
        return self._of_path(choice)

    def _pi(self, focus_cm: float | None = None) -> TableCamera:
        return self.drivers.pi(self.clock, focus_cm)

    def _first_usb(self) -> TableCamera:
        numbers = self.drivers.usb_numbers()
        gone = CameraGone(say("camera.usb.none"))
        for number in numbers:
            try:
                return self.drivers.usb(number, self.clock)
            except CameraGone as error:
                gone = error
        raise gone

    def _usb_of(self, number: str) -> TableCamera:
        if not (number.isascii() and number.isdigit() and len(number) <= 3):
            raise CameraGone(say("camera.usb.no_number", number=shown_name(number)))
        return self.drivers.usb(int(number), self.clock)

    def _of_path(self, choice: str) -> TableCamera:
        try:
            path = user_path(choice)
        except NotRead as fault:
            raise CameraGone(str(fault)) from None
        if os.path.isdir(path):
            return self.drivers.folder(path, self.clock)
        if os.path.exists(path) or "%" in path.name:
            return self.drivers.video(path, self.clock)
        raise CameraGone(say("camera.unknown", choice=shown_name(choice), choices=say("camera.choices")))

    def _simulated(self, sentence: str) -> Opened:
        try:
            table = self.drivers.simulated(self.simulation, self.clock)
            cards = self.drivers.simulated_cards(self.simulation, self.clock)
        except (SpritesMissing, ValueError) as error:
            return Opened(None, None, say("camera.simulated_fault", why=str(error)))
        return Opened(SimulatedCamera(table, cards), table, sentence, cards=cards)


def is_live(choice: str) -> bool:
    """Whether a word means a camera that may be plugged in later: no recording, no simulation, not none."""
    return choice in ("auto", "pi", "usb") or choice.startswith(("pi:", "usb:")) or "://" in choice


def _cannot(choice: str) -> str | None:
    """What a camera of this word cannot promise."""
    if choice.startswith("usb"):
        return say("camera.usb.cannot")
    return say("camera.stream.cannot") if "://" in choice else None


def _address(choice: str) -> str:
    """The address; OpenCV takes only short ones in UTF-8."""
    if len(choice) > LONGEST_ADDRESS or not choice.isprintable():
        raise CameraGone(say("camera.stream.no_address", choice=shown_name(choice)))
    return choice


def _focus_of(text: str) -> float:
    nearest, farthest = FOCUS_CM
    if text.isascii() and text.isdecimal() and len(text) < 4 and nearest <= int(text) <= farthest:
        return float(text)
    raise CameraGone(say("camera.pi.no_distance", text=shown_name(text), nearest=nearest, farthest=farthest))


def open_camera(choice: str, simulation: Simulation | None = None, clock: Clock = monotonic_clock) -> Opened:
    """Open a camera by its word; the sentence ``camera.choices`` has all."""
    return Chooser(simulation or Simulation(), clock).open(choice)
