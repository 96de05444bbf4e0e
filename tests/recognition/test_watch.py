"""Lifted cups are seen by themselves: never before all are up, hands are gone and nothing moves."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from lifts import frames_of, watched

from companion.calibration.seating import Seating
from companion.frame import Frame
from companion.hardware.simulated import SpriteSet
from companion.hardware.simulated.lifting import NEVER_UP, Happening, LiftPlan, lift_from
from companion.reading import CupsSeen
from companion.recognition.watch import CupWatch
from companion.recognition.watch_pictures import SmallPicture, changed

SEEDS = (0, 1, 100)
SLOWEST_S = 0.8
"""Twice as long as nothing may move; counted from when the light has settled, too."""
LIFTED = [happening for happening in Happening if happening not in NEVER_UP]


@pytest.fixture(scope="module")
def sprites() -> SpriteSet:
    return SpriteSet.load()


@pytest.mark.parametrize("happening", LIFTED, ids=lambda each: each.value)
def test_lifted_cups_are_seen_once_all_is_still_and_not_before(
    happening: Happening, sprites: SpriteSet
) -> None:
    outcomes = [watched(happening, seed, sprites) for seed in SEEDS]
    assert [outcome.early for outcome in outcomes] == [False] * len(SEEDS)
    seen = [outcome.seen_up_s or inf for outcome in outcomes]
    late = [second - outcome.plan.ends_at_s for second, outcome in zip(seen, outcomes, strict=True)]
    assert max(late) <= SLOWEST_S, late


@pytest.mark.parametrize("happening", sorted(NEVER_UP, key=str), ids=lambda each: each.value)
def test_cups_that_were_only_touched_or_put_back_are_not_up(happening: Happening, sprites: SpriteSet) -> None:
    assert [watched(happening, seed, sprites).seen_up_s for seed in SEEDS] == [None] * len(SEEDS)


def test_the_watch_names_the_cups_that_are_still_down(sprites: SpriteSet) -> None:
    watch, told = CupWatch(Seating.for_players), []
    watch.expect((5, 5, 5))
    for _, _, frame in frames_of(Happening.LATE, 2, sprites, players=3):
        seen = watch.see(frame)
        if seen.still and (not told or told[-1] != seen.down):
            told.append(seen.down)
    assert told[0] == (0, 1, 2)
    assert told[-1] == ()
    assert any(len(down) == 1 for down in told)


def test_a_seat_without_dice_is_not_waited_for(sprites: SpriteSet) -> None:
    watch = CupWatch(Seating.for_players)
    watch.expect((5, 5, 0))
    frames = frames_of(Happening.HANDS_ONLY, 1, sprites, players=3)
    assert watch.see(next(frames)[2]) == CupsSeen((0, 1), hand=False, still=False)


def test_without_a_picture_of_cups_down_the_first_one_counts_as_that(sprites: SpriteSet) -> None:
    watch = CupWatch(Seating.for_players)
    watch.expect((5, 5))
    frames = [frame for _, second, frame in frames_of(Happening.TOGETHER, 4, sprites, 2) if second >= 0]
    assert not watch.see(frames[0]).up
    assert any(watch.see(frame).up for frame in frames[1:])


def test_a_table_whose_cups_were_up_from_the_first_picture_on_is_left_to_the_key(sprites: SpriteSet) -> None:
    last = [frame for _, _, frame in frames_of(Happening.TOGETHER, 4, sprites, 2)][-12:]
    watch = CupWatch(Seating.for_players)
    watch.expect((5, 5))
    assert not any(watch.see(frame).up for frame in last)


def test_a_frame_of_another_size_begins_anew(sprites: SpriteSet) -> None:
    watch = CupWatch(Seating.for_players)
    for size in ((320, 180), (320, 240), (640, 360), (64, 48)):
        watch.follow(Frame(np.full((size[1], size[0], 3), 90, np.uint8), 0))
    watch.expect((1, 1))
    assert not watch.see(Frame(np.full((48, 64, 3), 90, np.uint8), 10**9)).up


def test_light_and_exposure_change_nothing_and_a_die_does() -> None:
    rng = np.random.default_rng(3)
    table = rng.integers(60, 120, (9, 16, 3)).repeat(20, 0).repeat(20, 1).astype(np.uint8)
    before = SmallPicture.of(table)
    slope = np.linspace(0.5, 0.8, 320)[None, :, None]
    dimmed = SmallPicture.of((table * slope).astype(np.uint8))
    assert not changed(dimmed, before, 1.0).any()
    with_die = table.copy()
    with_die[84:92, 150:158] = 240
    assert changed(SmallPicture.of(with_die), before, 1.0).sum() >= 9


def test_a_plan_is_at_rest_when_its_last_hand_is_gone() -> None:
    plan = LiftPlan((lift_from(0, 1.0), lift_from(1, 2.0, stays_s=3.0)))
    assert plan.rests_at_s == pytest.approx(2.0 + 0.5 + 0.6 + 3.0 + 0.5)
    assert plan.at(plan.rests_at_s).of(1).reach == 0.0
    assert plan.at(plan.rests_at_s).of(1).carried == 1.0
