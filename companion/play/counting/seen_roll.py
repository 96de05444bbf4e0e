"""A roll that the camera has seen: what was read of it, and the picture."""

from __future__ import annotations

from dataclasses import dataclass

from companion.counting.roll import Roll
from companion.frame import Frame
from companion.reading import PhotoReading, ReadDie


@dataclass(frozen=True, slots=True)
class SeenRoll:
    """A roll, with the picture and the reading that it comes from."""

    roll: Roll
    frame: Frame
    reading: PhotoReading


def roll_of(reading: PhotoReading) -> Roll:
    """The roll of a reading; a die with a doubt is unread."""
    read = [die for die in reading.dice if is_read(die)]
    return Roll(
        tuple(sorted(die.face for die in read if die.face is not None)),
        stars=sum(bool(die.star) and die.face == 1 for die in read),
        unread=len(reading.dice) - len(read),
    )


def is_read(die: ReadDie) -> bool:
    """Whether a die is counted as it was read: it has a face and nothing is in doubt."""
    return die.face is not None and not die.doubts
