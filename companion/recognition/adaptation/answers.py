"""The players' answers about photographs: a line of JSON each."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NoReturn

from companion.core.reading import ConfirmedDie, EyeError, PhotoReading, ReadDie
from companion.recognition.detect.nms import Bounds
from companion.text import say

FACES = range(1, 7)
MOST_DICE = 1000
"""Most dice in one line; a table has sixty."""


_FORM = (
    '{"image": name, "dice": [{"box": [left, top, right, bottom], "face": 1 to 6, "star": true or false}]}'
)
"""A line's form."""


class AnswersError(EyeError, ValueError):
    """The message names the faulty line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``box`` in px of the file, ``face`` 1-6."""

    box: Bounds
    face: int
    star: bool | None = None


Answers = Mapping[str, tuple[Answer, ...]]
"""By the photograph's name."""


def answers_of(text: str) -> Answers:
    """Skips empty lines. Raises ``AnswersError``."""
    answers: dict[str, tuple[Answer, ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line, parse_constant=_no_number)
            answers[_name(told["image"])] = tuple(_answer(each) for each in _few(told["dice"]))
        except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
            raise AnswersError(say("answers.line", line=number, form=_FORM)) from None
    return answers


def _few(dice: object) -> list[dict[str, object]]:
    if not isinstance(dice, list) or len(dice) > MOST_DICE:
        raise ValueError("no list of dice")
    return dice


def _name(name: object) -> str:
    if not isinstance(name, str) or not name:
        raise ValueError("no name")
    return name


def _answer(told: dict[str, object]) -> Answer:
    box, face, star = told["box"], told["face"], told.get("star")
    if type(face) is not int or face not in FACES or not (star is None or isinstance(star, bool)):
        raise ValueError("no face")
    if not isinstance(box, list) or len(box) != 4 or not all(type(side) in (int, float) for side in box):
        raise ValueError("no box")
    left, top, right, bottom = (float(side) for side in box)
    if not all(map(math.isfinite, (left, top, right, bottom))) or left >= right or top >= bottom:
        raise ValueError("no box")
    return Answer((left, top, right, bottom), face, star)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def answers_for(answers: Answers, name: str) -> tuple[Answer, ...] | None:
    if name in answers:
        return answers[name]
    own = PurePath(name).name
    return next((dice for image, dice in answers.items() if PurePath(image).name == own), None)


def confirmed_by(
    reading: PhotoReading, answers: Sequence[Answer] | None, scale: float = 1.0
) -> tuple[ConfirmedDie, ...]:
    """The reading's faces, and the answers to its doubts.

    A doubt gets the nearest answer, if the middle of one lies in the other's box; without one it is no die.
    ``answers`` ``None``: doubts are left out. ``scale``: px of the file per px of the reading.
    """
    return tuple(_confirmed(die, answers, scale) for die in reading.dice)


def _confirmed(die: ReadDie, answers: Sequence[Answer] | None, scale: float) -> ConfirmedDie:
    if die.face is not None:
        return ConfirmedDie(die.box, die.face, die.star, learned=die.learned)
    if answers is None:
        return ConfirmedDie(die.box, None)
    x, y = (scale * side for side in die.centre)
    box = tuple(scale * side for side in die.box)
    there = [each for each in answers if _holds(each.box, (x, y)) or _holds(box, _middle(each.box))]
    if not there:
        return ConfirmedDie(die.box, None, by_player=True)
    nearest = min(there, key=lambda each: math.dist(_middle(each.box), (x, y)))
    return ConfirmedDie(die.box, nearest.face, nearest.star if nearest.face == 1 else False, by_player=True)


def _middle(box: Bounds) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Sequence[float], place: tuple[float, float]) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]
