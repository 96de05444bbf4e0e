"""The Raspberry Pi camera through picamera2: one configuration, a large stream to read, a small one to watch.

picamera2 comes from the system's packages and is imported only when a Pi camera is opened. Its
formats are named back to front: "RGB888" lies in memory as blue, green, red.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

import cv2
import numpy as np

from companion.frame import CameraGone, Frame
from companion.hardware.cameras.port import NS_PER_S, Clock, monotonic_clock
from companion.hardware.cameras.settling import Settling
from companion.text.speech import say

MAIN_SIZE = (2304, 1296)
"""Half resolution of Camera Module 3: all of its view, at up to 56 frames a second."""
SMALL_SIZE = (640, 360)
"""For watching and the live view; its rows are a multiple of 64 bytes, so no Pi pads them."""
FRAME_US = (33_333, 100_000)
"""Shortest and longest frame in microseconds: 30 a second, down to 10 in lamplight."""
CAPTURE_WAIT_S = 3.0
"""Longest wait for a fresh frame: thirty frames at the slowest rate."""
BUFFERS = 4
"""Frames in flight: one being read, one being exposed, two between. Six, the default, cost 18 MB more."""
LIGHT_EVERY = 10
"""Frames between two looks at the light."""
LIGHT_STEP = 97
"""The median brightness is that of every 97th byte of the small picture."""
MOST_STALE = 60
"""Old frames that a capture throws away at most; the camera holds only a handful."""
FROZEN_AFTER_S = 3.0
"""If the live picture is older than this, the camera hangs and the picture is not shown."""

StreamLayout = dict[str, Any]
"""One stream of ``camera_configuration()``: ``format``, ``size`` (w, h) and ``stride`` in bytes."""


class CompletedRequest(Protocol):
    """The part of picamera2's completed request in use."""

    def get_metadata(self) -> dict[str, Any]:
        """``SensorTimestamp`` in ns and, from real sensors, ``ExposureTime`` in microseconds."""
        ...

    def make_buffer(self, name: str) -> np.ndarray:
        """The stream's bytes, uint8 (N,), copied."""
        ...


class Picamera2(Protocol):
    """The part of ``picamera2.Picamera2`` in use; a test's fake has this shape."""

    camera_controls: dict[str, Any]
    post_callback: Callable[[CompletedRequest], None] | None

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]: ...
    def configure(self, configuration: dict[str, Any]) -> None: ...
    def camera_configuration(self) -> dict[str, StreamLayout]: ...
    def set_controls(self, controls: dict[str, Any]) -> None: ...
    def start(self) -> None: ...
    def captured_request(self, wait: float) -> AbstractContextManager[CompletedRequest]: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


OpenDevice = Callable[[], Picamera2]


def first_device() -> Picamera2:
    """The first camera that libcamera finds on the Pi's own socket. Raises ``CameraGone``."""
    try:
        from picamera2 import Picamera2 as Device
    except (ImportError, ValueError) as error:  # ValueError: picamera2 built for another NumPy
        raise CameraGone(say("camera.pi.no_library", why=str(error))) from error
    found = [each for each in Device.global_camera_info() if "usb" not in each.get("Id", "")]
    if not found:
        raise CameraGone(say("camera.pi.none"))
    try:
        device: Picamera2 = Device(found[0]["Num"])
        return device
    except (RuntimeError, IndexError) as error:
        raise CameraGone(say("camera.pi.unopened", why=str(error))) from error


