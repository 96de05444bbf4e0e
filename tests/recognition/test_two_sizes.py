"""The large classifier reads what the small one is not sure of, and in more views if it is unsure too."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from companion.recognition.classify import two_sizes
from companion.recognition.classify.classifier import BACKGROUND, MARK, STAR, Predictions, SurfaceNormals
from companion.recognition.classify.two_sizes import (
    MORE_VIEWS,
    QUARTERS,
    TOO_SURE,
    TWO_FACES_DEG,
    Candidates,
    level_again,
)
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import CROP_PX, ImagePyramid
from companion.recognition.networks.arithmetic import logit, sigmoid
from tests.recognition.predicted import SPREAD, Told, predicted, predicted_as
from tests.recognition.shipped import CONFIG

LIMITS = replace(CONFIG, die=0.97, not_a_die=0.98)
read_again = partial(two_sizes.read_again, config=LIMITS)
sure_of = partial(two_sizes.sure_of, config=LIMITS)

FRAME = ImagePyramid(np.zeros((200, 200, 3), np.uint8))
CROPS = np.stack([np.full((CROP_PX, CROP_PX, 3), grey, np.uint8) for grey in (50, 150)])
BOXES = [(20.0, 20.0, 60.0, 60.0), (90.0, 20.0, 130.0, 60.0)]


def fours(*probabilities: float) -> Predictions:
    """Surely dice: fours with these probabilities, else fives."""
    return predicted_as(*({3: each, 4: 1 - each} for each in probabilities))


def candidates(first: Predictions) -> Candidates:
    """Both boxes, and what the small classifier says of them."""
    return Candidates([Detection(box, 0.9) for box in BOXES], CROPS, first)


def test_a_sure_face_of_what_is_surely_a_die_is_not_read_again() -> None:
    large, first = Told(), fours(0.99, 0.999)
    assert read_again(large, FRAME, candidates(first)) is first
    assert large.shown == []


def test_without_candidates_the_large_one_is_not_asked() -> None:
    large, none = Told(), predicted(np.zeros((0, 9)))
    assert read_again(large, FRAME, Candidates([], CROPS[:0], none)) is none
    assert large.shown == []


def test_of_what_is_unsure_the_large_one_says_what_it_is_and_of_nothing_else() -> None:
    large, first = Told(fours(0.02)), fours(0.999, 0.8)
    told = read_again(large, FRAME, candidates(first))
    assert [each.tolist() for each in large.crops] == [CROPS[1:].tolist()]
    assert told.faces[:, 3] == pytest.approx([0.999, 0.02])
    assert first.faces[:, 3] == pytest.approx([0.999, 0.8]), "the first predictions stay as they were"


@pytest.mark.parametrize(
    ("says", "sure"),
    [
        ({3: 0.985, 4: 0.015}, True),
        ({3: 0.965, 4: 0.035}, False),
        ({3: 0.97, BACKGROUND: 0.03}, True),
        ({3: 0.95, BACKGROUND: 0.05}, False),
        ({0: 1.0}, True),
        ({0: 0.5, STAR: 0.5}, True),
        ({MARK: 1.0}, False),
        ({BACKGROUND: 1.0}, False),
    ],
    ids=lambda each: str(each),
)
def test_the_small_one_is_sure_of_a_face_on_what_is_surely_a_die(says: dict[int, float], sure: bool) -> None:
    assert sure_of(predicted_as(says)).tolist() == [sure]


def test_what_the_large_one_is_unsure_of_is_the_mean_over_more_views_and_its_first() -> None:
    answers = [fours(0.98, 0.9), *(fours(each) for each in (0.5, 0.7, 0.1))]
    large = Told(*answers)
    told = read_again(large, FRAME, candidates(fours(0.5, 0.5)))
    assert large.shown == [2, *[1] * len(MORE_VIEWS)]
    assert told.faces[:, 3] == pytest.approx([0.98, (0.9 + 0.5 + 0.7 + 0.1) / 4])


def test_a_sure_face_that_may_look_elsewhere_is_the_mean_over_more_views() -> None:
    across, between = np.zeros((2, 2)), np.radians([1.0, TWO_FACES_DEG])
    first = fours(0.999, 0.98).with_normals(np.arange(2), SurfaceNormals(across, between))
    again = fours(0.98).with_normals(np.arange(1), SurfaceNormals(across[:1], between[1:]))
    large = Told(again, *(fours(each) for each in (0.5, 0.7, 0.1)))
    told = read_again(large, FRAME, candidates(first))
    assert large.shown == [1] * (1 + len(MORE_VIEWS))
    assert told.faces[:, 3] == pytest.approx([0.999, (0.98 + 0.5 + 0.7 + 0.1) / 4])


def test_a_sure_pip_is_not_read_again() -> None:
    first, large = predicted_as({0: 0.98, STAR: 0.02}), Told()
    assert read_again(large, FRAME, candidates(first)) is first


@pytest.mark.parametrize("says", [{0: 0.96, STAR: 0.04}, {0: 0.5, STAR: 0.5}, {STAR: 1.0}])
def test_whether_a_pip_a_star_or_another_mark_lies_there_the_large_one_says(says: dict[int, float]) -> None:
    large = Told(*[predicted_as({MARK: 0.98, 0: 0.02})] * (1 + len(MORE_VIEWS)))
    first = predicted_as(says, {1: 1.0})
    told = read_again(large, FRAME, candidates(first))
    assert [each.tolist() for each in large.crops[:1]] == [CROPS[:1].tolist()]
    assert told.marks[0] == pytest.approx(0.98)
    assert told.faces[1, 1] == 1.0


@pytest.mark.parametrize(
    ("background", "views"), [(0.02, 0), (0.04, 3), (0.5, 3), (0.97, 3), (0.985, 0), (0.999, 0)]
)
def test_what_hardly_is_or_surely_is_no_die_gets_no_more_views(background: float, views: int) -> None:
    says = predicted_as({3: 1 - background, BACKGROUND: background})
    large = Told(says, *[says] * len(MORE_VIEWS))
    told = read_again(large, FRAME, candidates(fours(0.999, 0.5)))
    assert large.shown == [1] * (1 + views)
    assert told.background[1] == pytest.approx(background)


def test_views_are_of_another_scale_and_turn_and_mirrored() -> None:
    """A white die whose upper left quarter is black tells which way each crop looks."""
    frame = np.zeros((200, 200, 3), np.uint8)
    frame[20:60, 90:130] = 255
    frame[20:40, 90:110] = 0
    large = Told(fours(0.5), *[fours(0.5)] * len(MORE_VIEWS))
    read_again(large, ImagePyramid(frame), candidates(fours(0.999, 0.5)))
    for (scale, mirrored, _), (crop,) in zip(MORE_VIEWS, large.crops[1:], strict=True):
        light = (crop > 128).mean((1, 2))
        columns = (crop > 128).mean((0, 2))
        half = CROP_PX // 2
        assert (columns[:half].sum() > columns[half:].sum()) == mirrored
        assert light[half:].sum() > light[:half].sum(), "the table's far side stays up"
        assert (crop > 128).mean() == pytest.approx(0.75 / (1.35 * scale) ** 2, abs=0.03)
        assert crop.flags.c_contiguous


def test_normals_and_doubts_of_the_large_one_replace_those_of_the_small() -> None:
    first = predicted(
        fours(0.999, 0.5).class_probabilities, [[0.1, 0.2, 0.3]] * 2, across=[(0.1, 0.1), (0.2, 0.2)]
    )
    again = predicted(fours(0.99).class_probabilities, [[0.9, 0.8, 0.7]], across=[(-0.5, 0.4)])
    told = read_again(Told(again), FRAME, candidates(first))
    assert told.normals.across.tolist() == [[0.1, 0.1], [-0.5, 0.4]]
    assert told.doubts.tolist() == [[0.1, 0.2, 0.3], [0.9, 0.8, 0.7]]


def test_normals_are_those_of_the_crop_as_it_lies_and_doubts_the_mean_over_views() -> None:
    half = fours(0.5).class_probabilities
    views = [predicted(half, [[0.4, 0.0, 0.0]], across=[(9.0, 9.0)])] * len(MORE_VIEWS)
    large = Told(predicted(half, [[0.0, 0.0, 0.0]], across=[(0.3, -0.2)]), *views)
    told = read_again(large, FRAME, candidates(fours(0.999, 0.5)))
    assert told.normals.across[1].tolist() == [0.3, -0.2]
    assert told.doubts[1] == pytest.approx([0.3, 0.0, 0.0])


class LooksToTheLight:
    """A classifier to which every face looks towards the lighter side of its crop, by a third."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    def read(self, crops: np.ndarray) -> Predictions:
        self.shown.append(len(crops))
        half = CROP_PX // 2
        grey = crops.mean(3) / 765
        right = grey[:, :, half:].mean((1, 2)) - grey[:, :, :half].mean((1, 2))
        down = grey[:, half:].mean((1, 2)) - grey[:, :half].mean((1, 2))
        return predicted(_threes(len(crops)), across=np.stack([right, down], 1))


