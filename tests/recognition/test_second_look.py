"""What the classifier is not sure of is read again, as often as it takes and no more."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.classify import NO_DIE, Verdicts
from companion.recognition.crops import CROP_PX
from companion.recognition.greys import LOOKS
from companion.recognition.second_look import MORE_CROPS, looked_again, sure_of
from companion.recognition.shown import Shown
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located

FRAME = Halvings(np.zeros((200, 200, 3), np.uint8))
CROPS = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8)
BOXES = [(20.0, 20.0, 60.0, 60.0), (90.0, 20.0, 130.0, 60.0)]

AS_THEY_ARE = np.zeros(2)


def verdicts(*chances_of_a_four: float) -> Verdicts:
    """Dice that are fours with those chances, else fives."""
    kinds = np.zeros((len(chances_of_a_four), 8))
    kinds[:, 3], kinds[:, 4] = chances_of_a_four, 1 - np.array(chances_of_a_four)
    return Verdicts(kinds, np.zeros((len(kinds), 3)))


class Reader:
    """Says what it is told to, one answer a call, and remembers how many crops it was shown."""

    def __init__(self, *answers: Verdicts) -> None:
        self.answers, self.shown, self.crops = list(answers), [], []

    def read(self, crops: np.ndarray) -> Verdicts:
        assert crops.shape[1:] == CROPS.shape[1:]
        self.shown.append(len(crops))
        self.crops.append(crops)
        return self.answers.pop(0)


def shown(first: Verdicts) -> Shown:
    """Both boxes, and what the classifier says of them."""
    return Shown([Located(box, 0.9) for box in BOXES], CROPS, first)


BOTH, NONE, SECOND = np.arange(2), np.arange(0), np.array([1])


def test_what_is_not_asked_about_is_not_read_again() -> None:
    reader = Reader()
    first = verdicts(0.995, 0.999)
    assert looked_again(reader, FRAME, shown(first), NONE, AS_THEY_ARE) is first
    assert reader.shown == []


def test_a_face_is_sure_by_itself_where_it_is_hardly_no_die() -> None:
    kinds = np.zeros((4, 8))
    kinds[:, 3] = [0.93, 0.85, 0.92, 0.999]
    kinds[:, NO_DIE] = [0.07, 0.15, 0.02, 0.0]
    kinds[:, 4] = 1 - kinds.sum(1)
    assert sure_of(Verdicts(kinds, np.zeros((4, 3)))).tolist() == [True, False, False, True]


def test_what_is_unsure_is_what_the_second_reader_says() -> None:
    reader = Reader(verdicts(0.02))
    told = looked_again(reader, FRAME, shown(verdicts(0.999, 0.8)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1]
    assert told.faces[:, 3] == pytest.approx([0.999, 0.02])
    assert told.faces[:, 4] == pytest.approx([0.001, 0.98])


def test_what_the_second_reader_is_unsure_of_it_reads_from_all_sides() -> None:
    reader = Reader(verdicts(0.98, 0.9), verdicts(*[1.0] * len(MORE_CROPS)))
    told = looked_again(reader, FRAME, shown(verdicts(0.5, 0.5)), BOTH, AS_THEY_ARE)
    assert reader.shown == [2, len(MORE_CROPS)]
    assert told.faces[:, 3] == pytest.approx([0.98, (0.9 + len(MORE_CROPS)) / (len(MORE_CROPS) + 1)])


@pytest.mark.parametrize(("first", "then", "looks"), [(0.5, 0.7, 0), (0.45, 0.7, 1), (0.5, 0.65, 1)])
def test_what_both_readers_call_none_is_not_read_from_all_sides(
    first: float, then: float, looks: int
) -> None:
    reader = Reader(none(then), none(*[1.0] * len(MORE_CROPS)))
    told = looked_again(reader, FRAME, shown(none(0.0, first)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1, len(MORE_CROPS)][: 1 + looks]
    assert looks or told.kinds[1, NO_DIE] == then


def none(*chances: float) -> Verdicts:
    """Things that are no die with those chances, else fours."""
    kinds = np.zeros((len(chances), 8))
    kinds[:, NO_DIE], kinds[:, 3] = chances, 1 - np.array(chances)
    return Verdicts(kinds, np.zeros((len(kinds), 3)))


def in_colour_and_in_grey(colours: float, *greys: float) -> tuple[Reader, Verdicts]:
    """One die whose crops in colour all say so of a four, some of its grey looks otherwise than a half."""
    looks = [0.5] * (LOOKS - len(greys)) + list(greys)
    reader = Reader(verdicts(colours), verdicts(*[colours] * len(MORE_CROPS)), verdicts(*looks))
    return reader, looked_again(reader, FRAME, shown(verdicts(0.5, 0.5)), SECOND, AS_THEY_ARE)


def test_what_stays_unsure_in_colour_is_told_by_its_surest_looks_in_grey() -> None:
    reader, told = in_colour_and_in_grey(0.4, 0.94, 0.96, 0.99)
    assert reader.shown == [1, len(MORE_CROPS), LOOKS]
    assert told.faces[1, 3] == pytest.approx((0.94 + 0.96 + 0.99) / 3)


def test_grey_looks_that_are_not_sure_enough_make_no_face_surer() -> None:
    _, told = in_colour_and_in_grey(0.4, 0.8, 0.85)
    assert told.faces[1, 3] == pytest.approx(0.4)


def test_grey_looks_that_contradict_the_colours_make_a_face_less_sure() -> None:
    _, told = in_colour_and_in_grey(0.85, 0.01, 0.99)
    assert told.surest[1] == pytest.approx((0.85 + 0.01 + 0.99) / 3)


def test_what_may_be_no_die_is_not_looked_at_in_grey() -> None:
    maybe = verdicts(0.5)
    maybe.kinds[:, NO_DIE], maybe.kinds[:, 4] = 0.2, 0.3
    more = verdicts(*[0.5] * len(MORE_CROPS))
    more.kinds[:, NO_DIE], more.kinds[:, 4] = 0.2, 0.3
    reader = Reader(maybe, more)
    told = looked_again(reader, FRAME, shown(verdicts(0.5, 0.5)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1, len(MORE_CROPS)]
    assert told.kinds[1, NO_DIE] == pytest.approx(0.2)


def test_a_sure_face_is_read_again_but_once() -> None:
    reader = Reader(verdicts(0.6))
    told = looked_again(reader, FRAME, shown(verdicts(0.5, 0.999)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1]
    assert told.faces[:, 3] == pytest.approx([0.5, 0.6])


def test_the_first_verdicts_stay_as_they_were() -> None:
    first = verdicts(0.5, 0.5)
    looked_again(Reader(verdicts(0.98, 0.98)), FRAME, shown(first), BOTH, AS_THEY_ARE)
    assert first.faces[:, 3] == pytest.approx([0.5, 0.5])


def test_what_lies_turned_is_read_turned_from_all_sides() -> None:
    striped = Halvings(np.zeros((200, 200, 3), np.uint8))
    striped.frame[:40] = 255
    reader = Reader(verdicts(0.9), verdicts(*[1.0] * len(MORE_CROPS)))
    looked_again(reader, striped, shown(verdicts(0.5, 0.5)), SECOND, np.array([0.0, 90.0]))
    for crop in np.concatenate(reader.crops):
        columns = crop.mean((0, 2))
        assert abs(columns[:8].mean() - columns[-8:].mean()) > 200
