"""Located indices are set right by what their first crop tells."""

import numpy as np
import pytest

from companion.recognition.cards.locator import Index
from companion.recognition.cards.reader import FARTHEST, shifted, straightened
from companion.recognition.detect.pyramid import ImagePyramid

UPRIGHT = Index(100.0, 80.0, 40.0, (0.0, -1.0), 0.9)
LYING = Index(100.0, 80.0, 40.0, (1.0, 0.0), 0.9)


class Tells:
    """A reader that tells the same shift of every crop."""

    def __init__(self, *shift: float) -> None:
        self.shift = shift

    def shifts(self, crops: np.ndarray) -> np.ndarray:
        return np.array([self.shift] * len(crops)).reshape(-1, 4)


def test_right_and_down_in_the_crop_are_right_and_down_for_the_index_s_reader() -> None:
    moved = shifted(UPRIGHT, np.array([0.25, 0.1, 0.0, 0.0]))
    assert (moved.x, moved.y, moved.height_px) == pytest.approx((110.0, 84.0, 40.0))
    turned = shifted(LYING, np.array([0.25, 0.1, 0.0, 0.0]))
    assert (turned.x, turned.y) == pytest.approx((96.0, 90.0))


def test_height_grows_by_its_logarithm_and_up_turns_clockwise() -> None:
    moved = shifted(UPRIGHT, np.array([0.0, 0.0, np.log(1.5), 0.5]))
    assert moved.height_px == pytest.approx(60.0)
    assert moved.up == pytest.approx((0.5, -np.sqrt(0.75)))
    assert (moved.chance, moved.upright) == (UPRIGHT.chance, UPRIGHT.upright)


def test_no_index_is_moved_farther_than_crops_could_tell() -> None:
    moved = shifted(UPRIGHT, np.array([9.0, -9.0, 9.0, 9.0]))
    assert (moved.x - 100.0, 80.0 - moved.y) == pytest.approx((FARTHEST * 40.0, FARTHEST * 40.0))
    assert 1.0 < moved.height_px / 40.0 < 2.0
    assert np.hypot(*moved.up) == pytest.approx(1.0)


def test_two_findings_that_are_set_right_to_one_place_are_one_index() -> None:
    pixels = ImagePyramid(np.full((200, 300, 3), 200, np.uint8))
    near = Index(100.0, 104.0, 40.0, (0.0, -1.0), 0.5)
    assert straightened(Tells(0.0, 0.0, 0.0, 0.0), pixels, [UPRIGHT, near]) == (UPRIGHT, near)
    same = [UPRIGHT, Index(101.0, 81.0, 40.0, (0.0, -1.0), 0.5)]
    assert [index.chance for index in straightened(Tells(0.1, 0.0, 0.0, 0.0), pixels, same)] == [0.9]


def test_nothing_is_left_of_an_index_that_lies_beyond_the_frame_after_all() -> None:
    pixels = ImagePyramid(np.full((200, 300, 3), 200, np.uint8))
    edge = Index(4.0, 100.0, 40.0, (0.0, -1.0), 0.9)
    assert straightened(Tells(-0.4, 0.0, 0.0, 0.0), pixels, [edge]) == ()
    assert straightened(Tells(0.0, 0.0, 0.0, 0.0), pixels, []) == ()
