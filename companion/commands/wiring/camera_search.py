"""Looks again and again for a camera that was not there when the evening began."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.calibration.errors import CalibrationError
from companion.play.session import Session
from companion.recognition.errors import TeachError

LOOK_EVERY_S = 3.0
"""A camera that is plugged in is taken before anybody asks about it; a look opens the device [choice]."""
CLOSING_S = 5.0
"""A driver that is being opened is left to a daemon thread after this."""


class CameraSearch:
    """Calls ``look`` while the session misses a camera, until one was found; then it stays silent."""

    def __init__(self, session: Session, look: Callable[[], bool], every_s: float | None) -> None:
        """``look`` says whether it found one and gave it to the session.

        With ``every_s`` None nothing looks by itself: a test calls ``look_once``.
        """
        self._session, self._look = session, look
        self._ended = threading.Event()
        self._thread = threading.Thread(
            target=self._keep_looking, args=(every_s,), name="search for a camera", daemon=True
        )
        if every_s is not None:
            self._thread.start()

    def look_once(self) -> None:
        """One look, where a camera is missed. The screen says what is wrong with its table."""
        if self._ended.is_set() or not self._session.misses_camera:
            return
        try:
            found = self._look()
        except (CalibrationError, TeachError) as fault:
            self._session.tell(str(fault))
            found = True
        if found:
            self._ended.set()

    def close(self) -> None:
        """Stop looking."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(CLOSING_S)

    def _keep_looking(self, every_s: float) -> None:
        while not self._ended.wait(every_s):
            self.look_once()
