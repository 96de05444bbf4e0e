"""A new camera: the picture file that another program writes over and over, as tethered cameras do.

``python examples/new_camera.py PICTURE`` reads the dice once. A package of your own with this file and

    [project.entry-points."cups_up.cameras"]
    picture = "new_camera:PICTURE"

in its ``pyproject.toml``, installed beside ours, gives every command ``--camera picture:PATH``. As a file
of the house it lies in ``companion/devices/cameras/drivers``, has ``DRIVERS = (PICTURE,)``, imports from
``companion.devices.cameras.port`` instead of ``companion.devices``, and decodes its picture without the eye.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.core.frame import CameraGone, Clock, Frame
from companion.devices import Driver, Source
from companion.recognition import Eye, PhotoError, load_photo

LOOK_EVERY_S = 0.1


class PictureFile:
    """Fits ``companion.core.frame.Camera``. A picture is new when its file was rewritten."""

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


def sources(option: str | None, clock: Clock) -> tuple[Source, ...]:
    """The picture at a path: what follows the colon of ``--camera``."""
    if not option:
        raise CameraGone("'picture' names no file: write picture:/tmp/newest.jpg")
    return (Source(f"picture file {option}", lambda: PictureFile(Path(option))),)


PICTURE = Driver("picture", sources, live=False)

if __name__ == "__main__":
    picture = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
    frame = PictureFile(Path(picture)).capture(time.monotonic_ns())
    print([die.face for die in Eye().read(frame).dice])
