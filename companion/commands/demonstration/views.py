"""The views of a session as the demonstrations wait for them."""

from __future__ import annotations

import queue
from collections.abc import Callable

from companion.play.session import Session
from companion.play.views import TableView
from companion.text.speech import say

VIEW_WAIT_S = 300.0
"""No view for so long means that it cannot go on; under emulation a reading takes more than a minute."""


class Stuck(RuntimeError):
    """The demonstration cannot go on; the message says where it stands."""


class Views:
    """Hands on every view of the session, the one that stands first; remembers the one last answered."""

    def __init__(self, session: Session) -> None:
        self._views: queue.SimpleQueue[TableView] = queue.SimpleQueue()
        self.answered = session.view
        session.on_view = self._views.put
        self._views.put(session.view)

    def wait(self, wanted: Callable[[TableView], bool]) -> TableView:
        """The next view that is as wanted. Stuck when none comes."""
        while True:
            try:
                view = self._views.get(timeout=VIEW_WAIT_S)
            except queue.Empty:
                last = self.answered.fault
                told = say("demo.silent_after", fault=last) if last else say("demo.silent")
                raise Stuck(told) from None
            if wanted(view):
                return view

    def next(self, wanted: Callable[[TableView], bool] = lambda view: True) -> TableView:
        """The next view that wants an answer: a new one, or an answer refused for a new reason."""
        self.answered = self.wait(lambda view: wanted(view) and self._is_new(view))
        return self.answered

    def _is_new(self, view: TableView) -> bool:
        refused = view.fault is not None and view.fault != self.answered.fault
        return view.number != self.answered.number or refused
