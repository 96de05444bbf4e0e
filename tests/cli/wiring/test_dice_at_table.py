"""The dice of the house are those of the table that is played at, from one evening to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.calibration import TableShelf
from companion.cli.wiring.table import DiceAtTable, TableInUse
from companion.recognition.adaptation.house_dice import Confirmed, HouseDice
from tests.cli.wiring.test_table_in_use import DEN

HOUSE = HouseDice().after([Confirmed(row, np.zeros(3), 6, False, True) for row in np.eye(4)])
BARN = replace(DEN, name="barn")


@pytest.fixture
def shelf(tmp_path: Path) -> TableShelf:
    shelf = TableShelf(tmp_path / "tables")
    for profile in (DEN, BARN):
        shelf.save(profile)
    return shelf


def known(dice: DiceAtTable) -> int | None:
    house = dice.of_another_table()
    return None if house is None else len(house)


def test_what_was_kept_at_a_table_is_known_there_the_next_time(shelf: TableShelf) -> None:
    dice = DiceAtTable(TableInUse(shelf, DEN))
    assert (known(dice), known(dice)) == (0, None)
    dice.keep(HOUSE)
    assert known(DiceAtTable(TableInUse(shelf, DEN))) == 4
    assert known(DiceAtTable(TableInUse(shelf, DEN), "skulls")) == 0


def test_another_table_that_is_chosen_has_its_own(shelf: TableShelf) -> None:
    table = TableInUse(shelf, DEN)
    dice = DiceAtTable(table)
    assert known(dice) == 0
    dice.keep(HOUSE)
    table.take_up(BARN)
    assert known(dice) == 0
    table.take_up(DEN)
    assert known(dice) == 4


def test_without_a_table_nothing_is_kept(shelf: TableShelf, tmp_path: Path) -> None:
    for table in (None, TableInUse(shelf)):
        dice = DiceAtTable(table)
        dice.keep(HOUSE)
        assert known(dice) is None
    assert not list(tmp_path.rglob("*.dice.json"))


def test_a_bad_file_is_named_and_written_over(shelf: TableShelf, tmp_path: Path, capsys) -> None:
    (tmp_path / "tables" / "den.dice.json").write_text("no dice")
    dice = DiceAtTable(TableInUse(shelf, DEN))
    assert known(dice) == 0
    assert "what the dice have taught is left out:" in capsys.readouterr().err
    dice.keep(HOUSE)
    assert known(DiceAtTable(TableInUse(shelf, DEN))) == 4
    assert capsys.readouterr().err == ""


def test_a_file_that_cannot_be_written_is_named_once(shelf: TableShelf, tmp_path: Path, capsys) -> None:
    dice = DiceAtTable(TableInUse(shelf, DEN))
    assert known(dice) == 0
    (tmp_path / "tables" / ".den.dice.json.part").mkdir()
    dice.keep(HOUSE)
    dice.keep(HOUSE.of(np.arange(2)))
    assert capsys.readouterr().err.count("what the dice have taught is not kept") == 1


def test_a_table_that_is_removed_takes_its_dice_with_it(shelf: TableShelf, tmp_path: Path) -> None:
    dice = DiceAtTable(TableInUse(shelf, DEN))
    dice.of_another_table()
    dice.keep(HOUSE)
    shelf.remove("den")
    assert not list(tmp_path.rglob("*.dice.json"))
