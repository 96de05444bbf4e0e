"""Whether two looks show a die at one place."""

from __future__ import annotations

from math import hypot

from companion.reading import ReadDie

STEADY = 0.1
"""In die sides, how far a die may lie from where the first look saw it: the boxes of 861 dice at rest were up
to 0.076 off (twelve simulated tables, four pictures each)."""


def same_place(die: ReadDie, other: ReadDie) -> bool:
    """Whether a die lies where an earlier look saw that one."""
    (x, y), (other_x, other_y) = die.centre, other.centre
    return hypot(x - other_x, y - other_y) <= STEADY * (die.box[2] - die.box[0])
