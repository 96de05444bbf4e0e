"""The Raspberry Pi camera through picamera2: a large stream to read, a small one to watch.

picamera2 comes from the system and is imported on use. Its "RGB888" lies in memory as BGR.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame
from companion.core.on_disk import shown_name, text_in
from companion.devices.cameras.port import Driver, Source
from companion.text import say

MODEL = Path("/proc/device-tree/model")
FOCUS_CM = (10, 300)
"""Nearest focus of Camera Module 3, and the farthest height of a camera."""
OPENS_WITHIN_S = 20.0
"""The library alone takes a Zero 2 W some seconds [choice]."""

STEADY_FRAMES = 10
"""A third of a second at 30 frames a second: the automatics change every few frames until done."""
STEADY_SHARE = 0.03
"""Smaller changes of brightness and colours count as steady [choice]."""
LONGEST_NS = 6 * NS_PER_S
"""After this everything is locked: under a flickering lamp it never settles."""
LIGHT_FACTOR = 1.5
"""If the median is this many times brighter or darker than at the lock, settle anew. Hands and cups on a
third of the picture change it less."""
BLOWN_OUT = 250.0
"""A median from here on is another light, too: on a white cloth it cannot rise by the factor [choice]."""
LIGHT_CHANGED_NS = 3 * NS_PER_S
"""This long without a break: a shadow is not enough."""
AUTO, MANUAL, START = 1, 0, 0
"""libcamera's AfModeAuto, AfModeManual, AfTriggerStart."""
FOCUS_DONE = (2, 3)
"""libcamera's AfStateFocused and AfStateFailed."""
CM_PER_M = 100.0

Metadata = dict[str, Any]
Controls = dict[str, Any]


class Settling:
    """Controls to set while the camera settles; ``known``: names of those that it has."""

    def __init__(self, known: Collection[str], began_ns: int, focus_cm: float | None = None) -> None:
        """``focus_cm``: lens to table, for a fixed focus; None: autofocus."""
        self._known, self._focus_cm = known, focus_cm
        self._recent: deque[tuple[float, ...]] = deque(maxlen=STEADY_FRAMES)
        self._begin(began_ns)

    def _begin(self, now_ns: int) -> None:
        self._recent.clear()
        self._began_ns = now_ns
        self.locked = False
        self._locked_light: float | None = None
        self._other_since_ns: int | None = None

    def at_start(self) -> Controls:
        wanted: Controls = {"AeEnable": True, "AwbEnable": True}
        if self._focus_cm is not None:
            wanted |= {"AfMode": MANUAL, "LensPosition": CM_PER_M / self._focus_cm}
        else:
            wanted |= {"AfMode": AUTO, "AfTrigger": START}
        return self._had(wanted)

    def follow(self, metadata: Metadata, now_ns: int) -> Controls:
        if self.locked:
            return {}
        self._recent.append(_measures(metadata))
        if not (self._is_steady(metadata) or now_ns - self._began_ns >= LONGEST_NS):
            return {}
        self.locked = True
        return self._lock(metadata)

    def light(self, level: float, now_ns: int) -> Controls:
        """``level``: median brightness, 0-255. If it stays changed, settling begins anew."""
        if not self.locked:
            return {}
        if self._locked_light is None:
            self._locked_light = min(max(level, 1.0), BLOWN_OUT / LIGHT_FACTOR)
            return {}
        ratio = max(level, 1.0) / self._locked_light
        if 1 / LIGHT_FACTOR < ratio < LIGHT_FACTOR:
            self._other_since_ns = None
            return {}
        if self._other_since_ns is None:
            self._other_since_ns = now_ns
        if now_ns - self._other_since_ns < LIGHT_CHANGED_NS:
            return {}
        self._begin(now_ns)
        return self.at_start()

    def _is_steady(self, metadata: Metadata) -> bool:
        if len(self._recent) < STEADY_FRAMES:
            return False
        if self._looks_for_focus and metadata.get("AfState") not in FOCUS_DONE:
            return False
        return all(
            max(each) - min(each) <= STEADY_SHARE * max(each) for each in zip(*self._recent, strict=True)
        )

    @property
    def _looks_for_focus(self) -> bool:
        return self._focus_cm is None and "AfMode" in self._known

    def _lock(self, metadata: Metadata) -> Controls:
        kept = {
            name: metadata[name]
            for name in ("ExposureTime", "AnalogueGain", "ColourGains")
            if name in metadata
        }
        wanted: Controls = {}
        if "ExposureTime" in kept and "AnalogueGain" in kept:
            wanted |= {
                "AeEnable": False,
                "ExposureTime": kept["ExposureTime"],
                "AnalogueGain": kept["AnalogueGain"],
            }
        if "ColourGains" in kept:
            wanted |= {"AwbEnable": False, "ColourGains": kept["ColourGains"]}
        if self._looks_for_focus and "LensPosition" in metadata:
            wanted |= {"AfMode": MANUAL, "LensPosition": metadata["LensPosition"]}
        return self._had(wanted)

    def _had(self, wanted: Controls) -> Controls:
        return {name: value for name, value in wanted.items() if name in self._known}


