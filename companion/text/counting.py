"""A roll in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import FACES, Roll
from companion.text.speech import say


def say_roll(where: str, roll: Roll, at_least: int | None = None, kept: int = 0) -> str:
    """A roll in a line: dice, faces, sum, how many show a face or higher, lie as before, or are unread."""
    if not roll.dice:
        return say("roll.line", where=where, told=say("roll.no_dice"))
    told = [say("roll.dice", count=roll.dice), *_faces(roll)]
    if roll.stars:
        told.append(say("roll.stars", count=roll.stars))
    told.append(say("roll.no_sum") if roll.sum is None else say("roll.sum", sum=roll.sum))
    if at_least is not None:
        told.append(say("roll.at_least", number=roll.at_least(at_least), face=at_least))
    if kept:
        told.append(say("roll.kept", count=kept))
    if roll.unread:
        told.append(say("roll.unread", count=roll.unread))
    return say_line(where, told)


def say_tally(roll: Roll, kept: int = 0) -> str:
    """What is not told face by face: dice, sum, how many lie as before, and what is unread."""
    told = [say("roll.dice", count=roll.dice)]
    told.append(say("roll.no_sum") if roll.sum is None else say("roll.sum", sum=roll.sum))
    if kept:
        told.append(say("roll.kept", count=kept))
    if roll.unread:
        told.append(say("roll.unread", count=roll.unread))
    return _joined(told)


def say_roll_faces(roll: Roll) -> str:
    """A roll for a list: its sum, and how many of each face."""
    if not roll.dice:
        return say("roll.no_dice")
    told = [say("roll.no_sum") if roll.sum is None else say("roll.sum", sum=roll.sum), *_faces(roll)]
    if roll.unread:
        told.append(say("roll.unread", count=roll.unread))
    return _joined(told)


def _faces(roll: Roll) -> list[str]:
    counted = zip(FACES, roll.counts, strict=True)
    return [say("roll.face", number=number, face=face) for face, number in counted if number]


def say_line(where: str, parts: Sequence[str]) -> str:
    """What was found in one place, in a line."""
    return say("roll.line", where=where, told=_joined(parts))


def _joined(parts: Sequence[str]) -> str:
    line = parts[0]
    for each in parts[1:]:
        line = say("roll.more", told=line, more=each)
    return line
