"""``cups-up read``: one JSON object a photo, one line an unreadable file, never a traceback."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import read
from companion.core.reading import Doubt, PhotoReading, ReadDie
from tests.recognition.drawn import draw_die, drawn_table


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
    assert {"image", "size", "dice", "expected", "ms"} == set(told)
    assert (photo, [1280, 720]) == (told["image"], told["size"])
    assert {"total", "locate", "classify"} == set(told["ms"])
    keys = {"face", "star", "confidence", "objectness", "box", "doubts"}
    assert all(keys == set(die) for die in told["dice"])
    assert (len(told["dice"]), told["expected"]) == (3, None)


def test_the_number_of_dice_that_players_know_says_what_is_a_die(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(photo, "--dice", "2", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    doubts = [die["doubts"] for die in told["dice"] if die["doubts"]]
    assert (told["expected"], doubts) == (2, [["maybe_no_die"]])
    assert _run(photo, "--dice", "2") == 0
    assert "1 to be looked at (perhaps no die), 1 too many" in capsys.readouterr().out
    assert _run(photo, "--dice", "5") == 0
    assert "missing" in capsys.readouterr().out


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


def test_a_one_that_may_be_a_star_is_told_as_a_one() -> None:
    stars = ((1, None), (1, False), (2, False), (1, True), (None, None))
    doubts = (Doubt.UNREAD,)
    dice = tuple(ReadDie((9, 9, 99, 99), *each, 0.9, () if each[0] else doubts) for each in stars)
    told = read.told("red.jpg", PhotoReading((640, 480), dice))
    assert told == "red.jpg: 5 dice, 2 × 1, 1 × 2, 1 × star, 1 to be looked at (unread)"


def test_a_marked_picture_overwrites_no_photograph_and_no_other_marked_picture(tmp_path: Path) -> None:
    names = ("table.png", "table.bmp", "table-3.png")
    for name in names:
        (tmp_path / name).write_bytes(
            cv2.imencode(Path(name).suffix, np.full((40, 40, 3), 90, np.uint8))[1].tobytes()
        )
    before = {name: (tmp_path / name).read_bytes() for name in names}
    assert _run(*(str(tmp_path / name) for name in names), "--out", str(tmp_path)) == 0
    assert {name: (tmp_path / name).read_bytes() for name in names} == before
    marked = {each.name for each in tmp_path.iterdir()} - set(names)
    assert marked == {"table-2.png", "table-4.png", "table-3-2.png"}


def test_a_marked_picture_overwrites_no_file_beside_its_photograph(photo: str, tmp_path: Path) -> None:
    own = Path(photo).with_suffix(".png")
    own.write_bytes(b"the user's own")
    for _ in range(2):
        assert _run(photo, "--out", str(own.parent)) == 0
    assert own.read_bytes() == b"the user's own"


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


PRINTS = (((150, 600), 3), ((1100, 640), 4))
"""Drawn dice that stay where they are all evening."""


def _lift(dice: Sequence[tuple[tuple[int, int], int]], seed: int) -> np.ndarray:
    """A patterned table, drawn dice that are printed on it, and dice that were thrown."""
    coarse = np.random.default_rng(1).uniform(40, 120, (36, 64, 3)).astype(np.float32)
    table = cv2.resize(coarse, (1280, 720), interpolation=cv2.INTER_CUBIC).clip(0, 255).astype(np.uint8)
    for number, (middle, face) in enumerate((*PRINTS, *dice)):
        draw_die(table, middle, 64, face, angle_deg=17.0 * number)
    noise = np.random.default_rng((9, seed)).normal(0, 2, table.shape)
    return (cv2.GaussianBlur(table, (0, 0), 0.8) + noise).clip(0, 255).astype(np.uint8)


THROWS = (
    (((300, 120), 2), ((640, 200), 5), ((900, 90), 6)),
    (((420, 330), 6), ((760, 420), 2), ((1000, 300), 1)),
    (((250, 250), 5), ((560, 500), 4), ((860, 260), 3)),
)


@pytest.fixture
def lifts(tmp_path: Path) -> list[str]:
    """Three photographs from one place."""
    return [
        _photo(tmp_path / f"lift-{number}.png", _lift(dice, number)) for number, dice in enumerate(THROWS)
    ]


def _photo(path: Path, pixels: np.ndarray) -> str:
    path.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())
    return str(path)


def _faces(told: str) -> list[list[int | None]]:
    return [sorted((die["face"] or 0) for die in json.loads(line)["dice"]) for line in told.splitlines()]


@pytest.mark.slow
def test_an_evening_is_the_same_lines_and_what_the_empty_table_shows_is_no_die(
    lifts: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = _photo(tmp_path / "empty.png", _lift((), 9))
    assert _run("--evening", *lifts, "--empty", empty, "--json") == 0
    told = capsys.readouterr().out
    assert [json.loads(line)["image"] for line in told.splitlines()] == lifts
    assert _faces(told) == [[2, 5, 6], [1, 2, 6], [3, 4, 5]]


@pytest.mark.slow
def test_what_stays_while_the_dice_are_thrown_is_asked_about_once(
    lifts: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    lines = [
        {
            "image": Path(path).name,
            "dice": [
                {"box": [x - 32, y - 32, x + 32, y + 32], "face": face, "star": False}
                for (x, y), face in dice
            ],
        }
        for path, dice in zip(lifts, THROWS, strict=True)
    ]
    answers.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert _run("--evening", *lifts, "--answers", str(answers), "--json") == 0
    first, second, third = _faces(capsys.readouterr().out)
    assert (first.count(0) + second.count(0), third) == (len(PRINTS), [3, 4, 5])


def test_answers_that_are_none_are_told_in_one_line_and_nothing_is_read(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text("three sixes", encoding="utf-8")
    for path in (str(answers), str(tmp_path), str(tmp_path / "none")):
        assert _run("--evening", photo, "--answers", path) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert len(told.err.splitlines()) == 1


def test_an_empty_table_that_is_no_photograph_is_told_and_the_evening_is_read(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run("--evening", photo, "--empty", str(tmp_path)) == 1
    told = capsys.readouterr()
    assert "3 dice" in told.out
    assert len(told.err.splitlines()) == 1


def test_what_belongs_to_an_evening_is_refused_without_one(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(photo, "--empty", photo) == 2
    assert "--evening" in capsys.readouterr().err
