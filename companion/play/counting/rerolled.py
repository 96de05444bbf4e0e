"""Which dice of a roll lie where they lay: a reroll takes only the dice that were moved."""

from __future__ import annotations

from dataclasses import replace

from companion.play.same_place import same_place
from companion.reading import Doubt, PhotoReading, ReadDie

LOOK = {Doubt.UNREAD, Doubt.UNKNOWN_MARK}
"""Doubts about how a die looks. It cannot look otherwise than before where it was not touched."""


def lay_there(die: ReadDie, before: ReadDie) -> bool:
    """Whether a die may be the one of before, untouched; one that was unread and is read was set right."""
    return same_place(die, before) and die.face in (before.face, None)


def with_kept(reading: PhotoReading, told: PhotoReading | None) -> tuple[PhotoReading, tuple[int, ...]]:
    """The reading in which dice that lie where they lay keep their faces, and which dice those are."""
    if told is None:
        return reading, ()
    dice, kept = list(reading.dice), []
    for at, die in enumerate(reading.dice):
        before = next((each for each in told.dice if lay_there(die, each)), None)
        if before is None:
            continue
        kept.append(at)
        if die.face is None and before.face is not None and set(die.doubts) <= LOOK and not before.doubts:
            face, star = before.face, before.star
            dice[at] = replace(die, face=face, star=star, confidence=before.confidence, doubts=())
    return replace(reading, dice=tuple(dice)), tuple(kept)
