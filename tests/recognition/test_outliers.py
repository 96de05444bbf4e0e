"""What is unlike the dice it lies among is read again, and the more readily taken for no die."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from shipped import CONFIG

from companion.recognition.classify.classifier import BACKGROUND, Predictions
from companion.recognition.context import outliers
from companion.recognition.context.outliers import fuse_objectness, outlier_logits, shift_objectness, suspects
from companion.recognition.detect.detector import Detection

outlier_offsets = partial(outliers.outlier_offsets, config=CONFIG)
objectness_shift = partial(outliers.objectness_shift, config=CONFIG)

TRUST = replace(
    CONFIG,
    by_place=1.0,
    by_size=3.0,
    by_second=1.0,
    no_die_first=0.0,
)
SURE = np.array([True, True, True, True, False])
UNSURE = np.zeros(3, bool)


def boxes(*lengths: float, chance: float = 0.8) -> list[Detection]:
    return [Detection((0.0, 0.0, length, length), chance) for length in lengths]


def test_what_is_usual_is_what_the_sure_dice_have() -> None:
    detections = [*boxes(40, 42, 38, 41), *boxes(80, chance=0.3)]
    offsets = outlier_offsets(detections, SURE)
    assert offsets[:4, 0] == pytest.approx([0] * 4)
    assert offsets[4, 0] == pytest.approx(np.log(4) - np.log(3 / 7))
    assert offsets[4, 1] == pytest.approx(np.log(80 / np.sqrt(40 * 41)) ** 2)


def test_the_unsure_have_no_say_in_what_is_usual() -> None:
    detections = [*boxes(40, 42, 38, 41), *boxes(80, chance=0.3)]
    others = outlier_offsets([*detections[:4], *boxes(400, chance=0.01)], SURE)
    assert others[:4] == pytest.approx(outlier_offsets(detections, SURE)[:4])


@pytest.mark.parametrize(
    ("length", "none", "told"),
    [(40, 0.05, True), (53, 0.005, True), (60, 0.05, False), (27, 0.05, False), (80, 0.01, False)],
)
def test_what_is_far_larger_or_smaller_than_the_dice_is_asked_about(
    length: float, none: float, told: bool
) -> None:
    """Dice of 12 and 16 mm are told side by side; half as large again is doubted more than that."""
    trust, sure = CONFIG, np.array([True] * 5)
    class_probabilities = np.zeros((5, BACKGROUND + 1))
    class_probabilities[:, 0], class_probabilities[4] = 1.0, 0.0
    class_probabilities[4, 0], class_probabilities[4, BACKGROUND] = 1 - none, none
    predictions = Predictions(class_probabilities, np.zeros((5, 3)))
    strange = outlier_logits(
        outlier_offsets(boxes(40, 40, 40, 40, length), np.array([True] * 4 + [False])), trust
    )
    after = fuse_objectness(np.array([4]), predictions, strange, sure, trust)
    assert (after.faces[4].max() >= trust.face) == told


@pytest.mark.parametrize("sure", range(CONFIG.least_sure_dice))
def test_among_few_dice_nothing_is_strange(sure: int) -> None:
    assert not outlier_offsets(boxes(40, 90, 20), np.arange(3) < sure).any()


def test_without_boxes_there_is_nothing_strange() -> None:
    assert outlier_logits(outlier_offsets([], np.zeros(0, bool)), TRUST).shape == (0,)


def test_each_unlikeness_adds_to_the_outlier_logits() -> None:
    assert outlier_logits(np.eye(2), TRUST) == pytest.approx([1.0, 3.0])


@pytest.mark.parametrize(
    ("looks", "flatness"),
    [((-9, -8, -7, 5), 0), ((-3, -2, -1, 5), 1.5), ((2, 2, 2, -9), 6), ((9, 9, 9, -9), 13)],
)
def test_a_frame_is_as_flat_as_what_looks_most_solid(looks: tuple[float, ...], flatness: float) -> None:
    sure = np.array([True, True, True, False])
    assert objectness_shift(np.array(looks, float), sure) == pytest.approx(flatness)
    assert objectness_shift(np.array(looks, float), np.zeros(4, bool)) == 0


def test_in_a_flat_frame_what_is_read_again_is_less_likely_none() -> None:
    class_probabilities = np.array([[0.0, 0, 0.2, 0, 0, 0, 0, 0.8], [0, 0, 0.2, 0, 0, 0, 0, 0.8]])
    predictions = Predictions(class_probabilities, np.zeros((2, 3)))
    told = shift_objectness(np.array([1]), predictions, 2.0).class_probabilities
    assert told[0] == pytest.approx(class_probabilities[0])
    assert told[1, BACKGROUND] == pytest.approx(1 / (1 + np.exp(2) / 4))
    assert told.sum(1) == pytest.approx(1)
    same = shift_objectness(np.array([0, 1]), predictions, 0.0)
    assert same.class_probabilities == pytest.approx(class_probabilities)


def test_what_is_strange_or_looks_like_none_is_read_again() -> None:
    far, near = TRUST.strange + 0.1, TRUST.strange - 0.1
    strange, looks = np.array([near, far, near, far]), np.array([-2.1, -9, -1.9, 3])
    assert suspects(strange, looks, 0.0, TRUST).tolist() == [False, True, True, True]
    assert suspects(strange, looks, 1.0, TRUST).tolist() == [False, True, False, True]


def held(alone: float, strange: float, sure: bool) -> np.ndarray:
    """Chances of a thing that is a 3 but for a chance of being no die, read again."""
    class_probabilities = np.array([[0.0, 0.5, 0, 0, 0, 0, 0, 0.5], [0, 0, 1 - alone, 0, 0, 0, 0, alone]])
    predictions = Predictions(class_probabilities, np.full((2, 3), 0.2))
    told = fuse_objectness(np.array([1]), predictions, np.array([90, strange]), np.array([sure, sure]), TRUST)
    assert told.class_probabilities[0] == pytest.approx(class_probabilities[0]), "not read again"
    assert told.doubts == pytest.approx(predictions.doubts)
    return told.class_probabilities[1]


def test_the_face_of_a_stranger_is_doubted() -> None:
    odds = np.exp(1.5) / 9
    assert held(0.1, 0.0, True)[2] == pytest.approx(0.9)
    assert held(0.1, 1.5, True)[2] == pytest.approx(1 / (1 + odds))
    assert held(0.1, 9.0, True)[2] == pytest.approx(0.5)


def test_no_company_makes_a_face_surer() -> None:
    assert held(0.3, -9.0, False)[2] == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("alone", "sure", "told"),
    [(0.1, False, 0.1), (0.6, False, 0.6), (0.1, True, 0.1), (0.6, True, 0.3)],
)
def test_a_thing_that_may_well_be_a_die_vanishes_by_the_second_readers_word_alone(
    alone: float, sure: bool, told: float
) -> None:
    class_probabilities = held(alone, 1.2, sure)
    assert class_probabilities[BACKGROUND] == pytest.approx(told)
    assert alone >= 0.5 or class_probabilities[2] > class_probabilities[BACKGROUND]


@pytest.mark.parametrize("sure", [True, False])
@pytest.mark.parametrize(
    ("alone", "strange", "vanishes"),
    [
        (0.1, 3.0, False),
        (0.1, 4.5, True),
        (0.4, 2.5, True),
        (0.95, 0.0, True),
        (0.04, 50.0, False),
        (0.4, 1.0, False),
    ],
)
def test_what_all_together_call_no_die_vanishes(
    alone: float, strange: float, vanishes: bool, sure: bool
) -> None:
    class_probabilities = held(alone, strange, sure)
    assert (class_probabilities[BACKGROUND] > class_probabilities[:BACKGROUND].max()) == vanishes, (
        "or it is asked about"
    )
    assert class_probabilities[2] < 0.8


def test_chances_of_nought_and_one_are_borne() -> None:
    class_probabilities = np.zeros((2, 8))
    class_probabilities[0, BACKGROUND], class_probabilities[1, 3] = 1.0, 1.0
    predictions = Predictions(class_probabilities, np.zeros((2, 3)))
    told = fuse_objectness(np.arange(2), predictions, np.zeros(2), UNSURE[:2], TRUST)
    assert np.isfinite(told.class_probabilities).all()
    assert told.class_probabilities[0, BACKGROUND] > 0.99
    assert told.class_probabilities[1, 3] > 0.99
