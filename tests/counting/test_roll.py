"""Any roll counted: faces, sum, so many of a face or higher, groups; no unread die is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import FACES, Roll
from companion.rules.counting import Group

ROLLS = st.builds(
    Roll, st.lists(st.sampled_from(FACES), max_size=40).map(tuple), unread=st.integers(0, 5)
)  # fmt: skip


def test_faces_sum_and_dice_of_a_roll() -> None:
    roll = Roll((1, 1, 3, 6), stars=1)
    assert (roll.dice, roll.counts, roll.stars, roll.sum) == (4, (2, 0, 1, 0, 0, 1), 1, 11)


def test_an_empty_table_sums_to_nothing() -> None:
    assert (Roll(()).dice, Roll(()).sum, Roll(()).groups()) == (0, 0, ())


def test_an_unread_die_is_a_die_and_leaves_no_sum() -> None:
    roll = Roll((5, 6), unread=1)
    assert (roll.dice, roll.sum, roll.at_least(5)) == (3, None, 2)


def test_four_and_up() -> None:
    assert [Roll((1, 2, 3, 4, 5, 6)).at_least(face) for face in FACES] == [6, 5, 4, 3, 2, 1]


def test_chosen_faces_with_and_without_wilds() -> None:
    roll = Roll((1, 1, 2, 5, 6))
    assert (roll.showing((5, 6)), roll.showing((5, 6), wild=1), roll.showing((1,), wild=1)) == (2, 4, 2)


def test_groups_come_largest_first_and_of_equal_ones_the_higher_face() -> None:
    roll = Roll((2, 2, 3, 5, 5, 6, 6, 6))
    assert roll.groups() == (Group(6, 3), Group(5, 2), Group(2, 2))


@pytest.mark.parametrize("wrong", [((0,), 0, 0), ((7,), 0, 0), ((2,), 1, 0), ((1,), -1, 0), ((), 0, -1)])
def test_a_roll_that_cannot_lie_there_is_refused(wrong: tuple[tuple[int, ...], int, int]) -> None:
    with pytest.raises(ValueError, match=r"got|cannot"):
        Roll(*wrong)


@given(ROLLS)
def test_every_die_is_counted_once(roll: Roll) -> None:
    assert sum(roll.counts) + roll.unread == roll.dice
    assert roll.at_least(1) == len(roll.faces)
    assert {group.face: group.count for group in roll.groups()}.items() <= set(enumerate(roll.counts, 1))
