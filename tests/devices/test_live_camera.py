"""A USB camera or stream: fresh frames, a pulled cable, a camera that comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.core.frame import CameraGone
from companion.devices import Supervisor
from companion.devices.cameras.drivers import usb
from companion.devices.cameras.drivers.usb import FAILED_READS, LiveCamera
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS, Openings, ScriptedCapture, grey

Opens = Callable[..., Supervisor]
SELDOM_S = 20.0
"""The supervisor looks only when a capture wakes it."""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def opens(clock: ManualClock) -> Iterator[Opens]:
    """Opens a camera on some captures and closes it after the test."""
    made: list[Supervisor] = []

    def opening(
        *captures: ScriptedCapture,
        openings: Openings | None = None,
        source: int | str = 0,
        wait_s: float = 3.0,
    ) -> Supervisor:
        opener = openings or Openings(list(captures))

        def live() -> LiveCamera:
            return LiveCamera(source, "USB camera 0", opener=opener, clock=clock, capture_wait_s=wait_s)

        made.append(Supervisor(live, clock=clock, look_every_s=SELDOM_S))
        return made[-1]

    yield opening
    for camera in made:
        camera.close()


def test_a_captured_frame_was_exposed_after_the_event(clock: ManualClock, opens: Opens) -> None:
    event_ns = clock() + 200 * MS
    camera = opens(ScriptedCapture(clock, [(40 * MS, grey(level)) for level in range(20)]))
    frame = camera.capture(event_ns)
    assert frame.exposed_at_ns > event_ns
    arrived_ns = 1_000 * MS + (int(frame.pixels[0, 0, 0]) + 1) * 40 * MS
    assert frame.exposed_at_ns == arrived_ns - 40 * MS - 2 * 40 * MS


def test_frames_that_the_driver_had_queued_are_not_taken_for_fresh_ones(
    clock: ManualClock, opens: Opens
) -> None:
    event_ns = clock()
    queued = [(0, grey(level)) for level in (1, 2, 3, 4)]
    fresh = [(40 * MS, grey(level)) for level in (11, 12, 13, 14)]
    camera = opens(ScriptedCapture(clock, queued + fresh))
    assert camera.capture(event_ns).pixels[0, 0, 0] >= 13


def test_nor_are_they_where_decoding_one_takes_as_long_as_a_wait_for_the_next(
    clock: ManualClock, opens: Opens
) -> None:
    event_ns = clock()
    queued = [(0, grey(level)) for level in (1, 2, 3, 4)]
    camera = opens(ScriptedCapture(clock, queued, decoding_ns=30 * MS), wait_s=0.02)
    with pytest.raises(CameraGone, match="no new picture from"):
        camera.capture(event_ns)


def test_a_frame_that_cannot_be_decoded_tells_how_long_the_next_was_exposed(
    clock: ManualClock, opens: Opens
) -> None:
    """A webcam's first frame is often broken, and in the dark its frames last longer than it states."""
    exposed_ns = clock()
    broken = np.zeros((1, 1), np.uint8)
    camera = opens(ScriptedCapture(clock, [(250 * MS, broken), (250 * MS, grey(1))]))
    assert camera.capture(0).exposed_at_ns <= exposed_ns


def test_a_stream_is_taken_to_be_a_second_late(clock: ManualClock, opens: Opens) -> None:
    event_ns = clock()
    frames = [(40 * MS, grey(level)) for level in range(40)]
    camera = opens(ScriptedCapture(clock, frames), source="rtsp://table")
    assert camera.capture(event_ns).pixels[0, 0, 0] >= 25


def test_a_dropped_frame_or_two_do_not_matter(clock: ManualClock, opens: Opens) -> None:
    frames = [
        (40 * MS, grey(1)),
        (0, None),
        (0, None),
        (40 * MS, grey(2)),
        (40 * MS, grey(3)),
        (40 * MS, grey(4)),
    ]
    camera = opens(ScriptedCapture(clock, frames))
    assert camera.capture(clock.ns - 10_000 * MS).pixels.shape == (48, 64, 3)


def test_a_pulled_cable_is_told_at_once_and_in_words(clock: ManualClock, opens: Opens) -> None:
    pulled = ScriptedCapture(clock, [(40 * MS, grey(1))], then_fails=True)
    gone = ScriptedCapture(clock, opened=False)
    camera = opens(pulled, gone)
    with pytest.raises(CameraGone, match=r"^USB camera 0 is gone: check its cable$"):
        camera.capture(clock() + 10**12)
    assert pulled.released.is_set()
    assert camera.latest() is None


def test_a_camera_that_comes_back_is_used_again(clock: ManualClock, opens: Opens) -> None:
    pulled = ScriptedCapture(clock, [(40 * MS, grey(1))] + [(0, None)] * FAILED_READS)
    openings = Openings([pulled, ScriptedCapture(clock, opened=False)])
    camera = opens(openings=openings)
    with pytest.raises(CameraGone):
        camera.capture(clock() + 10**12)
    openings.captures[:] = [ScriptedCapture(clock, [(40 * MS, grey(9)) for _ in range(5)])]
    assert camera.capture(clock() - 10**12).pixels[0, 0, 0] == 9


def test_a_driver_that_hangs_is_given_up_in_bounded_time(clock: ManualClock, opens: Opens) -> None:
    camera = opens(ScriptedCapture(clock, [(40 * MS, grey(1))]), wait_s=0.02)
    with pytest.raises(CameraGone, match="no new picture from"):
        camera.capture(clock() + 10**12)


def test_an_error_inside_opencv_counts_as_gone(clock: ManualClock, opens: Opens) -> None:
    camera = opens(ScriptedCapture(clock, raises=True), ScriptedCapture(clock, opened=False))
    with pytest.raises(CameraGone, match="is gone"):
        camera.capture(0)


def test_a_camera_that_is_not_there_cannot_be_opened(
    clock: ManualClock, opens: Opens, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(usb, "DEVICES", f"{tmp_path}/")
    absent, taken = ScriptedCapture(clock, opened=False), ScriptedCapture(clock, opened=False)
    with pytest.raises(CameraGone, match="video0 is no camera that is plugged in"):
        opens(absent)
    assert absent.released.is_set()
    (tmp_path / "video0").touch()
    with pytest.raises(CameraGone, match="cannot be opened: check its cable"):
        opens(taken)


def test_the_live_view_has_the_newest_frame_with_its_time(clock: ManualClock, opens: Opens) -> None:
    frames = [(40 * MS, grey(level)) for level in range(4)]
    camera = opens(ScriptedCapture(clock, frames))
    captured = camera.capture(1_000 * MS + 30 * MS)
    assert camera.latest() is captured
    assert captured.pixels[0, 0, 0] == 3


def test_a_closed_camera_says_so_and_may_be_closed_twice(clock: ManualClock, opens: Opens) -> None:
    capture = ScriptedCapture(clock, [(40 * MS, grey(1))])
    camera = opens(capture)
    capture.released.set()
    camera.close()
    camera.close()
    with pytest.raises(CameraGone, match="closed"):
        camera.latest()
    with pytest.raises(CameraGone, match="closed"):
        camera.capture(0)
