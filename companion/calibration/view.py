"""How high a camera must hang to see a table, and the size of a die in its picture.

A pinhole that looks straight down: no lens distortion, no height of dice. Angles of view are the
makers' figures; a picture of 16:9 shows the whole width of the sensor.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan

from companion.calibration.known_lenses import KNOWN_LENSES

DIE_MM = 16.0
"""Side of the usual die; Milton Bradley's are a little smaller, casino dice 19 mm."""
SMALLEST_DIE_PX = 18.0
"""The eye reads dice from this side on (companion read: 18-160 px)."""
SHAPE = 9 / 16


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera: its horizontal angle of view, and the width in pixels of the picture that is read."""

    name: str
    view_deg: float
    width_px: int


@dataclass(frozen=True, slots=True)
class Mount:
    """The camera's height above the table, what it sees from there, and a die's side in its picture."""

    height_mm: float
    seen_mm: tuple[float, float]
    die_px: float

    @property
    def readable(self) -> bool:
        """Whether the eye can read dice of this size."""
        return self.die_px >= SMALLEST_DIE_PX


LENSES = tuple(Lens(known.name, known.stated_view_deg, known.width_px) for known in KNOWN_LENSES)
"""The known cameras with the angles that their makers state; sources stand with each."""

PLAYING_FIELDS = ((2, 4, (900.0, 500.0)), (5, 6, (1200.0, 700.0)))
"""Fewest and most players, and the part of the table for dice and cups, in mm [choice]."""


def mounted(lens: Lens, field_mm: tuple[float, float]) -> Mount:
    """The lowest place from which the lens sees the whole field (width, depth in mm)."""
    width, depth = field_mm
    seen = max(width, depth / SHAPE)
    height = seen / 2 / tan(radians(lens.view_deg) / 2)
    return Mount(height, (seen, seen * SHAPE), lens.width_px * DIE_MM / seen)
