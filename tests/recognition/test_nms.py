"""One box a die, whatever the locator draws round two that touch."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from companion.recognition.context import die_size
from companion.recognition.detect import nms
from tests.recognition.shipped import CONFIG

non_max_suppression = partial(nms.non_max_suppression, config=CONFIG)
size_prior = partial(die_size.size_prior, config=CONFIG)

ALONE = [(200.0 + 60 * each, 100.0, 230.0 + 60 * each, 130.0) for each in range(5)]
LEFT, RIGHT, ROUND_BOTH = (0.0, 0.0, 30.0, 30.0), (30.0, 0.0, 60.0, 30.0), (0.0, 0.0, 60.0, 31.0)


def test_of_two_boxes_round_one_die_the_likelier_stays() -> None:
    assert non_max_suppression([(0, 0, 30, 30), (2, 1, 31, 32)], [0.6, 0.8]) == [1]


def test_dice_that_touch_are_both_kept() -> None:
    assert sorted(non_max_suppression([LEFT, RIGHT], [0.6, 0.8])) == [0, 1]


def test_a_likelier_box_round_two_dice_gives_way_to_the_two() -> None:
    boxes = [*ALONE, ROUND_BOTH, LEFT, RIGHT]
    likely = [0.9] * len(ALONE) + [0.9, 0.5, 0.5]
    assert sorted(non_max_suppression(boxes, likely)) == [0, 1, 2, 3, 4, 5]
    assert sorted(non_max_suppression(boxes, size_prior(boxes, likely))) == [0, 1, 2, 3, 4, 6, 7]


def test_a_box_that_straddles_two_dice_is_none() -> None:
    straddling = (13.0, 0.0, 47.0, 31.0)
    assert sorted(non_max_suppression([LEFT, RIGHT, straddling], [0.6, 0.8, 0.5])) == [0, 1]


def test_a_die_half_before_another_is_kept() -> None:
    assert sorted(non_max_suppression([(0, 0, 40, 40), (22, 10, 62, 50)], [0.9, 0.5])) == [0, 1]


def test_a_box_alone_is_as_likely_as_it_was() -> None:
    assert size_prior([LEFT], [0.4]) == pytest.approx([0.4])


def test_no_boxes_are_no_fault() -> None:
    assert len(size_prior([], [])) == 0


def squares(count: int, side: float) -> list[tuple[float, float, float, float]]:
    """The squares of a chequered cloth, in a row below all dice."""
    return [(2 * side * each, 500.0, 2 * side * each + side, 500.0 + side) for each in range(count)]


def test_the_squares_of_a_cloth_do_not_outvote_the_dice_on_it() -> None:
    on_a_die = (205.0, 105.0, 213.0, 113.0)
    boxes = [*ALONE, on_a_die, *squares(200, 8.0)]
    likely = [0.42] * len(ALONE) + [0.5] + [0.2] * 200
    sure = np.array([True] * len(ALONE) + [False] * 201)
    assert set(non_max_suppression(boxes, size_prior(boxes, likely))) & {0, 5} == {5}, "all squares together"
    assert set(non_max_suppression(boxes, size_prior(boxes, likely, sure=sure))) & {0, 5} == {0}


def test_two_sure_dice_are_too_few_to_say_what_is_usual() -> None:
    boxes, likely = [*ALONE[:2], *squares(50, 8.0)], [0.4] * 2 + [0.2] * 50
    sure = np.array([True] * 2 + [False] * 50)
    assert size_prior(boxes, likely, sure=sure) == pytest.approx(size_prior(boxes, likely))