def _threes(count: int) -> np.ndarray:
    return np.tile(predicted_as({2: 1.0}).class_probabilities, (count, 1))


def test_the_normal_of_what_seems_to_lean_is_the_mean_over_quarter_turns_turned_back() -> None:
    crops = np.zeros((3, CROP_PX, CROP_PX, 3), np.uint8)
    half = CROP_PX // 2
    crops[0, :, half:] = 255
    crops[1, half:] = 255
    crops[2, :half, :half] = 255
    large, first = LooksToTheLight(), predicted(_threes(3), across=[(0.9, 0.9)] * 3)
    told = level_again(large, crops, first, np.array([True, True, True]))
    assert large.shown == [3] * QUARTERS
    third = 1 / 3
    assert told.normals.across == pytest.approx(
        np.array([(third, 0.0), (0.0, third), (-third / 2, -third / 2)]), abs=1e-6
    )
    assert told.normals.spread == pytest.approx([TOO_SURE * SPREAD] * 3)
    assert told.class_probabilities is first.class_probabilities


def test_only_what_seems_to_lean_is_levelled_again() -> None:
    large, first = LooksToTheLight(), predicted(_threes(2), across=[(0.9, 0.8), (0.7, 0.6)])
    assert level_again(large, CROPS, first, np.array([False, False])) is first
    assert large.shown == []
    told = level_again(large, CROPS, first, np.array([False, True]))
    assert large.shown == [1] * QUARTERS
    assert told.normals.across == pytest.approx(np.array([(0.9, 0.8), (0.0, 0.0)]), abs=1e-6)
    assert first.normals.across[1].tolist() == [0.7, 0.6]


