"""Throws at the simulated table: dice that the app rolls and lays open at once, without a game."""

from __future__ import annotations

from math import ceil

from companion.calibration.seating import DICE_IN_A_CUP, FEWEST_SEATS
from companion.hardware.simulated import SimulatedTable

MOST_DICE = 40


class Throws:
    """Throws dice, 1 to ``MOST_DICE`` at a time, over the whole table; the same seed throws the same."""

    most = MOST_DICE

    def __init__(self, table: SimulatedTable, seed: int = 0) -> None:
        self._table, self._number = table, seed

    def throw(self, dice: int) -> None:
        """The next throw."""
        places = max(FEWEST_SEATS, ceil(dice / DICE_IN_A_CUP))
        here = tuple(len(range(place, dice, places)) for place in range(places))
        self._table.stars(False)  # with stars the board and its red die would lie there, too
        self._table.deal(here, (), self._number)
        self._table.lift()
        self._number += 1
