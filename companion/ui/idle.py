"""The screen while nobody touches it: dimmed after a while, and a touch only wakes it."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

DARK = 0.88
"""How much of the light is taken away: a face across the table can still tell that it is on."""


class Dimmer:
    """Lies over a widget. ``touched`` and ``wake`` put the dark off again."""

    def __init__(self, over: Widget) -> None:
        self.is_dark = False
        self._after_s = 0
        with over.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._box = Rectangle(size=Window.size)
        self._dim_later = Clock.create_trigger(self.dim, 0)

    @property
    def waits_s(self) -> int | None:
        """After how many seconds it will be dark, ``None`` where nothing is waited for."""
        return self._after_s if self._dim_later.is_triggered else None

    def set_after(self, seconds: int) -> None:
        """Dim after so many seconds from now, 0: never."""
        if seconds != self._after_s:
            self._after_s = seconds
            self.wake()

    def touched(self) -> bool:
        """A finger came down; whether all it does is to wake the screen."""
        was_dark = self.is_dark
        self.wake()
        return was_dark

    def wake(self) -> None:
        """Light, and the waiting begins anew."""
        self.is_dark, self._shade.a = False, 0
        self.end()
        if self._after_s:
            self._dim_later.timeout = self._after_s
            self._dim_later()

    def end(self) -> None:
        """Wait for nothing any more."""
        self._dim_later.cancel()

    def dim(self, *_: object) -> None:
        """Nobody has touched anything for long enough."""
        self.is_dark, self._shade.a = True, DARK
        self._box.size = Window.size
