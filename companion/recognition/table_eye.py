"""The eye as the game asks it: frames of a still table in, a reading held against the game out."""

from __future__ import annotations

from collections.abc import Sequence

from companion.frame import Frame
from companion.reading import Expectation, TableReading
from companion.recognition.eye import Eye
from companion.recognition.fuse import fused
from companion.recognition.table import Seats, hold_against


class SeatedEye:
    """An eye that knows where the seats are; fits ``companion.play.ports.TableEye``."""

    def __init__(self, eye: Eye, seating: Seats, die_px: float | None = None) -> None:
        self._eye = eye
        self._seating = seating
        self._die_px = die_px

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, the others voting. Raises ``ValueError`` for no frames."""
        readings = [self._eye.read(frame, self._die_px) for frame in frames]
        return hold_against(fused(readings), self._seating, expected)
