"""When to do again what takes longer the more there is, so that it never takes most of the time."""

from __future__ import annotations

from dataclasses import dataclass

REST = 9.0
"""Rests for each stretch of work: it takes a tenth of the time at most."""


@dataclass(slots=True)
class Pace:
    """Something is done again soon after news, and else after ``every_s``."""

    every_s: float
    _rested_at: float = 0.0
    _due_at: float = 0.0

    def is_due(self, now: float, news: bool) -> bool:
        """Whether it is to be done now."""
        return now >= (self._rested_at if news else self._due_at)

    def done(self, began: float, ended: float) -> None:
        """It was done in this time (seconds of one clock)."""
        self._rested_at = ended + REST * (ended - began)
        self._due_at = max(self._rested_at, ended + self.every_s)
