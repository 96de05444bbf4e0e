"""The supervisor: a camera that hangs is noticed within five seconds, told, and opened again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.core.frame import CameraGone, Frame
from companion.devices import Supervisor
from companion.devices.cameras.drivers.pi import PiCamera
from companion.devices.cameras.supervisor import HUNG_AFTER_S, LOOK_EVERY_S, REOPEN_EVERY_S
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS, FakePicamera2, grey

SECOND = 1_000 * MS
PATIENCE_S = 20.0


class ShakyCamera:
    """A camera that sends a picture a look, until it ``hangs``."""

    name = "shaky camera"

    def __init__(self, clock: ManualClock) -> None:
        self.clock, self.hangs, self.closed = clock, False, threading.Event()
        self.is_dead = False
        self.fault: Exception | None = None
        self.stamp_ns = clock()

    def latest(self) -> Frame | None:
        if self.is_dead:
            raise CameraGone("its cable was pulled")
        if self.fault is not None:
            raise self.fault
        if not self.hangs:
            self.stamp_ns = self.clock()
        return Frame(grey(80), self.stamp_ns)

    def capture(self, after_ns: int) -> Frame:
        return Frame(grey(90), after_ns + 1)

    def close(self) -> None:
        self.closed.set()


class Bench:
    """A guarded camera; ``opened`` are all cameras so far, ``absent`` refuses the next ones."""

    def __init__(self) -> None:
        self.clock, self.absent = ManualClock(), False
        self.refusal: Exception = CameraGone("it is busy")
        self.opened: list[ShakyCamera] = []
        self.news: list[str] = []
        self.guard = Supervisor(self._open, clock=self.clock, look_every_s=None)
        self.guard.on_news = self.news.append

    def _open(self) -> ShakyCamera:
        if self.absent:
            raise self.refusal
        self.opened.append(ShakyCamera(self.clock))
        return self.opened[-1]

    def looks(self, seconds: float) -> None:
        for _ in range(round(seconds / LOOK_EVERY_S)):
            self.clock.go_on(int(LOOK_EVERY_S * SECOND))
            self.guard.look()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_camera_that_sends_pictures_is_left_alone(bench: Bench) -> None:
    bench.looks(600)
    assert (len(bench.opened), bench.news) == (1, [])


def test_a_hanging_camera_is_noticed_within_five_seconds_and_opened_again(bench: Bench) -> None:
    bench.looks(3)
    bench.opened[0].hangs = True
    hung_ns = bench.clock()
    while not bench.news:
        bench.looks(LOOK_EVERY_S)
    assert bench.clock() - hung_ns <= 5 * SECOND
    assert bench.opened[0].closed.is_set()
    assert bench.news == [
        "no picture from the shaky camera: it is being restarted",
        "the shaky camera is back",
    ]
    assert bench.guard.latest().pixels.mean() == 80


def test_while_it_is_away_play_is_told_and_it_is_looked_for_every_two_seconds(bench: Bench) -> None:
    bench.opened[0].hangs, bench.absent = True, True
    bench.looks(HUNG_AFTER_S + 1)
    again = "it is busy. Then it goes on by itself"
    with pytest.raises(CameraGone, match=f"^{again}$"):
        bench.guard.latest()
    with pytest.raises(CameraGone, match=f"^{again}$"):
        bench.guard.capture(0)
    bench.absent = False
    bench.looks(REOPEN_EVERY_S)
    assert bench.guard.capture(7).exposed_at_ns == 8
    assert bench.news[-1] == "the shaky camera is back"


def test_a_source_that_fails_is_opened_again_at_once_and_a_short_failure_is_no_news(bench: Bench) -> None:
    bench.opened[0].is_dead = True
    bench.looks(LOOK_EVERY_S)
    assert bench.opened[0].closed.is_set()
    assert (len(bench.opened), bench.news) == (2, [])
    assert bench.guard.latest().pixels.mean() == 80


def test_a_source_that_stays_away_is_said_in_the_drivers_words_and_after_four_seconds_told(
    bench: Bench,
) -> None:
    bench.looks(LOOK_EVERY_S)
    bench.opened[0].is_dead, bench.absent = True, True
    bench.looks(LOOK_EVERY_S)
    assert (bench.guard.latest(), bench.news) == (None, [])
    with pytest.raises(CameraGone, match=r"^its cable was pulled$"):
        bench.guard.capture(0)
    bench.looks(HUNG_AFTER_S)
    assert [told.startswith("no picture from the shaky camera") for told in bench.news] == [True]
    with pytest.raises(CameraGone, match=r"^it is busy\. Then it goes on by itself$"):
        bench.guard.latest()
    bench.absent = False
    bench.looks(REOPEN_EVERY_S)
    assert bench.news[1:] == ["the shaky camera is back"]


def test_whatever_a_driver_raises_the_camera_is_looked_for_again(bench: Bench) -> None:
    """Such as libcamera, and drivers of other packages."""
    bench.opened[0].fault = RuntimeError("the sensor has gone")
    bench.absent, bench.refusal = True, OSError("no such device")
    bench.looks(HUNG_AFTER_S + 1)
    with pytest.raises(CameraGone, match=r"^no such device\. Then it goes on by itself$"):
        bench.guard.latest()
    bench.absent = False
    bench.looks(REOPEN_EVERY_S)
    assert (bench.opened[0].closed.is_set(), bench.news[-1]) == (True, "the shaky camera is back")


def test_a_camera_that_never_sends_a_first_picture_hangs_too(bench: Bench) -> None:
    bench.opened[0].hangs = True
    bench.looks(60)
    assert len(bench.opened) == 2, "and the second one sends"


def test_an_old_picture_is_no_sign_of_life(bench: Bench) -> None:
    """A driver whose thread stopped goes on handing out its last frame."""
    bench.looks(2)
    bench.opened[0].hangs = True
    assert bench.guard.latest() is not None
    bench.looks(5)
    assert len(bench.opened) == 2


def test_one_that_fails_at_the_first_opening_is_not_guarded() -> None:
    def absent() -> ShakyCamera:
        raise CameraGone("no camera is on the socket")

    with pytest.raises(CameraGone, match="on the socket"):
        Supervisor(absent, look_every_s=None)


def test_a_closed_one_is_not_opened_again(bench: Bench) -> None:
    bench.guard.close()
    bench.guard.close()
    bench.looks(60)
    assert len(bench.opened) == 1
    assert bench.opened[0].closed.is_set()
    with pytest.raises(CameraGone, match="was closed"):
        bench.guard.latest()


def test_a_reading_waits_for_a_camera_that_comes_back() -> None:
    """With its own thread: a capture wakes the watchdog, which opens the camera at once."""
    clock, refuse, openings = ManualClock(), [False], []

    def opening() -> ShakyCamera:
        openings.append(1)
        if refuse[0]:
            raise CameraGone("not yet")
        return ShakyCamera(clock)

    guard = Supervisor(opening, clock=clock, look_every_s=PATIENCE_S)
    refuse[0] = True
    guard._say_hung()
    guard._replace(guard._camera)
    refuse[0] = False
    assert guard.capture(5).exposed_at_ns == 6
    guard.close()


def test_a_pi_camera_whose_frames_stop_is_opened_again() -> None:
    """The driver's own thread stops calling; picamera2 says nothing of it."""
    clock, devices = ManualClock(), []

    def opening() -> PiCamera:
        devices.append(FakePicamera2(clock, [(clock() + n * 33 * MS, 100, (9, 9, 9)) for n in range(1, 9)]))
        return PiCamera(open_device=lambda: devices[-1], clock=clock)

    guard = Supervisor(opening, clock=clock, look_every_s=None)
    run(guard, clock, devices[0].frame_arrives, times=8)
    assert len(devices) == 1
    run(guard, clock, lambda: None, times=10)
    assert len(devices) == 2
    assert devices[0].calls[-2:] == ["stop", "close"]
    devices[1].frame_arrives()
    assert guard.latest() is not None


def run(guard: Supervisor, clock: ManualClock, happens: Callable[[], None], times: int) -> None:
    for _ in range(times):
        happens()
        clock.go_on(int(LOOK_EVERY_S * SECOND))
        guard.look()


def test_an_evening_tells_its_table_what_the_watchdog_says(tmp_path: Path) -> None:
    clock = ManualClock()
    guard = Supervisor(lambda: ShakyCamera(clock), clock=clock, look_every_s=None)
    with session_of(Evening(tmp_path / "games.sqlite3", Opened(guard, None, "a camera"), None)) as session:
        assert guard.on_news == session.tell