def _measures(metadata: Metadata) -> tuple[float, ...]:
    red, blue = metadata.get("ColourGains", (1.0, 1.0))
    light = float(metadata.get("ExposureTime", 1)) * float(metadata.get("AnalogueGain", 1.0))
    return light, float(red), float(blue)


PI_SIZE = (2304, 1296)
"""Half resolution of Camera Module 3: its whole view, up to 56 frames a second."""
PI_SMALL_SIZE = (768, 432)
"""For watching, the live view and the detector's first scale; its rows are multiples of 64 bytes, so no Pi
pads them."""
FRAME_US = (33_333, 100_000)
"""Shortest and longest frame in microseconds: 30 a second, down to 10 in lamplight."""
CAPTURE_WAIT_S = 3.0
"""Longest wait for a fresh frame: thirty at the slowest rate."""
BUFFERS = 4
"""Frames in flight: one read, one exposed, two between. Six, the default, cost 18 MB more."""
LIGHT_EVERY = 10
"""Frames between two looks at the light."""
LIGHT_STEP = 97
"""The median of every 97th byte of the small picture."""
MOST_STALE = 60
"""Most old frames a capture drops; the camera holds only a handful."""
FROZEN_AFTER_S = 3.0
"""An older live picture means that the camera hangs; it is not shown."""

STREAMS = ("main", "lores")
StreamLayout = dict[str, Any]
"""A stream of ``camera_configuration()``: ``format``, ``size`` (w, h), ``stride`` in bytes."""


class CompletedRequest(Protocol):
    def get_metadata(self) -> dict[str, Any]:
        """``SensorTimestamp`` in ns and, from real sensors, ``ExposureTime`` in microseconds."""
        ...

    def make_buffer(self, name: str) -> np.ndarray:
        """A copy, uint8 (N,)."""
        ...


class Picamera2(Protocol):
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
    """The first camera on the Pi's own socket. Raises ``CameraGone``."""
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


def sensor_modes(open_device: Callable[[], Any] = first_device) -> tuple[str, ...]:
    """The sensor's name, then its modes: "2304x1296 at 56.0/s, 10 bits".

    The camera must not be in use. Raises ``CameraGone``.
    """
    device = open_device()
    try:
        modes = [(*each["size"], each["fps"], each["bit_depth"]) for each in device.sensor_modes]
        described = tuple(f"{wide}x{high} at {fps:.1f}/s, {bits} bits" for wide, high, fps, bits in modes)
        return str(device.camera_properties.get("Model", "unknown")), *described
    finally:
        device.close()


