"""``cups-up tables`` lists the tables with what they know of their dice, and empties it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.__main__ import main
from companion.calibration import TableShelf
from companion.recognition.adaptation.house_dice import (
    NO_DIE,
    ORDINARY,
    Confirmed,
    HouseDice,
    keep_dice,
    shipped_reader,
)
from tests.cli.wiring.test_table_in_use import DEN

FACES = (6, 6, 1, NO_DIE)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    shelf = TableShelf(tmp_path / "tables")
    for name in ("den", "barn"):
        shelf.save(replace(DEN, name=name))
    rows = zip(np.eye(4), FACES, (True, False, True, True), strict=True)
    house = HouseDice().after(
        [Confirmed(row, np.zeros(3), face, None, touched) for row, face, touched in rows]
    )
    path = shelf.dice_file_of("den")
    assert path is not None
    keep_dice(path, shipped_reader(), ORDINARY, house)
    return tmp_path


def test_tables_are_listed_with_what_they_know(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--home", str(home)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "barn: knows no dice yet.",
        "den: ordinary dice: 1 of face 1, 2 of face 6, 1 thing that is not a die; players answered for 3.",
    ]
    assert main(["tables", "list", "den", "--json", "--home", str(home)]) == 0
    known = {"1": 1, "2": 0, "3": 0, "4": 0, "5": 0, "6": 2}
    dice = [{"set": None, "known": known, "no_dice": 1, "answered": 3}]
    assert json.loads(capsys.readouterr().out) == {
        "tables": [{"name": "den", "dice": dice, "fault": None}], "faults": [],
    }  # fmt: skip


def test_a_table_forgets_its_dice_and_stays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "forget", "DEN", "--home", str(home)]) == 0
    assert capsys.readouterr().out == "den: forgotten.\n"
    assert main(["tables", "--home", str(home)]) == 0
    assert capsys.readouterr().out == "barn: knows no dice yet.\nden: knows no dice yet.\n"
    assert main(["tables", "forget", "den", "--home", str(home)]) == 0
    assert capsys.readouterr().out == "den: nothing is kept now.\n"


def test_of_several_tables_the_one_to_forget_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "forget", "--home", str(home)]) == 1
    assert capsys.readouterr().err == "cups-up tables: say which table is to forget; there are: barn, den\n"
    assert (home / "tables" / "den.dice.json").exists()


def test_a_bad_file_is_named_and_forgotten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "tables" / "den.dice.json").write_text("no dice")
    assert main(["tables", "--home", str(home)]) == 1
    assert "cups-up tables: the table den knows no dice: " in capsys.readouterr().err
    assert main(["tables", "forget", "den", "--home", str(home)]) == 0
    assert not (home / "tables" / "den.dice.json").exists()


def test_a_table_that_is_not_there_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "forget", "shed", "--home", str(home)]) == 1
    assert "there is no table “shed”; there are: barn, den" in capsys.readouterr().err
    assert (home / "tables" / "den.dice.json").exists()


def test_where_no_table_is_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No table is set up yet.\n"
    assert main(["tables", "forget", "--json", "--home", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": [], "faults": []}
