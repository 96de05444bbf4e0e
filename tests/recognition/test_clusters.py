"""Dice that lie together are looked at once more from nearer, and only they."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.clusters import around, clusters, side_of
from companion.recognition.locate import CLUSTER_DIE_PX, FIRST_LOOK_PX, Located, Locator
from companion.recognition.shrink import Halvings
from companion.recognition.weights import load_weights

SIDE = 48.0


def box_at(x: float, y: float, side: float = SIDE) -> tuple[float, float, float, float]:
    return x, y, x + side, y + side


def test_boxes_that_touch_lie_together_and_those_apart_do_not() -> None:
    chain = [box_at(0, 0), box_at(50, 5), box_at(104, 0)]
    assert clusters([*chain, box_at(400, 0), box_at(400, 300)]) == [[0, 1, 2]]


def test_two_groups_are_two() -> None:
    boxes = [box_at(0, 0), box_at(500, 0), box_at(50, 0), box_at(550, 0)]
    assert sorted(clusters(boxes)) == [[0, 2], [1, 3]]


def test_two_boxes_round_one_die_are_no_group() -> None:
    assert clusters([box_at(100, 100, 50), box_at(88, 89, 75)]) == []


@pytest.mark.parametrize("boxes", [[], [box_at(3, 3)]])
def test_none_and_one_are_no_group(boxes: list) -> None:
    assert clusters(boxes) == []


def test_the_room_round_a_group_is_measured_in_its_dice() -> None:
    boxes = [box_at(10, 20), box_at(60, 20)]
    assert side_of(boxes) == SIDE
    assert around(boxes, 10.0) == (0.0, 10.0, 118.0, 78.0)


@pytest.mark.parametrize("scale", [1.0, 0.8, 0.5, 0.3])
def test_a_part_of_a_frame_shows_what_lies_there(scale: float) -> None:
    frame = np.zeros((400, 600, 3), np.uint8)
    frame[100:140, 200:260] = 255
    part, (left, top), (width, height) = Halvings(frame).part((180.0, 90.0, 300.0, 170.0), scale)
    assert part.shape[1] == pytest.approx(width * scale, abs=1)
    assert part.shape[0] == pytest.approx(height * scale, abs=1)
    rows, columns = np.nonzero(part[..., 0] > 127)
    seen = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]) / scale
    assert seen + np.array([left, top, left, top]) == pytest.approx([200, 100, 260, 140], abs=2 / scale)


def test_a_part_beyond_the_frame_is_left_out() -> None:
    _, origin, size = Halvings(np.zeros((100, 100, 3), np.uint8)).part((-50.0, 60.0, 40.0, 180.0), 1.0)
    assert (origin, size) == ((0.0, 60.0), (40.0, 40.0))


class Looks:
    """Stands in for the network: two dice that touch are one box from afar, and two from near."""

    def __init__(self) -> None:
        self.widths: list[int] = []

    def __call__(self, size: tuple[float, float], small: np.ndarray) -> list[Located]:
        self.widths.append(small.shape[1])
        if small.shape[1] / size[0] < 0.5:
            return [Located((100, 100, 196, 150), 0.9), Located((198, 100, 246, 150), 0.6)]
        dice = [(54 + 49 * each, 54, 102 + 49 * each, 102) for each in range(3)]
        return [Located(tuple(map(float, die)), 0.8) for die in dice]


def test_a_group_seen_from_afar_is_what_it_is_from_near(monkeypatch: pytest.MonkeyPatch) -> None:
    locator, looks = Locator(load_weights().locator, 0.3), Looks()
    monkeypatch.setattr(locator, "look", looks)
    found = locator.find(np.zeros((1296, 2304, 3), np.uint8))
    assert looks.widths[0] == FIRST_LOOK_PX
    assert looks.widths[-1] < FIRST_LOOK_PX
    assert [each.chance for each in found] == [0.8] * 3
    assert [each.box[0] for each in found] == pytest.approx([100, 149, 198], abs=2)
    assert CLUSTER_DIE_PX < SIDE


def test_a_die_on_the_rim_of_a_group_is_not_lost_between_two_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    touching = [(100.0, 100.0, 148.0, 148.0), (150.0, 150.0, 198.0, 198.0)]
    at_rim, a_little_higher = (160.0, 64.0, 208.0, 112.0), (160.0, 63.0, 208.0, 111.0)

    def look(size: tuple[float, float], small: np.ndarray) -> list[Located]:
        if small.shape[1] / size[0] < 0.5:
            return [Located(box, 0.9) for box in (*touching, at_rim)]
        left, top = 64, 64
        near = [(a - left, b - top, c - left, d - top) for a, b, c, d in (*touching, a_little_higher)]
        return [Located(box, 0.8) for box in near]

    locator = Locator(load_weights().locator, 0.3)
    monkeypatch.setattr(locator, "look", look)
    found = locator.find(np.zeros((1296, 2304, 3), np.uint8))
    assert sorted((each.box, each.chance) for each in found) == [
        (touching[0], 0.8), (touching[1], 0.8), (at_rim, 0.9),
    ]  # fmt: skip
