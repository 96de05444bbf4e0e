"""A die held against what is known of its set: which symbol stands there for the wild face.

What cannot be on these dice is asked about, never counted: a single pip beside stars must not be wild.
"""

from __future__ import annotations

from dataclasses import replace

from companion.reading import Doubt, PhotoReading, ReadDie, WildMark

READ_AS, STAR_SIX = 1, 6
"""The face that the eye gives a star or a single pip, and the star's face where it is on the six."""


def with_wild_mark(reading: PhotoReading, wild: WildMark) -> PhotoReading:
    """The reading of dice that have this mark; the same again where that was done already."""
    if wild is WildMark.ANY:
        return reading
    return replace(reading, dice=tuple(die_with_wild_mark(die, wild) for die in reading.dice))


def die_with_wild_mark(die: ReadDie, wild: WildMark) -> ReadDie:
    """The die as its set has it; what the dice of the house said stays."""
    if die.learned or die.face not in (READ_AS, STAR_SIX) or wild is WildMark.ANY:
        return die
    if wild is WildMark.STAR_SIX:
        return _with_star_on_six(die)
    if die.face == STAR_SIX or _may_be(die, wild):
        return die
    return _asked(die, Doubt.UNKNOWN_MARK)


def _with_star_on_six(die: ReadDie) -> ReadDie:
    """The star is the six; a one that may be a star, and six pips, are asked about."""
    if die.star:
        return replace(die, face=STAR_SIX)
    if die.face == STAR_SIX or die.star is None:
        return _asked(die, Doubt.UNREAD)
    return die


def _may_be(die: ReadDie, wild: WildMark) -> bool:
    """Whether a face 1 is what these dice have there; who cannot tell a star from a pip has seen it."""
    match wild:
        case WildMark.ONE:
            return die.star is not True
        case WildMark.STAR:
            return die.star is not False
    return False


def _asked(die: ReadDie, doubt: Doubt) -> ReadDie:
    return replace(die, face=None, star=None, doubts=die.doubts or (doubt,))
