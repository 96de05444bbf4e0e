"""Crops turned until the far side of the table is up, as the readers learned dice that are seen aslant.

Aslant a side face shows as plainly as the top; only the picture's up tells which is which. A camera that
looks from another side of the table, or a wide lens at its border, shows another up. The dice tell together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.recognition.classify import NO_DIE
from companion.recognition.crops import cut_crops
from companion.recognition.few import median_of
from companion.recognition.leans import LeanReader, Leans
from companion.recognition.outlook import from_the_middle, outlook
from companion.recognition.shown import Shown
from companion.recognition.shrink import Halvings
from companion.recognition.strangers import MAYBE_NONE

MAYBE_A_DIE = 0.5
"""Up to this chance of being no die a thing may say how the frame looks at its table."""
LEAST_DICE = 2
"""With fewer nobody knows; two side faces taken for tops seldom look the same way. Of matteo's dice upside
down, mostly three a picture, 98.6 % are told with 2, 97.3 with 3 and 94.9 with 4 ..."""
AGREEING_DEG = 9.0
"""... nor if the middle one of them is off the others' way by more. Of 64 cast dice seen from 40 degrees and
upside down 47 were told at 6, 50 at 9 and 57 at 12; stretched photographs disagree by 10 and more."""
SLANTED = 0.35
"""Sine of the angle off the line of sight from which on a face is turned upright where it is read again."""
FAR_SLANTED, TURNED_DEG = 0.5, 30.0
"""From these on, sine and turn, it is read again however sure it seemed as it lay. From 0.45 on three more of
2,034 dice of traced tables were asked about; at 0.55 a side face was told at 35 degrees upside down."""


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """By how many degrees each of N crops is to be turned, ``degrees`` (N,), and which lie ``astray`` (N,).

    What lies astray was read with a side face up, perhaps.
    """

    degrees: np.ndarray
    astray: np.ndarray

    @classmethod
    def none(cls, count: int) -> Turns:
        """All as they are."""
        return cls(np.zeros(count), np.zeros(count, bool))


def upright(
    reader: LeanReader, pixels: Halvings, shown: Shown, leans: Leans, flatness: float
) -> tuple[Leans, Turns]:
    """How to turn the crops of what is shown, and the leans, read anew where crops lay astray.

    What looks like a solid die says how the frame looks at its table; where all looks flat, less counts as
    flat by ``flatness`` (``strangers.all_flat``).
    """
    boxes = [each.box for each in shown.located]
    dice = (shown.verdicts.kinds[:, NO_DIE] < MAYBE_A_DIE) & (leans.no_die - flatness < MAYBE_NONE)
    if dice.sum() < LEAST_DICE or np.hypot(*leans.across[dice].T).max() < SLANTED:
        return leans, Turns.none(len(boxes))
    from_middle = from_the_middle(boxes, pixels.size)
    turns, off = _turns(from_middle, leans, dice)
    if turns.astray.any():
        rows = np.flatnonzero(turns.astray)
        crops = cut_crops(pixels, [boxes[row] for row in rows], turns.degrees[rows])
        again = _turned(reader.read(crops), turns.degrees[rows])
        anew = leans.but(rows, replace(again, no_die=leans.no_die[rows]))
        turns, off = _turns(from_middle, anew, dice)
        leans = anew if off <= AGREEING_DEG else leans
    return leans, turns if off <= AGREEING_DEG else Turns.none(len(boxes))


def _turns(from_middle: np.ndarray, leans: Leans, dice: np.ndarray) -> tuple[Turns, float]:
    """The turns, and by how many degrees the middle one of the dice is off the others' way."""
    seen = outlook(from_middle[dice], leans.across[dice])
    across = seen.across(from_middle)
    slanted = np.hypot(*across.T)
    degrees = np.degrees(np.arctan2(across[:, 0], -across[:, 1]))
    astray = (slanted >= FAR_SLANTED) & (np.abs(degrees) >= TURNED_DEG)
    return Turns(np.where(slanted >= SLANTED, degrees, 0.0), astray), median_of(seen.off_deg)


def _turned(leans: Leans, degrees: np.ndarray) -> Leans:
    """Leans of crops that were cut turned by so many degrees (N,), as they are in the picture."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    right, down = leans.across.T
    across = np.stack([cosine * right - sine * down, sine * right + cosine * down], axis=1)
    return Leans(across, leans.spread, leans.no_die)
