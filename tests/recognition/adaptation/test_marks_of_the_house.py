"""Dice with a mark in place of a face: a player says once what it is, and it is read from then on."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.core.frame import Frame
from companion.core.reading import ConfirmedDie, Doubt, PhotoReading, ReadDie
from companion.recognition.adaptation.adaptive_eye import AdaptiveEye
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from models.plain_set import PlainMake, eagle, picture

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


@pytest.mark.slow
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
    later = [face for picture in marks[1:] for face in picture]
    assert set(later) <= {stands_for, None}, marks
    assert later.count(None) <= max(1, len(later) // 6), marks
    plain = [pair for each in zip(readings, truths, strict=True) for pair in _beside(*each, marked=False)]
    assert all(face in (None, true) for face, true in plain)
    assert len(plain) > 20


def _set(colour: tuple[int, int, int], marked: int) -> PlainMake:
    """Drawn dice of a colour (blue, green, red) with an eagle in place of that face."""
    usual = PlainMake.any(np.random.default_rng((SEED, 99)), marked=True)
    body, black = (np.array(colour) / 255) ** 2.2, np.full(3, 0.005)
    return replace(usual, body=body, pip=black, one=black, marked=marked, mark=eagle())


COLOURS = {1: (238, 240, 240), 6: (70, 160, 60)}
"""Of the white set, whose eagle is a one, and of the green one, whose eagle is a six."""


@cache
def _eagles(number: int, stands_for: int) -> tuple[Frame, list[dict]]:
    """A picture of one of these sets, and its truths."""
    make = _set(COLOURS[stands_for], stands_for)
    pixels, dice = picture(np.random.default_rng((5, number)), make=make, marked=True)
    return Frame(pixels, 0), dice


@pytest.mark.slow
def test_what_an_eagle_stands_for_on_one_set_is_not_told_of_another_set() -> None:
    networks = Eye()
    eye = AdaptiveEye(networks, networks.symbols)
    told = []
    for number, stands_for in enumerate((1, 1, 6, 6, 1)):
        frame, dice = _eagles(number, stands_for)
        read = [{"box": die.box, "face": die.face} for die in eye.read(frame, None, CameraMemory()).dice]
        told.append({face for face, _ in _beside(read, dice, marked=True)})
        answers = [ConfirmedDie(die["box"], die["face"] or stands_for, None, by_player=True) for die in dice]
        eye.confirm(number, frame, answers, CameraMemory())
    assert told[:4] == [{None}, {1}, {None}, {6}]
    assert 1 in told[4]
    assert 6 not in told[4]


class SeesMarks:
    """An eye that knows where the marks lie and not what they are."""

    def __init__(self, dice: list[dict]) -> None:
        boxes = [tuple(round(each) for each in die["box"]) for die in dice if die["face"] is None]
        self._dice = tuple(ReadDie(box, None, None, 0.6, (Doubt.UNKNOWN_MARK,), 1.0) for box in boxes)

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        return PhotoReading((frame.width, frame.height), self._dice)


@pytest.mark.slow
def test_an_eagle_in_blinding_light_is_compared_though_it_would_not_be_learned() -> None:
    symbols = Eye().symbols
    eye = AdaptiveEye(SeesMarks([]), symbols)
    for number in (0, 1):
        frame, dice = _eagles(number, 1)
        answers = [ConfirmedDie(die["box"], die["face"] or 1, None, by_player=True) for die in dice]
        eye.confirm(number, frame, answers, CameraMemory())
    frame, dice = _eagles(4, 1)
    seen = AdaptiveEye(SeesMarks(dice), symbols, eye.house).read(frame, None, CameraMemory()).dice
    assert [die.face for die in seen] == [1, 1], "the left one is washed out"
