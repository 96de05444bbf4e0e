"""Middles and quantiles of a few numbers are NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.networks.arithmetic import median_of, medians_of, quantile_of


@pytest.mark.parametrize("count", [1, 2, 3, 8, 31])
def test_they_are_those_of_numpy_to_the_last_bit(count: int) -> None:
    rng = np.random.default_rng(count)
    for _ in range(50):
        rows = rng.normal(size=(4, count)) * 10.0 ** rng.integers(-3, 4)
        assert median_of(rows[0]) == np.median(rows[0])
        assert (medians_of(rows) == np.median(rows, axis=1)).all()
        for share in (0.0, 0.25, 0.6, 1.0):
            assert quantile_of(rows[0].tolist(), share) == np.quantile(rows[0], share)
