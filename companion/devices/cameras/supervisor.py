"""Opens a camera in time, watches it, reopens it, says so, and answers in time.

A driver may hang in any method, so each call has its own thread.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame, NotYet
from companion.devices.cameras.port import OPENS_WITHIN_S
from companion.text import say

log = logging.getLogger(__name__)

SOON_S = 0.1
"""Longest wait of a session, and so of a touch meanwhile [choice]."""
ANSWER_TIMEOUT_S = 5.0
"""After this long without an answer the camera is gone. Live drivers give up after 3 s."""
UNSEEN_S = 2.0
"""After this long without a look, what the driver last answered shows another time [choice]."""
HUNG_AFTER_S = 4.0
"""After this long without a new picture the camera hangs, noticed within 5 s (``LOOK_EVERY_S``). The slowest
webcam in the dark sends three a second, a Pi camera ten."""
LOOK_EVERY_S = 0.5
REOPEN_EVERY_S = 2.0
CAPTURE_WAIT_S = 3.0
"""How long a reading waits for a reopening camera."""
CLOSING_S = 2.0
"""Longest wait for closing; a driver that hangs is then left to a daemon thread."""
SEARCH_EVERY_S = 3.0
"""Between looks for a camera plugged in; each look opens the device [choice]."""
SEARCH_ENDS_S = 5.0
"""Longest wait for the search to end; a driver still opening is then left to a daemon thread."""

_Answer = TypeVar("_Answer", bound=Frame | Camera | None)


class _Question(Generic[_Answer]):
    """One call of a driver, on a thread that may hang."""

    def __init__(self, call: Callable[[], _Answer], asked_ns: int, after_ns: int) -> None:
        self.asked_ns, self.after_ns = asked_ns, after_ns
        self._call = call
        self._answers: list[_Answer] = []
        self._fault: Exception | None = None
        self._answered = threading.Event()
        threading.Thread(target=self._ask, name="asking a camera", daemon=True).start()

    def _ask(self) -> None:
        try:
            self._answers.append(self._call())
        except Exception as fault:  # any fault of a driver, raised again in answer()
            self._fault = fault
        self._answered.set()

    def is_answered(self, within_s: float) -> bool:
        return self._answered.wait(within_s)

    def serves(self, after_ns: int) -> bool:
        """Whether its answer is also good for a question about ``after_ns``."""
        exposed_ns = [frame.exposed_at_ns - 1 for frame in self._answers if isinstance(frame, Frame)]
        return max([self.after_ns, *exposed_ns]) >= after_ns

    def answer(self) -> _Answer:
        if self._fault is not None:
            raise self._fault
        return self._answers[0]


class Openings:
    """Opens each camera on its own thread. A slow one is not opened twice: the next ``open`` gets it."""

    def __init__(self, within_s: float | None = None) -> None:
        """``within_s`` replaces every limit, for tests."""
        self._asked: dict[str, _Question[Camera]] = {}
        self._within_s = within_s

    def open(self, name: str, opening: Callable[[], Camera], within_s: float = OPENS_WITHIN_S) -> Camera:
        """Raises ``CameraGone`` if ``opening`` does, or takes too long."""
        asked, limit_s = self._asked.get(name), SOON_S
        if asked is None:
            asked, limit_s = _Question(opening, 0, 0), within_s if self._within_s is None else self._within_s
        self._asked[name] = asked
        if not asked.is_answered(limit_s):
            raise CameraGone(say("camera.opens_late", camera=name, seconds=round(within_s)))
        del self._asked[name]
        return asked.answer()


class Supervisor:
    """A camera that is watched and reopened.

    ``on_news``, on the watching thread, gets a sentence when it hangs for ``HUNG_AFTER_S``, and when it is
    back.
    """

    def __init__(
        self,
        opening: Callable[[], Camera],
        *,
        clock: Clock = time.monotonic_ns,
        look_every_s: float | None = LOOK_EVERY_S,
        answers_within_s: float | None = None,
    ) -> None:
        """Raises ``CameraGone`` if the first opening fails. ``look_every_s`` None: only ``look`` watches, for
        tests.
        """
        self.answers_within_s = answers_within_s
        """Longest wait of a call, after which ``capture`` raises ``NotYet``. None: the driver's time."""
        self.given_up_after_s = ANSWER_TIMEOUT_S
        self.on_news: Callable[[str], None] | None = None
        self._opening, self._clock = opening, clock
        self._camera: Camera | None = opening()
        self._name = self._camera.name
        self._newest_ns, self._alive_ns, self._tried_ns = -1, clock(), 0
        self._hung, self._reason, self._failed_openings = False, "", 0
        self._closed, self._wake = threading.Event(), threading.Event()
        self._changed = threading.Condition()
        self._look_asked: _Question[Frame | None] | None = None
        self._capture_asked: _Question[Frame] | None = None
        self._shown: Frame | None = None
        self._looked_ns = 0
        self._watcher: threading.Thread | None = None
        if look_every_s is not None:
            watch, name = self._keep_looking, f"watchdog of the {self.name}"
            self._watcher = threading.Thread(target=watch, args=(look_every_s,), name=name, daemon=True)
            self._watcher.start()

    # --- what a table asks --------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the driver calls the camera; while none is open, as it was called last."""
        camera = self._camera
        if camera is not None:
            self._name = camera.name
        return self._name

    @property
    def live_is_small(self) -> bool:
        """Raises ``CameraGone`` during a restart."""
        return self._there().live_is_small

    def latest(self) -> Frame | None:
        """The newest picture, or the last while the driver works. Raises ``CameraGone`` once it hangs."""
        if self.answers_within_s is None:
            return self._latest()
        asked, now_ns = self._look_asked, self._clock()
        if now_ns - self._looked_ns > UNSEEN_S * NS_PER_S:
            self._shown = None
            asked = None if asked is None or asked.is_answered(0) else asked
        asked = asked or _Question(self._latest, now_ns, 0)
        self._look_asked, self._looked_ns = asked, now_ns
        if asked.is_answered(self.answers_within_s):
            self._look_asked = None
            self._shown = asked.answer()
        else:
            self._need_in_time(asked)
        return self._shown

    def capture(self, after_ns: int) -> Frame:
        """A missing camera is looked for at once.

        Raises ``CameraGone``, and ``NotYet`` after ``answers_within_s``.
        """
        if self.answers_within_s is None:
            return self._captured(after_ns)
        asked = self._capture_asked or self._ask(after_ns)
        if asked.is_answered(0) and not asked.serves(after_ns):
            asked = self._ask(after_ns)
        if not asked.is_answered(self.answers_within_s):
            self._need_in_time(asked)
            raise NotYet(say("camera.not_yet", camera=self.name))
        self._capture_asked = None
        if not asked.serves(after_ns):  # somebody else's question, answered too early for this one
            raise NotYet(say("camera.not_yet", camera=self.name))
        return asked.answer()

    def close(self) -> None:
        self._closed.set()
        self._wake.set()
        if self._watcher is not None:
            self._watcher.join(CLOSING_S)
        camera, self._camera = self._camera, None
        if camera is not None:
            close_in_time(camera)

    def _ask(self, after_ns: int) -> _Question[Frame]:
        self._capture_asked = _Question(lambda: self._captured(after_ns), self._clock(), after_ns)
        return self._capture_asked

    def _need_in_time(self, asked: _Question[Frame] | _Question[Frame | None]) -> None:
        if self._clock() - asked.asked_ns >= self.given_up_after_s * NS_PER_S:
            raise CameraGone(say("camera.no_answer", camera=self.name))

    # --- what the driver answers --------------------------------------------------------------

    def _latest(self) -> Frame | None:
        if self._camera is None and not self._hung and not self._closed.is_set():
            return None
        camera = self._there()
        try:
            return camera.latest()
        except CameraGone:
            if self._watcher is None or self._hung:
                raise
            return None

    def _captured(self, after_ns: int) -> Frame:
        if self._camera is None:
            self._wait_for_another(None)
        camera = self._there()
        try:
            return camera.capture(after_ns)
        except CameraGone:
            if self._watcher is None or self._closed.is_set() or not _is_dead(camera):
                raise
            self._wait_for_another(camera)
            if self._camera is None or self._camera is camera:
                raise
        return self._there().capture(after_ns)

    def _there(self) -> Camera:
        if self._closed.is_set():
            raise CameraGone(say("camera.closed", camera=self.name))
        camera, reason = self._camera, self._reason
        if camera is not None:
            return camera
        if not self._hung:
            raise CameraGone(reason)
        if reason:
            raise CameraGone(say("camera.hung_because", why=reason))
        raise CameraGone(say("camera.restarted", camera=self.name))

    def _wait_for_another(self, camera: Camera | None) -> None:
        """Have the camera reopened and wait; a failed opening ends the wait, but not after a long hang."""
        if self._watcher is None or self._closed.is_set():
            return
        failed = self._failed_openings

        def is_over() -> bool:
            there = self._camera is not None and self._camera is not camera
            return there or (not self._hung and self._failed_openings > failed)

        self._wake.set()
        with self._changed:
            self._changed.wait_for(is_over, CAPTURE_WAIT_S)

    # --- watching -----------------------------------------------------------------------------

    def look(self, at_once: bool = False) -> None:
        """Notice a failed or hanging camera; reopen a missing one, every 2 seconds or ``at_once``."""
        if self._closed.is_set():
            return
        camera = self._camera
        if camera is None:
            if at_once or self._clock() - self._tried_ns >= REOPEN_EVERY_S * NS_PER_S:
                self._open_again()
        else:
            self._examine(camera)
        if self._camera is None and self._is_silent() and not self._hung:
            self._say_hung()

    def _examine(self, camera: Camera) -> None:
        try:
            frame = camera.latest()
        except Exception as gone:  # any fault of a driver: the watching goes on
            self._reason = str(gone)
            self._replace(camera)
            return
        if frame is not None and frame.exposed_at_ns > self._newest_ns:
            self._newest_ns, self._alive_ns = frame.exposed_at_ns, self._clock()
        elif self._is_silent():
            self._say_hung()
            self._replace(camera)

    def _is_silent(self) -> bool:
        return self._clock() - self._alive_ns >= HUNG_AFTER_S * NS_PER_S

    def _say_hung(self) -> None:
        self._hung = True
        self._publish(say("camera.restarted", camera=self.name))

    def _replace(self, camera: Camera) -> None:
        self._camera = None
        close_in_time(camera)
        self._open_again()

    def _open_again(self) -> None:
        self._tried_ns = self._clock()
        try:
            camera = self._opening()
        except Exception as gone:  # any fault of a driver: the watching goes on
            with self._changed:
                self._failed_openings += 1
                if self._hung or not self._reason:
                    self._reason = str(gone)
                self._changed.notify_all()
            return
        if self._closed.is_set():
            close_in_time(camera)
            return
        hung, self._hung = self._hung, False
        self._reason, self._alive_ns = "", self._clock()
        with self._changed:
            self._camera = camera
            self._changed.notify_all()
        if hung:
            self._publish(say("camera.back", camera=self.name))

    def _publish(self, sentence: str) -> None:
        log.warning(sentence)
        if self.on_news is not None:
            self.on_news(sentence)

    def _keep_looking(self, every_s: float) -> None:
        while not self._closed.is_set():
            woken = self._wake.wait(every_s)
            self._wake.clear()
            self.look(at_once=woken)


def _is_dead(camera: Camera) -> bool:
    try:
        camera.latest()
    except CameraGone:
        return True
    return False


def answering_in_time(camera: Camera, *, drawn: bool = False) -> Camera:
    """The camera for a session: no call takes long. A picture that is ``drawn`` here is never given up."""
    there = camera if isinstance(camera, Supervisor) else Supervisor(lambda: camera, look_every_s=None)
    there.answers_within_s = SOON_S
    if drawn:
        there.given_up_after_s = math.inf
    return there


def close_in_time(camera: Camera) -> None:
    closing = threading.Thread(target=camera.close, name="closing a camera", daemon=True)
    closing.start()
    closing.join(CLOSING_S)


@contextmanager
def searching(look: Callable[[], bool], every_s: float = SEARCH_EVERY_S) -> Iterator[None]:
    """Look for a missing camera until ``look`` has found one."""
    ended = threading.Event()

    def keep_looking() -> None:
        while not ended.wait(every_s):
            if look():
                return

    thread = threading.Thread(target=keep_looking, name="search for a camera", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(SEARCH_ENDS_S)
