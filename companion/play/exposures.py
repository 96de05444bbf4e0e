"""The frames of one reading: exposed after it began, one a turn, until there are enough."""

from __future__ import annotations

from companion.frame import CameraGone, Frame
from companion.play.ports import Camera, Clock

FRAMES_A_READING = 3
"""Frames that vote on one reading (design: up to three are fused)."""

Frames = tuple[Frame, ...]


class Exposures:
    """Asks the camera for frames that are newer than the touch, and each newer than the one before it."""

    def __init__(self, camera: Camera | None, clock: Clock) -> None:
        self._camera, self._clock = camera, clock
        self._frames: Frames = ()
        self._after_ns = 0

    def begin(self) -> None:
        """A reading begins now: what was exposed before is of no use."""
        self._frames, self._after_ns = (), self._clock()

    def take(self, before_what: str) -> Frames | None:
        """One more frame; all of them once they are enough, or no more come, else ``None``.

        Raises ``CameraGone`` where not even one can be had. ``before_what`` names the moment from before
        which a picture is refused ("the cups were up").
        """
        try:
            frame = self._frame_after(before_what)
        except CameraGone:
            if not self._frames:
                raise
            return self._all()
        self._frames += (frame,)
        self._after_ns = frame.exposed_at_ns
        return self._all() if len(self._frames) == FRAMES_A_READING else None

    def drop(self) -> None:
        """The reading has failed, or is not wanted any more."""
        self._frames = ()

    @property
    def newest(self) -> Frame | None:
        """The frame taken last for the reading under way."""
        return self._frames[-1] if self._frames else None

    def _all(self) -> Frames:
        frames, self._frames = self._frames, ()
        return frames

    def _frame_after(self, before_what: str) -> Frame:
        camera = self._camera
        frame = camera.capture(self._after_ns)
        if frame.exposed_at_ns < self._after_ns:
            raise CameraGone(f"{camera.name} gave a picture from before {before_what}")
        return frame
