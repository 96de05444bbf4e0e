"""Virtual time: it passes as people and the session say, and nobody waits for it."""

from __future__ import annotations

import queue

import pytest

from companion.core.frame import NS_PER_S
from companion.simulator.rehearsal import VirtualClock
from companion.simulator.rehearsal.pace import PacedInbox, WorkTime

BEGUN_NS = NS_PER_S


class Guests:
    """Touch at given moments; each touch puts its moment into the inbox."""

    def __init__(self, inbox: PacedInbox, *moments_s: float) -> None:
        self._inbox, self._moments = inbox, [BEGUN_NS + round(each * NS_PER_S) for each in moments_s]
        self.sat_down, self.gone, self.told_stuck = False, False, False

    def sit_down(self) -> None:
        self.sat_down = True

    def due_ns(self) -> int | None:
        return self._moments[0] if self._moments else None

    def act(self) -> bool:
        self._inbox.put(self._moments.pop(0))
        return True

    def nothing_left(self) -> None:
        self.told_stuck = self.gone = True
        self._inbox.put(None)


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(BEGUN_NS)


@pytest.fixture
def inbox(clock: VirtualClock) -> PacedInbox:
    return PacedInbox(clock, WorkTime())


def test_a_wait_passes_at_once_where_nobody_acts_before_it_is_over(
    clock: VirtualClock, inbox: PacedInbox
) -> None:
    inbox.attend(Guests(inbox, 2.0))
    with pytest.raises(queue.Empty):
        inbox.get(0.125)
    assert clock() == BEGUN_NS + NS_PER_S // 8


def test_who_acts_before_the_wait_is_over_ends_it(clock: VirtualClock, inbox: PacedInbox) -> None:
    guests = Guests(inbox, 2.0)
    inbox.attend(guests)
    assert inbox.get(30.0) == clock() == BEGUN_NS + 2 * NS_PER_S
    assert guests.sat_down


def test_without_a_limit_time_goes_to_the_next_touch(clock: VirtualClock, inbox: PacedInbox) -> None:
    inbox.attend(Guests(inbox, 5.0, 7.0))
    assert [inbox.get(None), inbox.get(None)] == [BEGUN_NS + 5 * NS_PER_S, BEGUN_NS + 7 * NS_PER_S]


def test_a_session_that_waits_while_nobody_means_to_touch_is_told_as_stuck(inbox: PacedInbox) -> None:
    guests = Guests(inbox)
    inbox.attend(guests)
    assert inbox.get(None) is None
    assert guests.told_stuck


def test_what_was_put_in_comes_first_and_takes_no_time(clock: VirtualClock, inbox: PacedInbox) -> None:
    inbox.attend(Guests(inbox, 1.0))
    inbox.put("news")
    assert (inbox.get(None), clock()) == ("news", BEGUN_NS)


def test_time_never_goes_back(clock: VirtualClock) -> None:
    clock.advance_to(5)
    assert clock() == BEGUN_NS


def test_work_is_counted_without_its_pauses() -> None:
    moments = iter([10.0, 12.0, 20.0, 21.0])
    work = WorkTime(lambda: next(moments))
    work.go_on()
    work.pause()
    work.go_on()
    assert work.worked_s == 3.0
