"""The board in the middle of the picture: 30 bidding spaces round the Lost Dice Squares.

Positions are in frame pixels and follow from the board's rectangle (``seating.board_of``), so the
simulated table and whatever reads the board agree.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.calibration.seating import (
    COLUMNS,
    ROWS,
    Point,
    Rectangle,
    Size,
    board_of,
    lost_field_of,
)

SPACES = 30
"""Spaces of one lap (rule sheet milton-bradley: 20 numbers and 10 stars)."""


@dataclass(frozen=True, slots=True)
class LostGrid:
    """The number of Lost Dice Squares: each seat owns ``each`` of them, in seat order."""

    columns: int
    rows: int
    each: int

    @classmethod
    def for_table(cls, players: int, most_dice: int) -> LostGrid:
        """30 squares for six seats of five dice; 48 for more seats or dice, as many as have room."""
        if players <= 6 and most_dice <= 5:
            return cls(columns=10, rows=3, each=5)
        return cls(columns=12, rows=4, each=min(6, 48 // players))


def cell_size(size: Size) -> Point:
    """Width and height of a bidding space."""
    board = board_of(size)
    return (board.right - board.left) / COLUMNS, (board.bottom - board.top) / ROWS


def cell_of_space(position: int) -> tuple[int, int]:
    """Column and row of a space, clockwise from the top left; 0 is the space "1"."""
    if not 0 <= position < SPACES:
        raise ValueError(f"a space must be 0-{SPACES - 1}, got {position}")
    if position < COLUMNS:
        return position, 0
    position -= COLUMNS
    if position < ROWS - 1:
        return COLUMNS - 1, position + 1
    position -= ROWS - 1
    if position < COLUMNS - 1:
        return COLUMNS - 2 - position, ROWS - 1
    return 0, ROWS - 2 - (position - (COLUMNS - 1))


def space_centre(position: int, size: Size) -> Point:
    """Middle of a bidding space. Raises ``ValueError`` beyond 0-29."""
    column, row = cell_of_space(position)
    wide, high = cell_size(size)
    board = board_of(size)
    return board.left + (column + 0.5) * wide, board.top + (row + 0.5) * high


def lost_square(seat: int, nth: int, grid: LostGrid, size: Size) -> Rectangle:
    """The ``nth`` Lost Dice Square of a seat. Raises ``ValueError`` when the grid has no such square."""
    index = seat * grid.each + nth
    if not (0 <= nth < grid.each and 0 <= index < grid.columns * grid.rows):
        raise ValueError(f"there is no Lost Dice Square {nth} for seat {seat}")
    field = lost_field_of(size)
    wide = (field.right - field.left) / (grid.columns + 0.5)
    high = (field.bottom - field.top) / (grid.rows + 0.2)
    side = min(wide, high)
    row, column = divmod(index, grid.columns)
    x = (field.left + field.right) / 2 + (column - (grid.columns - 1) / 2) * wide
    y = field.top + (row + 0.5) * high
    return Rectangle(x - side * 0.46, y - side * 0.46, x + side * 0.46, y + side * 0.46)
