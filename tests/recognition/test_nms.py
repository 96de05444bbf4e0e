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
    faces = np.full(len(boxes), 0.9)
    assert sorted(non_max_suppression(boxes, size_prior(boxes, likely, faces))) == [0, 1, 2, 3, 4, 6, 7]


def test_a_box_that_straddles_two_dice_is_none() -> None:
    straddling = (13.0, 0.0, 47.0, 31.0)
    assert sorted(non_max_suppression([LEFT, RIGHT, straddling], [0.6, 0.8, 0.5])) == [0, 1]


def test_a_box_that_straddles_takes_no_die_with_it() -> None:
    """Between two dice that are turned by 45 degrees, as boxes of a drawn heap lay."""
    beside = [(73.0, 328.0, 166.0, 422.0), (165.0, 322.0, 264.0, 425.0)]
    straddling, die = (117.0, 355.0, 203.0, 441.0), (114.0, 362.0, 220.0, 474.0)
    assert non_max_suppression([*beside, straddling, die], [0.5, 0.46, 0.33, 0.24]) == [0, 1, 3]


def test_a_die_half_before_another_is_kept() -> None:
    assert sorted(non_max_suppression([(0, 0, 40, 40), (22, 10, 62, 50)], [0.9, 0.5])) == [0, 1]


def test_a_box_alone_is_as_likely_as_it_was() -> None:
    assert size_prior([LEFT], [0.4], np.array([0.5])) == pytest.approx([0.2])


def test_no_boxes_are_no_fault() -> None:
    assert len(size_prior([], [], np.zeros(0))) == 0


def squares(count: int, side: float) -> list[tuple[float, float, float, float]]:
    """The squares of a chequered cloth, in a row below all dice."""
    return [(2 * side * each, 500.0, 2 * side * each + side, 500.0 + side) for each in range(count)]


def test_the_squares_of_a_cloth_do_not_outvote_the_dice_on_it() -> None:
    on_a_die = (205.0, 105.0, 213.0, 113.0)
    boxes, scores = [*ALONE, on_a_die, *squares(200, 8.0)], [0.43] * len(ALONE) + [1.0] + [0.7] * 200
    for face, stays in ((0.5, 5), (0.98, 0)):
        faces = np.array([face] * len(ALONE) + [0.5] + [0.28] * 200)
        kept = non_max_suppression(boxes, size_prior(boxes, scores, faces))
        assert set(kept) & {0, 5} == {stays}, face


def test_two_sure_dice_are_too_few_to_say_what_is_usual_among_many_squares() -> None:
    boxes, scores = [*ALONE[:2], *squares(120, 8.0)], [0.4] * 2 + [0.7] * 120
    likely = size_prior(boxes, scores, np.array([1.0] * 2 + [0.28] * 120))
    assert likely[2:] == pytest.approx(0.7 * 0.28)
    assert likely[:2] == pytest.approx(0.0, abs=1e-3)
