"""Two machines' readings held against each other: one die that differs is named and fails the comparison."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.two_machines import compare

DIE = {"face": 4, "star": False, "confidence": 0.9996, "box": [412, 300, 471, 361], "doubts": []}
OTHER = {"face": None, "star": None, "confidence": 0.58, "box": [590, 310, 652, 371], "doubts": ["cocked"]}


def readings(path: Path, *dice: dict, image: str = "7-000.png") -> Path:
    path.write_text(json.dumps({"image": f"{path.stem}/{image}", "dice": dice}) + "\n", encoding="utf-8")
    return path


def test_the_same_dice_are_the_same_in_whatever_folder_and_however_sure_a_machine_is(tmp_path: Path) -> None:
    here = readings(tmp_path / "here", DIE, OTHER)
    assert compare(here, readings(tmp_path / "there", {**DIE, "confidence": 0.9995}, OTHER)) == 0


@pytest.mark.parametrize(
    "changed", [{"face": 5}, {"star": True}, {"box": [412, 300, 472, 361]}, {"doubts": ["unread"]}]
)
def test_one_die_that_differs_fails_and_is_counted(
    changed: dict, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = readings(tmp_path / "here", DIE, OTHER)
    assert compare(here, readings(tmp_path / "there", {**DIE, **changed}, OTHER)) == 1
    assert "7-000.png\n" in capsys.readouterr().out


def test_a_picture_that_one_machine_did_not_read_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = readings(tmp_path / "here", DIE), tmp_path / "there"
    there.touch()
    assert compare(here, there) == 1
    assert "1 pictures, 1 dice read or asked about: 1 differ" in capsys.readouterr().out
