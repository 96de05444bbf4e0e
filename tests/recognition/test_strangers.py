"""What is unlike the dice it lies among is read again, and the more readily taken for no die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.recognition.classify import NO_DIE, Verdicts
from companion.recognition.sight import Located
from companion.recognition.strangers import (
    LEAST_SURE,
    all_flat,
    less_flat,
    strangeness,
    suspects,
    unlikeness,
    with_company,
)
from companion.recognition.weights import load_weights

TRUST = replace(
    load_weights().thresholds,
    by_place=1.0,
    by_size=3.0,
    by_second=1.0,
    no_die_first=0.0,
)
SURE = np.array([True, True, True, True, False])
UNSURE = np.zeros(3, bool)


def boxes(*lengths: float, chance: float = 0.8) -> list[Located]:
    return [Located((0.0, 0.0, length, length), chance) for length in lengths]


def test_what_is_usual_is_what_the_sure_dice_have() -> None:
    located = [*boxes(40, 42, 38, 41), *boxes(80, chance=0.3)]
    unlike = unlikeness(located, SURE)
    assert unlike[:4, 0] == pytest.approx([0] * 4)
    assert unlike[4, 0] == pytest.approx(np.log(4) - np.log(3 / 7))
    assert unlike[4, 1] == pytest.approx(np.log(80 / np.sqrt(40 * 41)) ** 2)


def test_the_unsure_have_no_say_in_what_is_usual() -> None:
    located = [*boxes(40, 42, 38, 41), *boxes(80, chance=0.3)]
    others = unlikeness([*located[:4], *boxes(400, chance=0.01)], SURE)
    assert others[:4] == pytest.approx(unlikeness(located, SURE)[:4])


@pytest.mark.parametrize(
    ("length", "none", "told"),
    [(40, 0.05, True), (53, 0.005, True), (60, 0.05, False), (27, 0.05, False), (80, 0.01, False)],
)
def test_what_is_far_larger_or_smaller_than_the_dice_is_asked_about(
    length: float, none: float, told: bool
) -> None:
    """Dice of 12 and 16 mm are told side by side; half as large again is doubted more than that."""
    trust, sure = load_weights().thresholds, np.array([True] * 5)
    kinds = np.zeros((5, NO_DIE + 1))
    kinds[:, 0], kinds[4] = 1.0, 0.0
    kinds[4, 0], kinds[4, NO_DIE] = 1 - none, none
    verdicts = Verdicts(kinds, np.zeros((5, 3)))
    strange = strangeness(unlikeness(boxes(40, 40, 40, 40, length), np.array([True] * 4 + [False])), trust)
    after = with_company(np.array([4]), verdicts, strange, sure, trust)
    assert (after.faces[4].max() >= trust.face) == told


@pytest.mark.parametrize("sure", range(LEAST_SURE))
def test_among_few_dice_nothing_is_strange(sure: int) -> None:
    assert not unlikeness(boxes(40, 90, 20), np.arange(3) < sure).any()


def test_without_boxes_there_is_nothing_strange() -> None:
    assert strangeness(unlikeness([], np.zeros(0, bool)), TRUST).shape == (0,)


def test_each_unlikeness_adds_to_the_strangeness() -> None:
    assert strangeness(np.eye(2), TRUST) == pytest.approx([1.0, 3.0])


@pytest.mark.parametrize(
    ("looks", "flatness"),
    [((-9, -8, -7, 5), 0), ((-3, -2, -1, 5), 1.5), ((2, 2, 2, -9), 6), ((9, 9, 9, -9), 13)],
)
def test_a_frame_is_as_flat_as_what_looks_most_solid(looks: tuple[float, ...], flatness: float) -> None:
    sure = np.array([True, True, True, False])
    assert all_flat(np.array(looks, float), sure) == pytest.approx(flatness)
    assert all_flat(np.array(looks, float), np.zeros(4, bool)) == 0


def test_in_a_flat_frame_what_is_read_again_is_less_likely_none() -> None:
    kinds = np.array([[0.0, 0, 0.2, 0, 0, 0, 0, 0.8], [0, 0, 0.2, 0, 0, 0, 0, 0.8]])
    verdicts = Verdicts(kinds, np.zeros((2, 3)))
    told = less_flat(np.array([1]), verdicts, 2.0).kinds
    assert told[0] == pytest.approx(kinds[0])
    assert told[1, NO_DIE] == pytest.approx(1 / (1 + np.exp(2) / 4))
    assert told.sum(1) == pytest.approx(1)
    assert less_flat(np.array([0, 1]), verdicts, 0.0).kinds == pytest.approx(kinds)


def test_what_is_strange_or_looks_like_none_is_read_again() -> None:
    far, near = TRUST.strange + 0.1, TRUST.strange - 0.1
    strange, looks = np.array([near, far, near, far]), np.array([-2.1, -9, -1.9, 3])
    assert suspects(strange, looks, 0.0, TRUST).tolist() == [False, True, True, True]
    assert suspects(strange, looks, 1.0, TRUST).tolist() == [False, True, False, True]


def held(alone: float, strange: float, sure: bool) -> np.ndarray:
    """Chances of a thing that is a 3 but for a chance of being no die, read again."""
    kinds = np.array([[0.0, 0.5, 0, 0, 0, 0, 0, 0.5], [0, 0, 1 - alone, 0, 0, 0, 0, alone]])
    verdicts = Verdicts(kinds, np.full((2, 3), 0.2))
    told = with_company(np.array([1]), verdicts, np.array([90, strange]), np.array([sure, sure]), TRUST)
    assert told.kinds[0] == pytest.approx(kinds[0]), "not read again"
    assert told.doubts == pytest.approx(verdicts.doubts)
    return told.kinds[1]


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
    kinds = held(alone, 1.2, sure)
    assert kinds[NO_DIE] == pytest.approx(told)
    assert alone >= 0.5 or kinds[2] > kinds[NO_DIE]


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
    kinds = held(alone, strange, sure)
    assert (kinds[NO_DIE] > kinds[:NO_DIE].max()) == vanishes, "or it is asked about"
    assert kinds[2] < 0.8


def test_chances_of_nought_and_one_are_borne() -> None:
    kinds = np.zeros((2, 8))
    kinds[0, NO_DIE], kinds[1, 3] = 1.0, 1.0
    verdicts = Verdicts(kinds, np.zeros((2, 3)))
    told = with_company(np.arange(2), verdicts, np.zeros(2), UNSURE[:2], TRUST)
    assert np.isfinite(told.kinds).all()
    assert told.kinds[0, NO_DIE] > 0.99
    assert told.kinds[1, 3] > 0.99
