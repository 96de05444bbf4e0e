"""The simulated table: photo-like frames of rendered dice and cups, and of drawn cards.

Names are imported at first use: the command line needs only ``Trouble``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily
from companion.simulator.errors import CardsError, CupsError, SpritesMissing, Trouble

if TYPE_CHECKING:
    from companion.simulator.acting import LiftTruth
    from companion.simulator.calibration_desk import HELD, Scene, SimulatedDesk
    from companion.simulator.card_table import SimulatedCardTable, TrueCard
    from companion.simulator.lifting import ALL_HAPPENINGS, EVERYDAY, NEVER_UP, Happening
    from companion.simulator.painting import dice_apart
    from companion.simulator.sprites import DiceKind, SpriteSet
    from companion.simulator.table import MOST_THROWN, SimulatedCamera, SimulatedTable, Throws, TrueDie
else:
    __getattr__ = lazily(
        __name__,
        {
            "acting": "LiftTruth",
            "calibration_desk": "HELD Scene SimulatedDesk",
            "card_table": "SimulatedCardTable TrueCard",
            "lifting": "ALL_HAPPENINGS EVERYDAY Happening NEVER_UP",
            "painting": "dice_apart",
            "sprites": "DiceKind SpriteSet",
            "table": "MOST_THROWN SimulatedCamera SimulatedTable Throws TrueDie",
        },
    )


__all__ = [
    "ALL_HAPPENINGS",
    "EVERYDAY",
    "HELD",
    "MOST_THROWN",
    "NEVER_UP",
    "CardsError",
    "CupsError",
    "DiceKind",
    "Happening",
    "LiftTruth",
    "Scene",
    "SimulatedCamera",
    "SimulatedCardTable",
    "SimulatedDesk",
    "SimulatedTable",
    "SpriteSet",
    "SpritesMissing",
    "Throws",
    "Trouble",
    "TrueCard",
    "TrueDie",
    "dice_apart",
]
