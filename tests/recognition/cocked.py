"""Cocked dice of the simulated table: which of them a reading tells as a face."""

from __future__ import annotations

import numpy as np

from companion.core.reading import PhotoReading
from companion.simulator import SimulatedTable

NEAR_PX = 12


def told_and_doubted(reading: PhotoReading, table: SimulatedTable) -> tuple[int, int]:
    """Cocked dice told as a face, and flat ones in doubt."""
    told = doubted = 0
    for true in table.dice_in_view():
        x, y = (true.box[0] + true.box[2]) / 2, (true.box[1] + true.box[3]) / 2
        near = (die for die in reading.dice if np.hypot(die.centre[0] - x, die.centre[1] - y) < NEAR_PX)
        faces = [die.face for die in near]
        told += true.cocked and any(face is not None for face in faces)
        doubted += not true.cocked and None in faces
    return told, doubted
