"""A simulated desk for the calibration: its camera sees the lens board, or the table with its cards."""

from __future__ import annotations

import cv2
import numpy as np

from companion.calibration.seating import Size
from companion.calibration.simulated_scene import HELD, Scene
from companion.frame import CameraGone, Frame
from companion.hardware.cameras.port import Clock
from companion.text.speech import say

SIZE: Size = (800, 450)
"""Smaller than a camera's pictures: each is followed ray by ray."""
WARM = (0.72, 0.88, 1.0)
"""Share of blue, green and red in the lamp's light: the rendered pictures are grey."""


class SimulatedDesk:
    """Camera and props in one: ``show`` changes what it sees. The same seed, the same lens and table."""

    live_is_small = False

    def __init__(self, seed: int, clock: Clock, size: Size = SIZE) -> None:
        self.name = say("camera.name.simulated")
        self._scene = Scene.made(seed, size, tilt_deg=15.0)
        self._clock = clock
        self._shown: int | None = None
        self._drawn: dict[int | None, np.ndarray] = {}
        self._closed = False

    def show(self, board: int | None) -> None:
        """The board as it is held the n-th way, the first again after the last; ``None``: the table."""
        self._shown = None if board is None else board % len(HELD)

    def latest(self) -> Frame:
        """What is there now."""
        return Frame(self._picture(), self._clock())

    def capture(self, after_ns: int) -> Frame:
        """The same, exposed after a moment. Raises ``CameraGone`` once closed."""
        if self._closed:
            raise CameraGone(say("camera.closed", camera=self.name))
        return Frame(self._picture(), max(self._clock(), after_ns + 1))

    def close(self) -> None:
        """Captures fail from now on."""
        self._closed = True

    def _picture(self) -> np.ndarray:
        shown = self._shown
        if shown not in self._drawn:
            grey = self._scene.table_picture() if shown is None else self._scene.board_picture(shown)
            self._drawn[shown] = cv2.multiply(grey, np.array([*WARM, 1.0]))
        return self._drawn[shown]
