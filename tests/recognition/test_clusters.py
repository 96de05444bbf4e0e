"""Which boxes lie together, and the part of a frame that shows them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.detect.multiscale import around, clusters, median_side
from companion.recognition.detect.pyramid import ImagePyramid
from tests.recognition.shipped import CONFIG

SIDE = 48.0


def box_at(x: float, y: float, side: float = SIDE) -> tuple[float, float, float, float]:
    return x, y, x + side, y + side


def test_boxes_that_touch_lie_together_and_those_apart_do_not() -> None:
    chain = [box_at(0, 0), box_at(50, 5), box_at(104, 0)]
    assert clusters([*chain, box_at(400, 0), box_at(400, 300)], CONFIG) == [[0, 1, 2]]


def test_two_groups_are_two() -> None:
    boxes = [box_at(0, 0), box_at(500, 0), box_at(50, 0), box_at(550, 0)]
    assert sorted(clusters(boxes, CONFIG)) == [[0, 2], [1, 3]]


def test_two_boxes_round_one_die_are_no_group() -> None:
    assert clusters([box_at(100, 100, 50), box_at(88, 89, 75)], CONFIG) == []


@pytest.mark.parametrize("boxes", [[], [box_at(3, 3)]])
def test_none_and_one_are_no_group(boxes: list) -> None:
    assert clusters(boxes, CONFIG) == []


def test_the_room_round_a_group_is_measured_in_its_dice() -> None:
    boxes = [box_at(10, 20), box_at(60, 20)]
    assert median_side(boxes) == SIDE
    assert around(boxes, 10.0) == (0.0, 10.0, 118.0, 78.0)


@pytest.mark.parametrize("scale", [1.0, 0.8, 0.5, 0.3])
def test_a_part_of_a_frame_shows_what_lies_there(scale: float) -> None:
    frame = np.zeros((400, 600, 3), np.uint8)
    frame[100:140, 200:260] = 255
    part, (left, top), (width, height) = ImagePyramid(frame).part((180.0, 90.0, 300.0, 170.0), scale)
    assert part.shape[1] == pytest.approx(width * scale, abs=1)
    assert part.shape[0] == pytest.approx(height * scale, abs=1)
    rows, columns = np.nonzero(part[..., 0] > 127)
    seen = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]) / scale
    assert seen + np.array([left, top, left, top]) == pytest.approx([200, 100, 260, 140], abs=2 / scale)


def test_a_part_beyond_the_frame_is_left_out() -> None:
    _, origin, size = ImagePyramid(np.zeros((100, 100, 3), np.uint8)).part((-50.0, 60.0, 40.0, 180.0), 1.0)
    assert (origin, size) == ((0.0, 60.0), (40.0, 40.0))
