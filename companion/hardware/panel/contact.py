"""Turns the edges of a bouncing contact into presses. Pure: edges and their moments are given."""

from __future__ import annotations

QUIET_NS = 30_000_000
"""A press counts if the line was quiet for this long before: cheap buttons bounce up to 20 ms."""
STUCK_AFTER_NS = 10_000_000_000
"""A button held for longer is stuck or wired wrongly: nobody leans on it for ten seconds."""


class Contact:
    """One switch. The first edge counts, so that no press waits for the bouncing to end."""

    def __init__(self, closed: bool, at_ns: int) -> None:
        """``closed``: its state at ``at_ns``, the first look; this is no press."""
        self.closed = closed
        self._since_ns = at_ns
        self._last_edge_ns: int | None = None
        self._told_stuck = False

    def edge(self, closed: bool, at_ns: int) -> bool:
        """The contact closes or opens; whether a press begins with that."""
        quiet = self._last_edge_ns is None or at_ns - self._last_edge_ns >= QUIET_NS
        self._last_edge_ns = at_ns
        if closed is not self.closed:
            self.closed, self._since_ns, self._told_stuck = closed, at_ns, False
        return closed and quiet

    def settled(self, at_ns: int) -> bool:
        """Whether the bouncing has ended."""
        return self._last_edge_ns is None or at_ns - self._last_edge_ns >= QUIET_NS

    def newly_stuck(self, at_ns: int) -> bool:
        """Whether it has now been closed for too long; true once each time."""
        if self._told_stuck or not self.closed or at_ns - self._since_ns < STUCK_AFTER_NS:
            return False
        self._told_stuck = True
        return True
