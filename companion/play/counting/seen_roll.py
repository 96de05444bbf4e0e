"""A roll that the camera has seen: what was read of it, and the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.counting.roll import Roll
from companion.frame import Frame
from companion.reading import PhotoReading, ReadDie


@dataclass(frozen=True, slots=True)
class SeenRoll:
    """A roll, with the picture and the reading that it comes from.

    ``kept`` are the dice of the reading that lie where they lay in the roll before: nobody threw them again.
    """

    roll: Roll
    frame: Frame
    reading: PhotoReading
    kept: tuple[int, ...] = ()

    @property
    def rolled(self) -> Roll:
        """The dice that were thrown for it."""
        dice = tuple(die for at, die in enumerate(self.reading.dice) if at not in self.kept)
        return roll_of(replace(self.reading, dice=dice))


def roll_of(reading: PhotoReading) -> Roll:
    """The roll of a reading; a die with a doubt is unread."""
    read = [die for die in reading.dice if is_read(die)]
    return Roll(
        tuple(sorted(die.face for die in read if die.face is not None)),
        stars=sum(bool(die.star) for die in read),
        unread=len(reading.dice) - len(read),
    )


def is_read(die: ReadDie) -> bool:
    """Whether a die is counted as it was read: it has a face and nothing is in doubt."""
    return die.face is not None and not die.doubts
