"""A folder of photographs as a camera."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.frame import CameraGone
from companion.devices.cameras.drivers.recorded import PhotoFolder
from tests.clocks import ManualClock
from tests.devices.fake_devices import grey


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three photographs, written out of order, beside a file that is none."""
    home = tmp_path / "photographs"
    home.mkdir()
    for name, level in (("b.JPG", 100), ("a.png", 50), ("c.jpeg", 200)):
        cv2.imwrite(str(home / name), grey(level))
    (home / "notes.txt").write_text("table in the kitchen")
    return home


def test_each_capture_gives_the_next_photograph_in_name_order(folder: Path) -> None:
    camera = PhotoFolder(folder, clock=ManualClock())
    assert camera.latest().pixels[0, 0, 0] == 50
    assert [round(float(camera.capture(0).pixels.mean())) for _ in range(3)] == [50, 100, 200]
    assert round(float(camera.latest().pixels.mean())) == 200


def test_the_tenth_photograph_comes_after_the_second(folder: Path) -> None:
    for number in (1, 2, 10):
        cv2.imwrite(str(folder / f"0 table {number}.png"), grey(number))
    camera = PhotoFolder(folder, clock=ManualClock())
    assert [int(camera.capture(0).pixels[0, 0, 0]) for _ in range(4)] == [1, 2, 10, 50]


def test_after_the_last_photograph_it_says_so(folder: Path) -> None:
    camera = PhotoFolder(folder, clock=ManualClock())
    for _ in range(3):
        camera.capture(0)
    with pytest.raises(CameraGone, match="all 3 were shown; enter the dice by hand"):
        camera.capture(0)


def test_a_photograph_counts_as_exposed_when_it_was_loaded(folder: Path) -> None:
    clock = ManualClock()
    camera = PhotoFolder(folder, clock=clock)
    assert camera.capture(clock()).exposed_at_ns > clock()
    clock.go_on(5_000)
    assert camera.capture(0).exposed_at_ns == clock()


def test_a_broken_photograph_is_named_and_the_next_one_still_comes(folder: Path) -> None:
    (folder / "b.JPG").write_bytes(b"\xff\xd8 torn")
    camera = PhotoFolder(folder, clock=ManualClock())
    camera.capture(0)
    with pytest.raises(CameraGone, match=r"b\.JPG cannot be read as a photograph"):
        camera.capture(0)
    assert round(float(camera.capture(0).pixels.mean())) == 200


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraGone, match="has no photograph"):
        PhotoFolder(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CameraGone, match="cannot be read: No such file"):
        PhotoFolder(tmp_path / "nowhere")


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may read every folder")
def test_a_folder_that_may_not_be_read_is_refused(folder: Path) -> None:
    folder.chmod(0)
    try:
        with pytest.raises(CameraGone, match="Permission denied"):
            PhotoFolder(folder)
    finally:
        folder.chmod(0o700)


def test_a_file_in_place_of_a_folder_is_refused(folder: Path) -> None:
    with pytest.raises(CameraGone, match="cannot be read: a file is there, so name a folder"):
        PhotoFolder(folder / "notes.txt")


def test_a_closed_folder_shows_nothing(folder: Path) -> None:
    camera = PhotoFolder(folder)
    camera.close()
    camera.close()
    assert camera.latest() is None
    with pytest.raises(CameraGone, match="closed"):
        camera.capture(0)


def test_a_photograph_that_is_a_pipe_is_named_at_once(folder: Path) -> None:
    (folder / "b.JPG").unlink()
    os.mkfifo(folder / "b.JPG")
    camera = PhotoFolder(folder, clock=ManualClock())
    camera.capture(0)
    with pytest.raises(CameraGone, match=r"b\.JPG .* \(it is not a regular file\)"):
        camera.capture(0)


def test_folders_and_photographs_with_names_in_latin_1_are_read_and_shown(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    (folder / os.fsdecode(b"caf\xe9.png")).write_bytes(
        cv2.imencode(".png", np.full((9, 9, 3), 7, np.uint8))[1]
    )
    camera = PhotoFolder(folder, clock=ManualClock())
    assert camera.capture(0).pixels.shape == (9, 9, 3)
    assert camera.name == "photographs in caf\\xe9"
