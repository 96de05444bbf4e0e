"""The Pi camera's driver with the real picamera2, on libcamera's virtual camera; ``try.sh`` runs it.

Prints a line for each thing shown; ends with status 1 at the first that is not so.
"""

from __future__ import annotations

import sys
import time
from types import ModuleType

import cv2
import numpy as np

SIZE = (1280, 720)
COLOURS = ((40, 90, 200), (200, 60, 40), (50, 180, 70))
"""Blue, green, red of the three painted frames."""
NEAR = 14
"""The virtual camera hands JPEG's full range over as NV12, which is read as video range: contrast comes out
stretched by 1.16, ten levels for these colours. A swapped channel is off by a hundred."""
S = 1_000_000_000


def paint(folder: str) -> None:
    """The frames that the virtual camera shows in turn; it reads them when it starts."""
    for number, colour in enumerate(COLOURS):
        picture = np.full((SIZE[1], SIZE[0], 3), colour, np.uint8)
        cv2.imwrite(f"{folder}/{number}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


class _Anything:
    def __getattr__(self, name: str) -> str:
        return name


def prepared() -> None:
    """What a Pi has and this root has not: the display's module, and raw modes of a sensor."""
    pykms = ModuleType("pykms")
    pykms.PixelFormat = _Anything()
    sys.modules["pykms"] = pykms
    import libcamera
    from picamera2 import Picamera2

    def modes(device: Picamera2) -> list[dict[str, object]]:
        role = libcamera.StreamRole.VideoRecording
        formats = device.camera.generate_configuration([role]).at(0).formats
        return [
            {"format": str(pixels), "size": (size.width, size.height)}
            for pixels in formats.pixel_formats
            for size in formats.sizes(pixels)
        ]

    Picamera2._get_raw_modes = modes


def opened() -> object:
    """The first device, with the allocator that two-plane pictures need here."""
    from picamera2.allocators import LibcameraAllocator

    from companion.devices.cameras.drivers.pi import first_device

    device = first_device()
    device.allocator = LibcameraAllocator(device.camera)
    return device


def check(fine: bool, what: str) -> None:
    """Say what was shown, or end."""
    print(f"{'ok  ' if fine else 'NOT '} {what}", flush=True)
    if not fine:
        sys.exit(1)


def is_painted(pixels: np.ndarray) -> bool:
    """Whether a picture has one of the painted colours, blue first."""
    mean = pixels.mean(axis=(0, 1))
    return any(np.abs(mean - colour).max() <= NEAR for colour in COLOURS)


def waited_for(happens: object, seconds: float) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.05)
    return False


def main() -> int:
    """Show what can be shown here."""
    paint("/root/frames")
    prepared()
    import picamera2

    from companion.devices import Supervisor
    from companion.devices.cameras.drivers.pi import PiCamera
    from companion.devices.cameras.supervisor import HUNG_AFTER_S

    print(
        f"picamera2 {getattr(picamera2, '__version__', '(no version said)')}, Python {sys.version.split()[0]}"
    )
    cameras: list[PiCamera] = []

    def opening() -> PiCamera:
        cameras.append(PiCamera(open_device=opened))
        return cameras[-1]

    guard = Supervisor(opening)
    news: list[str] = []
    guard.on_news = news.append
    check(True, "the driver configures two streams and starts")
    after_ns = time.monotonic_ns()
    frame = guard.capture(after_ns)
    check((frame.width, frame.height) == SIZE, f"a large picture comes: {frame.width} x {frame.height}")
    check(
        is_painted(frame.pixels),
        f"its colours are right, blue first: {frame.pixels.mean(axis=(0, 1)).round()}",
    )
    small = frame.small
    check(small is not None and is_painted(small), "the small picture of the same moment comes with it")
    check(frame.exposed_at_ns > after_ns, "it is stamped after the moment asked for, on the clock of the app")
    again = guard.capture(frame.exposed_at_ns)
    check(again.exposed_at_ns > frame.exposed_at_ns, "the next one is later than the one before")
    check(waited_for(lambda: guard.latest() is not None, 3), "small pictures for watching come by themselves")
    small = guard.latest()
    check(small is not None and is_painted(small.pixels), "their colours are right")
    layouts = cameras[0]._layouts
    print(
        f"     it gave main {layouts['main']['format']} {layouts['main']['size']},"
        f" lores {layouts['lores']['format']} {layouts['lores']['size']}"
    )
    cameras[0]._device.stop()
    began = time.monotonic()
    check(waited_for(lambda: len(news) >= 2, HUNG_AFTER_S + 8), f"its frames stopped; the watchdog: {news}")
    print(f"     after {time.monotonic() - began:.1f} s")
    frame = guard.capture(time.monotonic_ns())
    check(is_painted(frame.pixels), "the restarted camera gives pictures")
    guard.close()
    check(True, "it is given back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
