"""Which camera is taken for which word, and what is said when there is none."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.wiring.cameras import Chooser, Simulation, open_camera
from companion.core.frame import Camera, CameraGone
from companion.devices import Cameras, is_live
from companion.devices.cameras.drivers import pi, recorded, usb
from companion.devices.cameras.drivers.usb import with_password
from companion.devices.cameras.supervisor import Openings
from companion.simulator import SimulatedCamera, SpritesMissing
from tests.clocks import ManualClock


def there(name: str) -> Callable[..., Any]:
    return lambda *_: SimpleNamespace(name=name)


def absent(sentence: str) -> Callable[..., Camera]:
    def opening(*_: object) -> Camera:
        raise CameraGone(sentence)

    return opening


NOTHING: dict[str, Callable[..., Any]] = {
    "pi": absent("no camera on the socket"),
    "board": lambda: None,
    "usb": absent("no picture comes"),
    "usb_numbers": lambda: (),
    "stream": absent("nothing is sent"),
    "device": absent("no device"),
    "video": absent("no video"),
    "folder": absent("no photograph"),
    "simulated": there("simulated table"),
}
PI = "Raspberry Pi 5 Model B Rev 1.0"


@contextmanager
def machine(within_s: float | None = None, **plugged: Callable[..., Any]) -> Iterator[Chooser]:
    """A chooser where only this is plugged in; no camera is watched."""
    at = NOTHING | plugged
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pi, "board_model", at["board"])
        patched.setattr(pi, "PiCamera", lambda clock, focus_cm: at["pi"](clock, focus_cm))
        patched.setattr(usb, "camera_numbers", at["usb_numbers"])
        patched.setattr(usb, "_live_usb", at["usb"])
        patched.setattr(usb, "device_camera", at["device"])
        patched.setattr(usb, "LiveCamera", lambda address, name, clock: at["stream"](address, clock))
        patched.setattr(recorded, "RecordedVideo", lambda path, clock: at["video"](path, clock))
        patched.setattr(recorded, "PhotoFolder", lambda path, clock: at["folder"](path, clock))
        cameras = Cameras(ManualClock(), Openings(within_s), watched=lambda opening, _: opening())
        yield Chooser(Simulation(), ManualClock(), cameras, at["simulated"])


def opened(word: str, **plugged: Any):
    with machine(**plugged) as chooser:
        return chooser.open(word)


def test_auto_takes_the_pis_own_camera_first() -> None:
    found = opened(
        "auto", board=lambda: PI, pi=there("Pi camera"), usb=there("USB camera 0"), usb_numbers=lambda: (0,)
    )
    assert (found.camera.name, found.cups, found.sentence) == ("Pi camera", None, "Pi camera found")


def test_auto_takes_a_usb_camera_next() -> None:
    found = opened("auto", board=lambda: PI, usb=there("USB camera 0"), usb_numbers=lambda: (0,))
    assert found.camera.name == "USB camera 0"


def test_auto_plays_at_the_simulated_table_last_and_says_why() -> None:
    found = opened("auto", board=lambda: PI)
    assert isinstance(found.camera, SimulatedCamera)
    assert None not in (found.cups, found.cards)
    why = "no camera on the socket; no USB camera is plugged in"
    assert found.sentence == f"no camera found ({why}): playing at the simulated table"


def test_auto_looks_for_no_pi_camera_on_another_machine() -> None:
    found = opened("auto", pi=there("Pi camera"))
    assert found.sentence == "no camera found (no USB camera is plugged in): playing at the simulated table"


def test_a_usb_camera_that_sends_nothing_is_passed_over() -> None:
    def only_the_second(number: int, _: object) -> Any:
        if number == 0:
            raise CameraGone("no picture comes")
        return SimpleNamespace(name=f"USB camera {number}")

    found = opened("usb", usb=only_the_second, usb_numbers=lambda: (0, 2))
    assert found.camera.name == "USB camera 2"


def test_a_usb_camera_that_is_plugged_in_anew_is_found_by_its_new_number() -> None:
    """Linux gives another number while the app still holds the old device; number 2 is not the table's."""
    plugged = [(0, 2)]

    def numbered(number: int, _: object) -> Any:
        if number not in plugged[0]:
            raise CameraGone(f"/dev/video{number} is no camera that is plugged in")
        return SimpleNamespace(name=f"USB camera {number}")

    with machine(usb=numbered, usb_numbers=lambda: plugged[0]):
        first, _ = usb.usb_sources(None, ManualClock())
        assert first.open().name == "USB camera 0"
        plugged[0] = (2,)
        with pytest.raises(CameraGone, match="video0"):
            first.open()
        plugged[0] = (2, 4)
        assert first.open().name == "USB camera 4"


def test_a_numbered_usb_camera_is_opened_by_its_number() -> None:
    found = opened("usb:3", usb=lambda number, _: SimpleNamespace(name=f"USB camera {number}"))
    assert (found.camera.name, found.sentence) == ("USB camera 3", "USB camera 3")


