"""Cocked dice: what the classifier says of them, and which of the simulated table's a reading tells."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from companion.core.reading import PhotoReading
from companion.recognition.classify.classifier import BACKGROUND, Predictions, SurfaceNormals
from companion.simulator import SimulatedTable

NEAR_PX = 12


def leans_of(across: np.ndarray, spread: float = 0.03, cocked: Collection[int] = ()) -> Predictions:
    """What the classifier says: given normals, each as sure as it is told to be; which dice look cocked."""
    doubts = np.zeros((len(across), 3))
    doubts[list(cocked), 0] = 0.99
    faces = np.zeros((len(across), BACKGROUND + 1))
    return Predictions(faces, doubts, SurfaceNormals(across, np.full(len(across), spread)))


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
