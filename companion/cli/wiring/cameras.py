"""The camera for the word of ``--camera``: a live one, a recording, the simulated table, or none."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion import simulator
from companion.core.frame import Camera, CameraGone, Clock
from companion.devices import AUTO, PI_SIZE, PI_SMALL_SIZE, Cameras
from companion.text import say

SIMULATED, SIMULATED_PI = "simulated", "simulated:pi"
"""Words for ``--camera``: the simulated table as a webcam sees it, and as the Pi's camera does."""


@dataclass(frozen=True, slots=True)
class Opened:
    """``cups``, ``cards``: the simulated table's. ``cannot``: the Pi camera's promises that this one
    cannot keep, or ``None``. ``sentence`` is a game's; ``why``: the same where no game is played. ``kind``:
    see ``Driver``.
    """

    camera: Camera | None
    cups: simulator.SimulatedTable | None
    sentence: str
    cannot: str | None = None
    cards: simulator.SimulatedCardTable | None = None
    gone: str = ""
    kind: str = ""

    @property
    def why(self) -> str:
        return self.gone or self.sentence


@dataclass(frozen=True, slots=True)
class Simulation:
    players: int = 4
    seed: int = 0
    size: tuple[int, int] = (1280, 720)
    small: tuple[int, int] | None = None
    dice: simulator.DiceKind = simulator.DiceKind.STARS
    trouble: simulator.Trouble = simulator.Trouble.NONE
    happenings: tuple[simulator.Happening, ...] = simulator.EVERYDAY

    def dice_table(self, clock: Clock) -> simulator.SimulatedTable:
        """Raises ``SpritesMissing``, ``ValueError``."""
        return simulator.SimulatedTable(
            self.players,
            self.seed,
            self.size,
            small=self.small,
            dice=self.dice,
            trouble=self.trouble,
            happenings=self.happenings,
            clock=clock,
        )

    def card_table(self, clock: Clock) -> simulator.SimulatedCardTable:
        """Raises ``SpritesMissing``."""
        return simulator.SimulatedCardTable(self.seed, trouble=self.trouble, clock=clock)


@dataclass(frozen=True, slots=True)
class Chooser:
    """Raises nothing: the sentence says what went wrong."""

    simulation: Simulation = field(default_factory=Simulation)
    clock: Clock = time.monotonic_ns
    cameras: Cameras = field(default_factory=Cameras)
    dice_table: Callable[[Simulation, Clock], simulator.SimulatedTable] = Simulation.dice_table

    def open(self, choice: str) -> Opened:
        if choice == "none":
            return Opened(None, None, say("camera.by_hand"))
        if choice in (SIMULATED, SIMULATED_PI):
            return self._simulated(say("camera.the", camera=say("camera.name.simulated")), choice)
        try:
            return self._found(choice)
        except CameraGone as gone:
            if choice == AUTO:
                return self._simulated(say("camera.none_found", gone=str(gone)), SIMULATED)
            return Opened(None, None, say("camera.by_hand_until", gone=str(gone)), gone=str(gone))

    def look_again(self, choice: str) -> Opened | None:
        try:
            return self._found(choice)
        except CameraGone:
            return None

    def _found(self, choice: str) -> Opened:
        found = self.cameras.open(choice)
        driver = found.driver
        kind = driver.kind or driver.word or ""
        return Opened(found.camera, None, found.sentence, driver.cannot(), kind=kind)

    def _simulated(self, sentence: str, choice: str) -> Opened:
        simulation = self.simulation
        if choice == SIMULATED_PI:
            simulation = replace(simulation, size=PI_SIZE, small=PI_SMALL_SIZE)
        try:
            table = self.dice_table(simulation, self.clock)
            cards = simulation.card_table(self.clock)
        except (simulator.SpritesMissing, ValueError) as error:
            return Opened(None, None, say("camera.simulated_fault", why=str(error)))
        return Opened(simulator.SimulatedCamera(table, cards), table, sentence, cards=cards)


def open_camera(
    choice: str, simulation: Simulation | None = None, clock: Clock = time.monotonic_ns
) -> Opened:
    """A word of the sentence ``camera.choices``."""
    return Chooser(simulation or Simulation(), clock, Cameras(clock)).open(choice)
