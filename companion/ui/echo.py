"""One finger that two devices report: the second report is dropped."""

from __future__ import annotations

import time

from kivy.input.motionevent import MotionEvent

ECHO_SECONDS, ECHO_DISTANCE = 0.25, 24.0
"""One finger reported by two devices comes within this time (s) and distance (px)."""


class Echo:
    """Remembers the finger before."""

    def __init__(self) -> None:
        self._last: tuple[float, float, float, str] = (-1.0, 0.0, 0.0, "")

    def has(self, touch: MotionEvent) -> bool:
        """Whether this finger was there already, by another device; else it is the one to remember."""
        at, x, y, device = self._last
        now = time.monotonic()
        near = now - at < ECHO_SECONDS and abs(touch.x - x) + abs(touch.y - y) < ECHO_DISTANCE
        if near and touch.device != device:
            return True
        self._last = (now, touch.x, touch.y, touch.device)
        return False
