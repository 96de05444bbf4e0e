"""Which dice a game is played with: real ones, or those of the simulated table. It never changes."""

from __future__ import annotations

from enum import Enum


class TableKind(Enum):
    """Belongs to the game from its beginning on; kept beside the record, which says nothing of it."""

    REAL = "real"
    """Dice or cards of people, read by a camera or entered by hand; also where nobody knows."""
    SIMULATED = "simulated"
    """Dice or cards that the house deals itself."""
