"""Dice that lie still are counted once; dice that moved are a new roll, dice that were taken away none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.core.frame import Frame, NotYet
from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.play.modes.counting.mode import MOVING_S, RESTLESS_S, RollLookout
from companion.play.modes.counting.state import SeenRoll, roll_of
from companion.recognition.table.table_eye import fused
from companion.rules import Roll

FRAME_S = 0.1


def die(x: int, face: int | None, star: bool = False, doubt: Doubt = Doubt.UNREAD) -> ReadDie:
    doubts = () if face else (doubt,)
    return ReadDie((x, 100, x + 40, 140), face, star if face else None, 0.9, doubts)


THROWN = (die(100, 2), die(200, 5))


class Table:
    """A camera, a watch and an eye over the same dice; the clock goes on with each live picture."""

    name, live_is_small = "table", False

    def __init__(self) -> None:
        self.now_s, self.dice, self.moves = 0.0, THROWN, False
        self.lay: dict[int, tuple[ReadDie, ...]] = {}
        self.kept = self.waits = 0
        self.lookout = RollLookout(self, self, self)

    def frame(self) -> Frame:
        frame = Frame(np.zeros((2, 2, 3), np.uint8), round(self.now_s * 1e9))
        self.lay[frame.exposed_at_ns] = self.dice
        return frame

    def latest(self) -> Frame:
        return self.frame()

    def capture(self, after_ns: int) -> Frame:
        if self.waits:
            self.waits -= 1
            raise NotYet("not yet")
        return self.frame()

    def close(self) -> None: ...

    def still(self, frame: Frame) -> bool:
        return not self.moves

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        return fused([PhotoReading((2, 2), self.lay[frame.exposed_at_ns]) for frame in frames])

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        self.kept += 1
        return self.look(frames)

    def seen(self, seconds: float) -> list[SeenRoll]:
        """What is seen in so long."""
        told = []
        for _ in range(round(seconds / FRAME_S)):
            self.now_s += FRAME_S
            seen = self.lookout.see(self.frame())
            told += [] if seen is None else [seen]
        return told

    def rolls(self, seconds: float) -> list[Roll]:
        """What is told of so long."""
        return [seen.roll for seen in self.seen(seconds)]

    def move(self, *dice: ReadDie) -> None:
        """Something moves for a moment; afterwards these dice lie there."""
        self.moves = True
        assert self.rolls(0.2) == []
        self.moves, self.dice = False, dice


@pytest.fixture
def table() -> Table:
    return Table()


def test_dice_that_lie_still_are_told_once_and_within_a_second(table: Table) -> None:
    assert table.rolls(1.0) == [Roll((2, 5))]
    assert table.rolls(10.0) == []
    assert table.kept == 1


def test_an_empty_table_is_no_roll(table: Table) -> None:
    table.dice = ()
    assert table.rolls(10.0) == []
    table.move(*THROWN)
    assert table.rolls(1.0) == [Roll((2, 5))]


def test_dice_that_moved_are_a_new_roll_and_those_that_stayed_belong_to_it(table: Table) -> None:
    table.rolls(1.0)
    table.move(THROWN[0], die(300, 6))
    assert table.rolls(1.0) == [Roll((2, 6))]


def test_a_die_turned_where_it_lies_is_a_new_roll(table: Table) -> None:
    table.rolls(1.0)
    table.move(THROWN[0], die(200, 4))
    assert table.rolls(1.0) == [Roll((2, 4))]


@pytest.mark.parametrize("left", [THROWN, THROWN[:1], ()])
def test_a_hand_that_passes_or_takes_dice_away_makes_no_roll(table: Table, left: tuple[ReadDie, ...]) -> None:
    table.rolls(1.0)
    table.move(*left)
    assert table.rolls(10.0) == []


def test_what_moves_beside_the_dice_only_delays_the_roll(table: Table) -> None:
    table.moves = True
    assert table.rolls(MOVING_S - 0.5) == []
    assert table.rolls(1.5) == [Roll((2, 5))]


def test_dice_that_roll_are_not_told(table: Table) -> None:
    table.moves = True
    for step in range(20):
        table.dice = (die(100 + 20 * step, 3),)
        assert table.rolls(0.3) == []


def test_an_unread_die_is_said_at_once(table: Table) -> None:
    table.dice = (*THROWN, die(300, None, doubt=Doubt.COCKED))
    assert table.rolls(1.0) == [Roll((2, 5), unread=1)]


def test_an_unread_die_set_right_where_it_lies_is_told_again_and_not_the_other_way_round(
    table: Table,
) -> None:
    table.dice = (THROWN[0], die(200, None))
    assert table.rolls(1.0) == [Roll((2,), unread=1)]
    table.move(*THROWN)
    assert table.rolls(1.0) == [Roll((2, 5))]
    table.move(THROWN[0], die(200, None))
    assert table.rolls(10.0) == []


def test_what_looks_differ_on_is_unread_after_two_seconds(table: Table) -> None:
    told: list[Roll] = []
    for number in range(round((RESTLESS_S + 1) / 0.2)):
        table.dice = THROWN if number % 2 else (*THROWN, die(300, 6))
        told += table.rolls(0.2)
    assert told == [Roll((2, 5), unread=1)]


def test_a_camera_with_small_live_pictures_is_asked_for_large_ones(table: Table) -> None:
    table.live_is_small, table.waits = True, 2
    assert table.rolls(1.2) == [Roll((2, 5))]


def test_a_star_is_a_one_and_a_die_in_doubt_is_unread() -> None:
    dice = (die(0, 1, star=True), die(50, 1), die(100, None, doubt=Doubt.STACKED), die(150, 6))
    assert roll_of(PhotoReading((2, 2), dice)) == Roll((1, 1, 6), stars=1, unread=1)


def test_a_reroll_takes_only_the_dice_that_were_moved(table: Table) -> None:
    table.dice = (die(100, 2), die(200, 5), die(300, 6), die(400, 1))
    assert [seen.kept for seen in table.seen(1.0)] == [()]
    table.move(die(102, 2), die(300, 6), die(340, 5), die(500, 3))
    (seen,) = table.seen(1.0)
    assert (seen.kept, seen.rolled, seen.roll) == ((0, 1), Roll((3, 5)), Roll((2, 3, 5, 6)))


def test_a_die_that_lies_where_it_lay_keeps_its_reading(table: Table) -> None:
    table.rolls(1.0)
    table.move(die(100, None), die(260, 4))
    (seen,) = table.seen(1.0)
    assert (seen.kept, seen.roll, seen.rolled) == ((0,), Roll((2, 4)), Roll((4,)))


def test_a_die_that_leans_where_one_lay_flat_is_asked_about(table: Table) -> None:
    table.rolls(1.0)
    table.move(die(100, None, doubt=Doubt.COCKED), die(260, 4))
    assert table.rolls(1.0) == [Roll((4,), unread=1)]
