"""The bound on a frame's exposure never says later than the truth, however the reader is held up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.cameras.drivers.usb import ReadMoment, exposure_bound

INTERVAL_NS = 33_000_000
BUFFERS = 4
TRANSFER_NS = INTERVAL_NS
"""Read-out; the exposure before it lasts up to one interval as well."""


class Driver:
    """A camera with a queue of four frames: a full queue keeps its old frames, as Video4Linux does."""

    def __init__(self) -> None:
        self.now_ns = 10**12
        self._next_ns = self.now_ns
        self._queue: list[int] = []

    def hold_up(self, by_ns: int) -> None:
        """Time in which nobody reads."""
        until_ns = self.now_ns + by_ns
        while self._arrival_ns <= until_ns:
            if len(self._queue) < BUFFERS:
                self._queue.append(self._next_ns)
            self._next_ns += INTERVAL_NS
        self.now_ns = until_ns

    def read(self) -> int:
        """When the exposure of the frame handed out really began."""
        if not self._queue:
            self.hold_up(self._arrival_ns - self.now_ns)
        return self._queue.pop(0)

    @property
    def _arrival_ns(self) -> int:
        return self._next_ns + INTERVAL_NS + TRANSFER_NS


@given(st.lists(st.integers(0, 20 * INTERVAL_NS), min_size=1, max_size=40))
def test_the_bound_is_never_later_than_the_exposure(pauses: list[int]) -> None:
    driver, bound = Driver(), None
    for pause_ns in pauses:
        began_ns = driver.now_ns
        exposed_ns = driver.read()
        bound = exposure_bound(ReadMoment(began_ns, driver.now_ns, INTERVAL_NS), bound)
        assert bound <= exposed_ns
        driver.hold_up(pause_ns)


def test_after_a_pause_a_reader_that_keeps_reading_catches_up_within_a_few_frames() -> None:
    driver, bound = Driver(), None
    driver.hold_up(20 * INTERVAL_NS)
    event_ns, frames = driver.now_ns, 0
    while bound is None or bound <= event_ns:
        began_ns = driver.now_ns
        driver.read()
        bound = exposure_bound(ReadMoment(began_ns, driver.now_ns, INTERVAL_NS), bound)
        frames += 1
    assert frames <= BUFFERS + 4
