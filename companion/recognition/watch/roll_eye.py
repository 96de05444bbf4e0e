"""The eye for dice that belong to no game; fits ``companion.play.ports.RollEye``."""

from __future__ import annotations

from collections.abc import Sequence

from companion.frame import Frame
from companion.reading import PhotoReading
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.eye import Eye
from companion.recognition.table.fuse import fused
from companion.recognition.watch.recent import RecentEye


class RollEye:
    """Reads all dice of a picture. It remembers flat dice from roll to roll, for the camera stands still."""

    def __init__(self, eye: Eye) -> None:
        self._eye, self._camera = RecentEye(eye), CameraMemory()

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        """Reading of the last frame, the others voting. Raises ``ValueError`` for no frames."""
        return fused([self._eye.read(frame, None, self._camera) for frame in frames])

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        """The same of dice that lie still; flat ones are remembered."""
        reading = self.look(frames)
        self._camera.keep(reading)
        return reading
