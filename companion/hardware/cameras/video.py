"""A recorded video as a camera: a file, or a numbered row of pictures such as ``frame%03d.png``."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np

from companion.frame import CameraGone, Frame
from companion.hardware.cameras.opencv import OpenCapture, frame_rate, open_capture
from companion.hardware.cameras.port import NS_PER_S, Clock, monotonic_clock
from companion.on_disk import shown_name
from companion.text.speech import say

USUAL_FPS = 25.0
MOST_SKIPPED = 4
"""Frames skipped in one go to keep up with time; further behind, the video just runs late."""


class RecordedVideo:
    """A video that plays at its own rate in the live view; each capture takes the next frame.

    At its end it begins anew (``loop``), or captures raise ``CameraGone``. A frame counts as exposed
    at the moment at which it was taken from the file.
    """

    live_is_small = False

    def __init__(
        self,
        path: Path,
        *,
        loop: bool = True,
        opener: OpenCapture = open_capture,
        clock: Clock = monotonic_clock,
    ) -> None:
        """Open the video and take its first frame. Raises ``CameraGone`` when there is none."""
        self.name = say("camera.name.video", file=shown_name(path.name))
        self._path, self._loop, self._opener, self._clock = path, loop, opener, clock
        self._lock = threading.Lock()
        self._closed = False
        _need_a_name_that_opens(path)
        self._capture = opener(str(path))
        self._interval_ns = int(NS_PER_S / frame_rate(self._capture, USUAL_FPS))
        first = self._next_pixels(may_rewind=False)
        if first is None:
            self._capture.release()
            raise CameraGone(say("camera.video.unreadable", file=shown_name(path)))
        self._newest = Frame(first, clock())

    def latest(self) -> Frame | None:
        """The frame that is due now; after the end the last one, as if nothing moved."""
        with self._lock:
            due = (self._clock() - self._newest.exposed_at_ns) // self._interval_ns
            for _ in range(min(int(due), MOST_SKIPPED)):
                if not self._advance():
                    self._newest = Frame(self._newest.pixels, self._clock())
            return None if self._closed else self._newest

    def capture(self, after_ns: int) -> Frame:
        """The next frame; raises ``CameraGone`` when the video has ended or was closed."""
        with self._lock:
            if not self._advance():
                raise CameraGone(say("camera.video.ended", camera=self.name))
            self._newest = Frame(self._newest.pixels, max(self._clock(), after_ns + 1))
            return self._newest

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._closed = True
            self._capture.release()

    def _advance(self) -> bool:
        pixels = None if self._closed else self._next_pixels(may_rewind=self._loop)
        if pixels is not None:
            self._newest = Frame(pixels, self._clock())
        return pixels is not None

    def _next_pixels(self, may_rewind: bool) -> np.ndarray | None:
        fine, pixels = self._capture.read()
        if fine and pixels is not None:
            return pixels
        if not may_rewind:
            return None
        self._capture.release()
        self._capture = self._opener(str(self._path))
        return self._next_pixels(may_rewind=False)


def _need_a_name_that_opens(path: Path) -> None:
    """OpenCV ends the process on a name that is not UTF-8, and waits for ever on an empty pipe."""
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        raise CameraGone(say("camera.video.not_utf8", file=shown_name(path))) from None
    if os.path.exists(path) and not os.path.isfile(path):
        raise CameraGone(say("camera.video.not_regular", file=shown_name(path)))
