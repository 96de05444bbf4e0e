"""The frames of one reading: taken once nothing moves, exposed after it began, one a turn."""

from __future__ import annotations

from companion.frame import CameraGone, Frame, NotYet
from companion.play.ports import Camera, Clock, Watch
from companion.text.speech import say

FRAMES_A_READING = 3
"""Frames that vote on one reading (design: up to three are fused)."""
NS_PER_S = 1_000_000_000
SETTLE_S = 1.0
"""Asked for by touch, a reading waits so long at most for hands to leave the picture [choice]."""

Frames = tuple[Frame, ...]


class Exposures:
    """Asks the camera for frames that are newer than the touch, and each newer than the one before it."""

    def __init__(self, camera: Camera | None, clock: Clock, watch: Watch | None = None) -> None:
        """Without a ``watch`` nobody can tell whether something moves, and nothing is waited for."""
        self._camera, self._clock, self._watch = camera, clock, watch
        self._frames: Frames = ()
        self._after_ns = 0
        self.settling = False

    def begin(self) -> None:
        """A reading begins now: what was exposed before is of no use."""
        self._frames, self._after_ns = (), self._clock()
        self.settling = self._watch is not None

    def follow(self, frame: Frame) -> None:
        """A live picture before a reading: whether something moves is known when one begins."""
        if self._watch is not None:
            self._watch.still(frame)

    def settled(self) -> bool:
        """Whether nothing moves any more, or it was waited for long enough."""
        if self.settling:
            frame = self._there.latest()
            late = self._clock() >= self._after_ns + int(SETTLE_S * NS_PER_S)
            self.settling = not (late or frame is None or self._watch is None or self._watch.still(frame))
        return not self.settling

    def take(self, before_what: str) -> Frames | None:
        """One more frame; all of them once they are enough, or no more come, else ``None``.

        Raises ``CameraGone`` where not even one can be had. ``before_what`` names the moment from before
        which a picture is refused ("the cups were up").
        """
        try:
            frame = self._frame_after(before_what)
        except NotYet:
            return None
        except CameraGone:
            if not self._frames:
                raise
            return self._all()
        self._frames += (frame,)
        self._after_ns = frame.exposed_at_ns
        return self._all() if len(self._frames) == FRAMES_A_READING else None

    def drop(self) -> None:
        """The reading has failed, or is not wanted any more."""
        self._frames, self.settling = (), False

    @property
    def newest(self) -> Frame | None:
        """The frame taken last for the reading under way."""
        return self._frames[-1] if self._frames else None

    @property
    def _there(self) -> Camera:
        if self._camera is None:
            raise CameraGone(say("exposure.no_camera"))
        return self._camera

    def _all(self) -> Frames:
        frames, self._frames = self._frames, ()
        return frames

    def _frame_after(self, before_what: str) -> Frame:
        camera = self._there
        frame = camera.capture(self._after_ns)
        if frame.exposed_at_ns < self._after_ns:
            raise CameraGone(say("exposure.before", camera=camera.name, moment=before_what))
        return frame


def wait_for(camera: Camera, after_ns: int) -> Frame:
    """A picture exposed after ``after_ns``, for however long it may take. Raises ``CameraGone``."""
    while True:
        try:
            return camera.capture(after_ns)
        except NotYet:
            continue
