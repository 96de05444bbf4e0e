"""A camera without long waits: its driver is called on a thread of its own, with a limit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.frame import CameraGone, Frame, NotYet
from companion.hardware.cameras.guard import close_in_time
from companion.hardware.cameras.port import NS_PER_S, Clock, TableCamera, monotonic_clock
from companion.text.speech import say

SOON_S = 0.1
"""How long a caller waits at most; a touch that comes meanwhile waits no longer [choice]."""
LIMIT_S = 5.0
"""Without an answer for this long the camera counts as gone. Drivers of live cameras give up after 3 s."""


_Answer = TypeVar("_Answer", bound=Frame | None)


class _Question(Generic[_Answer]):
    """One call of the driver, on a thread that may hang."""

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
        except Exception as fault:  # any driver's fault: raised again where the answer is taken
            self._fault = fault
        self._answered.set()

    def is_answered(self, within_s: float) -> bool:
        return self._answered.wait(within_s)

    def serves(self, after_ns: int) -> bool:
        """Whether the answer also serves a question about a later moment; only once it is answered."""
        exposed_ns = [frame.exposed_at_ns - 1 for frame in self._answers if frame is not None]
        return max([self.after_ns, *exposed_ns]) >= after_ns

    def answer(self) -> _Answer:
        """What the driver returned or raised; only once it is answered."""
        if self._fault is not None:
            raise self._fault
        return self._answers[0]


class PunctualCamera:
    """Wraps a camera whose driver may take long or hang. No call here takes long.

    A driver that hangs is not called again until it answers.
    """

    def __init__(
        self, camera: TableCamera, *, clock: Clock = monotonic_clock, soon_s: float = SOON_S
    ) -> None:
        """``soon_s`` is how long a call waits at most."""
        self._camera, self._clock, self._soon_s = camera, clock, soon_s
        self.name = camera.name
        self._look: _Question[Frame | None] | None = None
        self._capture: _Question[Frame] | None = None
        self._newest: Frame | None = None

    @property
    def live_is_small(self) -> bool:
        """Whether ``latest`` gives smaller pictures; raises ``CameraGone`` while this is unknown."""
        return self._camera.live_is_small

    def latest(self) -> Frame | None:
        """Newest picture, or the one before while the driver works. Raises ``CameraGone`` once it hangs."""
        asked = self._look or _Question(self._camera.latest, self._clock(), 0)
        self._look = asked
        if asked.is_answered(self._soon_s):
            self._look = None
            self._newest = asked.answer()
        else:
            self._limit(asked)
        return self._newest

    def capture(self, after_ns: int) -> Frame:
        """Picture exposed after ``after_ns``. Raises ``NotYet`` while the driver works, and
        ``CameraGone``."""
        asked = self._capture or self._ask(after_ns)
        if asked.is_answered(0) and not asked.serves(after_ns):
            asked = self._ask(after_ns)
        if not asked.is_answered(self._soon_s):
            self._limit(asked)
            raise NotYet(say("camera.not_yet", camera=self.name))
        self._capture = None
        return asked.answer()

    def close(self) -> None:
        """Give the device back, unless its driver hangs."""
        close_in_time(self._camera)

    def _ask(self, after_ns: int) -> _Question[Frame]:
        self._capture = _Question(lambda: self._camera.capture(after_ns), self._clock(), after_ns)
        return self._capture

    def _limit(self, asked: _Question[Frame] | _Question[Frame | None]) -> None:
        if self._clock() - asked.asked_ns >= LIMIT_S * NS_PER_S:
            raise CameraGone(say("camera.no_answer", camera=self.name))
