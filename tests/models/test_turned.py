"""Turned pictures keep their labels where the dice are."""

from __future__ import annotations

import numpy as np
import pytest

from models.compose.scene import Thing
from models.photos import turned


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_box_holds_what_it_held(quarters: int) -> None:
    picture = np.zeros((60, 100, 3), np.uint8)
    picture[10:25, 70:90] = 255
    seen, (thing,) = turned(picture, [Thing((70, 10, 90, 25), 3)], quarters)
    left, top, right, bottom = map(int, thing.box)
    assert seen.shape[:2] == ((60, 100) if quarters % 2 == 0 else (100, 60))
    assert (seen[top:bottom, left:right] == 255).all()
    assert seen.sum() == picture.sum()
    assert thing.label == 3


def test_upside_down_the_top_left_is_the_bottom_right() -> None:
    picture = np.zeros((40, 80, 3), np.uint8)
    seen, (thing,) = turned(picture, [Thing((0, 0, 10, 10), 1)], 2)
    assert seen.shape == picture.shape
    assert thing.box == (70, 30, 80, 40)
