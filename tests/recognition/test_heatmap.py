"""Peaks of a locator's answer as its last convolution leaves it are those of the map laid out."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.detect.detector import SUBCELLS, decode_heatmap, local_maxima

COUNT = 5


def laid_out(answer: np.ndarray) -> np.ndarray:
    """An answer (COUNT * SUBCELLS, H, W) with the cells where they belong, (COUNT, 2H, 2W)."""
    tall, wide = answer.shape[1:]
    cells = answer.reshape(COUNT, 2, 2, tall, wide).transpose(0, 3, 1, 4, 2)
    return cells.reshape(COUNT, 2 * tall, 2 * wide)


@pytest.mark.parametrize("size", [(1, 1), (2, 7), (14, 14), (27, 48)])
@pytest.mark.parametrize("steps", [3, 1000])
def test_they_are_those_of_the_map_laid_out(size: tuple[int, int], steps: int) -> None:
    """With few steps many neighbours are as high as each other, and both are peaks."""
    rng = np.random.default_rng(steps)
    answer = (rng.integers(0, steps, (COUNT * SUBCELLS, *size)) / steps).astype(np.float32)
    whole = laid_out(answer)
    for least in (0.0, 0.5, 0.9):
        rows, columns = local_maxima(whole[0], least)
        at_rows, at_columns, told = decode_heatmap(answer, least)
        assert len(rows) > 0 or least > 0
        assert (at_rows.tolist(), at_columns.tolist()) == (rows.tolist(), columns.tolist())
        assert (told == whole[:, rows, columns]).all()


def test_nothing_hot_has_no_peak() -> None:
    answer = np.full((COUNT * SUBCELLS, 4, 6), -9.0, np.float32)
    rows, columns, told = decode_heatmap(answer, 0.0)
    assert (len(rows), len(columns), told.shape) == (0, 0, (COUNT, 0))
