"""The bound on a frame's exposure never says later than the truth, however the reader is held up."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.devices.cameras.drivers.usb import ExposureBounds

STATED_NS = 33_000_000
BUFFERS = 4
WARM = 8
"""Frames after which the measured interval holds."""


class Driver:
    """A camera with a queue of four frames: a full queue keeps its old frames, as Video4Linux does."""

    def __init__(self, interval_ns: int) -> None:
        self.now_ns = 10**12
        self._interval_ns, self._next_ns = interval_ns, self.now_ns
        self._queue: list[int] = []

    def hold_up(self, by_ns: int) -> None:
        """Time in which nobody reads."""
        until_ns = self.now_ns + by_ns
        while self._arrival_ns <= until_ns:
            if len(self._queue) < BUFFERS:
                self._queue.append(self._next_ns)
            self._next_ns += self._interval_ns
        self.now_ns = until_ns

    def read(self) -> int:
        """When the exposure of the frame handed out really began."""
        if not self._queue:
            self.hold_up(self._arrival_ns - self.now_ns)
        return self._queue.pop(0)

    @property
    def _arrival_ns(self) -> int:
        """Exposure and read-out last an interval each."""
        return self._next_ns + 2 * self._interval_ns


def read(driver: Driver, bounds: ExposureBounds) -> tuple[int, int]:
    """The bound of the next frame, and the truth."""
    began_ns = driver.now_ns
    exposed_ns = driver.read()
    return bounds.of(began_ns, driver.now_ns), exposed_ns


@pytest.mark.parametrize("share", [0.25, 0.5, 1.0, 2.0, 8.0])
@given(st.lists(st.floats(0, 20), min_size=1, max_size=40))
@example([4.875, 0, 0, 0.5, 0.5, 0.5, 0, 0])
def test_the_bound_is_never_later_than_the_exposure_whatever_rate_is_stated(
    share: float, pauses: list[float]
) -> None:
    """A quarter and half of the stated interval, the stated, twice it, and a webcam in the dark."""
    interval_ns = int(share * STATED_NS)
    driver, bounds = Driver(interval_ns), ExposureBounds(STATED_NS)
    for _ in range(WARM):
        read(driver, bounds)
    for pause in pauses:
        bound_ns, exposed_ns = read(driver, bounds)
        assert bound_ns <= exposed_ns
        driver.hold_up(int(pause * interval_ns))


def test_a_webcam_that_darkens_is_bounded_from_its_first_long_frame_on() -> None:
    driver, bounds = Driver(STATED_NS), ExposureBounds(STATED_NS)
    for _ in range(WARM):
        read(driver, bounds)
    driver._interval_ns = 8 * STATED_NS
    for _ in range(WARM):
        bound_ns, exposed_ns = read(driver, bounds)
        assert bound_ns <= exposed_ns
        driver.hold_up(7 * STATED_NS)


def test_after_a_pause_a_reader_that_keeps_reading_catches_up_within_a_few_frames() -> None:
    driver, bounds = Driver(STATED_NS), ExposureBounds(STATED_NS)
    driver.hold_up(20 * STATED_NS)
    event_ns, frames, bound_ns = driver.now_ns, 0, 0
    while bound_ns <= event_ns:
        bound_ns, _ = read(driver, bounds)
        frames += 1
    assert frames <= BUFFERS + 4


def test_after_a_pause_between_frames_it_catches_up_within_half_a_second() -> None:
    driver, bounds = Driver(STATED_NS), ExposureBounds(STATED_NS)
    read(driver, bounds)
    driver.hold_up(20 * STATED_NS)
    event_ns, bound_ns = driver.now_ns, 0
    while bound_ns <= event_ns:
        bound_ns, _ = read(driver, bounds)
    assert driver.now_ns - event_ns <= 500_000_000


@pytest.mark.parametrize("decoding", [0.95, 1.3, 3.0])
def test_a_reader_that_decodes_as_long_as_its_camera_exposes_is_late_by_a_few_frames_only(
    decoding: float,
) -> None:
    driver, bounds = Driver(STATED_NS), ExposureBounds(STATED_NS)
    for _ in range(200):
        bound_ns, exposed_ns = read(driver, bounds)
        assert bound_ns <= exposed_ns
        driver.hold_up(int(decoding * STATED_NS))
    assert exposed_ns - bound_ns <= (BUFFERS + 2) * max(1.0, decoding) * STATED_NS


@given(st.lists(st.tuples(st.floats(0, 20), st.floats(0, 0.7)), min_size=1, max_size=40))
def test_a_read_that_a_busy_machine_holds_up_brings_no_new_frame_where_the_driver_stamps_them(
    pauses: list[tuple[float, float]],
) -> None:
    driver, bounds = Driver(STATED_NS), ExposureBounds(STATED_NS)
    for pause, held_up in pauses:
        began_ns = driver.now_ns
        exposed_ns = driver.read()
        driver.hold_up(int(held_up * STATED_NS))
        stamped_ns = exposed_ns + STATED_NS  # as its first row is sent
        assert bounds.of(began_ns, driver.now_ns, stamped_ns) <= exposed_ns
        driver.hold_up(int(pause * STATED_NS))
