"""Stand-ins for devices at their narrowest edge: a clock, OpenCV's capture, picamera2."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from tests.clocks import ManualClock

MS = 1_000_000


def grey(level: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    """A plain picture, uint8 (H, W, 3)."""
    return np.full((size[1], size[0], 3), level, np.uint8)


@dataclass
class ScriptedCapture:
    """A ``cv2.VideoCapture`` that reads out a list: (time a read takes in ns, picture or None).

    After the list it blocks until ``release``, as a driver does that sends no more frames; with
    ``then_fails`` its reads fail instead, as those of a camera whose cable was pulled.
    """

    clock: ManualClock
    script: list[tuple[int, np.ndarray | None]] = field(default_factory=list)
    opened: bool = True
    fps: float = 25.0
    then_fails: bool = False
    raises: bool = False
    decoding_ns: int = 0
    reads: int = 0
    grabbed: np.ndarray | None = None
    released: threading.Event = field(default_factory=threading.Event)

    def isOpened(self) -> bool:
        return self.opened

    def grab(self) -> bool:
        self.reads += 1
        if self.raises:
            raise cv2.error("the driver has had enough")
        if self.script:
            takes_ns, self.grabbed = self.script.pop(0)
            self.clock.go_on(takes_ns)
            return self.grabbed is not None
        if not self.then_fails:
            self.released.wait(10)
        return False

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        self.clock.go_on(self.decoding_ns)
        return True, self.grabbed

    def get(self, prop: int) -> float:
        return self.fps if prop == cv2.CAP_PROP_FPS else 0.0

    def set(self, prop: int, value: float) -> bool:
        return False

    def release(self) -> None:
        self.released.set()


@dataclass
class Openings:
    """Gives its captures one after the other; the last one again and again."""

    captures: list[ScriptedCapture]
    sources: list[int | str] = field(default_factory=list)

    def __call__(self, source: int | str) -> ScriptedCapture:
        self.sources.append(source)
        return self.captures.pop(0) if len(self.captures) > 1 else self.captures[0]


def in_memory(picture: np.ndarray, layout: dict[str, Any]) -> np.ndarray:
    """A BGR picture as libcamera lays it in memory: uint8 (N,), rows padded to the stride with 255."""
    (width, height), stride = layout["size"], layout["stride"]
    name = layout["format"]
    if name in ("YUV420", "NV12"):
        padded = cv2.copyMakeBorder(picture, 0, 0, 0, stride - width, cv2.BORDER_REPLICATE)
        planes = cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420).reshape(-1)
        if name == "NV12":
            luma, colour = planes[: stride * height], planes[stride * height :].reshape(2, -1)
            planes = np.concatenate([luma, colour.T.reshape(-1)])
        return planes
    conversions = {"RGB888": None, "BGR888": cv2.COLOR_BGR2RGB, "XRGB8888": cv2.COLOR_BGR2BGRA,
                   "XBGR8888": cv2.COLOR_BGR2RGBA}  # fmt: skip
    code = conversions[name]
    pixels = picture if code is None else cv2.cvtColor(picture, code)
    rows = np.full((height, stride), 255, np.uint8)
    rows[:, : pixels.shape[1] * pixels.shape[2]] = pixels.reshape(height, -1)
    return rows.reshape(-1)


@dataclass
class FakeRequest:
    """One completed request of picamera2."""

    camera: FakePicamera2
    metadata: dict[str, Any]
    colour: tuple[int, int, int]
    released: bool = False

    def get_metadata(self) -> dict[str, Any]:
        assert not self.released
        return self.metadata

    def make_buffer(self, name: str) -> np.ndarray:
        assert not self.released
        layout = self.camera.given[name]
        picture = np.full((layout["size"][1], layout["size"][0], 3), self.colour, np.uint8)
        return in_memory(picture, layout)


@dataclass
class FakePicamera2:
    """picamera2 as far as the driver goes: adjusts formats as it likes, hands out queued requests.

    ``frames``: (sensor's time stamp in ns, exposure in microseconds or None, BGR colour).
    """

    clock: ManualClock
    frames: list[tuple[int, int | None, tuple[int, int, int]]] = field(default_factory=list)
    adjusts_to: str | None = None
    padding: int = 0
    camera_controls: dict[str, Any] = field(default_factory=lambda: {"FrameDurationLimits": (1, 2, 3)})
    start_error: Exception | None = None
    post_callback: Callable[[FakeRequest], None] | None = None
    given: dict[str, dict[str, Any]] = field(default_factory=dict)
    controls: dict[str, Any] = field(default_factory=dict)
    requests: list[FakeRequest] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    senses: dict[str, Any] = field(default_factory=dict)
    """What else the metadata says, from now on."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    buffers: int = 6

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        self.calls.append("configure")
        self.buffers = configuration.pop("buffer_count", 6)
        for name, stream in configuration.items():
            form = self.adjusts_to or stream["format"]
            bytes_each = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}.get(form, 1)
            width = stream["size"][0]
            self.given[name] = {
                "format": form,
                "size": stream["size"],
                "stride": width * bytes_each + self.padding,
            }

    def camera_configuration(self) -> dict[str, dict[str, Any]]:
        return self.given

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = controls.keys() - self.camera_controls.keys()
        if unknown:
            raise RuntimeError(f"Control {sorted(unknown)} is not advertised by libcamera")
        self.controls |= controls
        self.asked.append(controls)

    def start(self) -> None:
        self.calls.append("start")
        if self.start_error:
            raise self.start_error

    @contextmanager
    def captured_request(self, wait: float) -> Iterator[FakeRequest]:
        assert 0 < wait <= 3
        if not self.frames:
            self.clock.go_on(int(wait * 1e9))
            raise TimeoutError
        request = self._next()
        self.requests.append(request)
        yield request
        request.released = True

    def frame_arrives(self) -> None:
        """What picamera2's own thread does with each frame."""
        if self.post_callback is not None:
            self.post_callback(self._next())

    def _next(self) -> FakeRequest:
        stamp_ns, exposure_us, colour = self.frames.pop(0)
        self.clock.ns = max(self.clock.ns, stamp_ns)
        exposure = {} if exposure_us is None else {"ExposureTime": exposure_us}
        return FakeRequest(self, {"SensorTimestamp": stamp_ns} | exposure | self.senses, colour)

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")
