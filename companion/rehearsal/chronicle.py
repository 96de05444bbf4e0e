"""The latest events at a table, line by line, with the clock's time."""

from __future__ import annotations

from collections import deque

from companion.rehearsal.pace import NS_PER_S, VirtualClock

KEPT_LINES = 60
"""Lines in the story of a failure: the last round or two."""


class Chronicle:
    """Keeps the newest lines."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)

    def write(self, words: str) -> None:
        """Add a line with the present time."""
        self._lines.append(f"{self._clock.now_ns / NS_PER_S:9.2f} s  {words.strip()}")

    @property
    def text(self) -> str:
        """The lines, the newest last."""
        return "".join(f"{line}\n" for line in self._lines)
