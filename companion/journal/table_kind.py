"""Whether a game is played with real dice or at the simulated table. It never changes."""

from __future__ import annotations

from enum import Enum


class TableKind(Enum):
    """Fixed when the game begins; kept beside the record, which does not contain it."""

    REAL = "real"
    """Real dice or cards, read by a camera or entered by hand; also if the kind is unknown."""
    SIMULATED = "simulated"
    """Dice or cards that the app deals itself."""
