"""Exposure, gain, white balance and focus settle, then lock; the Pi camera's driver asks for it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.devices.cameras.drivers.pi import (
    BUFFERS,
    LIGHT_CHANGED_NS,
    LIGHT_EVERY,
    LONGEST_NS,
    STEADY_FRAMES,
    PiCamera,
    Settling,
)
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS, FakePicamera2

MODULE_3 = {
    "FrameDurationLimits", "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode",
    "AfTrigger", "LensPosition",
}  # fmt: skip
MODULE_2 = MODULE_3 - {"AfMode", "AfTrigger", "LensPosition"}
FOCUSED, SCANNING, FAILED = 2, 1, 3


def sensed(**other: Any) -> dict[str, Any]:
    usual = {
        "ExposureTime": 12_000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.4), "LensPosition": 1.3,
        "AfState": FOCUSED,
    }  # fmt: skip
    return usual | other


def asked_over(
    settling: Settling, frames: list[dict[str, Any]], every_ns: int = 33 * MS
) -> list[dict[str, Any]]:
    return [
        asked for number, each in enumerate(frames) if (asked := settling.follow(each, number * every_ns))
    ]


def test_all_is_automatic_at_first_and_the_lens_looks_once() -> None:
    assert Settling(MODULE_3, 0).at_start() == {
        "AeEnable": True, "AwbEnable": True, "AfMode": 1, "AfTrigger": 0,
    }  # fmt: skip


def test_a_fixed_distance_sets_the_lens_and_never_looks() -> None:
    settling = Settling(MODULE_3, 0, focus_cm=80.0)
    assert settling.at_start()["LensPosition"] == pytest.approx(1.25)
    assert settling.at_start()["AfMode"] == 0
    (lock,) = asked_over(settling, [sensed(AfState=SCANNING)] * STEADY_FRAMES)
    assert "LensPosition" not in lock


def test_steady_frames_lock_what_they_had_and_only_once() -> None:
    assert asked_over(Settling(MODULE_3, 0), [sensed()] * (STEADY_FRAMES + 20)) == [
        {
            "AeEnable": False, "ExposureTime": 12_000, "AnalogueGain": 2.0, "AwbEnable": False,
            "ColourGains": (1.8, 1.4), "AfMode": 0, "LensPosition": 1.3,
        }
    ]  # fmt: skip


@pytest.mark.parametrize(
    "wandering",
    [
        {"ExposureTime": lambda n: 12_000 + 900 * n},
        {"ColourGains": lambda n: (1.8 + n / 10, 1.4)},
        {"AfState": lambda n: SCANNING},
    ],
)
def test_nothing_is_locked_while_something_still_moves(wandering: dict[str, Any]) -> None:
    frames = [sensed(**{name: how(number) for name, how in wandering.items()}) for number in range(30)]
    assert asked_over(Settling(MODULE_3, 0), frames) == []


def test_gain_and_time_that_change_against_each_other_are_steady() -> None:
    frames = [
        sensed(ExposureTime=12_000 * (1 + n % 2), AnalogueGain=2.0 / (1 + n % 2))
        for n in range(STEADY_FRAMES)
    ]
    assert len(asked_over(Settling(MODULE_3, 0), frames)) == 1


def test_a_lens_that_finds_nothing_is_locked_all_the_same() -> None:
    assert len(asked_over(Settling(MODULE_3, 0), [sensed(AfState=FAILED)] * STEADY_FRAMES)) == 1


def test_a_flickering_lamp_is_locked_after_six_seconds() -> None:
    frames = [sensed(ExposureTime=8_000 + 4_000 * (n % 2)) for n in range(300)]
    settling = Settling(MODULE_3, 0)
    locks = [n for n, each in enumerate(frames) if settling.follow(each, n * 33 * MS)]
    assert [round(n * 33 * MS / 1e9) for n in locks] == [LONGEST_NS // 10**9]


def test_a_sensor_without_focus_is_locked_without_it() -> None:
    (lock,) = asked_over(Settling(MODULE_2, 0), [sensed(AfState=SCANNING)] * STEADY_FRAMES)
    assert lock.keys() == {"AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"}


def test_a_camera_without_controls_is_asked_for_nothing() -> None:
    """libcamera's virtual camera."""
    settling = Settling((), 0)
    assert settling.at_start() == {}
    assert asked_over(settling, [{}] * 20) == []


def locked(level: float = 100.0) -> Settling:
    settling = Settling(MODULE_3, 0)
    asked_over(settling, [sensed()] * STEADY_FRAMES)
    assert settling.light(level, 0) == {}
    return settling


def test_another_light_for_three_seconds_settles_anew() -> None:
    settling = locked()
    assert settling.light(180.0, 0) == {}
    assert settling.light(180.0, LIGHT_CHANGED_NS - 1) == {}
    assert settling.light(180.0, LIGHT_CHANGED_NS)["AeEnable"] is True
    assert not settling.locked


def test_a_white_cloth_that_another_lamp_blows_out_settles_anew() -> None:
    """No picture is half as bright again as 180."""
    settling = locked(180.0)
    assert settling.light(200.0, 0) == {}
    assert settling.light(255.0, 0) == {}
    assert settling.light(255.0, LIGHT_CHANGED_NS)["AeEnable"] is True


@pytest.mark.parametrize("passing", [180.0, 40.0])
def test_a_shadow_that_passes_changes_nothing(passing: float) -> None:
    settling = locked()
    assert settling.light(passing, 0) == {}
    assert settling.light(100.0, LIGHT_CHANGED_NS // 2) == {}
    assert settling.light(passing, LIGHT_CHANGED_NS) == {}
    assert settling.locked


# --- in the driver ---------------------------------------------------------------------------


def test_the_driver_locks_without_another_configuration() -> None:
    clock = ManualClock()
    colour = (90, 120, 140)
    device = FakePicamera2(
        clock,
        [(clock() + n * 33 * MS, 12_000, colour) for n in range(STEADY_FRAMES)],
        camera_controls=dict.fromkeys(MODULE_3),
        senses=sensed(),
    )
    camera = PiCamera(open_device=lambda: device, clock=clock)
    for _ in range(STEADY_FRAMES):
        device.frame_arrives()
    assert (device.controls["AeEnable"], device.controls["LensPosition"]) == (False, 1.3)
    assert [each for each in device.calls if each == "configure"] == ["configure"]
    assert device.buffers == BUFFERS
    assert camera.latest() is not None


def test_the_driver_sees_that_a_lamp_was_switched_on() -> None:
    clock = ManualClock()
    device = FakePicamera2(clock, camera_controls=dict.fromkeys(MODULE_3), senses=sensed())
    PiCamera(open_device=lambda: device, clock=clock)
    for number in range(200):
        grey = 90 if number < 3 * LIGHT_EVERY else 200
        device.frames.append((clock() + 33 * MS, 12_000, (grey,) * 3))
        device.frame_arrives()
    assert [each["AeEnable"] for each in device.asked if "AeEnable" in each] == [True, False, True, False]
