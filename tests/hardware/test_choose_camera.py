"""Which camera is taken for which word, and what is said when there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fake_devices import ManualClock

from companion.frame import CameraGone
from companion.hardware.cameras.port import TableCamera
from companion.hardware.choose import Chooser, Drivers, Simulation, is_live, open_camera
from companion.hardware.errors import SpritesMissing
from companion.hardware.simulated import SimulatedCamera


def there(name: str) -> Callable[..., Any]:
    return lambda *_: SimpleNamespace(name=name)


def absent(sentence: str) -> Callable[..., TableCamera]:
    def opening(*_: object) -> TableCamera:
        raise CameraGone(sentence)

    return opening


NOTHING = Drivers(
    pi=absent("no camera on the socket"),
    board=lambda: None,
    usb=absent("no picture comes"),
    usb_numbers=lambda: (),
    stream=absent("nothing is sent"),
    video=absent("no video"),
    folder=absent("no photograph"),
    simulated=there("simulated table"),
)
PI = "Raspberry Pi 5 Model B Rev 1.0"


def opened(word: str, **drivers: Any):
    return Chooser(Simulation(), ManualClock(), replace(NOTHING, **drivers)).open(word)


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


@pytest.mark.parametrize("word", ["usb:", "usb:x", "usb:-1", "usb:٣", "usb:9999"])
def test_a_usb_camera_without_a_number_is_refused(word: str) -> None:
    assert "names no camera: write usb:0" in opened(word).sentence


def test_an_unknown_word_is_refused_with_those_there_are() -> None:
    sentence = opened("webcm").sentence
    assert sentence.startswith("there is no camera 'webcm': choose auto, pi, pi:75")


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
    assert "cannot lock exposure" in usb.cannot
    assert found.cannot == usb.cannot
    assert "before the cups were up" in stream.cannot
    assert opened("pi", pi=there("Pi camera")).cannot is None
    assert opened("auto", board=lambda: PI, pi=there("Pi camera")).cannot is None


def again(word: str, **drivers: Any):
    return Chooser(Simulation(), ManualClock(), replace(NOTHING, **drivers)).look_again(word)


@pytest.mark.parametrize("word", ["auto", "pi", "usb", "usb:1", "rtsp://there/live"])
def test_a_camera_that_is_looked_for_again_is_a_real_one_or_none(word: str) -> None:
    drivers = {"pi": there("x"), "usb": there("x"), "usb_numbers": lambda: (0,), "stream": there("x")}
    assert again(word) is None
    found = again(word, **drivers)
    assert (found.camera.name, found.cups, found.cards) == ("x", None, None)


@pytest.mark.parametrize("word", ["simulated", "none", "a folder", "film.mp4"])
def test_what_is_no_live_camera_is_not_looked_for(word: str) -> None:
    assert not is_live(word)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("~nosuch/film.mp4", "~nosuch/film.mp4 names a user who is not on this machine"),
        ("/" + "a" * 5000, "there is no camera '/aaaaa"),
        ("usb:" + "9" * 5000, "names no camera: write usb:0"),
        ("rtsp://" + "a" * 5000, "is not the address of a camera"),
        ("rtsp://\udce9", "is not the address of a camera"),
        ("a\0b", "there is no camera 'a\\x00b'"),
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
