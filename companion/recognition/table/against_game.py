"""Compares a reading with the game: each seat's dice, and all doubts that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from companion.calibration import AreaKind
from companion.core.reading import (
    Box,
    Doubt,
    Expectation,
    PhotoReading,
    ReadDie,
    SeatDoubt,
    TableDie,
    TableReading,
)
from companion.recognition.decide.faces import reading_order
from companion.recognition.decide.known_dice import die_with_wild_mark, of_number

GRID = (48, 27)
"""Points of the picture, across and down, at which seats are looked up."""


class Seats(Protocol):
    """Which seat a place of the frame belongs to (``companion.calibration.seating.Seating``)."""

    def seat_of(self, x: float, y: float, size: tuple[int, int]) -> int | None:
        """``None``: nobody's place."""
        ...

    def seats_of(
        self, places: Sequence[tuple[float, float]], size: tuple[int, int]
    ) -> tuple[int | None, ...]: ...

    def area_at(self, x: float, y: float, size: tuple[int, int]) -> AreaKind | None:
        """``None``: dice in play."""
        ...

    def die_px(self, size: tuple[int, int]) -> float:
        """Approximate side of the table's dice, px."""
        ...

    def ignored(self, x: float, y: float, size: tuple[int, int]) -> bool:
        """Lost dice, or the bid die on its board."""
        ...


def hold_against(
    reading: PhotoReading, seating: Seats, expected: Expectation, offers: bool = False
) -> TableReading:
    """The dice by seat, with all doubts.

    Ignored places are left out. A die at nobody's place, or at a seat without dice, is a stray. ``offers``:
    ask about dropped things if a die is missing.
    """
    lying = _by_seat(reading.dice, seating, expected, reading.size)
    dropped = _by_seat(reading.dropped if offers else (), seating, expected, reading.size)
    seated = [
        _seated(die, seat, expected)
        for seat, dice in lying.items()
        for die in _counted(dice, dropped.get(seat, []), seat, expected)
    ]
    dice = tuple(seated[index] for index in reading_order([each.die.box for each in seated]))
    doubts = [doubt for seat in range(len(expected.dice)) for doubt in _doubts_of(seat, dice, expected)]
    lacking = any(each.doubt is Doubt.TOO_FEW for each in doubts)
    places = _places(seating, len(expected.dice), reading.size) if lacking else ()
    return TableReading(reading.size, dice, tuple(doubts), places)


def _places(seating: Seats, players: int, size: tuple[int, int]) -> tuple[Box, ...]:
    """Where each seat's dice lie in the picture; an empty box for a seat without a place."""
    across, down = (np.linspace(0, edge - 1, steps) for edge, steps in zip(size, GRID, strict=True))
    points = [(float(x), float(y)) for y in down for x in across]
    owners = np.array([-1 if owner is None else owner for owner in seating.seats_of(points, size)])
    where = np.array(points)
    return tuple(_round_about(where[owners == seat]) for seat in range(players))


def _round_about(points: np.ndarray) -> Box:
    if len(points) == 0:
        return 0, 0, 0, 0
    (left, top), (right, bottom) = points.min(0).astype(int).tolist(), points.max(0).astype(int).tolist()
    return left, top, right, bottom


def _by_seat(
    dice: Sequence[ReadDie], seating: Seats, expected: Expectation, size: tuple[int, int]
) -> dict[int | None, list[ReadDie]]:
    seated: dict[int | None, list[ReadDie]] = {seat: [] for seat in (*range(len(expected.dice)), None)}
    for die in dice:
        if not seating.ignored(*die.centre, size):
            seat = seating.seat_of(*die.centre, size)
            seated[seat if seat in seated else None].append(die)
    return seated


def _counted(
    dice: list[ReadDie], dropped: list[ReadDie], seat: int | None, expected: Expectation
) -> Sequence[ReadDie]:
    held = 0 if seat is None else expected.dice[seat]
    return of_number(dice, dropped, held) if held else [die for die in dice if not die.maybe_no_die]


def _seated(die: ReadDie, seat: int | None, expected: Expectation) -> TableDie:
    die = die_with_wild_mark(die, expected.mark)
    if seat is None:
        return TableDie(die, None, (*die.doubts, Doubt.STRAY))
    if expected.dice[seat] == 0:
        return TableDie(die, None, (*die.doubts, Doubt.STRAY), beside=seat)
    return TableDie(die, seat, die.doubts)


def _doubts_of(seat: int, dice: Sequence[TableDie], expected: Expectation) -> list[SeatDoubt]:
    lying = [each for each in dice if each.seat == seat]
    wanted, seen = expected.dice[seat], len(lying)
    doubts = []
    if seen < wanted:
        doubts.append(SeatDoubt(seat, Doubt.TOO_FEW, wanted, seen))
    if seen > wanted:
        doubts.append(SeatDoubt(seat, Doubt.TOO_MANY, wanted, seen))
    shown = expected.shown[seat] if seat < len(expected.shown) else ()
    unread = any(each.die.face is None for each in lying)
    missing = Counter(shown) - Counter(each.die.face for each in lying if each.die.face is not None)
    if missing and not unread:
        doubts.append(SeatDoubt(seat, Doubt.NOT_SHOWN, len(shown), len(shown) - missing.total()))
    return doubts
