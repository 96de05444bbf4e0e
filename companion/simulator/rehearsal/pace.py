"""Virtual time: waiting takes no real time."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.frame import NS_PER_S
from companion.play.session import Turn

if TYPE_CHECKING:
    from companion.simulator.rehearsal.sitting import Sitting

TOUCH_S = 120.0
"""Real seconds; then a touch without a command counts as missed."""


class WallClock:
    @property
    def now_ns(self) -> int:
        return time.monotonic_ns()

    def __call__(self) -> int:
        return time.monotonic_ns()


@dataclass(slots=True)
class VirtualClock:
    """Passes only on request."""

    now_ns: int = NS_PER_S

    def __call__(self) -> int:
        return self.now_ns

    def advance_to(self, moment_ns: int) -> None:
        self.now_ns = max(self.now_ns, moment_ns)


TableClock = WallClock | VirtualClock
"""Satisfies play's ``Clock``."""


class WorkTime:
    """Working time of the session's worker, without waits and cameras' drawing."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._before_s = 0.0
        self._since_s: float | None = None

    @property
    def worked_s(self) -> float:
        return self._before_s + (0.0 if self._since_s is None else self._now() - self._since_s)

    def pause(self) -> None:
        self._before_s, self._since_s = self.worked_s, None

    def go_on(self) -> None:
        self._since_s = self._now()


class PacedInbox:
    """The session's inbox in virtual time, which passes until somebody acts or the wait ends.

    Gives nothing before ``attend``.
    """

    def __init__(self, clock: VirtualClock, work: WorkTime) -> None:
        self._clock, self._work = clock, work
        self._turns: queue.SimpleQueue[Turn | None] = queue.SimpleQueue()
        self._arrivals: queue.SimpleQueue[Sitting] = queue.SimpleQueue()
        self._people: Sitting | None = None

    def attend(self, people: Sitting) -> None:
        """Callable from any thread."""
        self._arrivals.put(people)

    def put(self, turn: Turn | None) -> None:
        self._turns.put(turn)

    def get(self, timeout: float | None) -> Turn | None:
        """Raises ``queue.Empty`` after ``timeout`` virtual seconds."""
        self._work.pause()
        try:
            return self._next(timeout)
        finally:
            self._work.go_on()

    def _next(self, wait_s: float | None) -> Turn | None:
        if self._people is None:
            self._people = self._arrivals.get()
            self._people.sit_down()
        until_ns = None if wait_s is None else self._clock.now_ns + round(wait_s * NS_PER_S)
        while self._turns.empty() and not self._people.gone:
            due_ns = self._people.due_ns()
            if due_ns is not None and (until_ns is None or due_ns <= until_ns):
                self._clock.advance_to(due_ns)
                if self._people.act():
                    return self._turns.get(timeout=TOUCH_S)
            elif until_ns is None:
                self._people.nothing_left()
            else:
                self._clock.advance_to(until_ns)
                raise queue.Empty
        return self._turns.get()