def test_folders_videos_and_addresses_are_told_apart(tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    film.touch()
    drivers = {"folder": there("folder"), "video": there("video"), "stream": there("stream")}
    words = (str(tmp_path), str(film), str(tmp_path / "f%03d.png"), "rtsp://table/1")
    assert [opened(word, **drivers).camera.name for word in words] == ["folder", "video", "video", "stream"]


def test_none_is_no_camera() -> None:
    assert opened("none").camera is None
    assert opened("none").sentence == "no camera: the dice are entered by hand"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("pi", "no camera on the socket; until then the dice are entered by hand"),
        ("usb", "no USB camera is plugged in; until then the dice are entered by hand"),
        ("usb:0", "no picture comes; until then the dice are entered by hand"),
        ("rtsp://table/1", "nothing is sent; until then the dice are entered by hand"),
    ],
)
def test_a_camera_that_was_asked_for_and_is_absent_is_not_replaced(word: str, sentence: str) -> None:
    found = opened(word)
    assert (found.camera, found.cups, found.sentence) == (None, None, sentence)
    assert found.why == sentence.partition(";")[0]


@pytest.mark.parametrize("word", ["usb:", "usb:x", "usb:-1", "usb:٣", "usb:9999"])
def test_a_usb_camera_without_a_number_is_refused(word: str) -> None:
    assert "names no camera: write usb:0" in opened(word).sentence


def test_an_unknown_word_is_refused_with_those_there_are() -> None:
    sentence = opened("webcm").sentence
    assert sentence.startswith("there is no camera “webcm”: choose auto, pi, pi:75")


def test_a_simulated_table_without_pictures_leaves_the_game_to_be_played_by_hand() -> None:
    def missing(*_: object) -> Any:
        raise SpritesMissing("the pictures are missing")

    found = opened("simulated", simulated=missing)
    assert (found.camera, found.sentence) == (None, "the pictures are missing; the dice are entered by hand")


def test_the_simulated_table_is_made_as_asked() -> None:
    table = Chooser(Simulation(players=3, seed=5, size=(640, 360)), ManualClock()).open("simulated")
    assert table.cups.capture(0).pixels.shape == (360, 640, 3)
    assert len(table.cups.truth()) == 3


def test_a_distance_fixes_the_focus_of_the_pi_camera() -> None:
    asked: list[object] = []

    def pi(clock: object, focus_cm: float | None) -> object:
        asked.append(focus_cm)
        return SimpleNamespace(name="Pi camera")

    assert opened("pi:75", pi=pi).camera.name == "Pi camera"
    assert opened("pi", pi=pi).camera.name == "Pi camera"
    assert asked == [75.0, None]


@pytest.mark.parametrize("word", ["pi:", "pi:near", "pi:5", "pi:301", "pi:-75", "pi:75cm"])
def test_a_distance_that_is_none_is_told(word: str) -> None:
    assert "is not a distance: write pi:75 for 75 cm, from 10 to 300" in opened(word).sentence


def test_a_camera_says_which_promises_it_cannot_keep() -> None:
    usb = opened("usb", usb=there("USB camera 0"), usb_numbers=lambda: (0,))
    found = opened("auto", usb=there("USB camera 0"), usb_numbers=lambda: (0,))
    stream = opened("rtsp://camera/1", stream=there("stream"))
    assert [each.kind for each in (usb, found, stream)] == ["usb", "usb", "stream"]
    assert "cannot lock exposure" in usb.cannot
    assert found.cannot == usb.cannot
    assert "before the cups were up" in stream.cannot
    own = opened("pi", pi=there("Pi camera"))
    assert (own.cannot, own.kind) == (None, "pi")
    assert opened("auto", board=lambda: PI, pi=there("Pi camera")).cannot is None


def again(word: str, **plugged: Any):
    with machine(**plugged) as chooser:
        return chooser.look_again(word)


@pytest.mark.parametrize("word", ["auto", "pi", "usb", "usb:1", "/dev/v4l/by-id/x", "rtsp://there/live"])
def test_a_camera_that_is_looked_for_again_is_a_real_one_or_none(word: str) -> None:
    drivers = {each: there("x") for each in ("pi", "usb", "device", "stream")}
    drivers["usb_numbers"] = lambda: (0,)
    assert again(word) is None
    found = again(word, **drivers)
    assert (found.camera.name, found.cups, found.cards) == ("x", None, None)


@pytest.mark.parametrize("word", ["simulated", "none", "a folder", "film.mp4", "file:///film.mp4"])
def test_what_is_no_live_camera_is_not_looked_for(word: str) -> None:
    assert not is_live(word)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("~nosuch/film.mp4", "~nosuch/film.mp4 names a user who is not on this machine"),
        ("/" + "a" * 5000, "there is no camera “/aaaaa"),
        ("usb:" + "9" * 5000, "names no camera: write usb:0"),
        ("rtsp://" + "a" * 5000, "is not the address of a camera"),
        ("rtsp://\udce9", "is not the address of a camera"),
        ("a\0b", "there is no camera “a\\x00b”"),
    ],
)
def test_words_that_no_camera_can_have_are_refused_in_a_short_sentence(choice: str, words: str) -> None:
    opened = open_camera(choice)
    assert opened.camera is None
    assert words in opened.sentence
    assert opened.sentence.isprintable()
    assert len(opened.sentence) < 500


