"""The thread: commands in, views out, nothing lost and nothing stuck. No test here waits by sleeping."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.core.frame import Frame
from companion.core.reading import Expectation, TableReading
from companion.journal import Store
from companion.play.base.commands import CallChallenge, CupsAreUp, NewGame, PlaceBid, ResumeGame, Undo
from companion.play.modes.dice.views import BiddingScene, ReadingScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import BackToTable, PauseScene, PauseTable
from companion.play.session import STUCK_S, Session
from companion.play.tables import Equipment, Services
from companion.play.views import Scene, TableView
from tests.clocks import Ticks
from tests.play.evening import FakeCamera, FakeEye, now

PATIENCE_S = 20.0
"""A test that waits longer for a view has failed."""


class Screen:
    """Takes the session's views on its thread and waits here for the one that is wanted."""

    def __init__(self) -> None:
        self.views: queue.SimpleQueue[TableView] = queue.SimpleQueue()

    def wait_for(self, wanted: Callable[[TableView], bool]) -> TableView:
        while True:
            view = self.views.get(timeout=PATIENCE_S)
            if wanted(view):
                return view

    def scene(self, scene: Scene) -> TableView:
        return self.wait_for(lambda view: view.kind is scene)


class Evening:
    def __init__(self, path: Path) -> None:
        clock = Ticks()
        self.store, self.screen = Store(path, now), Screen()
        self.camera, self.eye = FakeCamera(clock), FakeEye()
        services = Services(self.store, clock, Equipment(self.camera, self.eye))
        self.session = Session(services, self.screen.views.put)

    def begin(self) -> TableView:
        welcome = self.screen.scene(WelcomeScene)
        self.session.send(NewGame(welcome.number, "milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0))
        return self.screen.scene(BiddingScene)

    def challenged(self) -> TableView:
        self.session.send(PlaceBid(self.begin().number, 2, 5))
        bid = self.screen.wait_for(lambda view: view.scene.game.bid is not None)
        self.session.send(CallChallenge(bid.number, (1,)))
        return self.screen.scene(RevealScene)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "games.sqlite3")
    with evening.session:
        yield evening
    evening.store.close()


def test_a_round_is_played_on_the_worker(evening: Evening) -> None:
    evening.eye.sees = ((5, 1), (5, 4))
    evening.session.send(CupsAreUp(evening.challenged().number))
    assert evening.screen.scene(VerdictScene).scene.verdict.count == 3
    assert evening.session.view.kind is VerdictScene


def test_the_live_picture_runs_without_being_asked_for(evening: Evening) -> None:
    number = evening.challenged().number
    pictures = [evening.screen.wait_for(lambda view: view.picture is not None) for _ in range(3)]
    assert {view.number for view in pictures} == {number}


def test_undo_is_heard_while_the_camera_is_slow(evening: Evening) -> None:
    revealed = evening.challenged()
    arrived, go_on = threading.Event(), threading.Event()
    capture = evening.camera.capture

    def slow(after_ns: int) -> object:
        arrived.set()
        assert go_on.wait(PATIENCE_S)
        return capture(after_ns)

    evening.camera.capture = slow
    evening.session.send(CupsAreUp(revealed.number))
    reading = evening.screen.scene(ReadingScene)
    assert arrived.wait(PATIENCE_S)
    evening.session.send(Undo(reading.number))
    go_on.set()
    assert evening.screen.scene(RevealScene).fault is None


def test_an_eye_that_breaks_is_shown_and_logged_and_the_game_goes_on(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    revealed = evening.challenged()
    evening.eye.fault = ZeroDivisionError("the eye has broken")
    with caplog.at_level(logging.ERROR):
        evening.session.send(CupsAreUp(revealed.number))
        back = evening.screen.wait_for(lambda view: view.fault is not None)
    assert (back.kind, back.fault) == (
        RevealScene,
        "I can't read the dice: the eye has broken. Read again, or enter the dice by hand.",
    )
    assert caplog.records[0].exc_info[0] is ZeroDivisionError
    evening.eye.fault, evening.eye.sees = None, ((5, 1), (5, 4))
    evening.session.send(CupsAreUp(back.number))
    evening.screen.scene(VerdictScene)


def test_a_table_of_which_no_view_can_be_made_is_put_away_and_its_game_is_offered(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = evening.begin()
    with monkeypatch.context() as broken:
        broken.setattr("companion.play.table.dice_view", lambda table, around: 1 / 0)
        evening.session.send(PlaceBid(begun.number, 2, 5))
        first = evening.screen.scene(WelcomeScene)
    assert first.fault == "That did not work: division by zero."
    evening.session.send(ResumeGame(first.number, first.scene.saved[0].game_id))
    assert evening.screen.scene(BiddingScene).scene.game.bid == "two 5s"


def test_closing_waits_for_what_was_sent_and_may_be_done_twice(evening: Evening) -> None:
    number = evening.begin().number
    evening.session.send(PlaceBid(number, 2, 5))
    evening.session.close()
    evening.session.close()
    assert evening.store.load(1).length == 2


def test_nobody_has_to_watch(evening: Evening) -> None:
    number = evening.begin().number
    evening.session.on_view = None
    evening.session.send(PlaceBid(number, 2, 5))
    evening.session.close()
    assert evening.session.view.scene.game.bid == "two 5s"


def test_closing_a_session_that_was_never_started_is_allowed(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite3", now) as store:
        Session(Services(store, Ticks())).close()


def test_a_session_that_is_stuck_in_a_turn_is_not_well(tmp_path: Path) -> None:
    times = [0]
    screen, gate, looked = Screen(), threading.Event(), threading.Event()

    class StuckCamera(FakeCamera):
        def latest(self) -> None:
            looked.set()
            gate.wait(PATIENCE_S)

    with Store(tmp_path / "games.sqlite3", now) as store:
        camera = StuckCamera(lambda: times[0])
        services = Services(store, lambda: times[0], Equipment(camera, FakeEye()))
        session = Session(services, screen.views.put)
        assert not session.is_well, "it has not been started"
        with session:
            welcome = screen.scene(WelcomeScene)
            session.send(NewGame(welcome.number, "milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0))
            session.send(PlaceBid(screen.scene(BiddingScene).number, 2, 5))
            bid = screen.wait_for(lambda view: view.scene.game.bid is not None)
            session.send(CallChallenge(bid.number, (1,)))
            assert looked.wait(PATIENCE_S)
            assert session.is_well, "it has only just begun to look"
            times[0] += int((STUCK_S + 1) * 1e9)
            assert not session.is_well
            gate.set()
            session.send(Undo(session.view.number))
            screen.scene(BiddingScene)
            assert session.is_well
        assert not session.is_well


class HeldEye(FakeEye):
    """Reads once it is let go, on whichever thread it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.let_go = threading.Event(), threading.Event()

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        self.asked.set()
        assert self.let_go.wait(PATIENCE_S)
        return super().look(frames, expected)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Evening]:
    """An evening whose eye reads in the background, and is held there."""
    evening = Evening(tmp_path / "games.sqlite3")
    evening.eye = HeldEye()
    with ThreadPoolExecutor(1) as background:
        equipment = Equipment(evening.camera, evening.eye)
        services = Services(evening.store, evening.camera.clock, equipment, background=background)
        evening.session = Session(services, evening.screen.views.put)
        with evening.session:
            yield evening
            evening.eye.let_go.set()
    evening.store.close()


def test_a_touch_is_answered_while_the_eye_reads(slow: Evening) -> None:
    slow.session.send(CupsAreUp(slow.challenged().number))
    reading = slow.screen.scene(ReadingScene)
    assert slow.eye.asked.wait(PATIENCE_S)
    slow.session.send(Undo(reading.number))
    assert slow.screen.scene(RevealScene).fault is None


def test_a_reading_that_is_done_wakes_the_session(slow: Evening) -> None:
    slow.eye.sees = ((5, 1), (5, 4))
    slow.session.send(CupsAreUp(slow.challenged().number))
    assert slow.eye.asked.wait(PATIENCE_S)
    slow.eye.let_go.set()
    assert slow.screen.scene(VerdictScene).scene.verdict.count == 3


@pytest.mark.parametrize("paused", [False, True])
def test_a_reading_that_was_broken_off_is_not_taken_for_a_later_one(slow: Evening, paused: bool) -> None:
    slow.eye.sees = ((5, 1), (5, 4))
    slow.session.send(CupsAreUp(slow.challenged().number))
    reading = slow.screen.scene(ReadingScene)
    assert slow.eye.asked.wait(PATIENCE_S)
    slow.session.send((PauseTable if paused else Undo)(reading.number))
    away = slow.screen.scene(PauseScene if paused else RevealScene)
    slow.eye.let_go.set()
    touched_ns = slow.camera.clock()
    slow.session.send((BackToTable if paused else CupsAreUp)(away.number))
    assert slow.screen.scene(VerdictScene).scene.verdict.count == 3
    assert min(frame.exposed_at_ns for frame in slow.eye.frames) > touched_ns


def test_a_fault_of_the_eye_in_the_background_is_said_and_the_game_stays(slow: Evening) -> None:
    slow.eye.fault = RuntimeError("the eye is sick")
    slow.session.send(CupsAreUp(slow.challenged().number))
    slow.eye.let_go.set()
    assert "the eye is sick" in (slow.screen.wait_for(lambda view: view.fault is not None).fault or "")
