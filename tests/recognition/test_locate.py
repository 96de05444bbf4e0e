"""Boxes: doubles suppressed, scales chosen, frames shrunk."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.crops import CROP_MARGIN, CROP_PX, cut_crops
from companion.recognition.doubles import without_doubles
from companion.recognition.shrink import Halvings


def test_a_box_twice_is_one_die_and_the_likelier_one_stays() -> None:
    once, again, beside = (10, 10, 50, 50), (12, 9, 53, 51), (52, 10, 92, 50)
    assert without_doubles([once, again, beside], [0.6, 0.9, 0.7]) == [1, 2]


def test_a_pip_inside_a_die_is_no_second_die() -> None:
    die, pip = (0, 0, 100, 100), (60, 60, 85, 85)
    assert without_doubles([pip, die], [0.5, 0.9]) == [1]


def test_nothing_found_leaves_nothing() -> None:
    assert without_doubles([], []) == []


@pytest.mark.parametrize(("size", "scale"), [((4608, 2592), 1 / 6), ((2304, 1296), 1 / 3), ((641, 479), 0.5)])
def test_a_frame_shrinks_to_its_size_and_keeps_its_light(size: tuple[int, int], scale: float) -> None:
    frame = np.full((size[1], size[0], 3), 131, np.uint8)
    small = Halvings(frame).at(scale)
    assert (round(size[1] * scale), round(size[0] * scale)) == small.shape[:2]
    assert small.min() == small.max() == 131


def test_a_frame_is_never_enlarged() -> None:
    frame = np.zeros((30, 40, 3), np.uint8)
    assert Halvings(frame).at(1.0) is frame


def test_crops_at_the_border_are_whole_squares() -> None:
    frame = np.full((60, 80, 3), 9, np.uint8)
    crops = cut_crops(frame, [(0, 0, 20, 20), (70, 50, 80, 60), (-30, -30, 5, 5), (0, 0, 80, 60)])
    assert crops.shape == (4, CROP_PX, CROP_PX, 3)
    assert crops.min() == crops.max() == 9


def test_no_boxes_give_no_crops() -> None:
    assert cut_crops(np.zeros((60, 80, 3), np.uint8), []).shape == (0, CROP_PX, CROP_PX, 3)


def test_a_crop_shows_its_square_whatever_the_size_of_the_die() -> None:
    across = np.tile(np.linspace(0, 255, 800, dtype=np.float32), (600, 1)).astype(np.uint8)
    frame = np.dstack([across] * 3)
    for longer in (20, 60, 150, 300):
        crop = cut_crops(frame, [(400 - longer / 2, 300 - longer / 2, 400 + longer / 2, 300 + longer / 2)])[0]
        reach = CROP_MARGIN * longer / 2 * 255 / 800
        ends = crop[24, [0, -1], 0].astype(float)
        assert abs(ends.mean() - 127.5) < 1.5
        assert abs((ends[1] - ends[0]) / 2 - reach * 47 / 48) < 1.5


def test_a_crop_may_be_turned_round_the_middle_of_its_die() -> None:
    frame = np.zeros((200, 300, 3), np.uint8)
    frame[70:130, 100:103] = 255
    box = (120 - 40, 100 - 40, 120 + 40, 100 + 40)
    upright, turned = (cut_crops(frame, [box], turn)[0, ..., 0].astype(float) for turn in (0.0, 90.0))
    assert upright[24, :].max() > 100
    np.testing.assert_allclose(turned, np.rot90(upright, 1), atol=40)
