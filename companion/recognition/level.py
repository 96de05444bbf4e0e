"""Dice that lean otherwise than the others of their frame: they stand cocked.

Alone a cocked die looks like one that is seen from the side. But each die's crop tells where its face looks,
and all that lie flat look the same way, but for the frame's perspective; before a camera that stands still so
did those of earlier frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Box, Doubt, ReadDie
from companion.recognition.leans import Leans
from companion.recognition.outlook import from_the_middle
from companion.recognition.still_camera import Seen, StillCamera

LEAST_DICE = 4
"""With fewer nobody knows which of them lies flat."""
OFF_SPREADS = 4.5
"""A die leans otherwise when it is off by so many times what its own crop leaves open ..."""
OFF_OTHERS = 5.0
"""... and by so many times what the dice of the frame are off in the middle; the least angle is one of the
thresholds that belong to the weights."""
OFF_KNOWN, LESS_DEG = 3.0, 2.0
"""By how many times, where earlier lifts say how flat dice look, and how much less than the least angle is
enough then. With 40 dice kept 79 of 85 cocked dice of sixteen demonstrations (seeds 3 to 10 and 20 to 27) are
doubted so, 59 by the frame alone, and no flat one of 1,147; of byler's 1,665, one camera's, one (by hand)."""


def level(
    dice: Sequence[ReadDie],
    leans: Leans,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    off_deg: float,
    camera: StillCamera | None = None,
) -> tuple[ReadDie, ...]:
    """The dice of a frame, those doubted that lean by ``off_deg`` or more otherwise than the others.

    ``rows`` says which of the leans is that of a die's box; ``size`` is the frame's width and height;
    ``camera`` knows how dice of earlier lifts lay, and is shown these.
    """
    camera = StillCamera() if camera is None else camera
    camera.saw(None)
    told = [index for index, die in enumerate(dice) if die.face is not None]
    if not told:
        return tuple(dice)
    boxes = [dice[index].box for index in told]
    told_leans, places = leans.of([rows[box] for box in boxes]), from_the_middle(boxes, size)
    off = camera.off(places, told_leans.across)
    times, least_deg = (OFF_KNOWN, off_deg - LESS_DEG) if off.known else (OFF_OTHERS, off_deg)
    strays = (off.degrees >= least_deg) & (off.degrees >= OFF_SPREADS * np.degrees(told_leans.spread))
    strays &= (off.degrees >= times * off.usual) & (len(told) + off.kept >= LEAST_DICE)
    camera.saw(Seen(boxes, places, told_leans.across, ~strays, off.moved))
    standing = {told[index] for index in np.flatnonzero(strays)}
    return tuple(_cocked(die) if index in standing else die for index, die in enumerate(dice))


def _cocked(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.COCKED))
