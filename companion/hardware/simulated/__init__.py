"""The simulated table: photo-like frames of cups and dice from a renderer's sprites, and of drawn cards."""

from companion.hardware.simulated.acting import LiftTruth
from companion.hardware.simulated.card_table import SimulatedCardTable, TrueCard
from companion.hardware.simulated.hands import TrueDie
from companion.hardware.simulated.lifting import Happening
from companion.hardware.simulated.planning import ALL_HAPPENINGS, EVERYDAY
from companion.hardware.simulated.shaking import Trouble
from companion.hardware.simulated.simulated_camera import SimulatedCamera
from companion.hardware.simulated.sprites import DiceKind, SpriteSet
from companion.hardware.simulated.table import SimulatedTable

__all__ = [
    "ALL_HAPPENINGS",
    "EVERYDAY",
    "DiceKind",
    "Happening",
    "LiftTruth",
    "SimulatedCamera",
    "SimulatedCardTable",
    "SimulatedTable",
    "SpriteSet",
    "Trouble",
    "TrueCard",
    "TrueDie",
]
