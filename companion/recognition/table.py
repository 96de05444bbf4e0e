"""A reading held against the game: whose dice lie where, and every doubt that follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from companion.calibration.seating import AreaKind
from companion.reading import Doubt, Expectation, PhotoReading, ReadDie, SeatDoubt, TableDie, TableReading


class Seats(Protocol):
    """Which place of the frame belongs to which seat (``companion.calibration.seating.Seating``)."""

    def seat_of(self, x: float, y: float, size: tuple[int, int]) -> int | None:
        """The seat at a place of a frame of that size; ``None`` for nobody's."""
        ...

    def seats_of(
        self, places: Sequence[tuple[float, float]], size: tuple[int, int]
    ) -> tuple[int | None, ...]:
        """The seats of many places."""
        ...

    def area_at(self, x: float, y: float, size: tuple[int, int]) -> AreaKind | None:
        """What the place is for, other than dice in play; ``None`` where dice are in play."""
        ...

    def die_px(self, size: tuple[int, int]) -> float:
        """Side of the table's dice in pixels of a frame of that size, about."""
        ...

    def ignored(self, x: float, y: float, size: tuple[int, int]) -> bool:
        """Whether dice there are none of the round: lost dice, the bid die on its board."""
        ...


def hold_against(reading: PhotoReading, seating: Seats, expected: Expectation) -> TableReading:
    """The dice by seat, with all doubts at once.

    Dice on ignored places are left out. A die at nobody's place, or at a seat that holds none in the game,
    is a stray. Each seat's dice are counted against the game, and each face it has shown must lie there.
    """
    dice = tuple(
        _seated(die, seating, expected, reading.size)
        for die in reading.dice
        if not seating.ignored(*die.centre, reading.size)
    )
    doubts = [doubt for seat in range(len(expected.dice)) for doubt in _doubts_of(seat, dice, expected)]
    return TableReading(reading.size, dice, tuple(doubts))


def _seated(die: ReadDie, seating: Seats, expected: Expectation, size: tuple[int, int]) -> TableDie:
    seat = seating.seat_of(*die.centre, size)
    if seat is None or seat >= len(expected.dice):
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
