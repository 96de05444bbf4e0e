"""Whose a die is at a table that was calibrated by hands: 200 simulated tables, pixels in and seats out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from calibration.simulated_seats import SIZE, LaidDie, peopled_table
from companion.calibration import AreaKind, Point, Size, TableSeats, say_seats
from tests.calibration.calibration_scenes import TABLE
from tests.calibration.test_seats_and_areas import DEN, FOUR

TABLES_OF_EACH = 40
LEAST_KNOWN = 0.97
"""Of dice in areas, whose corners were touched by a thumb; the others are asked about (9 of 336 at worst)."""


def px(x: float, y: float, height: float = 8.0) -> Point:
    at = TABLE.px_of(np.array([(x, y)]), height)[0]
    return float(at[0]), float(at[1])


def scaled(at: Point, size: Size) -> Point:
    share = size[0] / DEN.plane.optics.size[0]
    return (at[0] + 0.5) * share - 0.5, (at[1] + 0.5) * share - 0.5


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_no_die_is_given_to_another_seat_and_none_under_a_cup_is_left_out(players: int) -> None:
    told: Counter[str] = Counter()
    for seed in range(TABLES_OF_EACH):
        table = peopled_table(players, seed)
        random, seats = np.random.default_rng((players, seed, 1)), TableSeats(table.profile, players)

        def found(die: LaidDie, table=table, random=random, seats=seats) -> tuple[int | None, Point]:
            left, top, right, bottom = table.box_px(die, random)
            middle = (left + right) / 2, (top + bottom) / 2
            return seats.seat_of(*middle, SIZE), middle

        told["under cups"] += sum(found(die)[0] == die.seat for die in table.under_cups)
        rolled = [(found(die)[0], die.seat) for die in table.rolled]
        told["rolled"] += len(rolled)
        told["rolled, asked about"] += sum(seat is None for seat, _ in rolled)
        assert all(seat in (None, true) for seat, true in rolled)
        for die in table.not_in_play:
            seat, middle = found(die)
            told["counted though not in play"] += seat is not None
            told["not in play"] += 1
            told["known as such"] += seats.ignored(*middle, SIZE)
    assert told["under cups"] == 5 * players * TABLES_OF_EACH
    assert told["rolled"] > 1.5 * TABLES_OF_EACH
    assert told["rolled, asked about"] <= 0.05 * told["rolled"]
    assert told["not in play"] > 6 * TABLES_OF_EACH
    assert told["counted though not in play"] == 0
    assert told["known as such"] >= LEAST_KNOWN * told["not in play"]


def test_a_place_is_the_same_in_pictures_of_every_size() -> None:
    seats = TableSeats(DEN, 4)
    for place, seat, area in (
        ((0.0, 250.0), 0, None), ((-420.0, 0.0), 1, None), ((0.0, -250.0), 2, None), ((420.0, 0.0), 3, None),
        ((0.0, 0.0), None, AreaKind.LOST_DICE), ((0.0, 105.0), None, AreaKind.BOARD),
        ((-250.0, 190.0), None, None), ((0.0, 900.0), None, None),
    ):  # fmt: skip
        for size in ((1280, 720), (2560, 1440), (160, 90)):
            at = scaled(px(*place), size)
            assert (seats.seat_of(*at, size), seats.area_at(*at, size)) == (seat, area), (place, size)


def test_a_die_is_seen_above_the_table() -> None:
    """Its middle, half a die up, is seen farther out than the place on which it stands."""
    at = px(0.0, 347.0)
    assert TABLE.mm_of(np.array([at]))[0][1] > 350.0, "on the table's top this place would be off the table"
    assert TableSeats(DEN, 4).seat_of(*at, SIZE) == 0


def test_a_die_leaning_on_the_board_is_asked_about() -> None:
    seats = TableSeats(DEN, 4)
    leaning, apart = px(0.0, 120.0 + 9.0), px(0.0, 120.0 + 30.0)
    assert (seats.seat_of(*leaning, SIZE), seats.area_at(*leaning, SIZE)) == (None, None)
    assert seats.seat_of(*apart, SIZE) == 0


def test_the_size_of_dice_is_known_everywhere() -> None:
    seats = TableSeats(DEN, 4)
    near, far = seats.die_box_px(*px(0.0, 280.0), SIZE), seats.die_box_px(*px(0.0, -280.0), SIZE)
    assert near[0] < near[1] < 1.5 * near[0]
    assert not np.isclose(near[0], far[0], rtol=0.05)
    assert min(far[0], near[0]) * 0.7 < seats.die_px(SIZE) < max(far[1], near[1])
    assert seats.die_px((2560, 1440)) == pytest.approx(2 * seats.die_px(SIZE))
    doubled = seats.die_box_px(*scaled(px(0.0, 280.0), (2560, 1440)), (2560, 1440))
    assert doubled == pytest.approx((2 * near[0], 2 * near[1]), rel=1e-6)


def test_fewer_players_than_seats_leave_the_last_ones_empty() -> None:
    three = TableSeats(DEN, 3)
    assert three.seat_of(*px(0.0, -250.0), SIZE) == 2
    assert three.seat_of(*px(420.0, 0.0), SIZE) is None
    assert say_seats(DEN, 3) == (
        "4 seats are set up and 3 play: they sit at the first 3, clockwise, and the others are empty"
    )
    assert say_seats(DEN, 4) is None


def test_more_players_than_seats_sit_evenly_and_that_is_said() -> None:
    six, bare = TableSeats(DEN, 6), replace(DEN, seats=())
    assert six.seat_of(*px(0.0, 250.0), SIZE) == 0
    assert six.seat_of(*px(0.0, -250.0), SIZE) == 3
    assert say_seats(DEN, 6).startswith("4 seats are set up and 6 play: the players sit evenly")
    assert say_seats(bare, 2).startswith("no seats are set up: the players sit evenly round the table")
    assert TableSeats(bare, 4).seat_of(*px(*(0.9 * np.array(FOUR[1]))), SIZE) == 1


def whose(seats: TableSeats, *places: Point) -> list[int | None]:
    return [seats.seat_of(*px(*place), SIZE) for place in places]


NEAR, LEFT, FAR, RIGHT = (0.0, 250.0), (-420.0, 0.0), (0.0, -250.0), (420.0, 0.0)
CORNER = (-430.0, 300.0)
"""Half-way between the first and the second seat."""


def test_a_newcomer_sits_half_way_between_the_neighbours_and_nobody_else_moves() -> None:
    five = TableSeats(DEN, 5, came=(((1, True),),))
    assert whose(five, NEAR, CORNER, LEFT, FAR, RIGHT) == [0, 1, 2, 3, 4]
    six = TableSeats(DEN, 6, came=(((2, True), (0, True)),))
    assert whose(six, NEAR, CORNER, LEFT, FAR, RIGHT, (430.0, 300.0)) == [1, 2, 3, 4, 5, 0]


def test_a_newcomer_takes_the_seat_of_a_neighbour_who_has_left() -> None:
    left, joined = (1, False), (1, True)
    assert whose(TableSeats(DEN, 4, came=((left,),)), NEAR, LEFT, FAR, RIGHT) == [0, 1, 2, 3]
    for taken in (((2, False), joined), (left, (2, True))):
        newcomer = taken[-1][0]
        here = TableSeats(DEN, 5, came=(taken,))
        assert whose(here, NEAR, LEFT, FAR, RIGHT) == [0, newcomer, 3, 4]
    elsewhere = TableSeats(DEN, 5, came=(((2, False), (4, True)),))
    assert whose(elsewhere, NEAR, LEFT, FAR, RIGHT) == [0, 1, 2, 3]
    assert whose(elsewhere, (430.0, 300.0)) == [4]


def test_who_comes_back_sits_where_they_sat_unless_somebody_sits_there() -> None:
    back = TableSeats(DEN, 4, came=(((1, False), (1, True)),))
    assert whose(back, NEAR, LEFT, FAR, RIGHT) == [0, 1, 2, 3]
    taken = TableSeats(DEN, 5, came=(((2, False), (1, True), (2, True)),))
    assert whose(taken, NEAR, LEFT, FAR, RIGHT, (-430.0, -300.0)) == [0, 1, 3, 4, 2]


def test_a_newcomer_takes_the_seat_of_the_neighbour_before_who_is_away() -> None:
    four = ((1, False), (2, True), (1, True), (0, True))
    assert whose(TableSeats(DEN, 5, came=(four,)), NEAR, LEFT, FAR, RIGHT, (430.0, -300.0)) == [2, 3, 4, 1, 0]


def test_who_plays_again_keeps_the_seat_of_the_game_before() -> None:
    joined, left = ((1, True),), ((1, False),)
    five = TableSeats(DEN, 5, came=(joined, ()))
    assert whose(five, NEAR, CORNER, LEFT, FAR, RIGHT) == [0, 1, 2, 3, 4]
    three = TableSeats(DEN, 3, came=(left, ()))
    assert whose(three, NEAR, LEFT, FAR, RIGHT) == [0, None, 1, 2]
    again = TableSeats(DEN, 4, came=(left, joined))
    assert whose(again, NEAR, LEFT, FAR, RIGHT) == [0, 1, 2, 3]
    swapped = TableSeats(DEN, 4, came=(joined, ((0, False),), ()))
    assert whose(swapped, NEAR, CORNER, LEFT, FAR, RIGHT) == [None, 0, 1, 2, 3]
    bare = TableSeats(replace(DEN, seats=()), 3, came=(left, ()))
    assert whose(bare, NEAR, LEFT, FAR, RIGHT) == [0, None, 1, 2]


def test_a_newcomer_at_the_end_takes_the_next_of_the_empty_seats() -> None:
    three = TableSeats(DEN, 3, came=(((2, True),),))
    assert whose(three, NEAR, LEFT, FAR, RIGHT) == [0, 1, 2, None]
    first = TableSeats(DEN, 3, came=(((0, True),),))
    assert whose(first, NEAR, LEFT, FAR, RIGHT) == [1, 2, 0, None]
