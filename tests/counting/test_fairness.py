"""Whether dice are fair: the test's own tables, and dice that are and are not."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules import RARE, UNUSUAL, Fairness, Roll, fairness_of
from companion.rules.counting import LEAST_DICE, chance_of


@pytest.mark.parametrize(
    ("chi_squared", "chance"), [(4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)]
)
def test_the_chance_is_that_of_the_printed_tables_for_five_degrees(chi_squared: float, chance: float) -> None:
    assert chance_of(chi_squared) == pytest.approx(chance, rel=2e-3)


def test_even_counts_differ_not_at_all() -> None:
    assert (Fairness((10,) * 6).chi_squared, Fairness((10,) * 6).chance) == (0.0, 1.0)


def test_a_known_sum_of_squares() -> None:
    assert Fairness((5, 8, 9, 8, 10, 20)).chi_squared == pytest.approx(13.4)


def test_rolls_are_taken_together_and_unread_dice_left_out() -> None:
    fairness = fairness_of([Roll((1, 1, 6)), Roll((2,), unread=3)])
    assert (fairness.counts, fairness.dice, fairness.is_enough) == ((2, 1, 0, 0, 0, 1), 4, False)
    assert Fairness((LEAST_DICE, 0, 0, 0, 0, 0)).is_enough


def test_a_loaded_die_is_noticed_and_fair_ones_are_called_unusual_one_time_in_twenty() -> None:
    luck = Random(5)
    evenings = [Roll(tuple(luck.choices((1, 2, 3, 4, 5, 6), k=120))) for _ in range(2000)]
    unusual = sum(fairness_of([evening]).chance < UNUSUAL for evening in evenings)
    assert 0.035 < unusual / 2000 < 0.065
    loaded = Roll(tuple(luck.choices((1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 3), k=300)))
    assert fairness_of([loaded]).chance < RARE
