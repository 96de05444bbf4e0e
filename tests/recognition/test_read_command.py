"""``companion read``: one JSON object a photo, one line an unreadable file, never a traceback."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import pytest
from drawn import drawn_table

from companion.commands import read


def _run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    read.add_arguments(parser)
    return read.run(parser.parse_args(arguments))


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "tisch ünder.jpg"
    path.write_bytes(cv2.imencode(".jpg", drawn_table([2, 5, 6]))[1].tobytes())
    return str(path)


def test_json_has_the_keys_that_were_agreed(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(photo, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert {"image", "size", "dice", "ms"} == set(told)
    assert (photo, [1280, 720]) == (told["image"], told["size"])
    assert {"total", "locate", "classify"} == set(told["ms"])
    assert all({"face", "star", "confidence", "box", "doubts"} == set(die) for die in told["dice"])
    assert len(told["dice"]) == 3


def test_an_unreadable_file_is_one_line_and_the_others_are_read(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 nothing")
    assert _run(photo, str(broken), str(tmp_path), photo, "--json") == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    assert len(told.err.splitlines()) == 2
    assert str(broken) in told.err.splitlines()[0]


def test_without_json_a_photo_is_a_line_of_words(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(photo) == 0
    assert "3 dice" in capsys.readouterr().out


def test_out_writes_a_marked_picture_of_each_photo(photo: str, tmp_path: Path) -> None:
    assert _run(photo, photo, "--out", str(tmp_path / "marked")) == 0
    marked = sorted((tmp_path / "marked").iterdir())
    assert [path.name for path in marked] == ["tisch ünder-2.png", "tisch ünder.png"]


def test_a_folder_for_pictures_that_cannot_be_made_is_told(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(photo, "--out", photo) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("side", ["0", "-3", "wide", "nan", "1e9"])
def test_a_die_side_must_be_a_sensible_number(photo: str, side: str) -> None:
    with pytest.raises(SystemExit):
        _run(photo, "--die-px", side)


def test_boxes_are_those_of_the_file_where_its_picture_is_shrunk_to_be_read(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.jpg"
    cv2.imwrite(str(large), cv2.resize(cv2.imread(photo), (5120, 2880), interpolation=cv2.INTER_CUBIC))
    assert _run(photo, str(large), "--json") == 0
    small, told = map(json.loads, capsys.readouterr().out.splitlines())
    assert told["size"] == [5120, 2880]
    assert sorted(die["face"] for die in told["dice"]) == sorted(die["face"] for die in small["dice"])
    middles = [
        sorted((box[0] + box[2]) / 2 for box in (die["box"] for die in each["dice"]))
        for each in (small, told)
    ]
    assert [round(x * 4) for x in middles[0]] == pytest.approx(middles[1], abs=24)
