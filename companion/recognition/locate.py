"""Where dice are: one network over the reduced frame, another from near where dice lie together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from companion.recognition.blob import PADDED_TO
from companion.recognition.clusters import holds
from companion.recognition.doubles import without_repeats
from companion.recognition.few import quantile_of
from companion.recognition.near_look import moved, nearer, parted
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located, Sight

FIRST_LOOK_PX = 768
"""Longer side of the reduced frame at the first look: a 45 px die of a 2304 px frame is then 15 px long."""
FARTHER = 0.4
"""Every frame is also seen at this share of the first look's scale, for a sixth of its time: a die that fills
a phone's picture is then small enough, and its pips are no dice."""
NEARER = 2.2
"""Where small dice are found, or none plainly, the frame is seen at so many times the scale, and so on."""
AIMED_DIE_PX = 26.0
"""Where the die's side is told, the frame is reduced so that dice get this long."""
TRUSTED_PX = (10.0, 72.0)
"""A look is believed on dice of these lengths in the reduced frame; the locator is trained on 10 to 84."""
SMALL_PX = 12.5
"""When a quarter of what a look finds is shorter than this, a nearer look is worth its time: dice that are
too small for a look are blobs of 9 to 13 px to it."""
PLAINLY = 0.72
"""So it is when nothing longer is a die by this chance: what is found then may be a cup's rim. In twenty
tables of ``valid`` brought to dice of 45 px in 2304 the surest die has 0.67 to 0.90, in one of them less than
this; where they are 18 px in 2304, or 35 in 4608, the surest that too far a look finds has 0.33 to 0.78, in
two of thirty tables more."""
LARGE_PX, LARGE_PLAINLY = 30.0, 0.55
"""Something so long is plain from this chance on: where all dice were small nothing longer had more than
0.49; the surest of 400 and 500 px in frames of 4032 have 0.56 to 0.82. Nearer, such dice fall into pips."""
LEAST_LOOK_PX = 64
MOST_LOOK_PIXELS = 6_000_000
MOST_PART_PIXELS = 1_800_000
"""A look of more is made in parts: one of six million pixels takes 170 MB more as a whole, 70 in parts."""
RIM_PX = 5 * PADDED_TO
"""So much round a part is seen with it, so that each die lies whole in the part that its middle is in."""


class Locator:
    """Finds dice in frames by two networks: one for the whole frame, one for parts of it seen from near."""

    def __init__(self, far: Sight, near: Sight) -> None:
        self._far, self._near = far, near

    def find(self, frame: np.ndarray | Halvings, die_px: float | None = None) -> list[Located]:
        """What may be dice in a frame (uint8, H, W, 3, BGR); ``die_px`` is a die's side, where it is known.

        A die may be found twice, as a whole and as a part of it: what the boxes show decides between them.
        """
        halvings = Halvings.of(frame)
        width, height = halvings.size
        longer = max(width, height)
        if die_px is not None:
            scale = float(np.clip(AIMED_DIE_PX / die_px, min(1.0, LEAST_LOOK_PX / longer), 1.0))
            found = self._look(halvings.size, halvings.at(scale))
            return parted(self._near, halvings, _without_repeats(found))
        scales = _scales(width, height)
        first = halvings.at(scales[0])
        farther = Halvings(first).at(min(1.0, max(FARTHER, LEAST_LOOK_PX / max(first.shape[:2]))))
        found = self._trusted(halvings.size, first, nearest=scales[0] >= 1.0)
        afar = self._trusted(halvings.size, farther, farthest=True)
        seen, stays, scale = found + afar, _not_small(afar, farther.shape[1] / width), scales[0]
        plain = any(_plainly_a_die(each, scale) for each in afar if each.longer_px * scale >= TRUSTED_PX[1])
        for scale, nearer_scale in pairwise(scales):
            plain |= any(_plainly_a_die(each, scale) for each in found)
            if plain and not _mostly_small(found, scale):
                break
            stays += _not_small(found, scale)
            small = halvings.at(nearer_scale)
            found = self._trusted(halvings.size, small, nearest=nearer_scale >= 1.0)
            seen = stays + found
        return parted(self._near, halvings, _without_repeats(seen))

    def again(self, halvings: Halvings, found: Sequence[Located], doubtful: Sequence[int]) -> list[Located]:
        """What was found, some boxes that nobody is sure of drawn anew from near."""
        return nearer(self._near, halvings, found, doubtful)

    def _trusted(
        self, size: tuple[int, int], small: np.ndarray, nearest: bool = False, farthest: bool = False
    ) -> list[Located]:
        """What one look finds of the sizes it is believed on; the last looks each way are believed beyond."""
        scale = small.shape[1] / size[0]
        least = 0.0 if nearest else TRUSTED_PX[0]
        most = np.inf if farthest else TRUSTED_PX[1]
        return [each for each in self._look(size, small) if least <= each.longer_px * scale <= most]

    def _look(self, size: tuple[int, int], small: np.ndarray) -> list[Located]:
        """What the far sight finds in a reduced frame; in a large one part by part, which saves memory."""
        tall, wide = small.shape[:2]
        count = math.ceil(math.sqrt(tall * wide / MOST_PART_PIXELS))
        if count == 1:
            return self._far.look(size, small)
        step, found = size[0] / wide, []
        for top, bottom in _parts(tall, count):
            for left, right in _parts(wide, count):
                x, y = max(0, left - RIM_PX), max(0, top - RIM_PX)
                part = small[y : bottom + RIM_PX, x : right + RIM_PX]
                seen = self._far.look((part.shape[1] * step, part.shape[0] * step), part)
                core = (left - x, top - y, right - x, bottom - y)
                inside = [each for each in seen if holds(tuple(step * each for each in core), each.box)]
                found += [moved(each, x * step, y * step) for each in inside]
        return found


def _parts(length: int, count: int) -> list[tuple[int, int]]:
    """Parts of a length; each begins with one of the network's cells, so that it is seen as in the whole."""
    ends = [length * each // count // PADDED_TO * PADDED_TO for each in range(count)]
    return list(pairwise([*ends, length]))


def _scales(width: int, height: int) -> list[float]:
    """Scales of the first look at a frame and of the nearer ones, should they be needed."""
    scales = [min(1.0, FIRST_LOOK_PX / max(width, height))]
    nearest = min(1.0, math.sqrt(MOST_LOOK_PIXELS / (width * height)))
    while scales[-1] < nearest:
        scales.append(min(scales[-1] * NEARER, nearest))
    return scales


def _plainly_a_die(each: Located, scale: float) -> bool:
    """Whether what was found is plainly a die, and not too small for a look at ``scale``."""
    long_px = each.longer_px * scale
    return each.chance >= (LARGE_PLAINLY if long_px >= LARGE_PX else PLAINLY) and long_px >= SMALL_PX


def _not_small(seen: Sequence[Located], scale: float) -> list[Located]:
    """What a look at ``scale`` found, but the blobs: a nearer look shows what they are."""
    return [each for each in seen if each.longer_px * scale >= SMALL_PX]


def _mostly_small(seen: Sequence[Located], scale: float) -> bool:
    """Whether a quarter of what a look at ``scale`` found is small."""
    sizes = [each.longer_px * scale for each in seen]
    return bool(sizes) and quantile_of(sizes, 0.25) < SMALL_PX


def _without_repeats(found: list[Located]) -> list[Located]:
    """The boxes without those that all but repeat a likelier one, as two looks find them."""
    kept = without_repeats([each.box for each in found], [each.chance for each in found])
    return [found[index] for index in kept]
