"""The Pi camera's driver against picamera2 as far as it shows itself to the driver."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from companion.core.frame import CameraGone
from companion.devices.cameras.drivers.pi import (
    CONVERTERS,
    PI_SIZE,
    PI_SMALL_SIZE,
    PiCamera,
    bgr_pixels,
    exposure_began_ns,
    first_device,
)
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS, FakePicamera2, in_memory

RED = (20, 30, 220)
GREEN = (40, 200, 60)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def opened(device: FakePicamera2) -> PiCamera:
    return PiCamera(open_device=lambda: device, clock=device.clock)


def test_a_captured_frame_was_exposed_after_the_event(clock: ManualClock) -> None:
    event_ns = clock()
    stamps = [event_ns - 50 * MS, event_ns - 17 * MS, event_ns + 16 * MS, event_ns + 49 * MS]
    device = FakePicamera2(clock, [(stamp, 20_000, RED) for stamp in stamps])
    frame = opened(device).capture(event_ns)
    assert frame.exposed_at_ns == event_ns + 29 * MS
    assert len(device.requests) == 4, "the third was read out after the event but exposed before it"
    assert all(request.released for request in device.requests)


def test_the_exposure_began_before_the_sensors_time_stamp() -> None:
    assert exposure_began_ns({"SensorTimestamp": 5_000_000, "ExposureTime": 2_000}) == 3_000_000
    assert exposure_began_ns({"SensorTimestamp": 5_000_000}) == 5_000_000


def test_two_streams_at_once_and_no_mode_switch(clock: ManualClock) -> None:
    device = FakePicamera2(
        clock, [(clock() + MS, 100, RED), (clock() + 2 * MS, 100, RED), (clock() + 3 * MS, 100, RED)]
    )
    camera = opened(device)
    device.frame_arrives()
    assert (camera.latest().width, camera.latest().height) == PI_SMALL_SIZE
    frame = camera.capture(0)
    assert (frame.width, frame.height) == PI_SIZE
    assert frame.small is not None
    assert frame.small.shape[1::-1] == PI_SMALL_SIZE
    camera.capture(0)
    assert device.calls == ["configure", "start"]
    assert device.controls == {"FrameDurationLimits": (33_333, 100_000)}


def test_colours_come_out_right_in_both_streams(clock: ManualClock) -> None:
    device = FakePicamera2(clock, [(clock() + MS, 100, RED), (clock() + 2 * MS, 100, GREEN)])
    camera = opened(device)
    device.frame_arrives()
    assert np.allclose(camera.latest().pixels.mean(axis=(0, 1)), RED, atol=3)
    assert np.allclose(camera.capture(0).pixels.mean(axis=(0, 1)), GREEN, atol=0.5)


def test_a_camera_that_gives_another_format_than_asked_for_is_believed(clock: ManualClock) -> None:
    """libcamera's virtual camera gives NV12 only, stamps no exposure time and has no controls."""
    device = FakePicamera2(clock, [(clock() + MS, None, GREEN)], adjusts_to="NV12", camera_controls={})
    frame = opened(device).capture(clock())
    assert np.allclose(frame.pixels.mean(axis=(0, 1)), GREEN, atol=3)
    assert device.controls == {}


@pytest.mark.parametrize("name", CONVERTERS)
@pytest.mark.parametrize("padding", [0, 32])
def test_every_format_becomes_bgr_without_its_padding(name: str, padding: int) -> None:
    rng = np.random.default_rng(4)
    blocks = rng.integers(40, 210, (6, 8, 3)).astype(np.uint8)
    picture = np.kron(blocks, np.ones((4, 4, 1), np.uint8))
    width = picture.shape[1]
    each = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}.get(name, 1)
    layout = {"format": name, "size": (width, picture.shape[0]), "stride": width * each + padding}
    came = bgr_pixels(in_memory(picture, layout), layout)
    assert came.shape == picture.shape
    assert came.flags["C_CONTIGUOUS"]
    assert np.abs(came.astype(int) - picture).mean() < 3


