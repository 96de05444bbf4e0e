"""A USB camera or a network stream, through OpenCV."""

from __future__ import annotations

import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import cv2
import numpy as np

from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame
from companion.core.on_disk import shown_name, text_in
from companion.core.picture import LARGEST_AS_IT_IS
from companion.devices.cameras.port import Driver, Source
from companion.text import say

VideoSource = int | str
"""A device number (``/dev/videoN``), a file or an address."""

WANTED_SIZE = (1920, 1080)
"""Asked of a USB camera, which gives its nearest."""
OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 4000, 2500
"""For files and streams: OpenCV's own 30 s are too long for a table."""
LIMITS = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS)


class VideoCapture(Protocol):
    """The used part of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool: ...

    def grab(self) -> bool:
        """Waits for the next frame."""
        ...

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        """Decodes it: uint8 (H, W, 3) BGR; ``(False, None)`` if there is none."""
        ...

    def get(self, prop: int) -> float: ...

    def set(self, prop: int, value: float) -> bool: ...

    def release(self) -> None: ...


OpenCapture = Callable[[VideoSource], VideoCapture]


def open_capture(source: VideoSource) -> VideoCapture:
    """The caller asks ``isOpened``. OpenCV's messages are silenced."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if isinstance(source, str):
        if "://" in source:
            return cv2.VideoCapture(source, cv2.CAP_FFMPEG, LIMITS)
        return cv2.VideoCapture(source)
    device = cv2.VideoCapture(source, cv2.CAP_V4L2)
    if device.isOpened():
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return device


def frame_rate(capture: VideoCapture, otherwise: float) -> float:
    stated = capture.get(cv2.CAP_PROP_FPS)
    return stated if 1.0 <= stated <= 240.0 else otherwise


