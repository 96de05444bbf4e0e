"""Dice held against the size that they must have where they lie."""

from __future__ import annotations

from dataclasses import replace

from companion.calibration.table_seats import TableSeats
from companion.reading import Doubt, PhotoReading, ReadDie

SMALLER, LARGER = 0.55, 1.5
"""How far a box may be from the sizes of a die that lies there. On five tables of the simulated table filmed
flat, 13 to 33 degrees off, without the sides that a camera sees of real dice, the eye's boxes were 0.58 to
1.36 of the smallest and 0.6 to 1.05 of the largest (126 dice); sets of 12 to 19 mm are mixed at tables."""


def of_expected_size(reading: PhotoReading, seats: TableSeats) -> PhotoReading:
    """The reading with doubts about things of quite another size than a die at their place.

    A face told of such a thing becomes a doubt. What is too small and was not read is no die.
    """
    held = [_held(die, *seats.die_box_px(*die.centre, reading.size)) for die in reading.dice]
    return replace(reading, dice=tuple(die for die in held if die is not None))


def _held(die: ReadDie, smallest: float, largest: float) -> ReadDie | None:
    left, top, right, bottom = die.box
    side = max(right - left, bottom - top)
    if SMALLER * smallest <= side <= LARGER * largest:
        return die
    if die.face is not None:
        return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.UNREAD))
    return None if side < SMALLER * smallest else die
