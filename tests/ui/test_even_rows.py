"""Rows of one height: all of them seen where they fit, else one cut off, so that people scroll."""

from __future__ import annotations

import pytest

from companion.ui.widgets.even_rows import row_height

LEAST, TALLEST, GAP = 50.0, 90.0, 8.0


@pytest.mark.parametrize("rows", range(1, 20))
@pytest.mark.parametrize("room", [20.0, 130.5, 336.0, 408.0, 701.3])
def test_rows_fit_or_one_of_them_is_cut(rows: int, room: float) -> None:
    height = row_height(rows, room, GAP, LEAST, TALLEST)
    assert LEAST <= height <= TALLEST
    together = rows * (height + GAP) - GAP
    if together > room >= LEAST:
        seen = (room + GAP) / (height + GAP) % 1.0
        assert 0.2 < seen < 0.95


def test_as_many_rows_as_have_room_are_seen_whole() -> None:
    assert row_height(4, 4 * 58 - 8, GAP, LEAST, TALLEST) == LEAST
    assert row_height(2, 408, GAP, LEAST, TALLEST) == TALLEST
