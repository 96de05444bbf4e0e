"""Hands lines on to whoever reads slowly, in a thread of its own, so that the game never waits."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable

from companion.feed.happening import Happening
from companion.feed.lines import lines_of

MOST_WAITING = 10_000
"""Happenings that may wait for a reader who has stopped reading; then the feed ends."""
GOODBYE_S = 2.0
"""How long the end of an evening waits for the reader."""


class WrittenFeed:
    """Follows a game into a file or standard output, without a buffer: a line is out, or it still waits.

    ``complain`` is told once, in the system's words, why nothing can be written any more; on that thread.
    """

    def __init__(self, out: int, complain: Callable[[str], None]) -> None:
        """``out`` is an open file's descriptor, which the caller closes after ``close``."""
        self._out, self._complain = out, complain
        self._waiting: queue.Queue[Happening | Callable[[], str] | None] = queue.Queue(MOST_WAITING)
        self._ended = False
        self._writer = threading.Thread(target=self._write_all, name="feed", daemon=True)
        self._writer.start()

    def told(self, happening: Happening) -> None:
        """Have the happening's lines written (``companion.feed.happening.Follower``)."""
        self._put(happening)

    def write_later(self, line: Callable[[], str]) -> None:
        """Have one more line written, which is made by the thread that writes it."""
        self._put(line)

    def _put(self, waiting: Happening | Callable[[], str]) -> None:
        if self._ended:
            return
        try:
            self._waiting.put_nowait(waiting)
        except queue.Full:
            self._ended = True

    def close(self) -> None:
        """Write what waits, for two seconds at most."""
        try:
            self._waiting.put_nowait(None)
        except queue.Full:
            self._ended = True
        self._writer.join(GOODBYE_S)

    def _write_all(self) -> None:
        try:
            while (waiting := self._waiting.get()) is not None:
                lines = lines_of(waiting) if isinstance(waiting, Happening) else (waiting(),)
                left = "".join(line + "\n" for line in lines).encode()
                while left:
                    left = left[os.write(self._out, left) :]
        except OSError as fault:
            self._ended = True
            self._complain(fault.strerror or str(fault))
