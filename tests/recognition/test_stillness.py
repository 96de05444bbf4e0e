"""What counts as movement before the camera: hands and dice, not noise, exposure or compression."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.frame import Frame
from companion.recognition.context.stillness import Stillness
from companion.simulator import SimulatedTable


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    table = SimulatedTable(3, seed=4)
    table.deal((5, 5, 5), (), 1)
    table.lift()
    return table


def seen_after(first: np.ndarray, second: np.ndarray) -> bool:
    watch = Stillness()
    assert not watch.still(Frame(first, 1)), "of one picture nothing can be told"
    return watch.still(Frame(second, 2))


@pytest.mark.parametrize("gain", [0.9, 1.0, 1.08])
def test_noise_and_exposure_are_no_movement(table: SimulatedTable, gain: float) -> None:
    first, second = table.capture(0).pixels, table.capture(1).pixels
    assert seen_after(first, cv2.convertScaleAbs(second, alpha=gain))


def test_a_die_that_is_pushed_by_half_its_side_is_movement(table: SimulatedTable) -> None:
    first, second = table.capture(0).pixels, table.capture(1).pixels.copy()
    left, top, right, bottom = table.dice_in_view()[0].box
    die = second[top:bottom, left:right].copy()
    second[top:bottom, left + 15 : right + 15] = die
    assert not seen_after(first, second)


def test_a_sleeve_that_comes_in_is_movement(table: SimulatedTable) -> None:
    first, second = table.capture(0).pixels, table.capture(1).pixels.copy()
    second[:60, 300:360] = (60, 40, 130)
    assert not seen_after(first, second)


def test_the_same_frame_asked_again_is_answered_the_same(table: SimulatedTable) -> None:
    watch, first, second = Stillness(), table.capture(0), table.capture(1)
    asked = (first, first, second, second)
    assert [watch.still(frame) for frame in asked] == [False, False, True, True]


def test_a_picture_of_another_shape_is_another_table() -> None:
    assert not seen_after(np.zeros((90, 160, 3), np.uint8), np.zeros((120, 160, 3), np.uint8))
