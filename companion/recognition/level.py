"""Dice that lean otherwise than the others of their frame: they stand cocked.

Alone a cocked die looks like one that is seen from the side. But each die's crop tells where its face looks,
and all that lie flat look the same way, but for the frame's perspective.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Box, Doubt, ReadDie
from companion.recognition.few import median_of
from companion.recognition.leans import Leans
from companion.recognition.outlook import AGREE_DEG, from_the_middle, outlook

LEAST_DICE = 4
"""With fewer nobody knows which of them lies flat."""
OFF_SPREADS = 4.5
"""A die leans otherwise when it is off by so many times what its own crop leaves open ..."""
OFF_OTHERS = 5.0
"""... and by so many times what the dice of the frame are off in the middle; the least angle is one of the
thresholds that belong to the weights."""


def level(
    dice: Sequence[ReadDie], leans: Leans, rows: Mapping[Box, int], size: tuple[int, int], off_deg: float
) -> tuple[ReadDie, ...]:
    """The dice of a frame, those doubted that lean by ``off_deg`` or more otherwise than the others.

    ``rows`` says which of the leans is that of a die's box; ``size`` is the frame's width and height.
    """
    told = [index for index, die in enumerate(dice) if die.face is not None]
    if len(told) < LEAST_DICE:
        return tuple(dice)
    boxes = [dice[index].box for index in told]
    told_leans = leans.of([rows[box] for box in boxes])
    off = outlook(from_the_middle(boxes, size), told_leans.across).off_deg
    strays = (off >= off_deg) & (off >= OFF_SPREADS * np.degrees(told_leans.spread))
    strays &= off >= OFF_OTHERS * max(median_of(off), AGREE_DEG)
    standing = {told[index] for index in np.flatnonzero(strays)}
    return tuple(_cocked(die) if index in standing else die for index, die in enumerate(dice))


def _cocked(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.COCKED))
