"""What the classifier is not sure of is read again, as often as it takes and no more."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from shipped import CONFIG

from companion.recognition.classify import cascade as cascading
from companion.recognition.classify.candidates import Candidates
from companion.recognition.classify.cascade import MORE_VIEWS
from companion.recognition.classify.channel_tta import VIEWS
from companion.recognition.classify.classifier import BACKGROUND, Predictions
from companion.recognition.classify.crops import CROP_PX
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import ImagePyramid

cascade = partial(cascading.cascade, config=CONFIG)

FRAME = ImagePyramid(np.zeros((200, 200, 3), np.uint8))
CROPS = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8)
BOXES = [(20.0, 20.0, 60.0, 60.0), (90.0, 20.0, 130.0, 60.0)]

AS_THEY_ARE = np.zeros(2)


def predictions(*chances_of_a_four: float) -> Predictions:
    """Dice that are fours with those chances, else fives."""
    class_probabilities = np.zeros((len(chances_of_a_four), 8))
    class_probabilities[:, 3], class_probabilities[:, 4] = chances_of_a_four, 1 - np.array(chances_of_a_four)
    return Predictions(class_probabilities, np.zeros((len(class_probabilities), 3)))


class Reader:
    """Says what it is told to, one answer a call, and remembers how many crops it was shown."""

    def __init__(self, *answers: Predictions) -> None:
        self.answers, self.shown, self.crops = list(answers), [], []

    def read(self, crops: np.ndarray) -> Predictions:
        assert crops.shape[1:] == CROPS.shape[1:]
        self.shown.append(len(crops))
        self.crops.append(crops)
        return self.answers.pop(0)


def shown(first: Predictions) -> Candidates:
    """Both boxes, and what the classifier says of them."""
    return Candidates([Detection(box, 0.9) for box in BOXES], CROPS, first)


BOTH, NONE, SECOND = np.arange(2), np.arange(0), np.array([1])


def test_what_is_not_asked_about_is_not_read_again() -> None:
    reader = Reader()
    first = predictions(0.995, 0.999)
    assert cascade(reader, FRAME, shown(first), NONE, AS_THEY_ARE) is first
    assert reader.shown == []


def test_a_face_is_sure_by_itself_where_it_is_hardly_no_die() -> None:
    class_probabilities = np.zeros((4, 8))
    class_probabilities[:, 3] = [0.93, 0.85, 0.92, 0.999]
    class_probabilities[:, BACKGROUND] = [0.07, 0.15, 0.02, 0.0]
    class_probabilities[:, 4] = 1 - class_probabilities.sum(1)
    sure = cascading.sure_of(Predictions(class_probabilities, np.zeros((4, 3))), CONFIG)
    assert sure.tolist() == [True, False, False, True]


def test_what_is_unsure_is_what_the_second_reader_says() -> None:
    reader = Reader(predictions(0.02))
    told = cascade(reader, FRAME, shown(predictions(0.999, 0.8)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1]
    assert told.faces[:, 3] == pytest.approx([0.999, 0.02])
    assert told.faces[:, 4] == pytest.approx([0.001, 0.98])


def test_what_the_second_reader_is_unsure_of_it_reads_from_all_sides() -> None:
    reader = Reader(predictions(0.98, 0.9), predictions(*[1.0] * len(MORE_VIEWS)))
    told = cascade(reader, FRAME, shown(predictions(0.5, 0.5)), BOTH, AS_THEY_ARE)
    assert reader.shown == [2, len(MORE_VIEWS)]
    assert told.faces[:, 3] == pytest.approx([0.98, (0.9 + len(MORE_VIEWS)) / (len(MORE_VIEWS) + 1)])


@pytest.mark.parametrize(("first", "then", "looks"), [(0.5, 0.7, 0), (0.45, 0.7, 1), (0.5, 0.65, 1)])
def test_what_both_readers_call_none_is_not_read_from_all_sides(
    first: float, then: float, looks: int
) -> None:
    reader = Reader(none(then), none(*[1.0] * len(MORE_VIEWS)))
    told = cascade(reader, FRAME, shown(none(0.0, first)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1, len(MORE_VIEWS)][: 1 + looks]
    assert looks or told.class_probabilities[1, BACKGROUND] == then


def none(*chances: float) -> Predictions:
    """Things that are no die with those chances, else fours."""
    class_probabilities = np.zeros((len(chances), 8))
    class_probabilities[:, BACKGROUND], class_probabilities[:, 3] = chances, 1 - np.array(chances)
    return Predictions(class_probabilities, np.zeros((len(class_probabilities), 3)))


def in_colour_and_in_grey(colours: float, *greys: float) -> tuple[Reader, Predictions]:
    """One die whose crops in colour all say so of a four, some of its grey looks otherwise than a half."""
    looks = [0.5] * (VIEWS - len(greys)) + list(greys)
    reader = Reader(predictions(colours), predictions(*[colours] * len(MORE_VIEWS)), predictions(*looks))
    return reader, cascade(reader, FRAME, shown(predictions(0.5, 0.5)), SECOND, AS_THEY_ARE)


def test_what_stays_unsure_in_colour_is_told_by_its_surest_looks_in_grey() -> None:
    reader, told = in_colour_and_in_grey(0.4, 0.94, 0.96, 0.99)
    assert reader.shown == [1, len(MORE_VIEWS), VIEWS]
    assert told.faces[1, 3] == pytest.approx((0.94 + 0.96 + 0.99) / 3)


def test_grey_looks_that_are_not_sure_enough_make_no_face_surer() -> None:
    _, told = in_colour_and_in_grey(0.4, 0.8, 0.85)
    assert told.faces[1, 3] == pytest.approx(0.4)


def test_grey_looks_that_contradict_the_colours_make_a_face_less_sure() -> None:
    _, told = in_colour_and_in_grey(0.85, 0.01, 0.99)
    assert told.confidence[1] == pytest.approx((0.85 + 0.01 + 0.99) / 3)


def test_what_may_be_no_die_is_not_looked_at_in_grey() -> None:
    maybe = predictions(0.5)
    maybe.class_probabilities[:, BACKGROUND], maybe.class_probabilities[:, 4] = 0.2, 0.3
    more = predictions(*[0.5] * len(MORE_VIEWS))
    more.class_probabilities[:, BACKGROUND], more.class_probabilities[:, 4] = 0.2, 0.3
    reader = Reader(maybe, more)
    told = cascade(reader, FRAME, shown(predictions(0.5, 0.5)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1, len(MORE_VIEWS)]
    assert told.class_probabilities[1, BACKGROUND] == pytest.approx(0.2)


def test_a_sure_face_is_read_again_but_once() -> None:
    reader = Reader(predictions(0.6))
    told = cascade(reader, FRAME, shown(predictions(0.5, 0.999)), SECOND, AS_THEY_ARE)
    assert reader.shown == [1]
    assert told.faces[:, 3] == pytest.approx([0.5, 0.6])


def test_the_first_predictions_stay_as_they_were() -> None:
    first = predictions(0.5, 0.5)
    cascade(Reader(predictions(0.98, 0.98)), FRAME, shown(first), BOTH, AS_THEY_ARE)
    assert first.faces[:, 3] == pytest.approx([0.5, 0.5])


def test_what_lies_turned_is_read_turned_from_all_sides() -> None:
    striped = ImagePyramid(np.zeros((200, 200, 3), np.uint8))
    striped.frame[:40] = 255
    reader = Reader(predictions(0.9), predictions(*[1.0] * len(MORE_VIEWS)))
    cascade(reader, striped, shown(predictions(0.5, 0.5)), SECOND, np.array([0.0, 90.0]))
    for crop in np.concatenate(reader.crops):
        columns = crop.mean((0, 2))
        assert abs(columns[:8].mean() - columns[-8:].mean()) > 200
