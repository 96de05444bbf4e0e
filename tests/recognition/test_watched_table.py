"""The watch of cups at a table that was set up sees the table, and not the people who sit round it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from through_a_lens import SIZE, CameraOnAStand, plane_seen, profile_of

from companion.calibration.seating import Seating
from companion.calibration.table_seats import TableSeats
from companion.frame import Frame
from companion.hardware.simulated import SimulatedTable
from companion.reading import CupsSeen
from companion.recognition.table import Seats
from companion.recognition.watch import CupWatch
from companion.recognition.watch_pictures import WIDTH_PX
from companion.recognition.watch_table import Grounds

PLANE = plane_seen(0.45)
FRAME_NS = 100_000_000
ON_THE_FLOOR, ON_THE_TABLE = (40, 660), (520, 330)
"""Middles of a thing that moves, px: beside the table and on it."""


@cache
def picture() -> np.ndarray:
    table = SimulatedTable(4, seed=3)
    table.deal((3, 3, 3, 3), (), 3)
    return CameraOnAStand(table, PLANE, cards=False).capture(0).pixels


def of_the_profile(players: int) -> Seats:
    return TableSeats(profile_of(PLANE, 4), players, whole=True)


def watched(seats_for: Callable[[int], Seats], middle: tuple[int, int]) -> CupsSeen:
    """A second in which something goes to and fro there, as the watch sees it at its end."""
    watch = CupWatch(seats_for)
    watch.follow(Frame(picture(), 0))
    watch.expect((3, 3, 3, 3))
    for number in range(1, 12):
        pixels, x = picture().copy(), middle[0] + 24 * (number % 2)
        pixels[middle[1] - 30 : middle[1] + 30, x - 20 : x + 20] = (90, 140, 220)
        seen = watch.see(Frame(pixels, number * FRAME_NS))
    return seen


def test_who_moves_beside_the_table_is_not_seen() -> None:
    assert watched(of_the_profile, ON_THE_FLOOR) == CupsSeen((0, 1, 2, 3), hand=False, still=True)
    assert not watched(of_the_profile, ON_THE_TABLE).still
    assert not watched(Seating.for_players, ON_THE_FLOOR).still, (
        "without a profile all of the picture is table"
    )


def test_the_watched_table_has_no_gaps_and_every_seat_its_own_place() -> None:
    size = WIDTH_PX, round(WIDTH_PX * SIZE[1] / SIZE[0])
    grounds = Grounds.of(of_the_profile(4), size)
    assert set(np.unique(grounds.seat)) == {-1, 0, 1, 2, 3}
    assert not grounds.table[-1].any(), "the floor at the picture's lower edge"
    assert grounds.table[45, 80]
    inside = grounds.table & ~grounds.near_border
    assert grounds.border.sum() < 0.25 * inside.sum(), "the border runs round the table only"
    assert 2.5 < grounds.die_px < 5
