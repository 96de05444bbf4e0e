"""Readings in the background: the session's worker stays free for touches and is woken."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from math import hypot
from typing import Any, Generic, TypeVar

from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame, NotYet
from companion.core.reading import ReadDie, TableReading
from companion.play.base.ports import Watch
from companion.text import say

Read = TypeVar("Read")


class AtOnce(Executor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as fault:  # whoever asks for the result gets it, as from any executor
            done.set_exception(fault)
        return done


@dataclass(frozen=True, slots=True)
class Timed(Generic[Read]):
    reading: Read
    took_s: float


class Readings(Generic[Read]):
    """Holds at most one wanted reading: a new one replaces the last."""

    def __init__(self, background: Executor, clock: Clock, wake: Callable[[], None]) -> None:
        """``wake`` is called on the background's thread when an awaited reading is done."""
        self._background, self._clock, self._wake = background, clock, wake
        self._asked: Future[Timed[Read]] | None = None

    def others(self) -> Readings[Any]:
        return Readings(self._background, self._clock, self._wake)

    def begin(self, read: Callable[[], Read]) -> None:
        """Read in the background; cancel an earlier reading that has not begun."""
        self.drop()
        asked = self._background.submit(self._timed, read)
        self._asked = asked
        if not asked.done():
            asked.add_done_callback(lambda _: self._wake())

    def drop(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
        self._asked = None

    @property
    def is_busy(self) -> bool:
        return self._asked is not None

    def take(self) -> Timed[Read] | None:
        """The reading once done, else None. Raises what the eye raised."""
        asked = self._asked
        if asked is None or not asked.done():
            return None
        self._asked = None
        return asked.result()

    def _timed(self, read: Callable[[], Read]) -> Timed[Read]:
        began_ns = self._clock()
        reading = read()
        return Timed(reading, (self._clock() - began_ns) / NS_PER_S)


TableReadings = Readings[TableReading]
"""Readings of dice, compared with the game."""
FRAMES_A_READING = 3
"""Frames that vote on one reading (design: up to three are fused)."""
TRIES = 3
"""This many times one touch may take frames, as long as they leave too much in doubt [choice]."""
SETTLE_S = 1.0
"""Longest wait for hands to leave the picture, for a reading by touch [choice]."""

Frames = tuple[Frame, ...]


class Exposures:
    """Asks the camera for frames exposed after the touch, each after the last."""

    def __init__(self, camera: Camera | None, clock: Clock, watch: Watch | None = None) -> None:
        """Without a ``watch`` it does not wait for rest."""
        self._camera, self._clock, self._watch = camera, clock, watch
        self._frames: Frames = ()
        self._taken: Frames = ()
        """All frames of the reading, once there are enough."""
        self._tried = 0
        self._after_ns = 0
        self.newest: Frame | None = None
        """From after the touch."""
        self.settling = False

    def begin(self) -> None:
        self._tried = 0
        self.begin_again()

    def begin_again(self) -> bool:
        """Take other frames for the same reading; False after ``TRIES``."""
        if self._tried == TRIES:
            return False
        self._tried += 1
        self._frames, self.newest, self._after_ns = (), None, self._clock()
        self.settling = self._watch is not None
        return True

    def follow(self, frame: Frame) -> None:
        if self._watch is not None:
            self._watch.still(frame)

    def settled(self) -> bool:
        if self.settling:
            frame = self._there.latest()
            if frame is not None and frame.exposed_at_ns >= self._after_ns:
                self.newest = frame
            late = self._clock() >= self._after_ns + int(SETTLE_S * NS_PER_S)
            self.settling = not (late or frame is None or self._watch is None or self._watch.still(frame))
        return not self.settling

    def take(self, before_what: str) -> Frames | None:
        """Takes one more frame; gives all once there are enough or no more come, else None.

        Raises ``CameraGone`` without a single frame, and for a picture from before ``before_what`` ("the cups
        were up").
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
        self.newest, self._after_ns = frame, frame.exposed_at_ns
        return self._all() if len(self._frames) == FRAMES_A_READING else None

    def drop(self) -> None:
        self._frames, self._taken, self.newest, self.settling = (), (), None, False

    def hand_over(self) -> Frames:
        """All frames of a finished reading; some 8 MB are then let go."""
        taken, self._taken, self.newest = self._taken, (), None
        return taken

    @property
    def _there(self) -> Camera:
        if self._camera is None:
            raise CameraGone(say("exposure.no_camera"))
        return self._camera

    def _all(self) -> Frames:
        self._taken, self._frames = self._frames, ()
        return self._taken

    def _frame_after(self, before_what: str) -> Frame:
        camera = self._there
        frame = camera.capture(self._after_ns)
        if frame.exposed_at_ns < self._after_ns:
            raise CameraGone(say("exposure.before", camera=camera.name, moment=before_what))
        return frame


class LargePictures:
    """Pictures to read by, of a camera whose live ones may be too small for it."""

    def __init__(self, camera: Camera | None) -> None:
        self._camera = camera
        self.awaited: Frame | None = None
        """The live picture whose large one is still to come."""

    def drop(self) -> None:
        self.awaited = None

    def of(self, live: Frame) -> Frame | None:
        """One no older than the live one; None: not there yet. Raises ``CameraGone``."""
        if self._camera is None or not self._camera.live_is_small:
            return live
        first, self.awaited = self.awaited or live, None
        try:
            return self._camera.capture(first.exposed_at_ns)
        except NotYet:
            self.awaited = first
        return None


def wait_for(camera: Camera, after_ns: int) -> Frame:
    """A picture exposed after ``after_ns``, however long it takes. Raises ``CameraGone``."""
    while True:
        try:
            return camera.capture(after_ns)
        except NotYet:
            continue


STEADY = 0.1
"""How far a die may lie from where the first look saw it, in die sides. The boxes of 861 dice at rest were up
to 0.076 off (twelve simulated tables, four pictures each)."""


def same_place(die: ReadDie, other: ReadDie) -> bool:
    (x, y), (other_x, other_y) = die.centre, other.centre
    return hypot(x - other_x, y - other_y) <= STEADY * (die.box[2] - die.box[0])
