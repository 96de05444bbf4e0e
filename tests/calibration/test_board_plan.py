"""The board's plan: thirty spaces clockwise, and a Lost Dice Square for every die that can be lost."""

from __future__ import annotations

import pytest

from companion.calibration import (
    SPACES,
    AreaKind,
    LostGrid,
    Seating,
    board_of,
    inner_field,
    lost_square,
    space_centre,
)
from companion.calibration.seating import COLUMNS, ROWS, cell_of_space

SIZE = (1280, 720)


def test_the_spaces_fill_the_rim_once_and_each_touches_the_next() -> None:
    cells = [cell_of_space(position) for position in range(SPACES)]
    rim = {(c, r) for c in range(COLUMNS) for r in range(ROWS) if c in (0, COLUMNS - 1) or r in (0, ROWS - 1)}
    assert set(cells) == rim
    assert len(rim) == SPACES
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(cells, (*cells[1:], cells[0]), strict=True)]
    assert steps == [1] * SPACES


def test_the_spaces_run_clockwise_from_the_top_left() -> None:
    assert [cell_of_space(position) for position in (0, 10, 15, 25)] == [(0, 0), (10, 0), (10, 5), (0, 5)]


@pytest.mark.parametrize("position", [-1, 30])
def test_there_are_no_other_spaces(position: int) -> None:
    with pytest.raises(ValueError, match="0-29"):
        space_centre(position, SIZE)


@pytest.mark.parametrize(
    ("players", "dice", "squares"), [(2, 5, 30), (6, 5, 30), (7, 5, 48), (6, 6, 48), (8, 6, 48)]
)
def test_every_die_has_a_square_of_its_own_inside_the_field(players: int, dice: int, squares: int) -> None:
    grid = LostGrid.for_table(players, dice)
    assert grid.columns * grid.rows == squares
    field = inner_field(SIZE)
    middles = set()
    for seat in range(players):
        for nth in range(dice):
            square = lost_square(seat, nth, grid, SIZE)
            assert field.left <= square.left < square.right <= field.right
            assert field.top <= square.top < square.bottom <= field.bottom
            middles.add((round(square.left), round(square.top)))
    assert len(middles) == players * dice


def test_there_is_no_square_beyond_the_last() -> None:
    grid = LostGrid.for_table(6, 5)
    for seat, nth in ((6, 0), (0, 5), (0, -1)):
        with pytest.raises(ValueError, match="no Lost Dice Square"):
            lost_square(seat, nth, grid, SIZE)


def test_all_of_it_lies_on_the_board() -> None:
    board = board_of(SIZE)
    assert all(board.holds(*space_centre(position, SIZE)) for position in range(SPACES))


@pytest.mark.parametrize(("players", "most_dice"), [(2, 5), (6, 5), (8, 6)])
def test_spaces_are_on_the_board_and_the_lost_dice_squares_are_told_apart(
    players: int, most_dice: int
) -> None:
    seating, grid = Seating(players), LostGrid.for_table(players, most_dice)
    spaces = {seating.area_at(*space_centre(position, SIZE), SIZE) for position in range(SPACES)}
    assert spaces == {AreaKind.BOARD}
    for index in range(grid.columns * grid.rows // grid.each):
        for nth in range(grid.each):
            square = lost_square(index, nth, grid, SIZE)
            for corner in ((square.left, square.top), (square.right, square.bottom)):
                assert seating.area_at(*corner, SIZE) is AreaKind.LOST_DICE
    assert seating.area_at(*seating.cup_centre(0, SIZE), SIZE) is None
    assert seating.area_at(-5.0, -5.0, SIZE) is None