class PiCamera:
    """``capture`` gives the large stream, ``latest`` the small one."""

    live_is_small = True

    def __init__(
        self,
        *,
        open_device: OpenDevice = first_device,
        clock: Clock = time.monotonic_ns,
        focus_cm: float | None = None,
    ) -> None:
        """``focus_cm``: lens to table; None: autofocus. Raises ``CameraGone``."""
        self._clock, self._lock = clock, threading.Lock()
        self._seen: tuple[np.ndarray, int] | None = None
        self._frames = 0
        self._device: Picamera2 | None = open_device()
        self._settling = Settling(self._device.camera_controls.keys(), clock(), focus_cm)
        try:
            self._layouts = _started(self._device, self._remember, self._settling.at_start())
            (wide, tall), (less_wide, less_tall) = (self._layouts[each]["size"] for each in STREAMS)
            self._alike = wide * less_tall == tall * less_wide
            """Whether both streams show the same part of the table."""
        except (RuntimeError, ValueError) as error:
            self._device.close()
            raise CameraGone(say("camera.pi.no_start", why=str(error))) from error

    @property
    def name(self) -> str:
        return say("camera.name.pi")

    def latest(self) -> Frame | None:
        """None before the first picture, and when the camera hangs."""
        with self._lock:
            seen = self._seen
        if seen is None or self._clock() - seen[1] > FROZEN_AFTER_S * NS_PER_S:
            return None
        return Frame(bgr_pixels(seen[0], self._layouts["lores"]), seen[1])

    def capture(self, after_ns: int) -> Frame:
        """Exact: the sensor's clock times the exposure."""
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
        device, self._device = self._device, None
        self._seen = None
        if device is not None:
            try:
                device.stop()
            finally:
                device.close()

    def _next_frame(self, wait_s: float, after_ns: int) -> Frame | None:
        if self._device is None:
            raise CameraGone(say("camera.closed", camera=self.name))
        try:
            with self._device.captured_request(wait=wait_s) as request:
                exposed_at_ns = exposure_began_ns(request.get_metadata())
                if exposed_at_ns <= after_ns:
                    return None
                large, small = (
                    bgr_pixels(request.make_buffer(stream), self._layouts[stream]) for stream in STREAMS
                )
                return Frame(large, exposed_at_ns, small if self._alike else None)
        except (TimeoutError, RuntimeError) as error:
            raise CameraGone(say("camera.pi.silent", camera=self.name)) from error

    def _remember(self, request: CompletedRequest) -> None:
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
    """When the exposure began, on the clock of ``time.monotonic_ns``; the sensor stamps the read-out after
    it.
    """
    return int(metadata["SensorTimestamp"]) - 1000 * int(metadata.get("ExposureTime", 0))


def _started(
    device: Picamera2, on_frame: Callable[[CompletedRequest], None], controls: dict[str, Any]
) -> dict[str, StreamLayout]:
    device.configure(
        device.create_video_configuration(
            main={"size": PI_SIZE, "format": "RGB888"},
            lores={"size": PI_SMALL_SIZE, "format": "YUV420"},
            buffer_count=BUFFERS,
        )
    )
    layouts = device.camera_configuration()
    for stream in STREAMS:
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
    width, height = layout["size"]
    rows = buffer[: height * layout["stride"]].reshape(height, layout["stride"])
    return rows[:, : width * channels].reshape(height, width, channels)


def _planar(buffer: np.ndarray, layout: StreamLayout, code: int) -> np.ndarray:
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
"""libcamera's formats, and their conversion to BGR."""


def bgr_pixels(buffer: np.ndarray, layout: StreamLayout) -> np.ndarray:
    """uint8 (H, W, 3)."""
    return CONVERTERS[layout["format"]](buffer, layout)


def board_model(path: Path = MODEL) -> str | None:
    """ "Raspberry Pi 5 Model B"; None if Linux names none."""
    return text_in(path) or None


def is_raspberry_pi() -> bool:
    return "Raspberry Pi" in (board_model() or "")


def sources(option: str | None, clock: Clock) -> tuple[Source, ...]:
    focus_cm = None if option is None else _focus_of(option)

    def opening() -> Camera:
        return PiCamera(clock=clock, focus_cm=focus_cm)

    return (Source(say("camera.name.pi"), opening),)


def _focus_of(text: str) -> float:
    nearest, farthest = FOCUS_CM
    if text.isascii() and text.isdecimal() and len(text) < 4 and nearest <= int(text) <= farthest:
        return float(text)
    raise CameraGone(say("camera.pi.no_distance", text=shown_name(text), nearest=nearest, farthest=farthest))


DRIVERS = (Driver("pi", sources, in_auto=is_raspberry_pi, opens_within_s=OPENS_WITHIN_S),)
