"""The camera of a rehearsal: it notes the frames of another camera, and the time that this one takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.frame import Frame
from companion.hardware.cameras.port import TableCamera
from companion.rehearsal.pace import WorkTime

_Taken = TypeVar("_Taken", bound=Frame | None)


class WatchedCamera:
    """Passes frames on (``play.ports.Camera``); the camera's own time does not count as work of play."""

    def __init__(self, camera: TableCamera, work: WorkTime, notice: Callable[[Frame], None]) -> None:
        self._camera, self._work, self._notice = camera, work, notice

    @property
    def name(self) -> str:
        """The camera's name."""
        return self._camera.name

    @property
    def live_is_small(self) -> bool:
        """Whether its live pictures are smaller than its captures."""
        return self._camera.live_is_small

    def latest(self) -> Frame | None:
        """The newest frame."""
        return self._noticed(self._camera.latest)

    def capture(self, after_ns: int) -> Frame:
        """A frame exposed after a moment; ``CameraGone`` where none comes."""
        return self._noticed(lambda: self._camera.capture(after_ns))

    def close(self) -> None:
        """Give the device back."""
        self._camera.close()

    def _noticed(self, take: Callable[[], _Taken]) -> _Taken:
        self._work.pause()
        try:
            frame = take()
        finally:
            self._work.go_on()
        if frame is not None:
            self._notice(frame)
        return frame
