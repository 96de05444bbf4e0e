"""A table's time that passes only while somebody waits for it: no picture is taken that nobody needs."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable

from companion.core.frame import NS_PER_S
from companion.play.session import Session, Turn
from companion.play.views import TableView
from companion.simulator.rehearsal.pace import VirtualClock

ANSWER_SECONDS = 180.0
"""How long one answer of the session may take on a slow machine before the test gives up."""


class AwaitedTime:
    """A session's inbox, and the clock for it and its camera: what comes, comes always in the same order."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self._turns: deque[Turn | None] = deque()
        self._news = threading.Condition()
        self._awaited: Callable[[TableView], bool] | None = None

    def put(self, turn: Turn | None) -> None:
        with self._news:
            self._turns.append(turn)
            self._news.notify_all()

    def get(self, timeout: float | None) -> Turn | None:
        """The next turn; ``queue.Empty`` after ``timeout`` seconds of this time."""
        with self._news:
            self._news.wait_for(lambda: self._turns or (timeout is not None and self._awaited is not None))
            if self._turns:
                return self._turns.popleft()
        assert timeout is not None
        self.clock.advance_to(self.clock.now_ns + round(timeout * NS_PER_S))
        raise queue.Empty

    def arrive(self, view: TableView) -> None:
        """The session's newest: time stands still once it is as wanted."""
        with self._news:
            if self._awaited is not None and self._awaited(view):
                self._awaited = None
                self._news.notify_all()

    def wait_for(self, session: Session, wanted: Callable[[TableView], bool]) -> TableView:
        """The session's view, once it is as wanted."""
        with self._news:
            if not wanted(session.view):
                self._awaited = wanted
                self._news.notify_all()
                assert self._news.wait_for(lambda: self._awaited is None, ANSWER_SECONDS), "no answer"
        return session.view