def need_smaller(capture: VideoCapture, camera: str) -> None:
    """Raises ``CameraGone`` for a source with more pixels than a frame may have.

    FFmpeg holds several frames: of 64 million pixels they took 1.4 GB.
    """
    width, height = (int(capture.get(each)) for each in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if width * height > LARGEST_AS_IT_IS:
        capture.release()
        millions = LARGEST_AS_IT_IS // 1_000_000
        raise CameraGone(
            say("camera.pictures_too_large", camera=camera, width=width, height=height, millions=millions)
        )


VIDEO = Path("/sys/class/video4linux")
NAMES = Path("/dev/v4l/by-id")
"""Links by maker and serial number, which stay when device numbers change."""
NOT_A_CAMERA = ("bcm2835", "rpi-", "rpivid", "pispbe", "rp1-cfe", "unicam", "hevc")
"""Names of a Pi's own codecs and camera socket among the video devices."""
DEVICES, FILE = "/dev/", "file://"
"""Beginnings of a device's path and of a file's address."""
VIDEO_DEVICE = re.compile(r"/dev/video(\d{1,3})")
LONGEST_ADDRESS = 2000
"""Characters of a network camera's address [choice]."""
PASSWORD = "CUPS_UP_CAMERA_PASSWORD"
"""Environment variable with a network camera's password: other users cannot read it."""

PIPELINE_FRAMES = 2
"""A rolling shutter's exposure and read-out last at most one frame interval each."""
BUFFERED_FRAMES = 4
"""Frames possibly queued, in V4L2 under OpenCV."""
NS_PER_MS = 1_000_000
FRESH_SHARE = 0.25
"""A read that blocked for this share of a frame interval got a new frame, not a queued one."""


class ExposureBounds:
    """Moments before which the exposures of a source's frames surely did not begin.

    A full queue keeps its old frames, so a queued frame came into the place that the fourth frame before it
    had left free. A webcam may state a wrong rate, and in the dark its frames last longer: the longest of the
    last gaps between two frames bounds an exposure, too, and so does the last gap between two frames that
    were both waited for.
    """

    def __init__(self, stated_ns: int) -> None:
        """``stated_ns``: the interval of frames as the source states it."""
        self._stated_ns = self._interval_ns = stated_ns
        self._waited = False
        self._reads_ns: deque[tuple[int, int]] = deque(maxlen=BUFFERED_FRAMES + 3)
        self._bound_ns: int | None = None

    def of(self, began_ns: int, ended_ns: int, stamped_ns: int = 0) -> int:
        """The bound of the frame that was read between these moments; frames come in their order.

        A read without a wait may have got a queued frame, and one that a busy machine held up, too, if the
        driver's own stamp says so (``stamped_ns``; 0: it has none).
        """
        self._reads_ns.append((began_ns, ended_ns))
        began, ended = zip(*self._reads_ns, strict=True)
        waited = ended_ns - began_ns >= FRESH_SHARE * self._stated_ns
        if waited and self._waited:
            self._interval_ns = ended_ns - ended[-2]
        self._waited = waited
        gaps_ns = (later - each for each, later in pairwise(ended))
        longest_ns = max([self._stated_ns, self._interval_ns, *gaps_ns])
        if len(began) > BUFFERED_FRAMES:
            arrived_ns = began[-1 - BUFFERED_FRAMES]
        else:
            arrived_ns = began[0] - BUFFERED_FRAMES * longest_ns
        pipeline_ns = PIPELINE_FRAMES * longest_ns
        if waited:
            is_stamp = stamped_ns >= arrived_ns - pipeline_ns
            arrived_ns = max(arrived_ns, min(began_ns, stamped_ns)) if is_stamp else began_ns
        bound_ns = arrived_ns - pipeline_ns
        self._bound_ns = bound_ns if self._bound_ns is None else max(bound_ns, self._bound_ns)
        return self._bound_ns


CAPTURE_WAIT_S = 3.0
"""Longest wait for a fresh frame: ten of the slowest webcam in the dark (3-4 a second)."""
FAILED_READS = 5
"""Failed reads in a row that mean: gone. A webcam that changes its exposure may drop one or two."""
USUAL_FPS = 15.0
"""If the source states no rate."""
STREAM_DELAY_S = 1.0
"""Network streams are buffered: a frame may be this much older."""
JOIN_S = 0.5
"""A read that hangs in the driver is then left to the daemon thread."""


class LiveCamera:
    """A device or stream read all the time, with its newest frame at hand.

    Not every driver stamps its frames: ``exposed_at_ns`` is a bound (``ExposureBounds``). A failed source
    stays gone.
    """

    live_is_small = False

    def __init__(
        self,
        source: VideoSource,
        name: str,
        *,
        opener: OpenCapture = open_capture,
        clock: Clock = time.monotonic_ns,
        capture_wait_s: float = CAPTURE_WAIT_S,
    ) -> None:
        """Raises ``CameraGone`` if the source does not open."""
        self.name = name
        self._source, self._clock, self._wait_s = source, clock, capture_wait_s
        self._delay_ns = int(STREAM_DELAY_S * NS_PER_S) if isinstance(source, str) else 0
        self._news = threading.Condition()
        self._closed, self._failed = threading.Event(), threading.Event()
        self._newest: Frame | None = None
        first = opener(source)
        if not first.isOpened():
            first.release()
            raise self._gone("unopened")
        if isinstance(source, str):
            need_smaller(first, name)
        self._reader = threading.Thread(target=self._run, args=(first,), name=name, daemon=True)
        self._reader.start()

    def latest(self) -> Frame | None:
        """None before the first frame. Raises ``CameraGone`` once the source has failed."""
        with self._news:
            if self._failed.is_set() and not self._closed.is_set():
                raise self._gone("gone")
            return self._newest

    def capture(self, after_ns: int) -> Frame:
        """Raises ``CameraGone`` after three seconds."""
        with self._news:
            self._news.wait_for(
                lambda: self._is_after(after_ns) or self._failed.is_set() or self._closed.is_set(),
                self._wait_s,
            )
            if self._newest is not None and self._is_after(after_ns):
                return self._newest
        if self._closed.is_set():
            raise CameraGone(say("camera.closed", camera=self.name))
        raise self._gone("gone" if self._failed.is_set() else "silent")

    def close(self) -> None:
        self._closed.set()
        with self._news:
            self._newest = None
            self._news.notify_all()
        self._reader.join(JOIN_S)

    def _gone(self, trouble: str) -> CameraGone:
        if isinstance(self._source, str):
            return CameraGone(say(f"camera.stream_trouble.{trouble}", camera=self.name))
        device = f"{DEVICES}video{self._source}"
        if trouble == "unopened" and not os.path.exists(device):
            return CameraGone(say("camera.no_device", device=device))
        return CameraGone(say(f"camera.usb_trouble.{trouble}", camera=self.name))

    def _is_after(self, after_ns: int) -> bool:
        return self._newest is not None and self._newest.exposed_at_ns > after_ns

    def _run(self, capture: VideoCapture) -> None:
        self._read_until_it_fails(capture)
        with self._news:
            self._newest = None
            self._failed.set()
            self._news.notify_all()
        capture.release()

    def _read_until_it_fails(self, capture: VideoCapture) -> None:
        bounds = ExposureBounds(int(NS_PER_S / frame_rate(capture, USUAL_FPS)))
        failed = 0
        while failed < FAILED_READS and not self._closed.is_set():
            frame = self._read(capture, bounds)
            if frame is None:
                failed += 1
                continue
            failed = 0
            self._announce(frame)

    def _read(self, capture: VideoCapture, bounds: ExposureBounds) -> Frame | None:
        """None if the read failed. A frame that cannot be decoded had a place in the queue, too."""
        began_ns = self._clock()
        try:
            if not capture.grab():
                return None
            # Decoding is no wait: on a Pi it takes longer than a webcam needs for the next frame.
            ended_ns, stamped_ns = self._clock(), int(NS_PER_MS * capture.get(cv2.CAP_PROP_POS_MSEC))
            exposed_at_ns = bounds.of(began_ns, ended_ns, stamped_ns) - self._delay_ns
            fine, pixels = capture.retrieve()
        except cv2.error:
            return None
        return Frame(pixels, exposed_at_ns) if fine and pixels is not None and pixels.ndim == 3 else None

    def _announce(self, frame: Frame) -> None:
        with self._news:
            if not self._closed.is_set():
                self._newest = frame
            self._news.notify_all()


def camera_numbers(folder: Path = VIDEO) -> tuple[int, ...]:
    """``/dev/videoN`` of USB cameras, lowest first. A webcam's metadata devices (``index`` above 0) are left
    out.
    """
    found = []
    for device in folder.glob("video*") if folder.is_dir() else ():
        number, name = device.name.removeprefix("video"), text_in(device / "name")
        if number.isdigit() and text_in(device / "index") in ("0", "") and not name.startswith(NOT_A_CAMERA):
            found.append(int(number))
    return tuple(sorted(found))


def camera_names(
    folder: Path = NAMES, numbers: Callable[[], tuple[int, ...]] = camera_numbers
) -> tuple[str, ...]:
    there = {f"video{number}" for number in numbers()}
    links = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(str(link) for link in links if link.resolve().name in there)


def usb_sources(option: str | None, clock: Clock) -> tuple[Source, ...]:
    if option is None:
        numbers = camera_numbers()
    elif option.isascii() and option.isdigit() and len(option) <= 3:
        numbers = (int(option),)
    else:
        raise CameraGone(say("camera.usb.no_number", number=shown_name(option)))
    if not numbers:
        raise CameraGone(say("camera.usb.none"))
    known = numbers if option is None else None
    return tuple(_usb_source(number, clock, known) for number in numbers)


def _usb_source(number: int, clock: Clock, known: tuple[int, ...] | None) -> Source:
    """``known``: numbers of all cameras now; None: only this number is meant."""

    def opening() -> Camera:
        return _live_usb(number if known is None else _number_now(number, known), clock)

    return Source(say("camera.name.usb", number=number), opening)


def _number_now(number: int, known: tuple[int, ...]) -> int:
    """A camera that is plugged in anew gets another number while its device is still open."""
    there = camera_numbers()
    new = [each for each in there if each not in known]
    return new[0] if new and number not in there else number


def _live_usb(number: int, clock: Clock, name: str | None = None) -> Camera:
    """A webcam that has sent a picture: some devices open and never send one."""
    camera = LiveCamera(number, say("camera.name.usb", number=name or number), clock=clock)
    try:
        camera.capture(0)
    except CameraGone:
        camera.close()
        raise
    return camera


def is_device(choice: str) -> bool:
    return choice.startswith(DEVICES) and not os.path.isdir(choice)


def device_sources(choice: str | None, clock: Clock) -> tuple[Source, ...]:
    path = Path(choice or DEVICES)
    return (Source(shown_name(path), lambda: device_camera(path, clock)),)


def device_camera(path: Path, clock: Clock) -> Camera:
    """The path may be a link. Raises ``CameraGone``."""
    return _live_usb(_number_of(path), clock, _name_of(path))


def _number_of(device: Path) -> int:
    """A by-id name may lead to another number after a restart."""
    video = VIDEO_DEVICE.fullmatch(os.path.realpath(device)) if os.path.exists(device) else None
    if video is None:
        raise CameraGone(say("camera.no_device", device=shown_name(device)))
    return int(video[1])


def _name_of(device: Path) -> str:
    video = VIDEO_DEVICE.fullmatch(str(device))
    return video[1] if video else shown_name(device.name.removeprefix("usb-").removesuffix("-video-index0"))


def is_address(choice: str) -> bool:
    return "://" in choice and not choice.startswith(FILE)


def stream_sources(choice: str | None, clock: Clock) -> tuple[Source, ...]:
    """Raises ``CameraGone`` for long or unprintable addresses, which OpenCV cannot take."""
    address = choice or ""
    if len(address) > LONGEST_ADDRESS or not address.isprintable():
        raise CameraGone(say("camera.stream.no_address", choice=shown_name(address)))
    name = say("camera.name.stream", address=shown_name(address))

    def opening() -> Camera:
        return LiveCamera(with_password(address, os.environ.get(PASSWORD)), name, clock=clock)

    return (Source(shown_name(address), opening),)


def with_password(address: str, password: str | None) -> str:
    scheme, _, rest = address.partition("://")
    user, at, place = rest.partition("@")
    if not (password and at) or ":" in user or "/" in user:
        return address
    return f"{scheme}://{user}:{quote(password, safe='')}@{place}"


def _usb_cannot() -> str:
    return say("camera.usb.cannot")


DRIVERS = (
    Driver(
        "usb",
        usb_sources,
        in_auto=lambda: True,
        cannot=_usb_cannot,
        has_own_name=True,
        check=lambda: camera_names(),
    ),
    Driver(None, device_sources, is_device, cannot=_usb_cannot, kind="usb", has_own_name=True),
    Driver(None, stream_sources, is_address, cannot=lambda: say("camera.stream.cannot"), kind="stream"),
)
