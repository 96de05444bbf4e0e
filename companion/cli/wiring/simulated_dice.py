"""Open throws at the simulated table, without a game."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from math import ceil
from pathlib import Path

from companion.calibration import DICE_IN_A_CUP, FEWEST_SEATS
from companion.core.on_disk import NotRead, make_private_folder, read_ordinary
from companion.core.reading import WildMark
from companion.simulator import SimulatedTable

MOST_DICE = 40
_STARS = {WildMark.STAR: 1, WildMark.STAR_SIX: 6}
"""The face that is a star, if any."""


class Throws:
    """Throws 1 to ``MOST_DICE`` dice over the whole table; the same seed gives the same throws."""

    most = MOST_DICE

    def __init__(
        self, table: SimulatedTable, seed: int = 0, wild: Callable[[], WildMark] = lambda: WildMark.ANY
    ) -> None:
        self._table, self._number, self._wild = table, seed, wild

    def throw(self, dice: int) -> None:
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


SEED_NAME = "simulated-dice-seed"
"""Its file beside the journal: a resumed game has the same dice under the same cups."""
SEED_BITS = 31
LARGEST_FILE = 64
"""Bytes: a seed has ten digits."""


def dice_seed_of(folder: Path) -> int:
    """The folder's seed; 0 if it cannot be kept, for the journal reports that fault."""
    path = folder / SEED_NAME
    try:
        text = read_ordinary(path, LARGEST_FILE).decode("ascii").strip()
        if text.isdecimal() and int(text) < 2**SEED_BITS:
            return int(text)
    except UnicodeDecodeError:
        pass
    except NotRead:
        if os.path.lexists(path):
            return 0
    seed = secrets.randbits(SEED_BITS)
    try:
        make_private_folder(folder)
        path.write_text(f"{seed}\n", encoding="ascii")
    except OSError:
        return 0
    return seed
