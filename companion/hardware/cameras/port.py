"""The protocol of every camera here; the port of ``play`` has the same shape."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from companion.frame import Frame

Clock = Callable[[], int]
"""Monotonic nanoseconds, as ``time.monotonic_ns`` counts them."""

monotonic_clock: Clock = time.monotonic_ns

NS_PER_S = 1_000_000_000


class TableCamera(Protocol):
    """A camera over the table."""

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        ...

    @property
    def live_is_small(self) -> bool:
        """Whether ``latest`` gives smaller pictures than ``capture``."""
        ...

    def latest(self) -> Frame | None:
        """Newest picture for the live view, at once; ``None`` before the first one."""
        ...

    def capture(self, after_ns: int) -> Frame:
        """Picture whose exposure began after ``after_ns``; raises ``CameraGone`` in bounded time."""
        ...

    def close(self) -> None:
        """Give the device back; closing twice is allowed."""
        ...
