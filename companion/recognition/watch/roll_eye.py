"""The eye for dice that belong to no game; fits ``companion.play.ports.RollEye``."""

from __future__ import annotations

from collections.abc import Sequence

from companion.frame import Frame
from companion.reading import ConfirmedDie, PhotoReading, WildMark
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.decide.wild_mark import with_wild_mark
from companion.recognition.evening.evening_eye import EveningEye, FrameEye
from companion.recognition.table.fuse import fused
from companion.recognition.watch.recent import RecentEye


class RollEye:
    """Reads all dice of a picture. It remembers flat dice from roll to roll, for the camera stands still.

    With an evening's eye it learns the marks of the dice, as a game does.
    """

    def __init__(self, eye: FrameEye, wild: WildMark = WildMark.ANY) -> None:
        """``wild``: what these dice have in the place of the wild face."""
        self._evening = eye if isinstance(eye, EveningEye) else None
        self._eye, self._camera, self._wild = RecentEye(eye), CameraMemory(), wild
        self._lessons = 0

    def have(self, wild: WildMark) -> None:
        """From now on the dice have this mark."""
        if wild is not self._wild:
            self._wild = wild
            self._eye.forget()

    def learn(self, frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """Learn what lies in a frame, as a player said and as it was read."""
        if self._evening is not None:
            self._lessons += 1
            self._evening.confirm(("roll", self._lessons), frame, dice, CameraMemory())
            self._eye.forget()

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        """Reading of the last frame, the others voting. Raises ``ValueError`` for no frames."""
        if self._evening is not None:
            self._evening.wild = self._wild
        return with_wild_mark(
            fused([self._eye.read(frame, None, self._camera) for frame in frames]), self._wild
        )

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        """The same of dice that lie still; flat ones are remembered."""
        reading = self.look(frames)
        self._camera.keep(reading)
        return reading