class PiCamera:
    """The Pi's own camera. ``capture`` gives the large stream, ``latest`` the small one."""

    live_is_small = True

    def __init__(
        self,
        *,
        open_device: OpenDevice = first_device,
        clock: Clock = monotonic_clock,
        focus_cm: float | None = None,
    ) -> None:
        """Configure and start; ``focus_cm`` is the distance from the lens to the table, ``None`` for
        autofocus. Raises ``CameraGone`` when there is no camera or it refuses.
        """
        self.name = say("camera.name.pi")
        self._clock, self._lock = clock, threading.Lock()
        self._seen: tuple[np.ndarray, int] | None = None
        self._frames = 0
        self._device: Picamera2 | None = open_device()
        self._settling = Settling(self._device.camera_controls.keys(), clock(), focus_cm)
        try:
            self._layouts = _started(self._device, self._remember, self._settling.at_start())
        except (RuntimeError, ValueError) as error:
            self._device.close()
            raise CameraGone(say("camera.pi.no_start", why=str(error))) from error

    def latest(self) -> Frame | None:
        """Newest small picture; ``None`` before the first one and when the camera hangs."""
        with self._lock:
            seen = self._seen
        if seen is None or self._clock() - seen[1] > FROZEN_AFTER_S * NS_PER_S:
            return None
        return Frame(bgr_pixels(seen[0], self._layouts["lores"]), seen[1])

    def capture(self, after_ns: int) -> Frame:
        """A large picture whose exposure began after ``after_ns``, by the sensor's own clock."""
        give_up_ns = self._clock() + int(CAPTURE_WAIT_S * NS_PER_S)
        for _ in range(MOST_STALE):
            left_s = (give_up_ns - self._clock()) / NS_PER_S
            if left_s <= 0:
                break
            frame = self._next_frame(left_s, after_ns)
            if frame is not None:
                return frame
        raise CameraGone(say("camera.pi.silent", camera=self.name))

    def close(self) -> None:
        """Stop the camera and give it back."""
        device, self._device = self._device, None
        self._seen = None
        if device is not None:
            device.stop()
            device.close()

    def _next_frame(self, wait_s: float, after_ns: int) -> Frame | None:
        """The next frame if it was exposed after the moment, else ``None``."""
        if self._device is None:
            raise CameraGone(say("camera.closed", camera=self.name))
        try:
            with self._device.captured_request(wait=wait_s) as request:
                exposed_at_ns = exposure_began_ns(request.get_metadata())
                if exposed_at_ns <= after_ns:
                    return None
                return Frame(bgr_pixels(request.make_buffer("main"), self._layouts["main"]), exposed_at_ns)
        except (TimeoutError, RuntimeError) as error:
            raise CameraGone(say("camera.pi.silent", camera=self.name)) from error

    def _remember(self, request: CompletedRequest) -> None:
        """Called by picamera2's own thread for every frame."""
        metadata, small = request.get_metadata(), request.make_buffer("lores")
        with self._lock:
            self._seen = (small, exposure_began_ns(metadata))
        self._frames += 1
        now_ns = self._clock()
        wanted = self._settling.follow(metadata, now_ns)
        if self._frames % LIGHT_EVERY == 0 and not wanted:
            width, height = self._layouts["lores"]["size"]
            wanted = self._settling.light(float(np.median(small[: width * height : LIGHT_STEP])), now_ns)
        device = self._device
        if wanted and device is not None:
            device.set_controls(wanted)


def exposure_began_ns(metadata: dict[str, Any]) -> int:
    """When the exposure began, on the clock of ``time.monotonic_ns``.

    The sensor stamps the time when the read-out begins, after the exposure.
    """
    return int(metadata["SensorTimestamp"]) - 1000 * int(metadata.get("ExposureTime", 0))


def _started(
    device: Picamera2, on_frame: Callable[[CompletedRequest], None], controls: dict[str, Any]
) -> dict[str, StreamLayout]:
    """Configure and start; the layouts that the camera gives, which may differ from those asked for."""
    device.configure(
        device.create_video_configuration(
            main={"size": MAIN_SIZE, "format": "RGB888"},
            lores={"size": SMALL_SIZE, "format": "YUV420"},
            buffer_count=BUFFERS,
        )
    )
    layouts = device.camera_configuration()
    for stream in ("main", "lores"):
        if layouts[stream]["format"] not in CONVERTERS:
            raise ValueError(say("camera.pi.format", format=layouts[stream]["format"]))
    if "FrameDurationLimits" in device.camera_controls:
        controls = controls | {"FrameDurationLimits": FRAME_US}
    if controls:
        device.set_controls(controls)
    device.post_callback = on_frame
    device.start()
    return layouts


def _packed(buffer: np.ndarray, layout: StreamLayout, channels: int) -> np.ndarray:
    """Bytes with padded rows to (H, W, channels)."""
    width, height = layout["size"]
    rows = buffer[: height * layout["stride"]].reshape(height, layout["stride"])
    return rows[:, : width * channels].reshape(height, width, channels)


def _planar(buffer: np.ndarray, layout: StreamLayout, code: int) -> np.ndarray:
    """Bytes in a luma plane and half-size colour planes to BGR (H, W, 3)."""
    width, height = layout["size"]
    stride = layout["stride"]
    planes = buffer[: height * stride * 3 // 2].reshape(height * 3 // 2, stride)
    return np.ascontiguousarray(cv2.cvtColor(planes, code)[:, :width])


CONVERTERS: dict[str, Callable[[np.ndarray, StreamLayout], np.ndarray]] = {
    "RGB888": lambda buffer, layout: np.ascontiguousarray(_packed(buffer, layout, 3)),
    "BGR888": lambda buffer, layout: cv2.cvtColor(_packed(buffer, layout, 3), cv2.COLOR_RGB2BGR),
    "XRGB8888": lambda buffer, layout: cv2.cvtColor(_packed(buffer, layout, 4), cv2.COLOR_BGRA2BGR),
    "XBGR8888": lambda buffer, layout: cv2.cvtColor(_packed(buffer, layout, 4), cv2.COLOR_RGBA2BGR),
    "YUV420": lambda buffer, layout: _planar(buffer, layout, cv2.COLOR_YUV2BGR_I420),
    "NV12": lambda buffer, layout: _planar(buffer, layout, cv2.COLOR_YUV2BGR_NV12),
}
"""libcamera's format names and how their bytes become BGR."""


def bgr_pixels(buffer: np.ndarray, layout: StreamLayout) -> np.ndarray:
    """A stream's bytes as uint8 (H, W, 3) BGR."""
    return CONVERTERS[layout["format"]](buffer, layout)
