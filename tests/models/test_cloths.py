"""Patterned cloths: they fill the frame, repeat as they are asked to, and show more than one colour."""

from collections.abc import Callable

import numpy as np
import pytest

from models.compose import cloths
from models.compose.cloths import KINDS, LEAST_CONTRAST, any_cloth, chequered, printed_rows, woven, zigzag

KINDS_DRAWN = [kind for kind, _ in KINDS]


@pytest.mark.parametrize("kind", KINDS_DRAWN)
def test_a_pattern_fills_its_square_with_colours_that_stand_apart(kind: Callable) -> None:
    for seed in range(8):
        flat = kind(np.random.default_rng(seed), 400, 40.0)
        assert flat.shape == (400, 400, 3)
        assert np.isfinite(flat).all()
        apart = np.percentile(flat, 95, (0, 1)) - np.percentile(flat, 5, (0, 1))
        assert apart.max() > 0.5 * LEAST_CONTRAST, f"seed {seed} is plain"


def test_woven_threads_come_again_after_each_repeat() -> None:
    for seed in range(6):
        flat = woven(np.random.default_rng(seed), 300, 60.0)
        assert np.allclose(flat[:, 60:], flat[:, :-60])
        assert np.allclose(flat[60:], flat[:-60])
        assert np.abs(flat[:, 30:] - flat[:, :-30]).max() > 20, "and not sooner"


@pytest.mark.parametrize("kind", [chequered, printed_rows, zigzag])
def test_what_repeats_is_as_long_as_asked_for(kind: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloths, "PRINTS", (cloths.PRINTS[0],))

    def busy(repeat: float) -> float:
        flats = [kind(np.random.default_rng(seed), 480, repeat).mean(2) for seed in range(6)]
        return float(np.mean([np.abs(np.diff(flat, axis=1)).mean() + np.abs(np.diff(flat, axis=0)).mean()
                              for flat in flats]))  # fmt: skip

    assert busy(24.0) > 1.5 * busy(96.0), "a smaller repeat has more edges"


def test_a_cloth_fills_the_frame_however_it_lies() -> None:
    for seed in range(30):
        picture = any_cloth(np.random.default_rng(seed), 144, 192, 20.0)
        assert picture.shape == (144, 192, 3)
        assert np.isfinite(picture).all()
        edges = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
        assert edges.max() > 20, "no black border where the cloth ends"


def test_the_same_seed_lays_the_same_cloth() -> None:
    one, again, other = (any_cloth(np.random.default_rng(seed), 96, 128, 20.0) for seed in (5, 5, 6))
    assert (one == again).all()
    assert (one != other).any()
