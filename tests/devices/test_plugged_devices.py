"""What Linux lists as plugged in, read from made-up copies of its folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices import PinsMissing, board_model, camera_numbers, pin_library, touch_panels
from companion.devices.cameras.drivers.usb import camera_names

PANEL = """I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="10-0038 generic ft5x06 (00)"
H: Handlers=mouse1 event5
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=260800000000003
"""
MOUSE = """I: Bus=0003 Vendor=046d Product=c077 Version=0111
N: Name="Logitech USB Optical Mouse"
B: EV=17
B: REL=903
"""
TOUCHPAD_WITHOUT_MULTITOUCH = """N: Name="an old pad"
B: ABS=1000003
"""


def video_device(folder: Path, number: int, name: str, index: str) -> None:
    home = folder / f"video{number}"
    home.mkdir(parents=True)
    (home / "name").write_text(f"{name}\n")
    (home / "index").write_text(f"{index}\n")


def test_only_usb_cameras_are_counted_as_cameras(tmp_path: Path) -> None:
    video_device(tmp_path, 12, "HD Webcam C920", "0")
    video_device(tmp_path, 13, "HD Webcam C920", "1")
    video_device(tmp_path, 0, "rp1-cfe-csi2_ch0", "0")
    video_device(tmp_path, 19, "rpi-hevc-dec", "0")
    video_device(tmp_path, 10, "bcm2835-codec-decode", "0")
    video_device(tmp_path, 4, "USB 2.0 Camera", "0")
    assert camera_numbers(tmp_path) == (4, 12)


def test_usb_cameras_have_names_that_stay(tmp_path: Path) -> None:
    for name, device in (("usb-Maker_B-video-index0", 2), ("usb-Maker_A-video-index0", 4)):
        (tmp_path / name).symlink_to(f"../../video{device}")
    (tmp_path / "usb-Maker_A-video-index1").symlink_to("../../video5")
    names = [str(tmp_path / f"usb-Maker_{each}-video-index0") for each in "AB"]
    assert camera_names(tmp_path, lambda: (2, 4)) == tuple(names)
    assert camera_names(tmp_path / "nowhere") == ()


def test_a_machine_without_video_devices_has_no_camera(tmp_path: Path) -> None:
    assert camera_numbers(tmp_path / "nowhere") == ()


def test_a_touch_panel_is_known_by_its_axes(tmp_path: Path) -> None:
    listing = tmp_path / "devices"
    listing.write_text("\n".join((MOUSE, PANEL, TOUCHPAD_WITHOUT_MULTITOUCH)))
    assert touch_panels(listing) == ("10-0038 generic ft5x06 (00)",)
    assert touch_panels(tmp_path / "nowhere") == ()


def test_the_board_is_known_by_its_model(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert board_model(model) == "Raspberry Pi 5 Model B Rev 1.0"
    assert board_model(tmp_path / "nowhere") is None


def test_gpiozeros_mock_pins_are_a_pin_library(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", None)
    assert pin_library() == "mock"


def test_without_a_working_library_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device
    from gpiozero.exc import BadPinFactory

    def none_works() -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "ensure_pin_factory", none_works)
    with pytest.raises(PinsMissing, match="sudo apt install python3-lgpio"):
        pin_library()