def test_a_video_whose_name_is_no_utf8_is_refused_and_ends_nothing(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.mp4")
    Path(path).write_bytes(b"no video")
    assert "caf\\xe9.mp4 is not UTF-8: rename the video" in open_camera(path).sentence


def test_a_pipe_is_no_video(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "film.mp4")
    assert "is not a regular file: choose a video" in open_camera(str(tmp_path / "film.mp4")).sentence


@pytest.mark.parametrize("word", ["/dev/video3", "/dev/v4l/by-id/usb-Maker_Camera_12345-video-index0"])
def test_a_device_of_linux_is_taken_by_its_path(word: str) -> None:
    asked: list[Path] = []

    def device(path: Path, _: object) -> Any:
        asked.append(path)
        return SimpleNamespace(name="USB camera 3")

    found = opened(word, device=device)
    assert (asked, found.sentence, found.kind) == ([Path(word)], "USB camera 3", "usb")
    assert "cannot lock exposure" in found.cannot
    assert is_live(word)


@pytest.mark.parametrize("word", ["/dev/video987", "/dev/zero", "/dev/v4l/by-id/usb-none", "/dev/a\0b"])
def test_a_device_that_is_no_camera_is_told(word: str) -> None:
    told = open_camera(word)
    assert told.camera is None
    assert told.sentence.isprintable()
    assert "no camera that is plugged in: cups-up doctor names those that are" in told.sentence


def test_a_name_by_id_is_followed_anew_at_each_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "usb-Maker_Camera_12345-video-index0"
    link.symlink_to("/dev/video4")
    monkeypatch.setattr(os.path, "exists", lambda _: True)
    assert usb._number_of(link) == 4
    link.unlink()
    link.symlink_to("/dev/video2")
    assert usb._number_of(link) == 2
    assert usb._name_of(link) == "Maker_Camera_12345"
    assert usb._name_of(Path("/dev/video2")) == "2"


@pytest.mark.parametrize("word", ["pi", "usb:0", "/dev/video0", "rtsp://table/1", "a folder", "film.mp4"])
def test_a_source_that_hangs_is_told_opened_once_and_taken_when_it_is_there(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a folder").mkdir()
    (tmp_path / "film.mp4").touch()
    awaited, begun = threading.Event(), []

    def hangs(*_: object) -> Any:
        begun.append(word)
        awaited.wait()
        return SimpleNamespace(name="the late one")

    drivers = dict.fromkeys(("pi", "usb", "device", "stream", "folder", "video"), hangs)
    with machine(within_s=0.0, **drivers) as chooser:
        told = chooser.open(word)
        assert told.camera is None
        assert (
            "seconds: check it, or choose another; until then the dice are entered by hand" in told.sentence
        )
        assert chooser.look_again(word) is None
        awaited.set()
        late = next(found for found in iter(lambda: chooser.look_again(word), 0) if found is not None)
    assert (late.camera.name, begun) == ("the late one", [word])


def test_a_file_by_its_address_is_opened_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "my film.avi").write_bytes(b"film")
    found = opened(f"file://{tmp_path}/my%20film.avi", video=lambda path, _: SimpleNamespace(name=str(path)))
    assert found.camera.name == f"{tmp_path}/my film.avi"
    os.mkfifo(tmp_path / "fifo")
    assert "is not a regular file: choose a video" in open_camera(f"file://{tmp_path}/fifo").sentence


def test_a_file_of_proc_that_never_ends_is_no_video() -> None:
    assert "has no video that can be read" in open_camera("/proc/kmsg").sentence


@pytest.mark.parametrize("word", ["%0999999999d.png", "x%1000d.png", "%s.png", "%.png"])
def test_a_row_of_pictures_that_cannot_be_is_refused(word: str) -> None:
    assert "is no row of numbered pictures: write it like frame%03d.png" in open_camera(word).sentence


@pytest.mark.parametrize(
    ("address", "password", "whole"),
    [
        ("rtsp://ann@camera/1", "p@ss/word", "rtsp://ann:p%40ss%2Fword@camera/1"),
        ("rtsp://ann@camera/1", None, "rtsp://ann@camera/1"),
        ("rtsp://ann:own@camera/1", "other", "rtsp://ann:own@camera/1"),
        ("rtsp://camera/1?to=a@b", "secret", "rtsp://camera/1?to=a@b"),
    ],
)
def test_a_password_of_the_environment_joins_the_user_of_the_address(
    address: str, password: str | None, whole: str
) -> None:
    assert with_password(address, password) == whole
