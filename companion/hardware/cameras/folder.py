"""A folder of photographs as a camera: each capture gives the next one, in the order of their names."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.frame import CameraGone, Frame
from companion.hardware.cameras.port import Clock, monotonic_clock
from companion.on_disk import NotRead, read_ordinary, shown_name
from companion.picture import MOST_BYTES, PictureError, header_of, pixels_of
from companion.text.speech import say

PHOTOGRAPHS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
"""Endings (small letters) of files taken for photographs."""


class PhotoFolder:
    """Photographs in name order. The live view shows the one captured last, at first the first one.

    After the last photograph captures raise ``CameraGone``, or begin anew (``loop``). A photograph
    counts as exposed at the moment at which it was loaded.
    """

    live_is_small = False

    def __init__(self, folder: Path, *, loop: bool = False, clock: Clock = monotonic_clock) -> None:
        """List the folder and load its first photograph. Raises ``CameraGone`` when there is none."""
        self.name = say("camera.name.folder", folder=shown_name(folder.name or folder))
        self._loop, self._clock, self._lock = loop, clock, threading.Lock()
        self._photographs = _listed(folder)
        self._next = 0
        self._newest: Frame | None = _loaded(self._photographs[0], clock())

    def latest(self) -> Frame | None:
        """The photograph captured last; ``None`` once closed."""
        return self._newest

    def capture(self, after_ns: int) -> Frame:
        """The next photograph. Raises ``CameraGone`` for one that cannot be read, which is then skipped."""
        with self._lock:
            if self._newest is None:
                raise CameraGone(say("camera.closed", camera=self.name))
            if self._next == len(self._photographs):
                if not self._loop:
                    raise CameraGone(say("camera.folder.done", camera=self.name, shown=self._next))
                self._next = 0
            path = self._photographs[self._next]
            self._next += 1
            self._newest = _loaded(path, max(self._clock(), after_ns + 1))
            return self._newest

    def close(self) -> None:
        """Show nothing any more."""
        self._newest = None


def _listed(folder: Path) -> tuple[Path, ...]:
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PHOTOGRAPHS)
    except OSError as error:
        why = error.strerror or str(error)
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
