"""Throws at the simulated table: dice that the app rolls and lays open at once, without a game."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from companion.calibration.seating import DICE_IN_A_CUP, FEWEST_SEATS
from companion.hardware.simulated import SimulatedTable
from companion.reading import WildMark

MOST_DICE = 40
_STARS = {WildMark.STAR: 1, WildMark.STAR_SIX: 6}
"""The face that is a star, where one is."""


class Throws:
    """Throws dice, 1 to ``MOST_DICE`` at a time, over the whole table; the same seed throws the same.

    ``wild`` tells what they have in the place of the wild face.
    """

    most = MOST_DICE

    def __init__(
        self, table: SimulatedTable, seed: int = 0, wild: Callable[[], WildMark] = lambda: WildMark.ANY
    ) -> None:
        self._table, self._number, self._wild = table, seed, wild

    def throw(self, dice: int) -> None:
        """The next throw."""
        places = max(FEWEST_SEATS, ceil(dice / DICE_IN_A_CUP))
        here = tuple(len(range(place, dice, places)) for place in range(places))
        wild = self._wild()
        if wild is WildMark.BIRD:
            self._table.birds()
        else:
            self._table.stars(_STARS.get(wild, 0))
        self._table.without_board()
        self._table.deal(here, (), self._number)
        self._table.lift()
        self._number += 1
