"""What players know of the dice: how many lie there, and which mark is wild.

The likeliest things, as many as the number, are the dice. A mark that these dice do not have becomes a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.reading import Doubt, PhotoReading, ReadDie, WildMark
from companion.recognition.decide.faces import in_reading_order

LEAST_TAKEN = 0.25
"""Least objectness of a die that makes the number complete; below, players are asked. Chosen."""


def with_number(reading: PhotoReading, number: int | None, offers: bool = True) -> PhotoReading:
    """``number``: of dice in the picture. ``offers``: ask about dropped things if one is missing."""
    if number is None:
        return reading
    dropped = reading.dropped if offers else ()
    return replace(reading, dice=of_number(reading.dice, dropped, number))


def of_number(dice: Sequence[ReadDie], dropped: Sequence[ReadDie], number: int) -> tuple[ReadDie, ...]:
    """The dice of a place that should have ``number``.

    If that many are likely, with or without those that the border cuts off, nothing else is a die. If more,
    the least likely are put in doubt. If fewer, the likeliest ``dropped`` things are.
    """
    likely = [die for die in dice if not die.maybe_no_die]
    inside = [die for die in likely if Doubt.CUT_OFF not in die.doubts]
    for those in (likely, inside):
        if len(those) == number:
            return in_reading_order(those)
    best_first = sorted(dice, key=lambda die: -die.objectness)
    if len(likely) > number:
        best_first = sorted(likely, key=lambda die: -die.objectness)
    taken = [_taken(die) for die in best_first[:number]]
    over = [_asked(die) for die in best_first[number:]]
    offered = sorted(dropped, key=lambda die: -die.objectness)[: max(0, number - len(dice))]
    return in_reading_order([*taken, *over, *map(_asked, offered)])


def _taken(die: ReadDie) -> ReadDie:
    return die.as_die() if die.objectness >= LEAST_TAKEN else die


def _asked(die: ReadDie) -> ReadDie:
    return die if die.maybe_no_die else replace(die, doubts=(Doubt.MAYBE_NO_DIE, *die.doubts))


READ_AS, STAR_SIX = 1, 6
"""The face that the eye gives a star or a single pip, and the star's face if it is on the six."""


def with_wild_mark(reading: PhotoReading, wild: WildMark) -> PhotoReading:
    if wild is WildMark.ANY:
        return reading
    return replace(reading, dice=tuple(die_with_wild_mark(die, wild) for die in reading.dice))


def die_with_wild_mark(die: ReadDie, wild: WildMark) -> ReadDie:
    """A one is the set's wild mark if it may be that, else a doubt. What the dice of the house said stays."""
    if die.learned or die.face not in (READ_AS, STAR_SIX) or wild is WildMark.ANY:
        return die
    if wild is WildMark.STAR_SIX:
        return _with_star_on_six(die)
    if die.face == STAR_SIX:
        return die
    if _may_be(die, wild):
        return replace(die, star=wild is WildMark.STAR)
    return _doubted(die, Doubt.UNKNOWN_MARK)


def _with_star_on_six(die: ReadDie) -> ReadDie:
    """A one that may be a star, and six pips, become doubts."""
    if die.star:
        return replace(die, face=STAR_SIX)
    if die.face == STAR_SIX or die.star is None:
        return _doubted(die, Doubt.UNREAD)
    return die


def _may_be(die: ReadDie, wild: WildMark) -> bool:
    """Whether a face 1 may be these dice's wild mark, also because star and pip look alike."""
    match wild:
        case WildMark.ONE:
            return die.star is not True
        case WildMark.STAR:
            return die.star is not False
    return False


def _doubted(die: ReadDie, doubt: Doubt) -> ReadDie:
    return replace(die, face=None, star=None, doubts=die.doubts or (doubt,))
