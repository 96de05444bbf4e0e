"""An eye that reads no frame twice while looks follow one another."""

from __future__ import annotations

from collections import deque

from companion.frame import Frame
from companion.reading import PhotoReading
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.evening.evening_eye import FrameEye

REMEMBERED = 3
"""Frames: as many as one reading fuses."""


class RecentEye:
    """Reads as the eye does, and remembers the last few readings."""

    def __init__(self, eye: FrameEye) -> None:
        self._eye = eye
        self._recent: deque[tuple[Frame, float | None, PhotoReading]] = deque(maxlen=REMEMBERED)

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        """All dice of the frame (``Eye.read``)."""
        for known, side_px, reading in self._recent:
            if known is frame and side_px == die_px:
                return reading
        reading = self._eye.read(frame, die_px, camera)
        self._recent.append((frame, die_px, reading))
        return reading

    def forget(self) -> None:
        """Another camera, or a table that lies elsewhere: frames are to be read anew."""
        self._recent.clear()
