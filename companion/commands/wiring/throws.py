"""Throws at the simulated table: dice that the app rolls and lays open at once, without a game."""

from __future__ import annotations

from math import ceil

from companion.calibration.seating import DICE_IN_A_CUP, FEWEST_SEATS
from companion.hardware.simulated import SimulatedTable

MOST_DICE = 40


class Throws:
    """Throws ``dice`` dice, 1 to ``MOST_DICE``, over the whole table; the same seed throws the same."""

    def __init__(self, table: SimulatedTable, dice: int) -> None:
        self._table, self._number = table, 0
        places = max(FEWEST_SEATS, ceil(dice / DICE_IN_A_CUP))
        self._dice = tuple(len(range(place, dice, places)) for place in range(places))

    def throw(self) -> None:
        """The next throw."""
        self._table.stars(False)  # with stars the board and its red die would lie there, too
        self._table.deal(self._dice, (), self._number)
        self._table.lift()
        self._number += 1
