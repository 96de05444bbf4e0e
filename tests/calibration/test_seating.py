"""Seats round the board: every place belongs to one seat, and the cups stand well inside theirs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calibration import (
    CUP_RADIUS,
    DICE_RADIUS,
    LARGE_CUP_RADIUS,
    LARGE_DICE_RADIUS,
    Seating,
    board_of,
    die_side_px,
)
from companion.calibration.seating import frame_of

TABLES = range(2, 13)
ON_THE_LINE_PX = 1e-6
"""A point so near the line between two seats is on it, as far as numbers go."""
SIZES = ((1280, 720), (1920, 1080), (2304, 1296), (800, 480), (640, 480), (1080, 1920))


def test_four_players_sit_at_bottom_left_top_and_right() -> None:
    seating, size = Seating(4), (1280, 720)
    places = ((640, 700), (20, 360), (640, 20), (1260, 360))
    assert tuple(seating.seat_of(x, y, size) for x, y in places) == (0, 1, 2, 3)


def test_two_players_sit_opposite_each_other() -> None:
    seating = Seating(2)
    assert seating.cup_centre(0, (1280, 720)) == pytest.approx((640, 612))
    assert seating.cup_centre(1, (1280, 720)) == pytest.approx((640, 108))


@pytest.mark.parametrize("players", TABLES)
def test_seats_follow_clockwise_as_seen_from_above(players: int) -> None:
    centres = [Seating(players).cup_centre(seat, (1000, 1000)) for seat in range(players)]
    around = [(x - 500, y - 500) for x, y in (*centres, centres[0])]
    turns = [ax * by - ay * bx for (ax, ay), (bx, by) in pairwise(around)]
    assert all(turn > -1e-6 for turn in turns), (
        "in a picture, whose y runs down, clockwise turns are positive"
    )
    assert around[0][1] > 0


@pytest.mark.parametrize("players", TABLES)
@pytest.mark.parametrize("size", SIZES)
def test_a_cup_stands_at_its_own_seat(players: int, size: tuple[int, int]) -> None:
    seating = Seating(players)
    found = tuple(seating.seat_of(*seating.cup_centre(seat, size), size) for seat in range(players))
    assert found == tuple(range(players))


@pytest.mark.parametrize("players", TABLES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2304, 1296)])
def test_the_dice_under_a_cup_reach_neither_neighbour_nor_board_nor_edge(
    players: int, size: tuple[int, int]
) -> None:
    seating, side = Seating(players), die_side_px(size)
    for seat in range(players):
        room = seating.clearance(seat, *seating.cup_centre(seat, size), size)
        assert room > max(CUP_RADIUS, DICE_RADIUS + 0.72) * side
        assert room > max(LARGE_CUP_RADIUS, LARGE_DICE_RADIUS + 0.72) * side


@given(st.integers(2, 12), st.sampled_from(SIZES), st.floats(0, 1), st.floats(0, 1))
def test_every_place_is_of_one_seat_or_on_the_board(
    players: int, size: tuple[int, int], u: float, v: float
) -> None:
    seating, x, y = Seating(players), u * size[0], v * size[1]
    seat = seating.seat_of(x, y, size)
    assert (seat is None) == seating.ignored(x, y, size)
    assert seat is None or 0 <= seat < players


@given(st.integers(2, 12), st.floats(0, 1), st.floats(0, 1), st.floats(1, 40))
def test_within_its_clearance_everything_belongs_to_the_same_seat(
    players: int, u: float, v: float, share: float
) -> None:
    seating, size = Seating(players), (1280, 720)
    x, y = u * size[0], v * size[1]
    seat = seating.seat_of(x, y, size)
    if seat is None:
        return
    step = min(share, 0.99 * seating.clearance(seat, x, y, size))
    if step < ON_THE_LINE_PX:
        return
    around = ((x + step, y), (x - step, y), (x, y + step), (x, y - step))
    assert {seating.seat_of(*place, size) for place in around} == {seat}


def test_outside_the_frame_nobody_sits() -> None:
    assert Seating(3).seat_of(-1, 10, (1280, 720)) is None
    assert Seating(3).seat_of(10, 721, (1280, 720)) is None


def test_another_seats_place_has_no_clearance() -> None:
    seating, size = Seating(4), (1280, 720)
    assert seating.clearance(0, *seating.cup_centre(2, size), size) == float("-inf")


@pytest.mark.parametrize("players", [0, 1, 13, -2])
def test_a_table_needs_two_to_twelve_players(players: int) -> None:
    with pytest.raises(ValueError, match="2-12 seats"):
        Seating(players)


def test_there_is_no_cup_at_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no seat 3"):
        Seating(3).cup_centre(3, (1280, 720))


def test_the_board_lies_in_the_middle_of_any_frame() -> None:
    for size in SIZES:
        board, frame = board_of(size), frame_of(size)
        assert board.left + board.right == pytest.approx(frame.right)
        assert board.top + board.bottom == pytest.approx(frame.bottom)
