"""What people do at the simulated table when cups are lifted, and that the table knows the truth of it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.simulator import EVERYDAY, NEVER_UP, Happening, SimulatedTable, SpriteSet
from companion.simulator.arms import SKINS, skin_by_chance
from companion.simulator.laying import chance, extent_of
from companion.simulator.lifting import Put, happening_by_chance, planned
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS
from tests.devices.laid_tables import all_uncovered, counted, difference, hand_in_view

SMALL = (640, 360)
UP = [happening for happening in Happening if happening not in NEVER_UP]
S = 1_000 * MS
FAINT = 12
"""Levels by which the last shadow of a hand may still differ."""


@pytest.fixture(scope="module")
def sprites() -> SpriteSet:
    return SpriteSet.load()


def played(
    sprites: SpriteSet, happening: Happening, seed: int = 1, players: int = 3
) -> tuple[SimulatedTable, ManualClock]:
    clock = ManualClock()
    table = SimulatedTable(players, seed, SMALL, sprites=sprites, clock=clock)
    table.deal((5,) * players, (), seed)
    table.act(planned(tuple(range(players)), chance(seed), happening))
    return table, clock


def scene_at(table: SimulatedTable, moment_ns: int) -> np.ndarray:
    return table._seen(moment_ns).scene.copy()


@pytest.mark.slow
@pytest.mark.parametrize("happening", UP)
@pytest.mark.parametrize("seed", [1, 2])
def test_once_hands_are_gone_nothing_moves_any_more_and_before_that_something_did(
    sprites: SpriteSet, happening: Happening, seed: int
) -> None:
    table, clock = played(sprites, happening, seed)
    truth = table.lift_truth()
    last = scene_at(table, truth.hands_gone_at_ns + 60 * S)
    assert difference(scene_at(table, truth.hands_gone_at_ns), last).max() <= FAINT
    assert difference(scene_at(table, truth.hands_gone_at_ns - 350 * MS), last).max() > 20
    clock.ns = truth.hands_gone_at_ns + 1
    assert not hand_in_view(table)


@pytest.mark.parametrize("happening", UP)
def test_every_die_lies_open_from_the_moment_that_the_truth_tells(
    sprites: SpriteSet, happening: Happening
) -> None:
    table, clock = played(sprites, happening)
    truth = table.lift_truth()
    assert truth.began_ns < truth.uncovered_at_ns <= truth.hands_gone_at_ns
    clock.ns = truth.uncovered_at_ns - 1
    assert not all_uncovered(table)
    clock.ns = truth.uncovered_at_ns
    assert all_uncovered(table)
    assert counted(table) == table.truth()


def test_where_a_cup_stays_on_its_dice_they_are_never_uncovered(sprites: SpriteSet) -> None:
    table, clock = played(sprites, Happening.HANDS_ONLY)
    assert table.lift_truth().uncovered_at_ns is None
    clock.go_on(60 * S)
    assert not all_uncovered(table)


def test_a_cup_that_is_put_back_uncovers_its_dice_only_the_last_time(sprites: SpriteSet) -> None:
    table, clock = played(sprites, Happening.PUT_BACK)
    seen = []
    while clock() < table.lift_truth().uncovered_at_ns:
        clock.go_on(50 * MS)
        seen.append(len(table.dice_in_view()))
    assert Counter(seen)[10] > 10
    assert seen[-1] == 15


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_a_hand_that_rests_beside_its_dice_covers_none(sprites: SpriteSet, players: int) -> None:
    table, clock = played(sprites, Happening.HAND_BESIDE, seed=players, players=players)
    truth = table.lift_truth()
    resting, clear = (
        scene_at(table, at_ns) for at_ns in (truth.hands_gone_at_ns - S, truth.hands_gone_at_ns)
    )
    clock.ns = truth.hands_gone_at_ns
    for die in table.dice_in_view():
        left, top, right, bottom = die.box
        changed = difference(resting[top:bottom, left:right], clear[top:bottom, left:right])
        assert np.mean(changed > 60) < 0.1
    clock.ns = truth.hands_gone_at_ns - S
    assert hand_in_view(table)


def test_a_hand_that_rests_over_its_dice_covers_some(sprites: SpriteSet) -> None:
    table, _ = played(sprites, Happening.HAND_OVER)
    truth = table.lift_truth()
    resting = scene_at(table, truth.hands_gone_at_ns - S)
    clear = scene_at(table, truth.hands_gone_at_ns)
    covered = [
        np.mean(difference(resting[d.box[1] : d.box[3], d.box[0] : d.box[2]],
                           clear[d.box[1] : d.box[3], d.box[0] : d.box[2]]) > 60) > 0.3
        for d in _dice_at_rest(table)
    ]  # fmt: skip
    assert any(covered)


def _dice_at_rest(table: SimulatedTable) -> tuple:
    table.lift()
    return table.dice_in_view()


@pytest.mark.slow
@pytest.mark.parametrize("happening", [Happening.PHONE, Happening.GLASS])
def test_a_thing_is_put_on_nobodys_dice(sprites: SpriteSet, happening: Happening) -> None:
    lying = 0
    for seed in range(6):
        table, clock = played(sprites, happening, seed)
        bare, _ = played(sprites, Happening.TOGETHER, seed)
        clock.ns = table.lift_truth().hands_gone_at_ns
        with_thing, without = (scene_at(each, clock() + 60 * S) for each in (table, bare))
        stays = table._acting.plan.prop.place[-1][1] > 0
        assert (np.mean(difference(with_thing, without) > 15) > 0.002) == stays
        lying += stays
        for die in table.dice_in_view():
            left, top, right, bottom = die.box
            apart = difference(with_thing[top:bottom, left:right], without[top:bottom, left:right])
            assert np.mean(apart > 60) < 0.1
    assert 0 < lying < 6, "some are taken away again"


def test_a_cup_at_the_edge_is_partly_out_of_the_picture_and_a_taken_one_is_gone(sprites: SpriteSet) -> None:
    for happening, put in ((Happening.CUP_AT_EDGE, Put.EDGE), (Happening.CUPS_TAKEN, Put.AWAY)):
        table, clock = played(sprites, happening)
        plan = table._acting.plan
        clock.go_on(60 * S)
        cups = dict(table._acting.cups)
        seat = next(lift.seat for lift in plan.lifts if lift.put is put)
        if put is Put.AWAY:
            assert seat not in cups
            continue
        seen = extent_of(table._ground, cups[seat])
        width, height = SMALL
        assert min(seen.left, seen.top, width - seen.right, height - seen.bottom) < 0
        assert min(seen.right, seen.bottom, width - seen.left, height - seen.top) > 0


def test_each_kind_of_happening_comes_and_sometimes_two_together() -> None:
    rng, come, two = chance(7), Counter(), 0
    for _ in range(600):
        happenings = happening_by_chance((*EVERYDAY, *UP), rng)
        come.update(happenings)
        two += len(happenings) == 2
    assert set(come) == set(UP)
    assert min(come.values()) >= 5
    assert 20 < two < 200
    assert set(EVERYDAY) < set(UP)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_lift(sprites: SpriteSet) -> None:
    for seed in range(3):
        one, other = (played(sprites, Happening.PHONE, seed)[0] for _ in range(2))
        assert one.lift_truth() == other.lift_truth()
        at_ns = one.lift_truth().uncovered_at_ns
        assert (scene_at(one, at_ns) == scene_at(other, at_ns)).all()


def test_happenings_are_chosen_where_the_table_is_made(sprites: SpriteSet) -> None:
    told = set()
    for seed in range(8):
        table = SimulatedTable(
            3, seed, SMALL, sprites=sprites, clock=ManualClock(), happenings=(Happening.BUMP, Happening.LATE)
        )
        table.deal((5, 5, 5), (), seed)
        table.lift_by_hand(seed)
        told.add(table.lift_truth().happening)
    assert {"bump", "late"} <= told <= {"bump", "late", "bump+late", "late+bump"}


def test_skin_has_every_shade_between_the_lightest_and_the_darkest() -> None:
    rng = chance(3)
    reds = sorted(skin_by_chance(rng)[2] for _ in range(200))
    assert reds[0] < SKINS[-1][2] + 15
    assert reds[-1] > SKINS[0][2] - 15
    assert max(np.diff(reds)) < 12


def test_a_table_without_cups_to_lift_has_nothing_to_play(sprites: SpriteSet) -> None:
    clock = ManualClock()
    table = SimulatedTable(2, 1, SMALL, sprites=sprites, clock=clock)
    table.lift_by_hand(1)
    assert all_uncovered(table)
    assert not hand_in_view(table)
