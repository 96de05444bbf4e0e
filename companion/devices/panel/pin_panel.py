"""The panel on the pins; parts that fail are named and left out."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.core.frame import Clock
from companion.core.on_disk import NotRead, shown_name, user_path
from companion.core.panel import (
    ChallengePressed,
    CupMoved,
    Lamp,
    PanelFault,
    PanelLights,
    RoundPressed,
    Signal,
)
from companion.core.settings import LAMP_PERCENT
from companion.devices.panel.wiring import (
    FILE_NAME,
    MOST_SEATS,
    Level,
    SeatPins,
    Wiring,
    WiringError,
    read_wiring,
)
from companion.text import capital, say, say_all

if TYPE_CHECKING:
    from companion.devices.panel.lights import Beeper, Light, StripLamps

QUIET_NS = 30_000_000
"""A press counts after this much quiet on the line: cheap buttons bounce up to 20 ms."""
STUCK_AFTER_NS = 10_000_000_000
"""A longer press is stuck or wired wrongly: nobody leans on a button for ten seconds."""


class Contact:
    """One switch; its first edge counts, without waiting for the bouncing to end."""

    def __init__(self, closed: bool, at_ns: int) -> None:
        self.closed = closed
        self._since_ns = at_ns
        self._last_edge_ns: int | None = None
        self._stuck_published = False

    def edge(self, closed: bool, at_ns: int) -> bool:
        """Whether a press begins with this edge."""
        quiet = self._last_edge_ns is None or at_ns - self._last_edge_ns >= QUIET_NS
        self._last_edge_ns = at_ns
        if closed is not self.closed:
            self.closed, self._since_ns, self._stuck_published = closed, at_ns, False
        return closed and quiet

    def settled(self, at_ns: int) -> bool:
        return self._last_edge_ns is None or at_ns - self._last_edge_ns >= QUIET_NS

    def newly_stuck(self, at_ns: int) -> bool:
        """True once, when it has been closed for too long."""
        if self._stuck_published or not self.closed or at_ns - self._since_ns < STUCK_AFTER_NS:
            return False
        self._stuck_published = True
        return True


class PinsMissing(OSError):
    """The message says why and what to install."""


def pin_library() -> str:
    """The library that drives the pins. Raises ``PinsMissing``."""
    try:
        from gpiozero import Device
    except ImportError as error:
        raise PinsMissing(say("pins.no_gpiozero")) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero warns once for each library that it tries in vain
        try:
            Device.ensure_pin_factory()
        except (
            ImportError,
            OSError,
            RuntimeError,
        ) as error:  # also of a library named by the user
            raise PinsMissing(say("pins.none")) from error
    return type(Device.pin_factory).__module__.rpartition(".")[2]


LOOK_EVERY_S = 0.5
"""Between checks for stuck buttons and bounced cup sensors."""
BEAT_S = 0.12
"""A short beep."""
JOIN_S = 1.0

OnSignal = Callable[[Signal], None]
Device = TypeVar("Device")


class Closing(Protocol):
    def close(self) -> None: ...


class Ring(Closing, Protocol):
    value: bool


@dataclass
class _Switch:
    """A wired switch. ``pressed``: what a press means."""

    what: str
    pin: int
    device: Closing
    contact: Contact
    pressed: Callable[[int], Signal] | None
    """None for a cup sensor."""
    seat: int = 0
    published_up: bool | None = None


@dataclass
class _Lit:
    """A lamp a seat (None: not wired), or the strip."""

    lamps: list[Light | None] = field(default_factory=list)
    strip: StripLamps | None = None
    ring: Ring | None = None
    beeper: Beeper | None = None


class PinPanel:
    """The panel of one wiring (``companion.play.base.ports.Panel``).

    After ``listen``, signals come on the pin library's threads; ``show`` never raises.
    """

    def __init__(
        self,
        wiring: Wiring,
        *,
        clock: Clock = time.monotonic_ns,
        look_every_s: float | None = LOOK_EVERY_S,
        beat_s: float = BEAT_S,
    ) -> None:
        """Raises ``PinsMissing`` without a pin library. ``look_every_s`` None: only ``look`` checks, for
        tests.
        """
        self.library = pin_library()
        self.faults: list[str] = []
        self._wiring, self._clock, self._beat_s = wiring, clock, beat_s
        self._on_signal: OnSignal | None = None
        self._lights, self._percent = PanelLights(), LAMP_PERCENT
        self._lock, self._closed = threading.RLock(), threading.Event()
        self._switches = list(self._open_switches())
        self._lit = self._open_lights()
        self._watcher: threading.Thread | None = None
        if look_every_s is not None:
            self._watcher = threading.Thread(
                target=self._keep_looking, args=(look_every_s,), name="panel", daemon=True
            )
            self._watcher.start()

    @property
    def seats(self) -> int:
        return len(self._wiring.seats) if self._wiring.strip is None else MOST_SEATS

    @property
    def lamps(self) -> tuple[object | None, ...]:
        return tuple(self._lit.lamps)

    def listen(self, on_signal: OnSignal) -> None:
        with self._lock:
            self._on_signal = on_signal
            for fault in self.faults:
                on_signal(PanelFault(fault))
        self.look()

    @property
    def offers(self) -> frozenset[str]:
        """Only lamps on a strip can be dimmed."""
        if self._lit.strip is not None:
            return frozenset({"lamps", "lamp_percent"})
        return frozenset({"lamps"}) if any(self.lamps) else frozenset()

    def dim(self, percent: int) -> None:
        """0: dark. Ring and buzzer go on."""
        self._percent = percent
        self.show(replace(self._lights, sound=None))

    def show(self, lights: PanelLights) -> None:
        self._lights = lights
        try:
            self._shine(lights)
        except Exception as error:  # pin libraries raise anything; the screen shows it all too
            self._publish_fault(say("panel.lamps_silent", why=str(error)))

    def look(self) -> None:
        """Name a stuck button; correct a cup whose last bounce was missed."""
        now_ns = self._clock()
        for switch in self._switches:
            with self._lock:
                self._look_at(switch, now_ns)

    def close(self) -> None:
        self._closed.set()
        self._on_signal = None
        if self._watcher is not None and self._watcher is not threading.current_thread():
            self._watcher.join(JOIN_S)
        lit, self._lit = self._lit, _Lit()
        switches, self._switches = self._switches, []
        opened = (*(each.device for each in switches), *lit.lamps, lit.strip, lit.ring, lit.beeper)
        devices: tuple[Closing | None, ...] = opened
        for device in devices:
            if device is not None:
                with suppress(Exception):  # a pin library that failed before may fail again here
                    device.close()

    # --- switches ---------------------------------------------------------------------------

    def _open_switches(self) -> Iterator[_Switch]:
        for seat, pins in enumerate(self._wiring.seats):
            yield from self._open_seat(seat, pins)
        if self._wiring.round_button is not None:
            yield from self._open_switch(
                self._wiring.round_button, say("panel.part.round_button"), Level.LOW, RoundPressed
            )

    def _open_seat(self, seat: int, pins: SeatPins) -> Iterator[_Switch]:
        if pins.challenge is not None:
            name = say("panel.part.challenge", seat=seat + 1)
            yield from self._open_switch(pins.challenge, name, Level.LOW, partial(ChallengePressed, seat))
        if pins.cup is not None:
            name = say("panel.part.cup", seat=seat + 1)
            yield from self._open_switch(pins.cup, name, self._wiring.cups_down, None, seat)

    def _open_switch(
        self, pin: int, name: str, closed_at: Level, pressed: Callable[[int], Signal] | None, seat: int = 0
    ) -> Iterator[_Switch]:
        from gpiozero import DigitalInputDevice

        pull_up = closed_at is Level.LOW
        device = self._opened(_at_pin(name, pin), lambda: DigitalInputDevice(pin, pull_up=pull_up))
        if device is None:
            return
        contact = Contact(bool(device.value), self._clock())
        switch = _Switch(name, pin, device, contact, pressed, seat)
        device.when_activated = partial(self._edge, switch, True)
        device.when_deactivated = partial(self._edge, switch, False)
        yield switch

    def _opened(self, what: str, opening: Callable[[], Device]) -> Device | None:
        from gpiozero.exc import GPIOZeroError

        try:
            return opening()
        except (GPIOZeroError, OSError, RuntimeError, ValueError) as error:
            self.faults.append(capital(say("panel.broken", part=what, why=str(error))))
            return None

    def _edge(self, switch: _Switch, closed: bool) -> None:
        at_ns = self._clock()
        with self._lock:
            press = switch.contact.edge(closed, at_ns)
            if switch.pressed is None:
                self._publish_cup(switch, at_ns)
            elif press:
                self._publish(switch.pressed(at_ns))

    def _look_at(self, switch: _Switch, now_ns: int) -> None:
        if switch.pressed is None:
            if switch.contact.settled(now_ns):
                self._publish_cup(switch, now_ns)
        elif switch.contact.newly_stuck(now_ns):
            self._publish_fault(capital(say("panel.stuck", part=_at_pin(switch.what, switch.pin))))

    def _publish_cup(self, switch: _Switch, at_ns: int) -> None:
        up = not switch.contact.closed
        if self._on_signal is not None and switch.published_up is not up:
            switch.published_up = up
            self._publish(CupMoved(switch.seat, up, at_ns))

    def _publish(self, signal: Signal) -> None:
        if self._on_signal is not None:
            self._on_signal(signal)

    def _publish_fault(self, sentence: str) -> None:
        if sentence not in self.faults:
            self.faults.append(sentence)
            self._publish(PanelFault(sentence))

    def _keep_looking(self, every_s: float) -> None:
        while not self._closed.wait(every_s):
            self.look()

    # --- lights -----------------------------------------------------------------------------

    def _open_lights(self) -> _Lit:
        from gpiozero import LED

        from companion.devices.panel import lights

        wiring, lit = self._wiring, _Lit()
        for number, seat in enumerate(wiring.seats, 1):
            lamp = None
            if seat.lamp:
                what = _at_pin(say("panel.part.lamp", seat=number), *seat.lamp)
                lamp = self._opened(what, partial(lights.open_lamp, seat.lamp, wiring.lamps_light))
            lit.lamps.append(lamp)
        if wiring.strip is not None:
            lit.strip = self._opened(say("panel.part.strip"), partial(lights.StripLamps, wiring.strip))
        if wiring.light_ring is not None:
            ring = _at_pin(say("panel.part.light_ring"), wiring.light_ring)
            lit.ring = self._opened(ring, partial(LED, wiring.light_ring))
        if wiring.buzzer is not None:
            buzzer = _at_pin(say("panel.part.buzzer"), wiring.buzzer)
            lit.beeper = self._opened(buzzer, partial(lights.Beeper, wiring.buzzer, self._beat_s))
        return lit

    def _shine(self, lights: PanelLights) -> None:
        lit, lamps = self._lit, lights.lamps if self._percent else ()
        for seat, lamp in enumerate(lit.lamps):
            if lamp is not None:
                lamp.show(lamps[seat] if seat < len(lamps) else Lamp.OFF)
        if lit.strip is not None:
            lit.strip.show(lamps, self._percent)
        if lit.ring is not None:
            lit.ring.value = lights.ring
        if lit.beeper is not None and lights.sound is not None:
            lit.beeper.sound(lights.sound)


def _at_pin(part: str, *pins: int) -> str:
    return say("panel.at_pin", part=part, pins=", ".join(map(str, pins)))


class NamedFault:
    """A panel that only says why it does not work (``companion.play.base.ports.Panel``)."""

    seats = 0

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    offers: frozenset[str] = frozenset()

    def dim(self, percent: int) -> None: ...

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        on_signal(PanelFault(self.sentence))

    def show(self, lights: PanelLights) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class OpenedPanel:
    """``panel`` None: none is wanted; ``sentence``: what is there."""

    panel: PinPanel | NamedFault | None
    sentence: str


def open_panel(choice: str, folder: Path, make: Callable[[Wiring], PinPanel] = PinPanel) -> OpenedPanel:
    """The panel for "auto" (``panel.toml`` in ``folder``, else none), "none", or a path."""
    if choice == "none":
        return OpenedPanel(None, say("panel.none"))
    if choice == "auto" and not os.path.lexists(folder / FILE_NAME):
        return OpenedPanel(None, say("panel.none"))
    try:
        path = folder / FILE_NAME if choice == "auto" else user_path(choice)
        panel = make(read_wiring(path))
    except (WiringError, PinsMissing, NotRead) as fault:
        sentence = str(fault).rstrip(".")
        left_out = NamedFault(say("panel.left_out", why=sentence))
        return OpenedPanel(left_out, say("panel.none_because", why=sentence))
    opened = say("panel.opened", file=shown_name(path), library=panel.library)
    if panel.faults:
        opened = say("panel.opened_but", opened=opened, faults=say_all(*panel.faults))
    return OpenedPanel(panel, opened)
