"""What is unlike the dice it lies among is read again, and the more readily taken for no die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.recognition.classify import NO_DIE, Verdicts
from companion.recognition.sight import Located
from companion.recognition.strangers import (
    LEAST_SURE,
    USUAL_LOOK,
    strangeness,
    unlikeness,
    with_company,
)
from companion.recognition.weights import load_weights

TRUST = replace(
    load_weights().thresholds,
    by_look=0.5,
    by_place=1.0,
    by_size=3.0,
    flat=1.0,
    by_second=1.0,
    no_die_first=0.0,
)
SURE = np.array([True, True, True, True, False])
UNSURE = np.zeros(3, bool)


def boxes(*lengths: float, chance: float = 0.8) -> list[Located]:
    return [Located((0.0, 0.0, length, length), chance) for length in lengths]


def test_what_is_usual_is_what_the_sure_dice_have() -> None:
    located = [*boxes(40, 42, 38, 41), *boxes(80, chance=0.3)]
    unlike = unlikeness(located, np.array([-2.0, -3, -1, -2, 3]), SURE)
    assert unlike[:4, 0] == pytest.approx([0, -1, 1, 0])
    assert unlike[4, 0] == pytest.approx(5)
    assert unlike[:4, 1] == pytest.approx([0] * 4)
    assert unlike[4, 1] == pytest.approx(np.log(4) - np.log(3 / 7))
    assert unlike[4, 2] == pytest.approx(np.log(80 / np.sqrt(40 * 41)))


def test_the_unsure_have_no_say_in_what_is_usual() -> None:
    located = [*boxes(40, 42, 38, 41), *boxes(80, chance=0.3)]
    looks = np.array([-2.0, -3, -1, -2, 3])
    others = unlikeness([*located[:4], *boxes(400, chance=0.01)], np.array([*looks[:4], 30]), SURE)
    assert others[:4] == pytest.approx(unlikeness(located, looks, SURE)[:4])


def test_dice_that_look_most_solid_make_no_other_look_flat() -> None:
    unlike = unlikeness(boxes(40, 40, 40, 40, 40), np.array([-9.0, -9, -9, -9, USUAL_LOOK]), SURE)
    assert unlike[4, 0] == 0


@pytest.mark.parametrize("sure", range(LEAST_SURE))
def test_among_few_dice_nothing_is_strange(sure: int) -> None:
    assert not unlikeness(boxes(40, 90, 20), np.array([-6.0, 0, 1]), np.arange(3) < sure).any()


def test_without_boxes_there_is_nothing_strange() -> None:
    assert strangeness(unlikeness([], np.zeros(0), np.zeros(0, bool)), np.zeros(0), TRUST).shape == (0,)


def test_each_unlikeness_adds_to_the_strangeness() -> None:
    assert strangeness(np.eye(3), np.zeros(3), TRUST) == pytest.approx([0.5, 1.0, 3.0])


@pytest.mark.parametrize(
    ("no_die", "unlike", "enough"),
    [(1.1, 2.6, True), (0.9, 2.6, False), (1.1, 2.4, False), (-3.0, 9.0, False)],
)
def test_what_looks_like_none_and_unlike_the_others_is_doubted_by_that_alone(
    no_die: float, unlike: float, enough: bool
) -> None:
    strange = strangeness(np.array([[unlike, 0, 0]]), np.array([no_die]), TRUST)[0]
    assert held(1e-5, strange, True)[2] == pytest.approx(0.5 if enough else 1.0, abs=0.01)


def held(alone: float, strange: float, sure: bool) -> np.ndarray:
    """Chances of a thing that is a 3 but for a chance of being no die, read again."""
    kinds = np.array([[0.0, 0.5, 0, 0, 0, 0, 0, 0.5], [0, 0, 1 - alone, 0, 0, 0, 0, alone]])
    verdicts = Verdicts(kinds, np.full((2, 3), 0.2), np.zeros((2, 128)))
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
    [(0.1, False, 0.1), (0.6, False, 0.6), (0.1, True, 0.1), (0.6, True, 0.3), (0.95, True, 0.95)],
)
def test_a_stranger_does_not_vanish_but_by_the_second_readers_word(
    alone: float, sure: bool, told: float
) -> None:
    kinds = held(alone, 50.0, sure)
    assert kinds[NO_DIE] == pytest.approx(told)
    assert alone >= 0.5 or kinds[2] > kinds[NO_DIE]


def test_chances_of_nought_and_one_are_borne() -> None:
    kinds = np.zeros((2, 8))
    kinds[0, NO_DIE], kinds[1, 3] = 1.0, 1.0
    verdicts = Verdicts(kinds, np.zeros((2, 3)), np.zeros((2, 0)))
    told = with_company(np.arange(2), verdicts, np.zeros(2), UNSURE[:2], TRUST)
    assert np.isfinite(told.kinds).all()
    assert told.kinds[0, NO_DIE] > 0.99
    assert told.kinds[1, 3] > 0.99