def test_an_unknown_format_is_refused_at_the_start(clock: ManualClock) -> None:
    device = FakePicamera2(clock, adjusts_to="MJPEG")
    with pytest.raises(CameraGone, match="pictures come as MJPEG"):
        opened(device)
    assert device.calls[-1] == "close"


def test_a_camera_that_sends_nothing_is_given_up_after_three_seconds(clock: ManualClock) -> None:
    began_ns = clock()
    with pytest.raises(CameraGone, match="from the Raspberry Pi camera: check its ribbon cable"):
        opened(FakePicamera2(clock)).capture(began_ns)
    assert clock() - began_ns <= 3_001 * MS


def test_a_camera_that_sends_only_old_frames_is_given_up(clock: ManualClock) -> None:
    device = FakePicamera2(clock, [(clock() - number * MS, 10, RED) for number in range(200)])
    with pytest.raises(CameraGone, match="no new picture from"):
        opened(device).capture(clock())


def test_a_hanging_camera_shows_no_old_live_picture(clock: ManualClock) -> None:
    device = FakePicamera2(clock, [(clock(), 10, RED)])
    camera = opened(device)
    assert camera.latest() is None
    device.frame_arrives()
    assert camera.latest() is not None
    clock.go_on(3_100 * MS)
    assert camera.latest() is None


def test_a_camera_that_does_not_start_is_given_back(clock: ManualClock) -> None:
    device = FakePicamera2(clock, start_error=RuntimeError("Failed to start camera: Device or resource busy"))
    with pytest.raises(CameraGone, match="does not start: Failed to start camera"):
        opened(device)
    assert device.calls[-1] == "close"


def test_closing_stops_and_gives_back_once(clock: ManualClock) -> None:
    device = FakePicamera2(clock)
    camera = opened(device)
    camera.close()
    camera.close()
    assert device.calls == ["configure", "start", "stop", "close"]
    assert camera.latest() is None
    with pytest.raises(CameraGone, match="closed"):
        camera.capture(0)


def test_a_camera_that_cannot_be_stopped_is_given_back_all_the_same(
    clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who keeps it keeps everybody from opening it again."""
    device = FakePicamera2(clock, [])
    camera = opened(device)

    def fails() -> None:
        raise RuntimeError("the camera does not answer")

    monkeypatch.setattr(device, "stop", fails)
    with pytest.raises(RuntimeError, match="does not answer"):
        camera.close()
    assert device.calls[-1] == "close"


def with_picamera2(monkeypatch: pytest.MonkeyPatch, found: list[dict], makes: object) -> None:
    module = ModuleType("picamera2")

    class Device:
        global_camera_info = staticmethod(lambda: found)

        def __new__(cls, number: int) -> object:
            if isinstance(makes, Exception):
                raise makes
            return SimpleNamespace(number=number)

    setattr(module, "Picamera2", Device)  # noqa: B010  # a module made here declares no such name
    monkeypatch.setitem(sys.modules, "picamera2", module)


def test_without_picamera2_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraGone, match="sudo apt install python3-picamera2"):
        first_device()


def test_an_empty_camera_socket_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with_picamera2(monkeypatch, [{"Id": "/base/soc/usb@1/webcam", "Num": 0}], None)
    with pytest.raises(CameraGone, match="no camera at the Pi's camera socket"):
        first_device()


def test_the_first_camera_on_the_socket_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [{"Id": "/base/soc/usb@1/webcam", "Num": 0}, {"Id": "/base/soc/i2c0mux/imx708@1a", "Num": 1}]
    with_picamera2(monkeypatch, found, None)
    assert vars(first_device())["number"] == 1


def test_a_camera_in_use_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with_picamera2(
        monkeypatch, [{"Id": "imx708", "Num": 0}], RuntimeError("Camera __init__ sequence did not complete.")
    )
    with pytest.raises(CameraGone, match="is another program using it"):
        first_device()
