"""A watchdog over a camera: it notices a camera that hangs and opens it again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.frame import CameraGone, Frame
from companion.hardware.cameras.port import NS_PER_S, Clock, TableCamera, monotonic_clock
from companion.text.speech import say

log = logging.getLogger(__name__)

HUNG_AFTER_S = 4.0
"""Without a new picture for this long the camera hangs; with ``LOOK_EVERY_S`` that is noticed within 5 s.
The slowest webcam in the dark sends three a second, a Pi camera ten."""
LOOK_EVERY_S = 0.5
REOPEN_EVERY_S = 2.0
CLOSING_S = 2.0
"""A driver that hangs may hang while closing, too; after this it is left to a daemon thread."""
CAPTURE_WAIT_S = 3.0
"""How long a reading waits for a camera that is being opened again."""


class GuardedCamera:
    """A watched camera; ``on_news`` is called, on the watchdog's thread, when it hangs or is back."""

    def __init__(
        self,
        opening: Callable[[], TableCamera],
        *,
        clock: Clock = monotonic_clock,
        look_every_s: float | None = LOOK_EVERY_S,
    ) -> None:
        """Open it. Raises ``CameraGone`` when that fails the first time.

        With ``look_every_s`` None there is no watchdog thread: a test calls ``look``.
        """
        self._opening, self._clock = opening, clock
        self._camera: TableCamera | None = opening()
        self.name = self._camera.name
        self.on_news: Callable[[str], None] | None = None
        self.restarts = 0
        self._newest_ns, self._alive_ns = -1, clock()
        self._reason = ""
        self._tried_ns = 0
        self._closed, self._wake = threading.Event(), threading.Event()
        self._changed = threading.Condition()
        self._watcher: threading.Thread | None = None
        if look_every_s is not None:
            self._watcher = threading.Thread(
                target=self._keep_looking,
                args=(look_every_s,),
                name=f"watchdog of the {self.name}",
                daemon=True,
            )
            self._watcher.start()

    @property
    def live_is_small(self) -> bool:
        """Whether ``latest`` gives smaller pictures; raises ``CameraGone`` while it is being restarted."""
        return self._there().live_is_small

    def latest(self) -> Frame | None:
        """Newest picture; raises ``CameraGone`` while the camera is being restarted."""
        return self._there().latest()

    def capture(self, after_ns: int) -> Frame:
        """A picture exposed after ``after_ns``; a missing camera is looked for at once."""
        if self._camera is None and not self._closed.is_set() and self._watcher is not None:
            self._wake.set()
            with self._changed:
                self._changed.wait_for(lambda: self._camera is not None, CAPTURE_WAIT_S)
        return self._there().capture(after_ns)

    def close(self) -> None:
        """Stop looking and give the camera back; closing twice is allowed."""
        self._closed.set()
        self._wake.set()
        if self._watcher is not None:
            self._watcher.join(CLOSING_S)
        camera, self._camera = self._camera, None
        if camera is not None:
            close_in_time(camera)

    def look(self, at_once: bool = False) -> None:
        """Notice a camera that hangs; open a missing one again, every two seconds or ``at_once``."""
        if self._closed.is_set():
            return
        camera, now_ns = self._camera, self._clock()
        if camera is None:
            if at_once or now_ns - self._tried_ns >= REOPEN_EVERY_S * NS_PER_S:
                self._open_again()
        elif self._has_news(camera):
            self._alive_ns = now_ns
        elif now_ns - self._alive_ns >= HUNG_AFTER_S * NS_PER_S:
            self._restart(camera)

    def _there(self) -> TableCamera:
        if self._closed.is_set():
            raise CameraGone(say("camera.closed", camera=self.name))
        if self._camera is None:
            if self._reason:
                raise CameraGone(say("camera.hung_because", camera=self.name, why=self._reason))
            raise CameraGone(say("camera.hung", camera=self.name))
        return self._camera

    def _has_news(self, camera: TableCamera) -> bool:
        try:
            frame = camera.latest()
        except CameraGone:
            return False
        if frame is None or frame.exposed_at_ns <= self._newest_ns:
            return False
        self._newest_ns = frame.exposed_at_ns
        return True

    def _restart(self, camera: TableCamera) -> None:
        self.restarts += 1
        self._camera = None
        self._tell(say("camera.restarted", camera=self.name))
        close_in_time(camera)
        self._open_again()

    def _open_again(self) -> None:
        self._tried_ns = self._clock()
        try:
            camera = self._opening()
        except CameraGone as gone:
            self._reason = str(gone)
            return
        if self._closed.is_set():
            close_in_time(camera)
            return
        self._reason, self._alive_ns = "", self._clock()
        with self._changed:
            self._camera = camera
            self._changed.notify_all()
        self._tell(say("camera.back", camera=self.name))

    def _tell(self, sentence: str) -> None:
        log.warning(sentence)
        if self.on_news is not None:
            self.on_news(sentence)

    def _keep_looking(self, every_s: float) -> None:
        while not self._closed.is_set():
            woken = self._wake.wait(every_s)
            self._wake.clear()
            self.look(at_once=woken)


def close_in_time(camera: TableCamera) -> None:
    """Close it, but not for longer than a table waits."""
    closing = threading.Thread(target=camera.close, name="closing a camera", daemon=True)
    closing.start()
    closing.join(CLOSING_S)
