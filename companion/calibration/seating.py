"""Seats in a picture, as sectors round the board in the middle.

Seat 0 is at the bottom middle; the others follow clockwise as seen from above: left, top, right
(``SeatPlaces``). Sectors divide the picture stretched to a square, so every frame shape works; with more
than eight seats a place belongs to the nearest cup. Points are in frame px, (0, 0) at the top left; lengths
are in die sides (``die_side_px(size)`` by default).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import atan2, hypot, inf, pi

from companion.core.seats import EVEN_TURNS, SeatPlaces
from companion.text import say

Size = tuple[int, int]
"""Width and height of a frame in px."""
Point = tuple[float, float]
"""x right, y down, in frame px."""

FEWEST_SEATS, MOST_SEATS = 2, 12
"""Players of the dice games; twelve is the choice made for ``rh``."""
BOARD_HALF_WIDTH, BOARD_HALF_HEIGHT = 0.38, 0.40
"""Half the board over the frame: this leaves a band of five die sides for cups."""
COLUMNS, ROWS = 11, 6
"""Bidding spaces along the board's long and short edge: 2 x 11 + 2 x 6 - 4 corners = 30 spaces."""
SQUARES_BELOW_TITLE = 0.24
"""Share of the inner field above the Lost Dice Squares, for their title."""
CUP_RING = 0.70
"""Cups between the frame's middle (0) and edge (1): in the middle of that band."""
DICE_ACROSS = 24.0
"""Die sides in the height of a 16:9 frame: a die is 30 px in 720 lines, the eye's usual size."""
WIDE = 16 / 9
CUP_RADIUS = 2.5
"""Cup's mouth in die sides: 80 mm across for dice of 16 mm."""
DICE_RADIUS = 1.9
"""Largest distance of a hidden die's centre from the cup's middle: there its corners touch the wall."""
DICE_IN_A_CUP = 6
"""With more dice than this (``rh``) cups are larger."""
LARGE_CUP_RADIUS, LARGE_DICE_RADIUS = 3.2, 2.6
"""The same for a larger cup, 102 mm across: ten dice fit at a tenth of their side apart (60 seeds), and at
no table of 2-12 seats do they reach board, edge or neighbour (tests)."""


class AreaKind(Enum):
    """Parts of the table without dice in play; of overlapping ones the first counts."""

    LOST_DICE = "lost_dice"
    BOARD = "board"
    OUT = "out"

    @property
    def words(self) -> str:
        return say(f"area_kind.{self.value}")


@dataclass(frozen=True, slots=True)
class Rectangle:
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        """Edge included."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def distance(self, x: float, y: float) -> float:
        return hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom))


SIZES_KEPT = 8
"""Areas are asked for with each point, and a camera's frames have one size."""


def die_side_px(size: Size) -> float:
    width, height = size
    return min(height, width / WIDE) / DICE_ACROSS


@lru_cache(SIZES_KEPT)
def frame_of(size: Size) -> Rectangle:
    return Rectangle(0.0, 0.0, float(size[0]), float(size[1]))


@lru_cache(SIZES_KEPT)
def board_of(size: Size) -> Rectangle:
    """Dice there are not in play."""
    width, height = size
    return Rectangle(
        width / 2 * (1 - BOARD_HALF_WIDTH),
        height / 2 * (1 - BOARD_HALF_HEIGHT),
        width / 2 * (1 + BOARD_HALF_WIDTH),
        height / 2 * (1 + BOARD_HALF_HEIGHT),
    )


def inner_field(size: Size) -> Rectangle:
    board = board_of(size)
    wide, high = (board.right - board.left) / COLUMNS, (board.bottom - board.top) / ROWS
    return Rectangle(board.left + wide, board.top + high, board.right - wide, board.bottom - high)


@lru_cache(SIZES_KEPT)
def lost_field_of(size: Size) -> Rectangle:
    field = inner_field(size)
    top = field.top + SQUARES_BELOW_TITLE * (field.bottom - field.top)
    return Rectangle(field.left, top, field.right, field.bottom)


