"""``cups-up doctor``: each examination on a made-up machine, and the whole on this one."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.__main__ import main
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.checkup import (
    examine_camera,
    examine_disk,
    examine_memory,
    examine_model,
    examine_panel,
    examine_pins,
    examine_python,
    examine_touch,
)
from companion.cli.wiring.findings import Finding, State, examine_display
from companion.core.frame import CameraGone, Frame
from companion.core.reading import WeightsError
from companion.devices import PinsMissing
from tests.devices.fake_devices import grey

PI = "Raspberry Pi 5 Model B Rev 1.0"


class OneCamera:
    """A camera that gives one picture, or is gone."""

    name = "USB camera 0"

    def __init__(self, gone: str | None = None) -> None:
        self.gone, self.closed = gone, False

    def latest(self) -> None:
        return None

    def capture(self, after_ns: int) -> Frame:
        if self.gone:
            raise CameraGone(self.gone)
        return Frame(grey(80), after_ns + 1)

    def close(self) -> None:
        self.closed = True


def test_a_camera_that_gives_a_picture_is_fine_and_given_back() -> None:
    camera = OneCamera()
    found = examine_camera("usb", lambda _: Opened(camera, None, "USB camera 0"))
    assert found == Finding("camera", State.OK, "USB camera 0 (64 × 48)")
    assert camera.closed


def test_a_camera_tells_what_it_cannot_promise() -> None:
    found = examine_camera("usb", lambda _: Opened(OneCamera(), None, "USB camera 0", "it cannot lock focus"))
    assert found.sentence == "USB camera 0 (64 × 48); it cannot lock focus"


def test_usb_cameras_are_told_by_the_names_that_stay_after_a_restart() -> None:
    names = ("/dev/v4l/by-id/usb-A", "/dev/v4l/by-id/usb-B")
    found = examine_camera("usb", lambda _: Opened(OneCamera(), None, "USB camera 0"), lambda: names)
    told = (
        "USB camera 0 (64 × 48); names that stay after a restart: /dev/v4l/by-id/usb-A, /dev/v4l/by-id/usb-B"
    )
    assert found == Finding("camera", State.OK, told)


def test_a_camera_that_gives_none_is_a_fault_and_given_back() -> None:
    camera = OneCamera("it sends no new picture")
    found = examine_camera("usb", lambda _: Opened(camera, None, "USB camera 0"))
    assert (found.state, found.sentence) == (State.FAULT, "it sends no new picture")
    assert camera.closed


def test_without_a_camera_the_simulated_table_is_a_lack_but_no_fault() -> None:
    found = examine_camera("auto", lambda _: Opened(OneCamera(), SimpleNamespace(), "no camera found"))
    assert (found.state, found.remedy) == (State.LACK, "plug a camera in to play with real dice")


@pytest.mark.parametrize(("word", "state"), [("none", State.LACK), ("usb:4", State.FAULT)])
def test_no_camera_is_a_fault_only_where_one_was_asked_for(word: str, state: State) -> None:
    assert examine_camera(word, lambda _: Opened(None, None, "there is none")).state is state


def test_pins_are_looked_for_on_a_pi_only() -> None:
    def never() -> str:
        raise AssertionError("no pins on a desktop")

    assert examine_pins(lambda: None, never).state is State.LACK
    assert "Framework" in examine_pins(lambda: "Framework Laptop", never).sentence
    assert examine_pins(lambda: PI, lambda: "lgpio") == Finding(
        "pins", State.OK, f"{PI}, driven through lgpio"
    )


def test_a_pi_without_a_pin_library_is_told_what_to_install() -> None:
    def missing() -> str:
        raise PinsMissing("no pin library works: sudo apt install python3-lgpio")

    assert (
        examine_pins(lambda: PI, missing).sentence
        == f"{PI}: no pin library works: sudo apt install python3-lgpio"
    )


def test_the_panels_file_is_read_and_what_is_wrong_in_it_is_told(tmp_path: Path) -> None:
    assert examine_panel(tmp_path).state is State.LACK
    (tmp_path / "panel.toml").write_text("buzzer = 12\n")
    assert examine_panel(tmp_path).sentence.endswith("panel.toml wires 1 pins, none of them twice")
    (tmp_path / "panel.toml").write_text("buzzer = 12\nlight_ring = 12\n")
    assert "GPIO 12 is used more than once" in examine_panel(tmp_path).sentence


def test_displays_are_known_by_the_environment_or_the_graphics_card(tmp_path: Path) -> None:
    (tmp_path / "card1").touch()
    nowhere = tmp_path / "nowhere"
    assert (
        examine_display({"WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"}, nowhere).sentence
        == "Wayland wayland-1"
    )
    assert examine_display({"DISPLAY": ":0"}, nowhere) == Finding("display", State.OK, "X11 :0")
    assert examine_display({}, tmp_path).sentence == "no desktop, drawn straight on card1"
    assert examine_display({}, nowhere).state is State.LACK
    assert examine_display({"DISPLAY": ":0", "SDL_VIDEODRIVER": "offscreen"}, nowhere).state is State.LACK


def test_touch_panels_are_named() -> None:
    assert examine_touch(lambda: ("ft5x06",)) == Finding("touch", State.OK, "ft5x06")
    assert examine_touch(lambda: ()).remedy == "use the mouse, or connect one"


def test_altered_weights_are_a_fault() -> None:
    def altered() -> None:
        raise WeightsError("locator.onnx is not the one that was shipped")

    found = examine_model(altered)
    assert (found.state, found.sentence) == (State.FAULT, "locator.onnx is not the one that was shipped")
    assert examine_model(lambda: None).state is State.OK


def test_a_missing_library_of_the_eye_is_a_fault() -> None:
    def missing() -> None:
        raise ImportError("No module named 'onnxruntime'")

    assert examine_model(missing).remedy == "set the app up again with ./run"


def test_a_folder_that_is_not_there_yet_is_fine_where_it_can_be_made(tmp_path: Path) -> None:
    found = examine_disk(tmp_path / "not" / "yet", lambda _: 5_000_000_000)
    assert (found.state, found.sentence.split("can be")[1]) == (State.OK, " written, 5000 MB are free")
    assert list(tmp_path.iterdir()) == [], "the doctor leaves nothing behind"


def test_a_full_disk_is_a_fault(tmp_path: Path) -> None:
    found = examine_disk(tmp_path, lambda _: 3_000_000)
    assert (found.state, "only 3 MB are free" in found.sentence) == (State.FAULT, True)


def test_a_file_where_the_folder_should_be_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    found = examine_disk(tmp_path / "games")
    assert found.state is State.FAULT
    assert "cannot be written: a file is there, so name a folder" in found.sentence


def test_a_python_too_old_or_too_new_is_a_fault() -> None:
    states = [examine_python(version).state for version in ((3, 10), (3, 11), (3, 13), (3, 14), (3, 15))]
    assert states == [State.FAULT, State.OK, State.OK, State.LACK, State.FAULT]


def test_little_memory_is_a_lack(tmp_path: Path) -> None:
    path = tmp_path / "meminfo"
    path.write_text("MemTotal:  948304 kB\nMemFree: 100 kB\nMemAvailable:   97656 kB\n")
    assert examine_memory(path).sentence == "only 99 MB are free"
    path.write_text("MemAvailable:   976563 kB\n")
    assert examine_memory(path).state is State.OK
    assert examine_memory(tmp_path / "nowhere").state is State.LACK


def test_something_wrong_always_comes_with_a_remedy() -> None:
    with pytest.raises(ValueError, match="remedy"):
        Finding("camera", State.FAULT, "there is none")
    with pytest.raises(ValueError, match="remedy"):
        Finding("camera", State.OK, "there is one", "buy another")


@pytest.mark.slow
def test_the_whole_examination_of_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["doctor", "--camera", "simulated", "--json"])
    told = json.loads(capsys.readouterr().out)
    names = [finding["name"] for finding in told["findings"]]
    assert names == [
        "camera",
        "light",
        "pins",
        "panel",
        "display",
        "touch",
        "model",
        "disk",
        "python",
        "memory",
        "listens",
        "voice",
    ]
    faults = [finding for finding in told["findings"] if finding["state"] == "fault"]
    assert (told["fit"], status) == ((not faults), 1 if faults else 0)
    assert told["findings"][0] == {
        "name": "camera", "state": "ok", "sentence": "the simulated table (1280 × 720)", "remedy": None,
    }  # fmt: skip


def test_a_fault_makes_the_exit_status_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--camera", "/no/such/camera"]) == 1
    printed = capsys.readouterr().out
    assert "FAULT  camera      there is no camera “/no/such/camera”: choose auto" in printed
    assert printed.rstrip().endswith("Something that every game needs is at fault: see above.")


@pytest.mark.slow
def test_a_fault_of_a_feed_alone_does_not_say_that_no_game_can_be_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nowhere = str(tmp_path / "no" / "such" / "folder")
    asked = ["doctor", "--camera", "simulated", "--events", nowhere]
    assert main([*asked, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    faults = {finding["name"] for finding in found if finding["state"] == "fault"}
    assert main(asked) == 1
    last = capsys.readouterr().out.rstrip().splitlines()[-1]
    assert faults == {"feed"}
    assert last == "A game can be refereed, but without its feed: see above."
