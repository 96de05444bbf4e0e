"""A panel under the screen that fits ``play.base.ports`` like the one on the pins.

Lights come on the session's thread and are drawn on Kivy's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.clock import Clock

from companion.core.panel import ChallengePressed, CupMoved, PanelLights, RoundPressed, Signal

MOST_SEATS = 8
"""As on the pins."""


class DeskPanel:
    """Buttons under the mouse. Kivy's thread calls ``on_lights`` with every change."""

    seats = MOST_SEATS

    def __init__(self, clock: Callable[[], int]) -> None:
        """``clock``: nanoseconds on the session's clock."""
        self.lights = PanelLights()
        self.on_lights: Callable[[PanelLights], None] | None = None
        self.cups_up = [False] * MOST_SEATS
        self._clock = clock
        self._on_signal: Callable[[Signal], None] | None = None
        self._tell = Clock.create_trigger(self._draw)
        self._unheard: list[PanelLights] = []
        self._newest, self._dark = PanelLights(), False

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        self._on_signal = on_signal
        for seat in range(MOST_SEATS):
            on_signal(CupMoved(seat, False, self._clock()))

    def show(self, lights: PanelLights) -> None:
        self._newest = lights
        self._unheard.append(replace(lights, lamps=()) if self._dark else lights)
        self._tell()

    offers = frozenset({"lamps"})

    def dim(self, percent: int) -> None:
        self._dark = not percent
        self.show(replace(self._newest, sound=None))

    def close(self) -> None:
        self._on_signal = None

    def challenge(self, seat: int) -> None:
        self._say(ChallengePressed(seat, self._clock()))

    def go_on(self) -> None:
        self._say(RoundPressed(self._clock()))

    def move_cup(self, seat: int) -> bool:
        self.cups_up[seat] = not self.cups_up[seat]
        self._say(CupMoved(seat, self.cups_up[seat], self._clock()))
        return self.cups_up[seat]

    def _say(self, signal: Signal) -> None:
        if self._on_signal is not None:
            self._on_signal(signal)

    def _draw(self, *_: object) -> None:
        while self._unheard:
            self.lights = self._unheard.pop(0)
            if self.on_lights is not None:
                self.on_lights(self.lights)