@dataclass(frozen=True, slots=True)
class Seating:
    """2-12 players, evenly round the table."""

    players: int

    def __post_init__(self) -> None:
        if not FEWEST_SEATS <= self.players <= MOST_SEATS:
            raise ValueError(f"a table must have {FEWEST_SEATS}-{MOST_SEATS} seats, got {self.players}")

    def seat_of(self, x: float, y: float, size: Size) -> int | None:
        """``None`` on the board or outside the frame."""
        if not frame_of(size).holds(x, y) or self.ignored(x, y, size):
            return None
        if self._crowded:
            away = [hypot(x - cup_x, y - cup_y) for cup_x, cup_y in _cups_of(self, size)]
            return away.index(min(away))
        u, v = _stretched(x, y, size)
        return round(atan2(-u, v) % (2 * pi) / (2 * pi / self.players)) % self.players

    def seats_of(self, places: Sequence[Point], size: Size) -> tuple[int | None, ...]:
        return tuple(self.seat_of(x, y, size) for x, y in places)

    def die_px(self, size: Size) -> float:
        return die_side_px(size)

    def ignored(self, x: float, y: float, size: Size) -> bool:
        return self.area_at(x, y, size) is not None

    def area_at(self, x: float, y: float, size: Size) -> AreaKind | None:
        """``None``: dice in play, or outside the frame."""
        if lost_field_of(size).holds(x, y):
            return AreaKind.LOST_DICE
        return AreaKind.BOARD if board_of(size).holds(x, y) else None

    def cup_centre(self, seat: int, size: Size) -> Point:
        """Raises ``ValueError`` for a missing seat."""
        self._check(seat)
        u, v = self._places(size).towards(seat)
        reach = CUP_RING / max(abs(u), abs(v))
        width, height = size
        return width / 2 * (1 + u * reach), height / 2 * (1 + v * reach)

    def clearance(self, seat: int, x: float, y: float, size: Size) -> float:
        """Px to the nearest edge of the seat's area; ``-inf`` outside of it."""
        self._check(seat)
        if self.seat_of(x, y, size) != seat:
            return -inf
        frame = frame_of(size)
        to_frame = min(x - frame.left, frame.right - x, y - frame.top, frame.bottom - y)
        return min(to_frame, self._to_neighbours(seat, x, y, size), board_of(size).distance(x, y))

    @property
    def _crowded(self) -> bool:
        return self.players > EVEN_TURNS

    def _places(self, size: Size) -> SeatPlaces:
        return SeatPlaces(self.players, size)

    def _to_neighbours(self, seat: int, x: float, y: float, size: Size) -> float:
        if not self._crowded:
            return min(self._ray_distance(seat + half, x, y, size) for half in (-0.5, 0.5))
        own_x, own_y = self.cup_centre(seat, size)
        own = (x - own_x) ** 2 + (y - own_y) ** 2
        return min(
            ((x - cup_x) ** 2 + (y - cup_y) ** 2 - own) / 2 / hypot(cup_x - own_x, cup_y - own_y)
            for cup_x, cup_y in _cups_of(self, size)
            if (cup_x, cup_y) != (own_x, own_y)
        )

    def _check(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} at a table of {self.players}")

    def _ray_distance(self, steps: float, x: float, y: float, size: Size) -> float:
        """Distance to the ray from the frame's middle, ``steps`` seats clockwise of seat 0."""
        width, height = size
        u, v = self._places(size).towards(steps)
        along_x, along_y = u * width / 2, v * height / 2
        length = hypot(along_x, along_y)
        dx, dy = x - width / 2, y - height / 2
        if dx * along_x + dy * along_y < 0:
            return hypot(dx, dy)
        return abs(dx * along_y - dy * along_x) / length


@lru_cache(SIZES_KEPT)
def _cups_of(seating: Seating, size: Size) -> tuple[Point, ...]:
    return tuple(seating.cup_centre(seat, size) for seat in range(seating.players))


def _stretched(x: float, y: float, size: Size) -> Point:
    """The point in the frame as a square from -1 to 1."""
    width, height = size
    return 2 * x / width - 1, 2 * y / height - 1


SPACES = 30
"""Spaces of one lap (rule sheet milton-bradley: 20 numbers and 10 stars)."""


@dataclass(frozen=True, slots=True)
class LostGrid:
    """Lost Dice Squares: ``each`` of them a seat, in seat order."""

    columns: int
    rows: int
    each: int

    @classmethod
    def for_table(cls, players: int, most_dice: int) -> LostGrid:
        """30 squares for up to six seats of five dice; else 48, up to six a seat."""
        if players <= 6 and most_dice <= 5:
            return cls(columns=10, rows=3, each=5)
        return cls(columns=12, rows=4, each=min(6, 48 // players))


def cell_size(size: Size) -> Point:
    board = board_of(size)
    return (board.right - board.left) / COLUMNS, (board.bottom - board.top) / ROWS


def cell_of_space(position: int) -> tuple[int, int]:
    """Column and row; 0, the space "1", is at the top left, the others follow clockwise."""
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
    """Raises ``ValueError`` beyond 0-29."""
    column, row = cell_of_space(position)
    wide, high = cell_size(size)
    board = board_of(size)
    return board.left + (column + 0.5) * wide, board.top + (row + 0.5) * high


def lost_square(seat: int, nth: int, grid: LostGrid, size: Size) -> Rectangle:
    """Raises ``ValueError`` for a missing square."""
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
