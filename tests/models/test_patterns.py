"""Patterned dice: bodies of two colours or three, marks that stand out from each of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.compose.cast_die import any_cast_make, cast_die
from models.compose.cast_faces import LEAST_APART, PATTERNS, pattern_of, patterned
from models.compose.make import Make, any_make, lab_distance
from models.compose.sketch import marks_of

FACE_PX = 112


@pytest.mark.parametrize("kind", sorted(set(PATTERNS)))
def test_every_pattern_shows_both_of_its_colours(kind: str) -> None:
    rng, told = np.random.default_rng(3), 0
    for _ in range(160):
        make = patterned(rng, any_make(rng, starred=False))
        if make.pattern != kind or len(make.others) > 1 or lab_distance(make.body, make.others[0]) < 30:
            continue
        drawn = pattern_of(rng, make, FACE_PX, 6 * FACE_PX, FACE_PX)
        apart = np.asarray(make.others[0]) - make.body
        share = (drawn - make.body) @ apart / (apart @ apart)
        assert share.min() > -0.01
        assert share.max() < 1.01
        told += (share.min() < 0.2) and (share.max() > 0.5)
    assert told >= 2


def test_marks_stand_out_from_all_colours_of_a_pattern() -> None:
    rng, apart = np.random.default_rng(4), []
    for _ in range(80):
        make = patterned(rng, any_make(rng))
        apart.append(min(lab_distance(make.mark, body) for body in (make.body, *make.others)))
    assert np.mean(np.array(apart) > LEAST_APART) > 0.95


def test_as_many_dice_are_patterned_as_asked_for() -> None:
    rng = np.random.default_rng(5)
    assert not any(any_cast_make(rng).pattern for _ in range(50))
    assert 15 <= sum(bool(any_cast_make(rng, patterned=0.5).pattern) for _ in range(50)) <= 35


def test_a_patterned_die_is_less_even_than_the_same_without_its_pattern() -> None:
    busier = 0
    for seed in range(6):
        make = patterned(np.random.default_rng(seed), any_make(np.random.default_rng(seed), starred=False))
        if lab_distance(make.body, make.others[0]) < 30:
            continue
        with_it, without = (_unevenness(seed, each) for each in (make, replace(make, pattern="", others=())))
        busier += 1 if with_it > without else -1
    assert busier >= 2


def _unevenness(seed: int, make: Make) -> float:
    die = cast_die(np.random.default_rng(seed), 1, make=make, marks=lambda *_: []).bgra.astype(float)
    middle = die[die.shape[0] // 3 : -die.shape[0] // 3, die.shape[1] // 3 : -die.shape[1] // 3, :3]
    return float(middle.std((0, 1)).sum())


def test_the_pips_of_a_patterned_die_are_those_of_its_face() -> None:
    make = patterned(np.random.default_rng(1), any_make(np.random.default_rng(1), starred=False))
    assert [len(marks_of(np.random.default_rng(1), make, number)) for number in range(1, 7)] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
