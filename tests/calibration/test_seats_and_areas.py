"""Seats and areas of a real table: touched, kept, refused with what to do; whose a place is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
import pytest

from companion.calibration import (
    Area,
    AreaKind,
    FoundBy,
    LensNote,
    Point,
    Profile,
    ProfileError,
    Seating,
    Setup,
    Step,
    even_seats,
)
from companion.calibration.seats import NOBODY, owners
from companion.calibration.shelf import profile_of, text_of
from tests.calibration.calibration_scenes import LENS, TABLE

FIELD = (1000.0, 600.0)
FOUR = ((0.0, 300.0), (-500.0, 0.0), (0.0, -300.0), (500.0, 0.0))
BOARD = Area.rectangle(AreaKind.BOARD, (-180.0, -120.0), (180.0, 120.0))
LOST = Area.rectangle(AreaKind.LOST_DICE, (-140.0, -60.0), (140.0, 80.0))
OUT = Area(AreaKind.OUT, ((400.0, -280.0), (480.0, -290.0), (470.0, -200.0)))
DEN = Profile(
    "den", datetime(2026, 11, 21, 8, 30, tzinfo=UTC), "Camera Module 3", LensNote(12, 0.21), TABLE,
    FoundBy.TOUCH, 1.5, (), 16.0, FOUR, (BOARD, LOST, OUT),
)  # fmt: skip


def owner(seats: tuple[Point, ...], x: float, y: float, size: Point = FIELD) -> int:
    return int(owners(seats, np.array([(x, y)]), size)[0])


def test_seats_and_areas_come_back_from_the_profiles_text() -> None:
    assert profile_of(text_of(DEN)) == DEN
    assert "[[areas]]  # the Lost Dice Squares: dice here are not counted" in text_of(DEN)


def test_a_profile_from_before_there_were_seats_is_still_read() -> None:
    bare = replace(DEN, seats=(), areas=())
    old = text_of(bare).replace("version = 3", "version = 1")
    assert profile_of(old) == bare


FAULTS = {
    "  [0.0, 300.0],": ("  [0.0],", r"places_mm of \[seats\] must be pairs of numbers"),
    "  [-500.0, 0.0],": ("  [0.0, 310.0],", "the second seat are on one spot, 10 mm apart"),
    'kind = "board"': ('kind = "bar"', r'kind of \[areas, number 1\] must be "lost_dice", "board" or "out"'),
    "  [180.0, 120.0],": ("", "the bidding board|"),
    "[seats]": ("[seats]\nchairs = 4", r'"chairs" of \[seats\] is unknown; known are places_mm'),
    "[[areas]]": ("[areas]", "it is no TOML|must be parts like"),
}


@pytest.mark.parametrize("right", FAULTS, ids=lambda right: right.strip())
def test_a_fault_in_the_text_is_named(right: str) -> None:
    wrong, sentence = FAULTS[right]
    text = text_of(DEN)
    assert right in text
    if right == "  [180.0, 120.0],":
        assert len(profile_of(text.replace(right, wrong, 1)).areas[0].corners_mm) == 3
        return
    with pytest.raises(ProfileError, match=sentence):
        profile_of(text.replace(right, wrong, 1))


BAD_SEATS = {
    "one seat": (FOUR[:1], "a game needs two seats"),
    "thirteen seats": ((*even_seats(12, (3000.0, 2000.0)), (0.0, 900.0)), "at most 12 seats"),
    "one spot": ((FOUR[0], (20.0, 290.0)), "the first seat and the second seat are on one spot, 22 mm apart"),
    "in the middle": ((FOUR[0], (60.0, 90.0)), "the second seat is in the middle of the table"),
    "beyond": ((FOUR[0], (0.0, -700.0)), "the second seat is 400 mm beyond the table"),
    "the wrong way round": (FOUR[::-1], "do not follow clockwise"),
    "twice round": ((*FOUR[:3], (-300.0, 300.0), FOUR[3]), "do not follow clockwise"),
    "no number": ((FOUR[0], (float("nan"), 0.0)), "two finite numbers"),
}


@pytest.mark.parametrize("what", BAD_SEATS)
def test_seats_that_cannot_be_are_refused_with_what_to_do(what: str) -> None:
    seats, sentence = BAD_SEATS[what]
    plane = replace(TABLE, size_mm=(3000.0, 2000.0)) if what == "thirteen seats" else TABLE
    with pytest.raises(ProfileError, match=sentence):
        replace(DEN, plane=plane, seats=seats, areas=())


BAD_AREAS = {
    "of no size": (((0.0, 0.0), (100.0, 0.0), (200.0, 0.5)), "would be 200 × 0 mm, too narrow for a die"),
    "one point": (((5.0, 5.0),) * 4, "too narrow for a die"),
    "crossed": (((0.0, 0.0), (99.0, 99.0), (99.0, 0.0), (0.0, 99.0)), "sides of the bidding board cross"),
    "two corners": (((0.0, 0.0), (99.0, 99.0)), "must have 3 to 8 corners, got 2"),
    "beyond the table": (
        ((400.0, 0.0), (700.0, 0.0), (700.0, 90.0), (400.0, 90.0)),
        "beyond the table: touch its corners again",
    ),
    "no number": (((0.0, 0.0), (99.0, 0.0), (float("inf"), 99.0)), "in millimetres"),
    "over a seat": (
        ((-100.0, 200.0), (100.0, 200.0), (100.0, 310.0), (-100.0, 310.0)),
        "the first seat would be inside the bidding board",
    ),
}


@pytest.mark.parametrize("what", BAD_AREAS)
def test_areas_that_cannot_be_are_refused_with_what_to_do(what: str) -> None:
    corners, sentence = BAD_AREAS[what]
    with pytest.raises(ProfileError, match=sentence):
        replace(DEN, areas=(Area(AreaKind.BOARD, corners),))


def test_what_is_not_in_play_may_reach_beyond_the_table_but_not_lie_there() -> None:
    beside = ((450.0, -100.0), (800.0, -100.0), (800.0, -40.0), (450.0, -40.0))
    assert replace(DEN, areas=(Area(AreaKind.OUT, beside),)).areas[0].holds(700.0, -60.0)
    with pytest.raises(ProfileError, match="beyond the table"):
        replace(DEN, areas=(Area(AreaKind.OUT, tuple((x + 200, y) for x, y in beside)),))


@pytest.mark.parametrize("players", range(2, 13))
def test_even_seats_are_those_of_the_simulated_table(players: int) -> None:
    seats, picture = even_seats(players, FIELD), (1000, 600)
    assert seats[0] == pytest.approx((0, 300))
    for seat, (x, y) in enumerate(seats):
        inward = 500 + 0.9 * x, 300 + 0.9 * y
        assert Seating(players).seat_of(*inward, picture) == seat
        assert owner(seats, 0.8 * x, 0.8 * y) == seat


@pytest.mark.parametrize("players", range(2, 7))
def test_a_round_table_is_cut_like_a_cake(players: int) -> None:
    """The four cards lie in a square within the round top, whose edge is where the players touch."""
    side, radius = (780.0, 780.0), 560.0
    turns = [pi / 2 + 2 * pi * seat / players + 0.2 for seat in range(players)]
    seats = tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)
    for seat, turn in enumerate(turns):
        for share in (0.95, 0.6, 0.3):
            for aside in (-0.3, 0.0, 0.3):
                way = turn + aside * 2 * pi / players
                assert owner(seats, share * radius * cos(way), share * radius * sin(way), side) == seat
    assert owner(seats, 0.0, 0.0, side) == NOBODY
    assert owner(seats, radius * 1.2, 0.0, side) == NOBODY


def test_dice_rolled_far_forward_stay_their_players() -> None:
    assert owner(FOUR, 180.0, 0.0) == 3
    assert owner(FOUR, 0.0, 60.0) == 0
    six = ((0.0, 350.0), (-400.0, 350.0), (-400.0, -350.0), (0.0, -350.0), (400.0, -350.0), (400.0, 350.0))
    long_table = (1200.0, 700.0)
    forward = ((0.0, 100.0), (-400.0, 60.0), (-400.0, -60.0), (0.0, -100.0), (400.0, -60.0), (400.0, 60.0))
    assert tuple(owner(six, *place, long_table) for place in forward) == tuple(range(6))


def test_between_two_seats_a_place_is_nobodys_and_the_strip_is_narrow() -> None:
    two = ((-200.0, 300.0), (200.0, -300.0))
    pair = ((200.0, 300.0), (-200.0, 300.0), (0.0, -300.0))
    assert owner(two, 0.0, 0.0) == NOBODY
    xs = np.linspace(-200.0, 200.0, 401)
    of_the_edge = owners(pair, np.column_stack([xs, np.full(401, 250.0)]), FIELD)
    assert 30 <= np.count_nonzero(of_the_edge == NOBODY) <= 60
    changes = [(int(a), int(b)) for a, b in pairwise(of_the_edge) if a != b]
    assert changes == [(1, NOBODY), (NOBODY, 0)]
    whole = owners(pair, np.column_stack([xs, np.full(401, 250.0)]), FIELD, undecided=1.0)
    assert NOBODY not in whole


def test_off_the_table_a_die_is_nobodys() -> None:
    assert owner(FOUR, 0.0, 340.0) == 0
    assert owner(FOUR, 0.0, 360.0) == NOBODY
    assert owner(FOUR, 2000.0, 0.0) == NOBODY


def px(place: Point) -> Point:
    x, y = TABLE.px_of(np.array([place]))[0]
    return float(x), float(y)


def test_seats_and_areas_by_touch() -> None:
    setup = Setup.of(replace(DEN, seats=(), areas=()))
    assert setup.step is Step.SEATS
    assert setup.said.startswith("the table “den”; now the seats: touch the table's edge before each player")
    for seat in FOUR:
        setup = setup.seat_touched(*px(seat))
        assert not setup.refused, setup.said
    assert setup.said == "4 seats; touch the next one clockwise, or go on"
    assert np.allclose(setup.seats, FOUR, atol=0.11)
    setup = setup.seats_done()
    assert setup.step is Step.AREAS
    setup = setup.area_begun(AreaKind.BOARD).area_touched(*px((-180.0, -120.0)))
    assert setup.said == "1 corner of the bidding board; touch the opposite one"
    setup = setup.area_touched(*px((180.0, 120.0))).area_closed()
    assert np.allclose(setup.areas[0].corners_mm, BOARD.corners_mm, atol=0.11)
    setup = setup.area_begun(AreaKind.OUT)
    for corner in OUT.corners_mm:
        setup = setup.area_touched(*px(corner))
    assert "close the area that is being touched" in setup.areas_done().said
    done = setup.area_closed().areas_done()
    assert (done.step, done.refused) == (Step.DONE, False)
    profile = done.profile("den", DEN.made_at)
    assert [area.kind for area in profile.areas] == [AreaKind.BOARD, AreaKind.OUT]
    assert profile_of(text_of(profile)).seats == profile.seats
    assert Setup.of(profile).seats == profile.seats


def test_a_touch_of_no_use_is_told_and_changes_nothing() -> None:
    setup = Setup.of(DEN)
    for touched, sentence in (
        (setup.seat_touched(*px((490.0, 30.0))), "the fourth seat and the fifth seat are on one spot"),
        (setup.seat_touched(*px((-400.0, 290.0))), "do not follow clockwise"),
        (setup.without_seats().seat_touched(*px((30.0, 10.0))), "the first seat is in the middle"),
        (setup.without_seats().seat_touched(*px((0.0, 300.0))).seats_done(), "a game needs two seats"),
        (setup.seats_evenly(1), "a table has 2 to 12 seats, got 1"),
        (setup.area_touched(5.0, 5.0), "first say which area it is"),
        (setup.area_closed(), "first say which area it is"),
        (setup.area_begun(AreaKind.OUT).area_touched(*px((0.0, 0.0))).area_closed(), "3 to 8 corners, got 1"),
        (replace(setup, areas=()).without_last_area(), "there is no area to forget"),
        (Setup.begin(LENS.size, setup.starting).seat_touched(9.0, 9.0), "first find the table"),
        (Setup.begin(LENS.size, setup.starting).seats_evenly(4), "first find the table"),
        (Setup.begin(LENS.size, setup.starting).area_begun(AreaKind.OUT), "first find the table"),
        (Setup.begin(LENS.size, setup.starting).areas_done(), "first find the table"),
    ):
        assert touched.refused, sentence
        assert sentence in touched.said
        assert touched.areas in ((), DEN.areas)
    assert setup.area_begun(AreaKind.OUT).without_last_area().areas == DEN.areas
    assert setup.without_last_area().areas == DEN.areas[:2]


def test_a_seat_over_an_area_is_told_when_the_seats_are_done() -> None:
    over = Area.rectangle(AreaKind.OUT, (-490.0, -40.0), (-300.0, 40.0))
    setup = Setup.of(replace(DEN, areas=(over,), seats=())).seats_evenly(4)
    assert not setup.seats_done().refused
    wide = Area.rectangle(AreaKind.OUT, (-510.0, -40.0), (-300.0, 40.0))
    refused = Setup.of(replace(DEN, areas=(wide,), seats=())).seats_evenly(4).seats_done()
    assert "the second seat would be inside a place that is not in play" in refused.said
