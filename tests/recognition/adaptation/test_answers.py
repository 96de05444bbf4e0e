"""Answers to what is asked, from a file of JSON lines."""

from __future__ import annotations

import json

import pytest

from companion.core.reading import ConfirmedDie, Doubt, PhotoReading, ReadDie
from companion.recognition.adaptation.answers import (
    Answer,
    AnswersError,
    answers_for,
    answers_of,
    confirmed_by,
)

LINE = '{"image": "a/one.jpg", "dice": [{"box": [10, 10, 50, 50], "face": 1, "star": true}]}'
STAR = Answer((10, 10, 50, 50), 1, True)


def test_a_line_a_photograph() -> None:
    assert answers_of(LINE + "\n\n" + LINE.replace("one", "two")) == {
        "a/one.jpg": (STAR,),
        "a/two.jpg": (STAR,),
    }


def test_a_photograph_is_found_by_its_name_as_given_or_by_the_file_alone() -> None:
    answers = answers_of(LINE)
    assert answers_for(answers, "a/one.jpg") == answers_for(answers, "elsewhere/one.jpg") == (STAR,)
    assert answers_for(answers, "three.jpg") is None


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        "{}",
        "null",
        '{"image": 3, "dice": []}',
        '{"image": "a", "dice": {}}',
        '{"image": "a", "dice": [3]}',
        '{"image": "a", "dice": [{"box": [1, 2, 3], "face": 1}]}',
        '{"image": "a", "dice": [{"box": [3, 2, 1, 4], "face": 1}]}',
        '{"image": "a", "dice": [{"box": [1, 2, 3, NaN], "face": 1}]}',
        '{"image": "a", "dice": [{"box": [1, 2, 3, 1e999], "face": 1}]}',
        '{"image": "a", "dice": [{"box": [1, 2, 3, 4], "face": 7}]}',
        '{"image": "a", "dice": [{"box": [1, 2, 3, 4], "face": true}]}',
        '{"image": "a", "dice": [{"box": [1, 2, 3, 4], "face": 1, "star": "yes"}]}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_told_by_its_line(line: str) -> None:
    with pytest.raises(AnswersError, match="line 2 is not an answer"):
        answers_of(LINE + "\n" + line)


def _asked(box: tuple[int, int, int, int]) -> ReadDie:
    return ReadDie(box, None, None, 0.5, (Doubt.UNREAD,))


def test_only_what_was_asked_is_answered_and_where_no_die_lies_there_is_none() -> None:
    told = ReadDie((12, 12, 48, 48), 6, False, 0.99)
    reading = PhotoReading((640, 480), (told, _asked((14, 10, 52, 50)), _asked((300, 300, 340, 340))))
    assert confirmed_by(reading, (STAR,)) == (
        ConfirmedDie(told.box, 6, False),
        ConfirmedDie((14, 10, 52, 50), 1, True, by_player=True),
        ConfirmedDie((300, 300, 340, 340), None, by_player=True),
    )


def test_without_a_line_for_a_photograph_its_questions_stay_open() -> None:
    reading = PhotoReading((640, 480), (_asked((14, 10, 52, 50)),))
    assert confirmed_by(reading, None) == (ConfirmedDie((14, 10, 52, 50), None),)


def test_answers_are_in_pixels_of_the_file() -> None:
    reading = PhotoReading((320, 240), (_asked((7, 5, 26, 25)),))
    (confirmed,) = confirmed_by(reading, answers_of(LINE)["a/one.jpg"], scale=2.0)
    assert (confirmed.face, confirmed.star) == (1, True)


def test_the_line_of_the_message_is_one_that_is_read() -> None:
    assert answers_of(json.dumps({"image": "x", "dice": []})) == {"x": ()}
