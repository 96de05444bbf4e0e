"""The inbox: where the session's worker waits, in the machine's time or in another."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from companion.journal import Store
from companion.play.base.commands import CallChallenge, NewGame, PlaceBid
from companion.play.session import Session
from companion.play.tables import Equipment, Services
from tests.clocks import Ticks
from tests.play.evening import FakeCamera, FakeEye, now


class WrittenInbox(queue.SimpleQueue):
    """Gives what was put in; writes down how long the worker would have waited, and waits no time."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float | None] = []

    def get(self, timeout: float | None) -> object:
        self.waits.append(timeout)
        return super().get(timeout=timeout if timeout is None else 0)


def test_what_was_put_in_comes_out_in_order_and_nothing_is_said_at_once() -> None:
    inbox = queue.SimpleQueue()
    inbox.put("first")
    inbox.put("second")
    assert [inbox.get(timeout=0), inbox.get(timeout=None)] == ["first", "second"]
    with pytest.raises(queue.Empty):
        inbox.get(timeout=0)


def test_a_session_waits_on_the_inbox_that_it_is_given(tmp_path: Path) -> None:
    inbox, clock = WrittenInbox(), Ticks()
    with (
        Store(tmp_path / "games.sqlite3", now) as store,
        Session(Services(store, clock, Equipment(FakeCamera(clock), FakeEye())), inbox=inbox) as session,
    ):
        session.send(NewGame(1, "milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0))
        session.send(PlaceBid(2, 2, 5))
        session.send(CallChallenge(3, (1,)))
    assert session.view.scene.game.round_number == 1
    assert inbox.waits[0] is None
