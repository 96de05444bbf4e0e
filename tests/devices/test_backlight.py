"""The light behind the display: found where it may be set, never quite dark."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices import Backlight, find_backlight


def laid(folder: Path, name: str = "10-0045", most: str = "200\n") -> Path:
    light = folder / name
    light.mkdir(parents=True)
    (light / "max_brightness").write_text(most)
    (light / "brightness").write_text("120\n")
    return light


def test_it_is_set_in_percent_and_never_to_quite_dark(tmp_path: Path) -> None:
    light = laid(tmp_path)
    found = find_backlight(tmp_path)
    assert found == Backlight(light, 200)
    for percent, written in ((100, "200\n"), (40, "80\n"), (0, "10\n"), (900, "200\n")):
        found.shine(percent)
        assert (light / "brightness").read_text() == written


@pytest.mark.parametrize("most", ["", "0\n", "bright\n"])
def test_one_that_makes_no_sense_is_none(most: str, tmp_path: Path) -> None:
    laid(tmp_path, most=most)
    assert find_backlight(tmp_path) is None


def test_without_one_there_is_none(tmp_path: Path) -> None:
    assert find_backlight(tmp_path / "nothing") is None
    (tmp_path / "half").mkdir()
    assert find_backlight(tmp_path) is None
