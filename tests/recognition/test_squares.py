"""The Lost Dice Squares are counted alone: nothing beside them ever reaches the eye."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.calibration import AreaKind, Seating
from companion.calibration.seating import lost_field_of
from companion.core.frame import Frame
from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.squares import BLANK, SquaresEye, SquaresField
from companion.simulator import SimulatedTable

SIZE = (1280, 720)


class SeenPixels:
    """An eye that reads nothing and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[np.ndarray] = []

    def read(self, frame: Frame, die_px: float | None = None) -> PhotoReading:
        self.shown.append(frame.pixels)
        return PhotoReading((frame.width, frame.height), (ReadDie((0, 0, 9, 9), None, None, 0.5),))


class DiamondSeats:
    """Squares in a diamond in the middle of the table, which a window cannot cut out alone."""

    def seat_of(self, x: float, y: float, size: tuple[int, int]) -> int | None:
        return 0

    def area_at(self, x: float, y: float, size: tuple[int, int]) -> AreaKind | None:
        away = abs(x - size[0] / 2) + abs(y - size[1] / 2)
        return AreaKind.LOST_DICE if away < size[1] / 4 else None

    def ignored(self, x: float, y: float, size: tuple[int, int]) -> bool:
        return self.area_at(x, y, size) is not None


class NoSquares(DiamondSeats):
    """A table whose squares nobody has touched."""

    def area_at(self, x: float, y: float, size: tuple[int, int]) -> AreaKind | None:
        return None


def any_frame(seed: int) -> Frame:
    return Frame(np.random.default_rng(seed).integers(0, 256, (*SIZE[::-1], 3), np.uint8), seed)


@pytest.mark.parametrize("seats", [DiamondSeats(), Seating(4)], ids=["diamond", "board"])
def test_two_tables_that_differ_beside_the_squares_are_the_same_to_the_eye(seats: object) -> None:
    eye = SeenPixels()
    squares = SquaresEye(eye, lambda players: seats)
    one, other = any_frame(1), any_frame(2)
    inside = np.array(
        [
            [seats.area_at(x, y, SIZE) is AreaKind.LOST_DICE for x in range(0, SIZE[0], 4)]
            for y in range(0, SIZE[1], 4)
        ],
        np.uint8,
    )
    near = cv2.dilate(cv2.resize(inside, SIZE, interpolation=cv2.INTER_NEAREST), np.ones((17, 17))) > 0
    mixed = np.where(near[..., None], one.pixels, other.pixels)
    squares.lost_seen(one, 4)
    looks = len(eye.shown)
    squares.lost_seen(Frame(mixed, 9), 4)
    assert all((a == b).all() for a, b in zip(eye.shown[:looks], eye.shown[looks:], strict=True))
    shown = (eye.shown[0] != BLANK).any(2).sum()
    assert 0.95 < shown / (16 * inside.sum()) < 1.05


def test_what_is_cut_out_lies_at_no_seat_and_under_no_cup() -> None:
    for players in range(2, 13):
        seating = Seating(players)
        left, top, right, bottom = SquaresField.of(seating, SIZE).window
        corners = [(x, y) for x in (left, right - 1) for y in (top, bottom - 1)]
        assert [seating.seat_of(x, y, SIZE) for x, y in corners] == [None] * 4
        known = lost_field_of(SIZE)
        cut, wanted = (left, top, right, bottom), (known.left, known.top, known.right, known.bottom)
        assert cut == pytest.approx(wanted, abs=8)


def test_where_no_squares_are_known_nothing_is_read() -> None:
    eye = SeenPixels()
    assert SquaresEye(eye, lambda players: NoSquares()).lost_seen(any_frame(1), 3) is None
    assert eye.shown == []


@pytest.mark.slow
@pytest.mark.parametrize("lost", [(0, 0, 0), (1, 0, 0), (2, 3, 0)])
def test_the_real_eye_counts_the_lost_dice_of_the_simulated_table(lost: tuple[int, ...]) -> None:
    table = SimulatedTable(3, 4)
    table.lost(lost)
    table.deal(tuple(5 - gone for gone in lost), (), 7)
    assert SquaresEye(Eye(), Seating).lost_seen(table.capture(0), 3) == sum(lost)


@pytest.mark.slow
def test_a_red_die_beside_the_track_and_dice_that_lie_open_are_no_lost_dice() -> None:
    table = SimulatedTable(2, 5)
    table.lost((2, 0))
    table.deal((3, 5), ((), (1, 6)), 7)
    table.lift()
    assert SquaresEye(Eye(), Seating).lost_seen(table.capture(0), 2) == 2


class CountingEye:
    """Sees so many dice at each look."""

    def __init__(self, *counts: int, doubts: tuple[Doubt, ...] = ()) -> None:
        self.left, self.doubts = list(counts), doubts

    def read(self, frame: Frame) -> PhotoReading:
        die = ReadDie((0, 0, 9, 9), None, None, 0.5, self.doubts)
        return PhotoReading((frame.width, frame.height), (die,) * self.left.pop(0))


@pytest.mark.parametrize(
    ("counts", "told"), [((4, 4, 4), 4), ((12, 13, 13), 13), ((13, 13, 12), 13), ((19, 20, 29), None)]
)
def test_looks_that_differ_by_more_than_one_die_tell_no_number(
    counts: tuple[int, ...], told: int | None
) -> None:
    assert SquaresEye(CountingEye(*counts), Seating).lost_seen(any_frame(1), 4) == told


def test_where_dice_lie_on_one_another_some_may_be_hidden() -> None:
    eye = CountingEye(2, 2, 2, doubts=(Doubt.STACKED,))
    assert SquaresEye(eye, Seating).lost_seen(any_frame(1), 4) is None
