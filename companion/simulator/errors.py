"""What goes wrong at the simulated table: faults, each with a sentence, and trouble on purpose."""

from __future__ import annotations

from enum import Enum


class SimulatorError(Exception):
    """Base of these faults."""


class SpritesMissing(SimulatorError, FileNotFoundError):
    """The simulated table's pictures of dice, cups or cards are missing."""


class CupsError(SimulatorError, ValueError):
    """The simulated cups cannot do what was asked."""


class CardsError(SimulatorError, ValueError):
    """The simulated card table cannot lay what was asked."""


class Trouble(Enum):
    """What goes wrong on purpose, to try doubts: with the dice of one seat, or with one of the cards laid.

    Dice touch, lean or are partly hidden; cards glare or are partly hidden. A trouble that does not fit
    changes nothing.
    """

    NONE = "none"
    TOUCHING = "touching"
    COCKED = "cocked"
    HIDDEN = "hidden"
    GLARE = "glare"
