"""Recordings as cameras: a folder of photographs, a video, a row of numbered pictures."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np

from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame
from companion.core.on_disk import NotRead, natural_order, read_ordinary, shown_name, user_path
from companion.core.picture import MOST_BYTES, PictureError, header_of, pixels_of
from companion.devices.cameras.drivers.usb import (
    DEVICES,
    FILE,
    VIDEO_DEVICE,
    OpenCapture,
    device_camera,
    frame_rate,
    need_smaller,
    open_capture,
)
from companion.devices.cameras.port import Driver, Source, anything
from companion.devices.cameras.supervisor import Supervisor
from companion.text import say, say_os_fault

_NUMBERED = re.compile(r"%(0?[1-9])?d")
_TOO_WIDE = re.compile(r"%\d{3}")
"""Place of the number; OpenCV makes a gigabyte of name for %0999999999d."""

PHOTOGRAPHS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
"""Suffixes of photographs, in lower case."""


class PhotoFolder:
    """Photographs by name, 2 before 10; the live view shows the last one captured.

    After the last one captures raise ``CameraGone``.
    """

    live_is_small = False

    def __init__(self, folder: Path, *, clock: Clock = time.monotonic_ns) -> None:
        """Raises ``CameraGone`` without photographs."""
        self.name = say("camera.name.folder", folder=shown_name(folder.name or folder))
        self._clock, self._lock = clock, threading.Lock()
        self._photographs = _listed(folder)
        self._next = 0
        self._newest: Frame | None = _loaded(self._photographs[0], clock())

    def latest(self) -> Frame | None:
        return self._newest

    def capture(self, after_ns: int) -> Frame:
        """Raises ``CameraGone`` for an unreadable photograph, and skips it."""
        with self._lock:
            if self._newest is None:
                raise CameraGone(say("camera.closed", camera=self.name))
            if self._next == len(self._photographs):
                raise CameraGone(say("camera.folder.done", camera=self.name, shown=self._next))
            path = self._photographs[self._next]
            self._next += 1
            self._newest = _loaded(path, max(self._clock(), after_ns + 1))
            return self._newest

    def close(self) -> None:
        self._newest = None


def _listed(folder: Path) -> tuple[Path, ...]:
    try:
        there = (path for path in folder.iterdir() if path.suffix.lower() in PHOTOGRAPHS)
        found = sorted(there, key=natural_order)
    except OSError as error:
        why = say_os_fault(error)
        raise CameraGone(say("camera.folder.unreadable", folder=shown_name(folder), why=why)) from error
    if not found:
        endings = ", ".join(sorted(PHOTOGRAPHS))
        raise CameraGone(say("camera.folder.empty", folder=shown_name(folder), endings=endings))
    return tuple(found)


def _loaded(path: Path, loaded_at_ns: int) -> Frame:
    try:
        content = read_ordinary(path, MOST_BYTES)
        return Frame(pixels_of(content, header_of(content)), loaded_at_ns)
    except (NotRead, PictureError) as fault:
        raise CameraGone(
            say("camera.folder.no_photograph", file=shown_name(path), fault=str(fault))
        ) from None


USUAL_FPS = 25.0
MOST_SKIPPED = 4
"""Frames skipped at once to keep up; further behind, the video runs late."""


class RecordedVideo:
    """The live view plays at the video's rate; each capture takes the next frame.

    At the end it begins anew (``loop``), or captures raise ``CameraGone``.
    """

    live_is_small = False

    def __init__(
        self,
        path: Path,
        *,
        loop: bool = True,
        opener: OpenCapture = open_capture,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        """Raises ``CameraGone`` without a first frame."""
        self.name = say("camera.name.video", file=shown_name(path.name))
        self._path, self._loop, self._opener, self._clock = path, loop, opener, clock
        self._lock = threading.Lock()
        self._closed = False
        _need_a_name_that_opens(path)
        self._capture = opener(str(path))
        need_smaller(self._capture, self.name)
        self._interval_ns = int(NS_PER_S / frame_rate(self._capture, USUAL_FPS))
        first = self._next_pixels(may_rewind=False)
        if first is None:
            self._capture.release()
            raise CameraGone(say("camera.video.unreadable", file=shown_name(path)))
        self._newest = Frame(first, clock())

    def latest(self) -> Frame | None:
        """The frame due now; after the end the last one, as if nothing moved."""
        with self._lock:
            due = (self._clock() - self._newest.exposed_at_ns) // self._interval_ns
            for _ in range(min(int(due), MOST_SKIPPED)):
                if not self._advance():
                    self._newest = Frame(self._newest.pixels, self._clock())
            return None if self._closed else self._newest

    def capture(self, after_ns: int) -> Frame:
        """Raises ``CameraGone`` after the end, and once closed."""
        with self._lock:
            if not self._advance():
                raise CameraGone(say("camera.video.ended", camera=self.name))
            self._newest = Frame(self._newest.pixels, max(self._clock(), after_ns + 1))
            return self._newest

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._capture.release()

    def _advance(self) -> bool:
        pixels = None if self._closed else self._next_pixels(may_rewind=self._loop)
        if pixels is not None:
            self._newest = Frame(pixels, self._clock())
        return pixels is not None

    def _next_pixels(self, may_rewind: bool) -> np.ndarray | None:
        fine, pixels = self._capture.retrieve() if self._capture.grab() else (False, None)
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
    if not os.path.exists(path):
        return
    if not os.path.isfile(path):
        raise CameraGone(say("camera.video.not_regular", file=shown_name(path)))
    if os.path.getsize(path) == 0:  # also files of /proc, some of which never end
        raise CameraGone(say("camera.video.unreadable", file=shown_name(path)))


def sources(choice: str | None, clock: Clock) -> tuple[Source, ...]:
    asked = choice or ""
    path = unquote(urlsplit(asked).path) if asked.startswith(FILE) else asked
    return (Source(shown_name(asked), lambda: _of_path(path, clock)),)


def _of_path(choice: str, clock: Clock) -> Camera:
    try:
        path = user_path(choice)
    except NotRead as fault:
        raise CameraGone(str(fault)) from None
    if os.path.isdir(path):
        return PhotoFolder(path, clock=clock)
    there = os.path.exists(path)
    if str(path).startswith(DEVICES) or (there and VIDEO_DEVICE.fullmatch(os.path.realpath(path))):
        return Supervisor(lambda: device_camera(path, clock), clock=clock)
    row = _NUMBERED.search(str(path)) is not None
    if _TOO_WIDE.search(str(path)) or ("%" in path.name and not row and not there):
        raise CameraGone(say("camera.video.no_row", choice=shown_name(choice)))
    if row or there:
        return RecordedVideo(path, clock=clock)
    raise CameraGone(say("camera.unknown", choice=shown_name(choice), choices=say("camera.choices")))


DRIVERS = (Driver(None, sources, anything, live=False, kind="a recording"),)
