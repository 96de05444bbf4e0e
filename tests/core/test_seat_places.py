"""Seats round a table: the same places for pictures, real tables and the screen."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, hypot, pi

import pytest

from companion.core.seats import SeatPlaces


def test_the_first_seat_is_near_and_the_others_follow_clockwise() -> None:
    four = SeatPlaces(4)
    assert [tuple(map(round, four.on_edge(seat))) for seat in range(4)] == [(0, 1), (-1, 0), (0, -1), (1, 0)]


@pytest.mark.parametrize("players", [9, 10, 11, 12])
def test_many_sit_equally_far_apart_along_the_edge(players: int) -> None:
    table = SeatPlaces(players, (32.0, 18.0))
    places = [table.on_edge(seat) for seat in range(players)]
    near = 100.0 / players
    for (u, v), (next_u, next_v) in zip(places, [*places[1:], places[0]], strict=True):
        apart = hypot((u - next_u) * 16, (v - next_v) * 9)
        assert 0.7 * near < apart <= near + 1e-9


@pytest.mark.parametrize("players", range(2, 15))
def test_half_way_between_two_seats_lies_between_them(players: int) -> None:
    table = SeatPlaces(players)
    turns = [atan2(*table.towards(half / 2)[::-1]) for half in range(2 * players)]
    steps = [(after - before) % (2 * pi) for before, after in pairwise((*turns, turns[0]))]
    assert min(steps) > 0
    assert sum(steps) == pytest.approx(2 * pi)
