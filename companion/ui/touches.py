"""Touches that press nothing: one reported twice, and one that only wakes a dark screen."""

from __future__ import annotations

import time

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

ECHO_SECONDS, ECHO_DISTANCE = 0.25, 24.0
"""Two devices report one finger within this time (s) and distance (px)."""
DARK = 0.88
"""Share of its light that a dimmed screen loses: people across the table still see that it is on."""


class Echo:
    def __init__(self) -> None:
        self._last: tuple[float, float, float, str] = (-1.0, 0.0, 0.0, "")

    def repeats(self, touch: MotionEvent) -> bool:
        at, x, y, device = self._last
        now = time.monotonic()
        near = now - at < ECHO_SECONDS and abs(touch.x - x) + abs(touch.y - y) < ECHO_DISTANCE
        if near and touch.device != device:
            return True
        self._last = (now, touch.x, touch.y, touch.device)
        return False


class Dimmer:
    """Darkens the widget below while nobody touches the screen."""

    def __init__(self, over: Widget) -> None:
        self.is_dark = False
        self._after_s = 0
        with over.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._box = Rectangle(size=Window.size)
        self._dim_later = Clock.create_trigger(self.dim, 0)

    @property
    def waits_s(self) -> int | None:
        """Seconds until it darkens; None if it does not wait."""
        return self._after_s if self._dim_later.is_triggered else None

    def set_after(self, seconds: int) -> None:
        if seconds != self._after_s:
            self._after_s = seconds
            self.wake()

    def only_wakes(self) -> bool:
        was_dark = self.is_dark
        self.wake()
        return was_dark

    def wake(self) -> None:
        self.is_dark, self._shade.a = False, 0
        self.end()
        if self._after_s:
            self._dim_later.timeout = self._after_s
            self._dim_later()

    def end(self) -> None:
        self._dim_later.cancel()

    def dim(self, *_: object) -> None:
        self.is_dark, self._shade.a = True, DARK
        self._box.size = Window.size
