"""A camera whose driver hangs holds nobody up: not the table, not the watchdog, not the end of the game."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.core.frame import CameraGone, Frame, NotYet
from companion.core.reading import TableReading
from companion.devices import Supervisor
from companion.devices.cameras.supervisor import ANSWER_TIMEOUT_S
from companion.play.base.commands import CallChallenge, CupsAreUp, NewGame, PlaceBid, Undo
from companion.play.modes.dice.views import BiddingScene, ReadingScene, RevealScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import Scene
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS, grey

SECOND = 1_000 * MS
PATIENCE_S = 20.0


class HangingCamera:
    """A driver that answers while ``open_gate`` is set, and else never."""

    name = "hanging camera"
    live_is_small = False

    def __init__(self, clock: ManualClock) -> None:
        self.clock, self.gate, self.asked_after = clock, threading.Event(), []
        self.fault: Exception | None = None
        self.looks_hang = False

    def latest(self) -> Frame | None:
        if self.looks_hang:
            self.gate.wait(PATIENCE_S)
        return Frame(grey(80), self.clock())

    def capture(self, after_ns: int) -> Frame:
        self.asked_after.append(after_ns)
        self.gate.wait(PATIENCE_S)
        if self.fault is not None:
            raise self.fault
        return Frame(grey(90), after_ns + 1)

    def close(self) -> None:
        return None


@pytest.fixture
def driver() -> Iterator[HangingCamera]:
    camera = HangingCamera(ManualClock())
    yield camera
    camera.gate.set()


def punctual(driver: HangingCamera) -> Supervisor:
    """With no time to wait where the driver hangs, and all the time of a slow machine where it answers."""
    soon_s = PATIENCE_S if driver.gate.is_set() else 0.0
    return Supervisor(lambda: driver, clock=driver.clock, look_every_s=None, answers_within_s=soon_s)


def test_a_driver_that_answers_is_heard_at_once(driver: HangingCamera) -> None:
    driver.gate.set()
    camera = punctual(driver)
    assert camera.capture(7).exposed_at_ns == 8
    assert camera.latest().pixels.mean() == 80


def test_one_that_takes_its_time_is_asked_once_and_heard_later(driver: HangingCamera) -> None:
    camera = punctual(driver)
    for _ in range(3):
        with pytest.raises(NotYet):
            camera.capture(7)
    driver.gate.set()
    camera.answers_within_s = PATIENCE_S
    assert (camera.capture(7).exposed_at_ns, driver.asked_after) == (8, [7])


def test_one_that_hangs_counts_as_gone_until_it_answers(driver: HangingCamera) -> None:
    camera = punctual(driver)
    with pytest.raises(NotYet):
        camera.capture(7)
    driver.clock.go_on(int(ANSWER_TIMEOUT_S * SECOND))
    for _ in range(2):
        with pytest.raises(CameraGone, match="the hanging camera does not answer") as gone:
            camera.capture(7)
        assert not isinstance(gone.value, NotYet)
    driver.gate.set()
    camera.answers_within_s = PATIENCE_S
    assert camera.capture(7).exposed_at_ns == 8


def test_what_was_exposed_for_an_earlier_question_is_no_answer_to_a_later_one(driver: HangingCamera) -> None:
    camera = punctual(driver)
    with pytest.raises(NotYet):
        camera.capture(7)
    driver.gate.set()
    camera.answers_within_s = PATIENCE_S
    camera._capture_asked.is_answered(PATIENCE_S)
    assert (camera.capture(50).exposed_at_ns, driver.asked_after) == (51, [7, 50])


def test_an_earlier_question_that_is_answered_meanwhile_is_no_answer_to_a_later_one(
    driver: HangingCamera,
) -> None:
    camera = punctual(driver)
    with pytest.raises(NotYet):
        camera.capture(7)
    camera.answers_within_s = PATIENCE_S
    threading.Timer(0.05, driver.gate.set).start()
    with pytest.raises(NotYet):
        camera.capture(50)
    assert camera.capture(50).exposed_at_ns == 51


def test_a_drivers_fault_is_raised_where_its_answer_is_taken(driver: HangingCamera) -> None:
    driver.gate.set()
    driver.fault = CameraGone("it was unplugged")
    camera = punctual(driver)
    for _ in range(2):
        with pytest.raises(CameraGone, match="it was unplugged"):
            camera.capture(7)


def test_a_live_picture_stays_while_the_next_one_takes_its_time(driver: HangingCamera) -> None:
    driver.gate.set()
    camera = punctual(driver)
    first = camera.latest()
    driver.gate.clear()
    driver.looks_hang, camera.answers_within_s = True, 0.0
    assert camera.latest() is first
    driver.clock.go_on(int(ANSWER_TIMEOUT_S * SECOND))
    with pytest.raises(CameraGone, match="does not answer"):
        camera.latest()


def test_a_late_picture_that_nobody_waited_for_is_not_shown_at_the_next_look(driver: HangingCamera) -> None:
    camera = punctual(driver)
    driver.looks_hang = True
    assert camera.latest() is None
    asked_ns = driver.clock()
    driver.gate.set()
    assert camera._look_asked.is_answered(PATIENCE_S)
    driver.clock.go_on(60 * SECOND)
    camera.answers_within_s = PATIENCE_S
    assert camera.latest().exposed_at_ns >= asked_ns + 60 * SECOND


class BlindEye:
    """It is never asked: no frame comes."""

    def read_table(self, *_: object) -> TableReading:
        raise AssertionError("there is nothing to read")

    look = read_table


def test_touches_are_answered_while_the_camera_hangs_and_the_evening_can_be_ended(
    driver: HangingCamera, tmp_path: Path
) -> None:
    evening = Evening(tmp_path / "games.sqlite3", Opened(driver, None, "hanging"), BlindEye(), watch=False)
    views: list[object] = []
    changed = threading.Condition()

    def seen(view: object) -> None:
        with changed:
            views.append(view)
            changed.notify_all()

    def stands(scene: Scene, **fields: object) -> object:
        def it_does() -> bool:
            view = session.view
            return view.kind is scene and all(getattr(view, name) == value for name, value in fields.items())

        with changed:
            assert changed.wait_for(it_does, PATIENCE_S), session.view
        return session.view

    with session_of(evening) as session:
        session.on_view = seen
        session.tell("the table is set")
        welcome = stands(WelcomeScene, fault="The table is set.")
        session.send(NewGame(welcome.number, "milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0))
        session.send(PlaceBid(stands(BiddingScene).number, 2, 5))
        asked = "Bob: beat two 5s, or challenge."
        session.send(CallChallenge(stands(BiddingScene, message=asked).number, (1,)))
        session.send(CupsAreUp(stands(RevealScene).number))
        session.send(Undo(stands(ReadingScene).number))
        assert stands(RevealScene).fault is None
        assert session.is_well
    assert driver.asked_after
