"""The simulated camera is a stream: its own rate, exposure times, fresh noise, automatic exposure."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import CardsLying
from companion.simulator import Happening, SimulatedCardTable, SimulatedTable, SpriteSet
from companion.simulator.lifting import LiftPlan, lift_from
from companion.simulator.stream import PERIOD_NS, STREAM_FPS
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS
from tests.devices.laid_tables import all_uncovered, difference, hand_in_view

SMALL = (640, 360)


@pytest.fixture(scope="module")
def sprites() -> SpriteSet:
    return SpriteSet.load()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def table(sprites: SpriteSet, clock: ManualClock) -> SimulatedTable:
    made = SimulatedTable(3, 1, SMALL, sprites=sprites, clock=clock)
    made.deal((5, 5, 5), (), 1)
    return made


def filmed(table: SimulatedTable, clock: ManualClock, seconds: float) -> list[Frame]:
    frames = []
    for _ in range(round(seconds * STREAM_FPS)):
        clock.go_on(PERIOD_NS)
        frames.append(table.latest())
    return frames


def test_within_a_period_the_frame_is_the_same(table: SimulatedTable, clock: ManualClock) -> None:
    first = table.latest()
    clock.go_on(PERIOD_NS - 1)
    assert table.latest() is first
    clock.go_on(1)
    assert table.latest() is not first


def test_each_period_has_fresh_noise_on_the_same_scene(table: SimulatedTable, clock: ManualClock) -> None:
    for one, other in pairwise(filmed(table, clock, 0.5)):
        apart = difference(one.pixels, other.pixels)
        assert 1.0 < apart.mean() < 5.0
        assert np.percentile(apart, 99) < 25


def test_exposures_begin_with_their_period_and_rise(table: SimulatedTable, clock: ManualClock) -> None:
    opened_ns = table.latest().exposed_at_ns
    assert opened_ns == clock()
    stamps = []
    for _ in range(40):
        clock.go_on(31 * MS)
        stamps.append(table.latest().exposed_at_ns)
        assert clock() - PERIOD_NS < stamps[-1] <= clock()
        assert (stamps[-1] - opened_ns) % PERIOD_NS == 0
    assert len(set(stamps)) == (stamps[-1] - stamps[0]) // PERIOD_NS + 1


def test_what_is_moved_at_once_is_seen_at_once_by_a_later_exposure(
    table: SimulatedTable, clock: ManualClock
) -> None:
    first = table.latest()
    clock.go_on(10 * MS)
    table.lift()
    second = table.latest()
    assert second.exposed_at_ns == first.exposed_at_ns + 10 * MS
    assert np.mean(difference(first.pixels, second.pixels) > 40) > 0.02
    clock.go_on(PERIOD_NS)
    table.cover()
    assert table.latest().exposed_at_ns == clock()


def test_with_a_clock_that_stands_still_pictures_come_and_their_stamps_rise(table: SimulatedTable) -> None:
    stamps = [table.latest().exposed_at_ns, *(table.capture(0).exposed_at_ns for _ in range(3))]
    assert stamps == sorted(set(stamps))
    assert table.capture(10**15).exposed_at_ns > 10**15


@pytest.mark.slow
def test_two_cameras_of_the_same_seed_send_the_same_film(sprites: SpriteSet) -> None:
    films = []
    for _ in range(2):
        clock = ManualClock()
        table = SimulatedTable(3, 4, SMALL, sprites=sprites, clock=clock)
        table.deal((5, 5, 5), (), 1)
        table.lift_by_hand(3)
        films.append(filmed(table, clock, 1.5))
    assert all((a.pixels == b.pixels).all() for a, b in zip(*films, strict=True))


@pytest.mark.slow
def test_the_exposure_breathes_by_a_few_per_cent(table: SimulatedTable, clock: ManualClock) -> None:
    levels = [frame.pixels.mean() for frame in filmed(table, clock, 12)]
    assert 0.02 < max(levels) / min(levels) - 1 < 0.08


@pytest.mark.parametrize("light", [1.6, 0.4])
def test_after_a_lamp_is_switched_the_exposure_follows_within_a_second(
    table: SimulatedTable, clock: ManualClock, light: float
) -> None:
    before = filmed(table, clock, 0.5)[-1].pixels.mean()
    table.act(LiftPlan((), light=((0.5, 1.0), (0.55, light))))
    film = [frame.pixels.mean() / before for frame in filmed(table, clock, 2.0)]
    assert film[8] == pytest.approx(light, rel=0.3)
    assert abs(film[8] - 1) > 0.2
    assert film[24] == pytest.approx(1.0, abs=0.16)


def test_cards_are_seen_by_such_a_camera_too() -> None:
    clock = ManualClock()
    table = SimulatedCardTable(1, SMALL, clock=clock)
    table.lay(CardsLying((), ("7D", "AS"), 5, 0, 1, 1))
    first = table.latest()
    assert table.latest() is first
    clock.go_on(PERIOD_NS)
    second = table.latest()
    assert second.exposed_at_ns == first.exposed_at_ns + PERIOD_NS
    assert 0.5 < difference(first.pixels, second.pixels).mean() < 6.0


# The truth of a lift


def test_the_table_knows_when_a_lift_came_to_rest(table: SimulatedTable, clock: ManualClock) -> None:
    assert table.lift_truth() is None
    began_ns = clock()
    table.act(LiftPlan((lift_from(0, 1.0), lift_from(1, 2.0), lift_from(2, 1.5)), (Happening.TOGETHER,)))
    truth = table.lift_truth()
    assert (truth.happening, truth.began_ns) == ("together", began_ns)
    assert truth.uncovered_at_ns == began_ns + 3_100 * MS
    assert began_ns + 3_400 * MS < truth.hands_gone_at_ns <= began_ns + 3_600 * MS
    assert not hand_in_view(table)
    clock.go_on(2_000 * MS)
    assert hand_in_view(table)
    assert not all_uncovered(table)
    clock.go_on(1_100 * MS)
    assert all_uncovered(table)
    assert hand_in_view(table)
    clock.go_on(500 * MS)
    assert not hand_in_view(table)


def test_the_truth_stays_until_the_next_deal(table: SimulatedTable, clock: ManualClock) -> None:
    table.lift_by_hand(3)
    truth = table.lift_truth()
    clock.go_on(60_000 * MS)
    table.lift()
    assert table.lift_truth() == truth
    table.deal((5, 5, 5), (), 2)
    assert table.lift_truth() is None


def test_a_lift_that_has_come_so_far_goes_on_as_it_was(table: SimulatedTable, clock: ManualClock) -> None:
    table.act(LiftPlan((lift_from(0, 1.0, stays_s=3.0), lift_from(1, 1.0), lift_from(2, 1.0))))
    clock.go_on(2_500 * MS)
    table.lift()
    assert hand_in_view(table)
    assert len(table.dice_in_view()) == 15


@pytest.mark.slow
def test_a_scene_that_was_drawn_anew_in_parts_is_the_scene_drawn_whole(
    sprites: SpriteSet, table: SimulatedTable, clock: ManualClock
) -> None:
    whole_clock = ManualClock()
    whole = SimulatedTable(3, 1, SMALL, sprites=sprites, clock=whole_clock)
    whole.deal((5, 5, 5), (), 1)
    for each in (table, whole):
        each.act(LiftPlan(tuple(lift_from(seat, 0.3 * seat) for seat in range(3))))
    filmed(table, clock, 3.0)
    whole_clock.go_on(3_000 * MS // PERIOD_NS * PERIOD_NS)
    apart = difference(table._seen(clock()).scene, whole._seen(whole_clock()).scene)
    assert apart.max() <= 2


def test_like_a_pis_camera_it_has_small_live_pictures_and_captures_bring_one(
    sprites: SpriteSet, clock: ManualClock
) -> None:
    table = SimulatedTable(3, 1, SMALL, small=(320, 180), sprites=sprites, clock=clock)
    table.deal((5, 5, 5), (), 1)
    frame, live = table.capture(clock()), table.latest()
    assert table.live_is_small
    assert (frame.pixels.shape, live.pixels.shape) == ((360, 640, 3), (180, 320, 3))
    assert frame.small is not None
    for small in (frame.small, live.pixels):
        shrunk = cv2.resize(frame.pixels, (320, 180), interpolation=cv2.INTER_AREA)
        assert difference(small, shrunk).mean() < 8
