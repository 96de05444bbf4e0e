"""What the dice have taught outlives the evening, and a bad file says what it is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.recognition.adaptation.house_dice import (
    LARGEST_FILE,
    MOST_SETS,
    ORDINARY,
    Confirmed,
    HouseDice,
    KeptDiceError,
    keep_dice,
    kept_dice,
)

READER = "of this network"
COLOUR = np.array([30.0, 140.0, 120.0])


def _house(count: int = 3, face: int = 6) -> HouseDice:
    rows = np.random.default_rng(face).normal(0, 1, (count, 128))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return HouseDice().after(
        [Confirmed(row, COLOUR, face, None, index % 2 == 0) for index, row in enumerate(rows)]
    )


def test_dice_are_read_back_as_they_were_kept(tmp_path: Path) -> None:
    path, house = tmp_path / "tables" / "den.dice.json", _house()
    keep_dice(path, READER, ORDINARY, house)
    again = kept_dice(path, READER)[ORDINARY]
    assert np.allclose(again.signatures, house.signatures, atol=1e-3)
    for column in ("colours", "faces", "stars", "trusts", "touched"):
        assert getattr(again, column).tolist() == getattr(house, column).tolist()


def test_sets_are_kept_apart_and_a_few_of_them(tmp_path: Path) -> None:
    path = tmp_path / "den.dice.json"
    for number in range(MOST_SETS + 2):
        keep_dice(path, READER, f"set {number}", _house(face=1 + number % 6))
    keep_dice(path, READER, "set 3", HouseDice())
    assert list(kept_dice(path, READER)) == ["set 2", *(f"set {n}" for n in range(4, MOST_SETS + 2))]
    assert kept_dice(path, READER)["set 7"].count_of(2) == 3


def test_the_fullest_file_can_be_read(tmp_path: Path) -> None:
    path, house = tmp_path / "den.dice.json", HouseDice()
    for face in range(7):
        house = house.after(
            [Confirmed(row, COLOUR, face, None, True) for row in _house(24, face or 7).signatures]
        )
    for number in range(MOST_SETS):
        keep_dice(path, READER, str(number), house)
    assert path.stat().st_size < LARGEST_FILE
    assert len(kept_dice(path, READER)["0"]) == len(house)


def test_where_nothing_is_kept_or_by_another_network_nothing_is_known(tmp_path: Path) -> None:
    path = tmp_path / "den.dice.json"
    assert kept_dice(path, READER) == {}
    keep_dice(path, "another", ORDINARY, _house())
    assert kept_dice(path, READER) == {}


def _broken(change: dict[str, object]) -> str:
    whole = {"faces": [6], "stars": [0], "trusts": [1.0], "touched": [1], "numbers": 2}
    whole |= {"signatures": "ADwAAA==", "colours": "ADwAPAA8"}
    return json.dumps({"format": 2, "reader": READER, "sets": {"": {**whole, **change}}})


def test_the_smallest_file_is_read_so_that_what_is_broken_below_is_what_is_refused(tmp_path: Path) -> None:
    (tmp_path / "good").write_text(_broken({}))
    assert kept_dice(tmp_path / "good", READER)[""].signatures.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize(
    "content",
    [
        "", "[]", "nothing", '{"format": 1}', "[" * 5000, "\x00",
        _broken({"faces": [7]}), _broken({"faces": ["6"]}), _broken({"faces": [6] * 200}),
        _broken({"trusts": []}), _broken({"numbers": 3}), _broken({"numbers": True}),
        _broken({"signatures": "ADwAPA=="}), _broken({"signatures": "AHwAAA=="}),
        _broken({"signatures": "?"}), _broken({"colours": "ADwAPA=="}), _broken({"colours": None}),
        _broken({}).replace("1.0", "NaN"),
    ],
)  # fmt: skip
def test_any_other_file_is_named_and_a_new_one_takes_its_place(tmp_path: Path, content: str) -> None:
    path = tmp_path / "den.dice.json"
    path.write_text(content)
    with pytest.raises(KeptDiceError, match=r"den\.dice\.json is damaged or was changed"):
        kept_dice(path, READER)
    keep_dice(path, READER, ORDINARY, _house())
    assert len(kept_dice(path, READER)[ORDINARY]) == 3


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeptDiceError, match="is a folder"):
        kept_dice(tmp_path, READER)
    with pytest.raises(KeptDiceError, match="cannot be written"):
        keep_dice(tmp_path, READER, ORDINARY, _house())
