"""A new camera: the picture file that another program writes over and over, as tethered cameras do.

``python examples/new_camera.py PICTURE`` reads the dice once. In the house this class is a file of
``companion/hardware/cameras``, and ``companion/hardware/choose.py`` gives it a word for ``--camera``.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.frame import CameraGone, Frame
from companion.recognition import Eye, PhotoError, load_photo

LOOK_EVERY_S = 0.1


class PictureFile:
    """Fits ``companion.hardware.cameras.port.TableCamera``. A picture is new when its file was rewritten."""

    live_is_small = False

    def __init__(self, path: Path, wait_s: float = 5.0, pause: Callable[[float], None] = time.sleep) -> None:
        self.name = f"picture file {path.name}"
        self._path, self._looks, self._pause = path, round(wait_s / LOOK_EVERY_S), pause
        self._newest: Frame | None = None

    def latest(self) -> Frame | None:
        return self._newest

    def capture(self, after_ns: int) -> Frame:
        """The second picture written from now on: the first may have been exposed before ``after_ns``."""
        written = {self._written_at()}
        for _ in range(self._looks):
            self._pause(LOOK_EVERY_S)
            written.add(self._written_at())
            if len(written) == 3:
                return self._read()
        raise CameraGone(f"{self.name}: no new picture came; is the program that writes it running?")

    def close(self) -> None:
        self._newest = None

    def _written_at(self) -> int:
        return self._path.stat().st_mtime_ns if self._path.exists() else 0

    def _read(self) -> Frame:
        try:
            self._newest = load_photo(self._path)
        except PhotoError as fault:
            raise CameraGone(f"{self.name} {fault}") from None
        return self._newest


if __name__ == "__main__":
    frame = PictureFile(Path(sys.argv[1])).capture(time.monotonic_ns())
    print([die.face for die in Eye().read(frame).dice])
