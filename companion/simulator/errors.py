"""Faults of the simulated table, each with a sentence, and trouble on purpose."""

from __future__ import annotations

from enum import Enum


class SimulatorError(Exception): ...


class SpritesMissing(SimulatorError, FileNotFoundError): ...


class CupsError(SimulatorError, ValueError):
    """An impossible request to the simulated cups."""


class CardsError(SimulatorError, ValueError): ...


class Trouble(Enum):
    """Trouble on purpose, to provoke doubts, with one seat's dice or one card; what does not fit changes
    nothing.
    """

    NONE = "none"
    TOUCHING = "touching"
    COCKED = "cocked"
    HIDDEN = "hidden"
    GLARE = "glare"
