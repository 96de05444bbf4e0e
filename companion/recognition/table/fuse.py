"""Several readings of one still table made one; what they disagree on is a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Doubt, PhotoReading, ReadDie

SAME_PLACE = 0.5
"""Two dice of two frames are one when their centres are nearer than this share of the smaller one's side."""


def fused(readings: Sequence[PhotoReading]) -> PhotoReading:
    """The last reading, the others voting.

    A die that every frame shows at its place keeps its face when no frame says another one; frames that
    abstain do not outvote frames that read, unless they are the majority. A die that another frame does
    not show, or shows elsewhere, is in doubt as moved. Raises ``ValueError`` for no readings at all.
    """
    if not readings:
        raise ValueError("there must be at least one reading to fuse, got none")
    last, others = readings[-1], readings[:-1]
    if not others:
        return last
    dice = [_voted(die, [_counterpart(die, other) for other in others]) for die in last.dice]
    gone = [die for other in others for die in other.dice if _counterpart(die, last) is None]
    dice += [_moved(die) for die in _apart(gone)]
    return PhotoReading(last.size, tuple(dice), _summed(readings))


def _counterpart(die: ReadDie, reading: PhotoReading) -> ReadDie | None:
    """The die of another reading that lies where this one lies."""
    x, y = die.centre
    near = [(np.hypot(other.centre[0] - x, other.centre[1] - y), other) for other in reading.dice]
    near = [each for each in near if each[0] <= SAME_PLACE * min(_side(die), _side(each[1]))]
    return min(near, key=lambda each: each[0])[1] if near else None


def _side(die: ReadDie) -> int:
    left, top, right, bottom = die.box
    return max(right - left, bottom - top)


def _voted(die: ReadDie, seen: list[ReadDie | None]) -> ReadDie:
    if any(other is None for other in seen):
        return _moved(die)
    views = [die, *(other for other in seen if other is not None)]
    votes = {(view.face, view.star) for view in views if view.face is not None}
    readers = [view for view in views if view.face is not None]
    if len(votes) > 1:
        return replace(die, face=None, star=None, doubts=(Doubt.UNREAD,))
    if not readers or 2 * len(readers) <= len(views):
        doubts = die.doubts or next((view.doubts for view in views if view.doubts), (Doubt.UNREAD,))
        return replace(die, face=None, star=None, doubts=doubts)
    confidence = float(np.mean([view.confidence for view in readers]))
    return replace(die, face=readers[0].face, star=readers[0].star, confidence=confidence, doubts=())


def _moved(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(Doubt.MOVED,))


def _apart(dice: list[ReadDie]) -> list[ReadDie]:
    """One die a place, where several earlier frames show one that the last does not."""
    kept: list[ReadDie] = []
    for die in dice:
        if _counterpart(die, PhotoReading((0, 0), tuple(kept))) is None:
            kept.append(die)
    return kept


def _summed(readings: Sequence[PhotoReading]) -> tuple[tuple[str, float], ...]:
    names = [name for name, _ in readings[-1].ms]
    return tuple((name, sum(dict(each.ms).get(name, 0.0) for each in readings)) for name in names)
