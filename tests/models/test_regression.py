"""Weights are found again where they are known."""

from __future__ import annotations

import numpy as np

from models.regression import fitted


def test_known_odds_are_found_again() -> None:
    rng = np.random.default_rng(2)
    true = np.array([0.8, -0.5, 2.0, 1.0, -1.5])
    features = np.column_stack([rng.normal(0, 1.5, (40_000, 4)), np.ones(40_000)])
    none = rng.random(40_000) < 1 / (1 + np.exp(-features @ true))
    assert np.abs(fitted(features, none) - true).max() < 0.12


def test_what_parts_all_dice_from_all_others_does_not_run_away() -> None:
    features = np.column_stack([np.linspace(-1, 1, 200), np.zeros((200, 3)), np.ones(200)])
    found = fitted(features, features[:, 0] > 0)
    assert np.isfinite(found).all()
    assert found[0] > 10
    assert found[1:4].tolist() == [0, 0, 0]
