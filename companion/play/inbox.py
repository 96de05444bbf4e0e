"""Where the session's worker waits: what was sent to it, in order, and the time that it waits for more."""

from __future__ import annotations

import queue
from typing import Protocol


class Inbox(Protocol):
    """Takes things from any thread and gives them to the one worker; its waiting is the session's time."""

    def put(self, thing: object) -> None:
        """Put something in; from any thread, returns at once."""
        ...

    def get(self, wait_s: float | None) -> object:
        """The next thing; ``queue.Empty`` when none came within ``wait_s`` seconds (``None``: for ever)."""
        ...


class RealInbox:
    """Waits as long as it says, by the machine's own clock."""

    def __init__(self) -> None:
        self._things: queue.SimpleQueue[object] = queue.SimpleQueue()

    def put(self, thing: object) -> None:
        """Put something in; from any thread, returns at once."""
        self._things.put(thing)

    def get(self, wait_s: float | None) -> object:
        """The next thing; ``queue.Empty`` when none came within ``wait_s`` seconds (``None``: for ever)."""
        return self._things.get(block=wait_s != 0, timeout=wait_s or None)
