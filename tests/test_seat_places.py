"""Seats round a table: the same places for pictures, real tables and the screen."""

from __future__ import annotations

from math import hypot

import pytest

from companion.seat_places import SeatPlaces

TABLES = [
    SeatPlaces(players, size) for players in range(2, 15) for size in ((16.0, 9.0), (4.0, 3.0), (9.0, 16.0))
]


def test_the_first_seat_is_near_and_the_others_follow_clockwise() -> None:
    four = SeatPlaces(4)
    assert [tuple(map(round, four.on_edge(seat))) for seat in range(4)] == [(0, 1), (-1, 0), (0, -1), (1, 0)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_way_to_a_place_leads_back_to_its_seat(table: SeatPlaces) -> None:
    halves = [half / 2 for half in range(2 * table.players)]
    assert [table.steps_to(*table.on_edge(half)) for half in halves] == pytest.approx(halves)
    assert [table.steps_to(*(each / 3 for each in table.towards(half))) for half in halves] == (
        pytest.approx(halves)
    )


@pytest.mark.parametrize("players", [9, 10, 11, 12])
def test_many_sit_equally_far_apart_along_the_edge(players: int) -> None:
    table = SeatPlaces(players, (32.0, 18.0))
    places = [table.on_edge(seat) for seat in range(players)]
    near = 100.0 / players
    for (u, v), (next_u, next_v) in zip(places, [*places[1:], places[0]], strict=True):
        apart = hypot((u - next_u) * 16, (v - next_v) * 9)
        assert 0.7 * near < apart <= near + 1e-9


def test_the_middle_belongs_to_the_first_seat() -> None:
    assert SeatPlaces(12).steps_to(0.0, 0.0) == 0.0
