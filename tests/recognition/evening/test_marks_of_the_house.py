"""Dice with a mark in place of a face: a player says once what it is, and it is read from then on."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from models.plain_set import PlainMake, picture

SEED, PICTURES = 1, 4


def _drawn(folder: Path) -> tuple[list[str], list[list[dict]], int]:
    """Pictures of dice of one make, their truths, and the face that its mark stands for."""
    make = PlainMake.any(np.random.default_rng((SEED, 99)), marked=True)
    names, truths = [], []
    for number in range(PICTURES):
        pixels, dice = picture(np.random.default_rng((SEED, number)), make=make, marked=True)
        names.append(str(folder / f"{number}.png"))
        cv2.imwrite(names[-1], pixels)
        truths.append(dice)
    return names, truths, make.marked


def _beside(read: list[dict], truths: list[dict], marked: bool) -> list[tuple[int | None, int | None]]:
    """The face that was read and the true one, of the dice that show a mark or of the others."""
    pairs = []
    for truth in (each for each in truths if (each["face"] is None) is marked):
        left, top, right, bottom = truth["box"]
        x, y = (left + right) / 2, (top + bottom) / 2
        there = [d for d in read if d["box"][0] < x < d["box"][2] and d["box"][1] < y < d["box"][3]]
        pairs += [(each["face"], truth["face"]) for each in there]
    return pairs


def test_a_mark_is_asked_about_in_the_first_picture_and_read_in_the_next_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names, truths, stands_for = _drawn(tmp_path)
    answers = tmp_path / "answers.jsonl"
    lines = []
    for name, dice in zip(names, truths, strict=True):
        told = [
            {
                "box": die["box"],
                "face": die["face"] or stands_for,
                "star": not die["face"] and stands_for == 1,
            }
            for die in dice
        ]
        lines.append(json.dumps({"image": name, "dice": told}))
    answers.write_text("\n".join(lines))
    assert main(["read", "--evening", *names, "--answers", str(answers), "--json"]) == 0
    readings = [json.loads(line)["dice"] for line in capsys.readouterr().out.splitlines()]
    marks = [[face for face, _ in _beside(*each, marked=True)] for each in zip(readings, truths, strict=True)]
    assert set(marks[0]) == {None}
    assert all(set(later) == {stands_for} for later in marks[1:]), marks
    plain = [pair for each in zip(readings, truths, strict=True) for pair in _beside(*each, marked=False)]
    assert all(face in (None, true) for face, true in plain)
    assert len(plain) > 20
