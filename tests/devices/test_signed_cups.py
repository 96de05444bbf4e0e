"""A simulated cup carries its seat's colour and sign."""

from __future__ import annotations

import numpy as np
import pytest

from companion.calibration import Seating, die_side_px
from companion.core.seats import sign_of
from companion.simulator import SimulatedTable
from companion.simulator.laying import CUP_TOP

PLAYERS = 8
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def covered() -> np.ndarray:
    """A picture of the table with all cups down."""
    table = SimulatedTable(PLAYERS, seed=5)
    table.deal((5,) * PLAYERS, (), 3)
    pixels: np.ndarray = table.capture(0).pixels
    return pixels


@pytest.mark.parametrize("seat", range(PLAYERS))
def test_the_top_of_a_cup_has_its_seats_colour_and_dark_ink(seat: int, covered: np.ndarray) -> None:
    x, y = Seating(PLAYERS).cup_centre(seat, SIZE)
    side = die_side_px(SIZE)
    middle = round(x), round(y - CUP_TOP * side)
    reach = round(0.9 * side)
    top = covered[max(0, middle[1] - reach) : middle[1] + reach, middle[0] - reach : middle[0] + reach]
    top = top.reshape(-1, 3)[:, ::-1].astype(float)
    chroma = top / top.sum(axis=1, keepdims=True)
    wanted = np.array(sign_of(seat).colour, float)
    near = np.abs(chroma - wanted / wanted.sum()).max(axis=1) < 0.07
    bright = top.sum(axis=1) > 0.6 * wanted.sum()
    assert (near & bright).mean() > 0.2
    assert (top.sum(axis=1) < 150).mean() > 0.05