class Around:
    """Surroundings that say these log odds for a die, and keep what they are shown."""

    def __init__(self, *odds: float) -> None:
        self._odds, self.crops = np.array(odds), list[np.ndarray]()

    def read(self, crops: np.ndarray) -> np.ndarray:
        self.crops.append(crops)
        return self._odds


def dice_by(*objectness: float) -> Predictions:
    return predicted_as(*({3: 0.9 * each, 4: 0.1 * each, BACKGROUND: 1 - each} for each in objectness))


def judged(around: Around, first: Predictions, frame: ImagePyramid = FRAME) -> Predictions:
    return two_sizes.judged_by_surroundings(around, frame, candidates(first), first, LIMITS)


def test_the_surroundings_are_not_asked_of_what_is_surely_a_die_or_dropped_anyway() -> None:
    around, first = Around(), dice_by(0.9995, LIMITS.maybe - 0.01)
    assert judged(around, first) is first
    assert around.crops == []


def test_the_surroundings_say_whether_it_is_a_die_and_nothing_of_its_face() -> None:
    around, first = Around(-3.0), dice_by(0.9995, 0.98)
    told = judged(around, first)
    assert len(around.crops[0]) == 1
    assert told.objectness == pytest.approx([0.9995, sigmoid(logit(0.98) - 3.0)])
    assert told.confidence == pytest.approx(first.confidence)
    assert told.class_probabilities.sum(1) == pytest.approx([1.0, 1.0])
    assert first.objectness == pytest.approx([0.9995, 0.98]), "the first predictions stay as they were"


def test_the_surroundings_are_shown_what_lies_beside_the_box() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.rectangle(picture, (20, 70), (60, 85), (255, 255, 255), -1)
    around, first = Around(0.0), dice_by(0.98, 0.9995)
    judged(around, first, ImagePyramid(picture))
    assert around.crops[0][0].max() > 200
    assert ImagePyramid(picture).crops([BOXES[0]]).max() == 0
