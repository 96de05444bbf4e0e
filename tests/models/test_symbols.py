"""Symbols put together by chance, and dice as plain as a drawn one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.compose.make import any_make
from models.compose.paint import STAR
from models.compose.sketch import PIPS, plain_die
from models.compose.symbols import REACH, Symbol, any_symbol, letter, small_shapes


def drawn(symbol: Symbol) -> np.ndarray:
    canvas = np.zeros((96, 96), np.uint8)
    for outline, filled in symbol:
        cv2.fillPoly(canvas, [np.round((outline + 1) * 48).astype(np.int32)], 255 if filled else 0)
    return canvas > 0


@pytest.mark.parametrize("seed", range(12))
def test_a_symbol_lies_on_its_face_and_shows(seed: int) -> None:
    symbol = any_symbol(np.random.default_rng(seed))
    points = np.concatenate([outline for outline, filled in symbol if filled])
    reach = np.linalg.norm(points, axis=1).max()
    assert REACH[0] - 1e-9 <= reach <= REACH[1] + 1e-9
    assert 0.01 < drawn(symbol).mean() < 0.7


def test_symbols_of_one_number_are_the_same_and_of_others_not() -> None:
    one, again, *others = (drawn(any_symbol(np.random.default_rng((7, n)))) for n in (1, 1, 2, 3, 4, 5))
    assert (one == again).all()
    shared = [(one & each).sum() / (one | each).sum() for each in others]
    assert max(shared) < 0.8


def test_small_shapes_are_as_many_as_told() -> None:
    for number in range(1, 7):
        shown = drawn(small_shapes(np.random.default_rng(number), number, PIPS)).astype(np.uint8)
        assert cv2.connectedComponents(shown)[0] - 1 == number


def test_a_letter_keeps_its_hole() -> None:
    whole = drawn(letter("O"))
    assert not whole[48, 48]
    assert [filled for _, filled in letter("O")] == [True, False]


@pytest.mark.parametrize("top", range(1, 7))
def test_a_plain_die_lies_flat_and_shows_its_face(top: int) -> None:
    rng = np.random.default_rng(top)
    make = any_make(rng, starred=False)
    die = plain_die(rng, top, make)
    assert (die.label, die.cocked, die.lean) == (top, False, (0.0, 0.0))
    whole = die.bgra[..., 3] > 250
    apart = np.abs(die.bgra[whole][:, :3].astype(float) - make.mark).sum(1) < 60
    assert 0.004 * top < apart.mean() < 0.6


def test_a_plain_star_is_a_star() -> None:
    rng = np.random.default_rng(3)
    assert plain_die(rng, 1, any_make(rng, starred=True)).label == STAR
