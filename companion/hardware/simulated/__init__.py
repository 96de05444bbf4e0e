"""The simulated table: photo-like frames of cups and dice, from sprites that a renderer made."""

from companion.hardware.simulated.shaking import Trouble
from companion.hardware.simulated.sprites import DiceKind, SpriteSet
from companion.hardware.simulated.table import SimulatedTable, TrueDie

__all__ = ["DiceKind", "SimulatedTable", "SpriteSet", "Trouble", "TrueDie"]
