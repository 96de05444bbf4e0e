"""Where the spaces of the bidding track lie: the border cells of a grid, clockwise from the top left."""

from __future__ import annotations

LANDSCAPE_GRID = (11, 6)
PORTRAIT_GRID = (6, 11)
"""Columns and rows: both have exactly 30 border cells."""


def border_cells(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """(column, row) of each border cell, row 0 on top, clockwise from the top left corner."""
    top = [(column, 0) for column in range(columns)]
    right = [(columns - 1, row) for row in range(1, rows)]
    bottom = [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    left = [(0, row) for row in range(rows - 2, 0, -1)]
    return (*top, *right, *bottom, *left)


def between(cells: tuple[tuple[int, int], ...], progress: float) -> tuple[float, float]:
    """Where a die stands that is ``progress`` spaces along the track (2.5: half way from 2 to 3)."""
    low = int(progress) % len(cells)
    high = (low + 1) % len(cells)
    part = progress - int(progress)
    (ax, ay), (bx, by) = cells[low], cells[high]
    return ax + (bx - ax) * part, ay + (by - ay) * part
