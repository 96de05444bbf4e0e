"""The simulated table: photo-like frames of cups and dice from a renderer's sprites, and of drawn cards."""

from companion.hardware.simulated.card_table import SimulatedCardTable, TrueCard
from companion.hardware.simulated.shaking import Trouble
from companion.hardware.simulated.simulated_camera import SimulatedCamera
from companion.hardware.simulated.sprites import DiceKind, SpriteSet
from companion.hardware.simulated.table import SimulatedTable, TrueDie

__all__ = [
    "DiceKind",
    "SimulatedCamera",
    "SimulatedCardTable",
    "SimulatedTable",
    "SpriteSet",
    "Trouble",
    "TrueCard",
    "TrueDie",
]
