"""Recorded lifts of the second path tracer: what their plans promise, and what is told of their frames."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.cycles.lift_places import FRAME, dice_stood, square, stood
from models.cycles.lift_plans import Plan, plan
from models.cycles.lift_scripts import Happening, Stands
from models.cycles.lift_timeline import FPS, Moments, Shown, Told, frames, moments, told_of
from models.render.placing import overlap

pytestmark = pytest.mark.slow

planned = cache(plan)
"""A plan takes a third of a second: each is made once, and none while tests are collected."""


@pytest.fixture(scope="module", params=range(16))
def lift(request: pytest.FixtureRequest) -> Plan:
    return planned(1, request.param)


def test_dice_lie_where_the_picture_has_their_seat(lift):
    ground = lift.ground
    for seat, dice in enumerate(lift.dice):
        for die in dice:
            x, y = ground.spot(die.place, ground.side_mm / 2)
            assert ground.seating.seat_of(x, y, FRAME) == seat
            middle = ground.seating.cup_centre(seat, FRAME)
            assert np.hypot(x - middle[0], y - middle[1]) < 2.5 * ground.px(ground.side_mm)


def test_every_seat_has_as_many_dice_and_none_overlap(lift):
    assert len({len(dice) for dice in lift.dice}) == 1
    outlines = [square(lift.ground.side_mm, die.place, die.turn_deg) for seat in lift.dice for die in seat]
    assert not any(overlap(one, other) for one, other in combinations(outlines, 2))


def test_a_cup_covers_all_dice_of_its_seat_until_it_is_lifted(lift):
    for seat, dice in enumerate(lift.dice):
        middle = np.array(lift.ground.home(seat))
        corners = [square(lift.ground.side_mm, die.place, die.turn_deg) for die in dice]
        reach = np.linalg.norm(np.concatenate(corners) - middle, axis=1).max()
        assert reach < lift.cups[seat][0]


def test_it_begins_with_all_cups_down_and_ends_with_none_down_and_no_hand(lift):
    first, last = lift.keys[0], lift.keys[-1]
    assert {cup.stands for cup in first.cups} == {Stands.DOWN}
    assert not first.hands
    assert {cup.stands for cup in last.cups} <= {Stands.UPRIGHT, Stands.LYING, Stands.OUT}
    assert not last.hands
    assert last.held_s == 4.0


def test_cups_that_were_set_aside_hide_no_die(lift):
    dice = dice_stood(lift.ground, [die for seat in lift.dice for die in seat])
    for cup, size in zip(lift.keys[-1].cups, lift.cups, strict=True):
        if cup.stands is Stands.UPRIGHT:
            there = stood(lift.ground, cup.place, *size)
            assert all(there.gap(die) > 0 for die in dice)


def test_every_kind_of_happening_comes_in_eight_lifts():
    assert {each for number in range(8) for each in planned(1, number).happenings} == set(Happening)


def test_a_plan_follows_from_seed_and_number():
    once, again = planned(1, 3), plan(1, 3)
    assert (again.dice, again.keys) == (once.dice, once.keys)
    assert plan(2, 3).dice != again.dice


KEYS = (
    Told(1.5, 0, (1.0, 1.0)),
    Told(0.5, 2, (1.0, 0.3)),
    Told(0.25, 1, (0.0, 0.5)),
    Told(4.0, 0, (0.0, 0.0)),
)


def test_frames_show_each_key_picture_as_long_as_it_stands():
    shown = frames(KEYS, np.random.default_rng(0))
    assert len(shown) == (1.5 + 0.5 + 0.25 + 4.0) * FPS
    assert [frame.key for frame in shown] == [0] * 12 + [1] * 4 + [2] * 2 + [3] * 32
    assert [at for at, frame in enumerate(shown) if frame.share > 0] == [11, 15, 17]
    assert shown[11].after == 1
    assert shown[-1] == Shown(3, 3, 0.0)


def test_dice_are_uncovered_from_the_frame_after_the_last_that_shows_one_covered():
    shown = frames(KEYS, np.random.default_rng(0))
    assert moments(KEYS, shown) == Moments(challenged=7, uncovered=16, hands_gone=18)


def test_a_lift_that_ends_with_a_hand_is_refused():
    keys = (*KEYS[:-1], Told(4.0, 1, (0.0, 0.0)))
    with pytest.raises(ValueError, match="without a hand"):
        moments(keys, frames(keys, np.random.default_rng(0)))


def test_what_is_told_of_a_key_picture_goes_over_all_seats():
    told = told_of([{"held_s": 0.4, "hands": 2, "hidden": [[0.0, 0.6], [1.0, 0.0]]}])
    assert told == (Told(0.4, 2, (0.0, 0.6, 1.0, 0.0)),)
    assert told[0].covered


RECORDED = Path(__file__).resolve().parent.parent / "rehearsal" / "lifts"


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.json")), ids=lambda path: path.stem)
def test_a_recorded_lift_is_told_of_as_it_was_planned(path):
    told = json.loads(path.read_text("utf-8"))
    seed, number = (int(word) for word in told["source"].split()[2::2])
    lift = plan(seed, number)
    assert told["dice"] == [[die.face for die in seat] for seat in lift.dice]
    assert told["happenings"] == [each.value for each in lift.happenings]
    video = cv2.VideoCapture(str(path.with_suffix(".mp4")))
    count, fps = (video.get(each) for each in (cv2.CAP_PROP_FRAME_COUNT, cv2.CAP_PROP_FPS))
    video.release()
    assert (count, fps) == (sum(round(key.held_s * FPS) for key in lift.keys), told["fps"])
    turns = [told[each] for each in ("challenged_frame", "uncovered_frame", "hands_gone_frame")]
    assert 0 < turns[0] < turns[1] <= turns[2] == count - 4.0 * FPS


def test_a_recorded_lift_is_there():
    assert list(RECORDED.glob("*.json"))
