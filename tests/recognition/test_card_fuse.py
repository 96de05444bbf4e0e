"""Several frames of still cards: what they agree on is told, the rest is a doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import CardDoubt
from companion.recognition.cards.eye import CardEye
from companion.recognition.cards.judge import Corners, fused
from companion.recognition.cards.locator import Index
from companion.recognition.cards.reader import CardThresholds, IndexPredictions
from tests.recognition.laid_cards import Lying, Seen, seen, verdicts

TRUST = CardThresholds(centre=0.3, rank=0.97, suit=0.97, temperature=1.0)
FRAME = Frame(np.full((1296, 2304, 3), 90, np.uint8), 0)
TABLE = seen([Lying("10H", -80, 0, 0.2), Lying("AS", 80, 0, 2.0)])
FRAMES_DISAGREE = (None, (CardDoubt.FRAMES_DISAGREE,))

Look = tuple[list[Index], IndexPredictions]


class Scripted:
    """Finds and reads what it is told to, one look a frame."""

    def __init__(self, *looks: Look) -> None:
        self.looks = list(looks)

    def find(self, frame: object) -> list[Index]:
        return self.looks[0][0]

    def read(self, crops: np.ndarray) -> IndexPredictions:
        indices, reading = self.looks.pop(0)
        assert len(crops) == len(indices)
        return reading


def told(*looks: Look) -> list[tuple[str | None, tuple[CardDoubt, ...]]]:
    scripted = Scripted(*looks)
    reading = CardEye.of(scripted, scripted, TRUST).read_cards([FRAME] * len(looks), 1)
    assert {name for name, _ in reading.ms} == {"total", "locate", "classify", "join"}
    return [(card.code, card.doubts) for card in reading.cards]


def look(laid: Seen, codes: list[str | None] | None = None) -> Look:
    return laid.indices, verdicts(codes or laid.codes)


def without(laid: Seen, *numbers: int) -> Look:
    kept = [number for number in range(len(laid.indices)) if number not in numbers]
    return [laid.indices[n] for n in kept], verdicts([laid.codes[n] for n in kept])


def test_frames_that_agree_tell_the_cards() -> None:
    assert told(look(TABLE), look(TABLE), look(TABLE)) == [("10H", ()), ("AS", ())]


def test_frames_that_are_sure_of_different_cards_are_a_doubt() -> None:
    other = ["9H", "9H", "AS", "AS"]
    assert told(look(TABLE), look(TABLE, other), look(TABLE)) == [FRAMES_DISAGREE, ("AS", ())]


def test_a_card_that_only_some_frames_show_is_a_doubt() -> None:
    assert told(look(TABLE), without(TABLE, 0, 1)) == [FRAMES_DISAGREE, ("AS", ())]
    assert told(without(TABLE, 2, 3), look(TABLE)) == [("10H", ()), FRAMES_DISAGREE]


def test_a_corner_that_comes_and_goes_does_not_trouble_a_card_whose_other_corner_stays() -> None:
    assert told(look(TABLE), without(TABLE, 1, 2), look(TABLE)) == [("10H", ()), ("AS", ())]


def test_a_card_that_was_moved_is_doubted_at_both_places() -> None:
    moved = seen([Lying("10H", -80, 0, 0.2), Lying("AS", 80, 150, 2.0)])
    assert told(look(TABLE), look(moved)) == [("10H", ()), FRAMES_DISAGREE, FRAMES_DISAGREE]


def test_indices_that_shake_a_little_are_the_same() -> None:
    shaken = [replace(each, x=each.x + 2.0, y=each.y - 2.0) for each in TABLE.indices]
    assert told(look(TABLE), (shaken, verdicts(TABLE.codes))) == [("10H", ()), ("AS", ())]


def test_a_frame_of_another_size_is_left_out() -> None:
    scripted = Scripted(look(TABLE))
    small = Frame(np.zeros((480, 640, 3), np.uint8), 0)
    reading = CardEye.of(scripted, scripted, TRUST).read_cards([small, FRAME], 1)
    assert [card.code for card in reading.cards] == ["10H", "AS"]


def test_nothing_cannot_be_read() -> None:
    eye = CardEye.of(Scripted(), Scripted(), TRUST)
    with pytest.raises(ValueError, match="at least one frame"):
        eye.read_cards([], 1)
    with pytest.raises(ValueError, match="at least one deck"):
        eye.read_cards([FRAME], 0)
    with pytest.raises(ValueError, match="at least one look"):
        fused([], TRUST)


def test_one_look_is_itself() -> None:
    corners = Corners(tuple(TABLE.indices), verdicts(TABLE.codes), (False,) * 4)
    assert fused([corners], TRUST) is corners
