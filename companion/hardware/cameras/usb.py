"""A USB camera or a network stream, through OpenCV."""

from __future__ import annotations

import threading

import cv2

from companion.frame import CameraGone, Frame
from companion.hardware.cameras.exposure import ReadMoment, exposure_bound
from companion.hardware.cameras.opencv import OpenCapture, Source, VideoCapture, frame_rate, open_capture
from companion.hardware.cameras.port import NS_PER_S, Clock, monotonic_clock
from companion.text.speech import say

CAPTURE_WAIT_S = 3.0
"""Longest wait for a fresh frame: ten frames of the slowest webcam in the dark (3-4 a second)."""
REOPEN_EVERY_S = 2.0
"""How often a camera that is gone is looked for again; a capture looks at once."""
FAILED_READS = 5
"""Failed reads in a row that mean: gone. A webcam that changes its exposure may drop one or two."""
USUAL_FPS = 15.0
"""Used if the source states no rate. Few webcams are slower, so the bound is safe."""
STREAM_DELAY_S = 1.0
"""Network streams are buffered on the way; a frame is taken to be up to this much older."""
JOIN_S = 0.5
"""A read that hangs in the driver is left to the daemon thread after this."""


class LiveCamera:
    """A device or stream that is read all the time, so that the newest frame is at hand.

    OpenCV stamps no time on frames, so ``exposed_at_ns`` is a moment before which the exposure
    surely did not begin (``exposure.exposure_bound``). ``capture`` waits for a frame whose bound is
    after the moment asked for. When the source fails it is opened again, and again.
    """

    live_is_small = False

    def __init__(
        self,
        source: Source,
        name: str,
        *,
        opener: OpenCapture = open_capture,
        clock: Clock = monotonic_clock,
        capture_wait_s: float = CAPTURE_WAIT_S,
    ) -> None:
        """Open the source and start reading. Raises ``CameraGone`` when it cannot be opened."""
        self.name = name
        self._source, self._opener, self._clock, self._wait_s = source, opener, clock, capture_wait_s
        self._delay_ns = int(STREAM_DELAY_S * NS_PER_S) if isinstance(source, str) else 0
        self._news = threading.Condition()
        self._look_now, self._closed = threading.Event(), threading.Event()
        self._newest: Frame | None = None
        self._failed_openings = 0
        first = opener(source)
        if not first.isOpened():
            first.release()
            raise self._gone("unopened")
        self._reader = threading.Thread(target=self._run, args=(first,), name=name, daemon=True)
        self._reader.start()

    def latest(self) -> Frame | None:
        """Newest frame; ``None`` before the first one and while the camera is gone."""
        with self._news:
            return self._newest

    def capture(self, after_ns: int) -> Frame:
        """A frame exposed after ``after_ns``; raises ``CameraGone`` within three seconds otherwise."""
        self._look_now.set()
        with self._news:
            failed = self._failed_openings
            self._news.wait_for(
                lambda: self._is_after(after_ns) or self._failed_openings > failed or self._closed.is_set(),
                self._wait_s,
            )
            if self._newest is not None and self._is_after(after_ns):
                return self._newest
            sends = self._newest is not None or self._failed_openings == failed
        if self._closed.is_set():
            raise CameraGone(say("camera.closed", camera=self.name))
        raise self._gone("silent" if sends else "gone")

    def close(self) -> None:
        """Stop reading and give the device back."""
        self._closed.set()
        self._look_now.set()
        with self._news:
            self._newest = None
            self._news.notify_all()
        self._reader.join(JOIN_S)

    def _gone(self, trouble: str) -> CameraGone:
        if isinstance(self._source, str):
            return CameraGone(say(f"camera.stream_trouble.{trouble}", camera=self.name))
        return CameraGone(say(f"camera.usb_trouble.{trouble}", camera=self.name))

    def _is_after(self, after_ns: int) -> bool:
        return self._newest is not None and self._newest.exposed_at_ns > after_ns

    def _run(self, capture: VideoCapture) -> None:
        while not self._closed.is_set():
            self._look_now.clear()
            if not (capture.isOpened() and self._read_until_it_fails(capture)):
                self._note_failure()
                self._look_now.wait(REOPEN_EVERY_S)
            capture.release()
            if not self._closed.is_set():
                capture = self._opener(self._source)

    def _read_until_it_fails(self, capture: VideoCapture) -> bool:
        """Pass frames on while they come; whether any came."""
        interval_ns = int(NS_PER_S / frame_rate(capture, USUAL_FPS))
        bound_ns: int | None = None
        failed = 0
        while failed < FAILED_READS and not self._closed.is_set():
            began_ns = self._clock()
            pixels = _read(capture)
            if pixels is None:
                failed += 1
                continue
            failed = 0
            bound_ns = exposure_bound(ReadMoment(began_ns, self._clock(), interval_ns), bound_ns)
            self._announce(Frame(pixels, bound_ns - self._delay_ns))
        self._announce(None)
        return bound_ns is not None

    def _announce(self, frame: Frame | None) -> None:
        with self._news:
            if not self._closed.is_set():
                self._newest = frame
            self._news.notify_all()

    def _note_failure(self) -> None:
        with self._news:
            self._failed_openings += 1
            self._news.notify_all()


def _read(capture: VideoCapture) -> cv2.typing.MatLike | None:
    """The next frame's pixels (BGR), or ``None`` where the read failed."""
    try:
        fine, pixels = capture.read()
    except cv2.error:
        return None
    return pixels if fine and pixels is not None and pixels.ndim == 3 else None
