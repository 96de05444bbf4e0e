"""Shaken dice: fair faces, places that are clear of each other, the same for the same seeds."""

from __future__ import annotations

from collections import Counter
from math import hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calibration import DICE_RADIUS, LARGE_DICE_RADIUS
from companion.simulator.laying import Place, beside, chance, overlap, rolled, scattered

turns = st.floats(0, 360)


@given(st.integers(0, 10_000), st.integers(0, 6))
def test_dice_lie_under_the_cup_and_clear_of_each_other(seed: int, dice: int) -> None:
    rng = chance(seed)
    places = scattered(rng, tuple(rng.uniform(0, 360, dice).tolist()))
    assert len(places) == dice
    assert all(hypot(place.x, place.y) <= DICE_RADIUS for place in places)
    pairs = [(a, b) for number, a in enumerate(places) for b in places[:number]]
    assert not any(overlap(a, b, 0.02) for a, b in pairs)


def test_six_dice_keep_a_seventh_of_their_side_apart() -> None:
    """What GAPS promises; over 200 seeds."""
    for seed in range(200):
        rng = chance(seed, 6)
        places = scattered(rng, tuple(rng.uniform(0, 360, 6).tolist()))
        assert not any(overlap(a, b, 0.149) for n, a in enumerate(places) for b in places[:n])


def test_ten_dice_fit_under_a_larger_cup() -> None:
    for seed in range(60):
        rng = chance(seed, 10)
        places = scattered(rng, tuple(rng.uniform(0, 360, 10).tolist()), LARGE_DICE_RADIUS)
        assert not any(overlap(a, b, 0.099) for n, a in enumerate(places) for b in places[:n])


def test_too_many_dice_for_a_cup_are_refused() -> None:
    with pytest.raises(ValueError, match="30 dice do not fit"):
        scattered(chance(1), (0.0,) * 30)


@given(turns, turns, st.floats(-3, 3), st.floats(-3, 3))
def test_overlap_agrees_with_looking_at_the_corners(a_turn: float, b_turn: float, x: float, y: float) -> None:
    """Two squares overlap when a fine grid of one has a point in the other."""
    a, b = Place(0.0, 0.0, a_turn), Place(x, y, b_turn)
    steps = np.linspace(-0.5, 0.5, 41)
    grid = np.array([(u, v) for u in steps for v in steps])
    inside_a = _into(a, _out_of(b, grid))
    touches = bool((np.abs(inside_a) < 0.5).all(axis=1).any())
    if touches:
        assert overlap(a, b, 0.0)
    elif overlap(a, b, 0.0):
        assert overlap(b, a, 0.0)
        assert _into(a, _out_of(b, grid)).__abs__().max(axis=1).min() < 0.55


def _out_of(place: Place, points: np.ndarray) -> np.ndarray:
    turn = np.radians(place.turn_deg)
    along, across = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    return points[:, :1] * along + points[:, 1:] * across + (place.x, place.y)


def _into(place: Place, points: np.ndarray) -> np.ndarray:
    turn = np.radians(place.turn_deg)
    moved = points - (place.x, place.y)
    along, across = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    return np.column_stack((moved @ along, moved @ across))


@given(turns, st.sampled_from([0.0, 90.0, 180.0, 270.0]))
def test_a_die_pushed_beside_another_touches_it_face_to_face(turn_deg: float, towards_deg: float) -> None:
    first = Place(0.3, -0.2, turn_deg)
    second = beside(first, towards_deg)
    assert hypot(second.x - first.x, second.y - first.y) == pytest.approx(1.0)
    assert overlap(first, second, 0.001)
    assert not overlap(first, second, -0.001)
    wanted = np.array([np.cos(np.radians(towards_deg)), np.sin(np.radians(towards_deg))])
    assert np.dot((second.x - first.x, second.y - first.y), wanted) >= np.cos(np.radians(45.001))


def test_faces_are_fair() -> None:
    """6,000 dice: each face within five standard deviations (29 each) of 1,000."""
    counts = Counter(rolled(chance(20), 6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


def test_chance_follows_from_all_its_seeds() -> None:
    assert rolled(chance(1, 2, 3), 20) == rolled(chance(1, 2, 3), 20)
    different = {
        rolled(chance(*seeds), 20) for seeds in ((1, 2, 3), (1, 2, 4), (1, 3, 2), (-1, 2, 3), (2, 2, 3))
    }
    assert len(different) == 5
