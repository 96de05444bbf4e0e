"""Where dice are: one network over the reduced frame, another from near where dice lie together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.doubles import without_repeats
from companion.recognition.near_look import nearer, parted
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located, Sight

FIRST_LOOK_PX = 768
"""Longer side of the reduced frame at the first look: a 45 px die of a 2304 px frame is then 15 px long."""
FARTHER = 0.4
"""Every frame is also seen at this share of the first look's scale, for a sixth of its time: a die that fills
a phone's picture is then small enough, and its pips are no dice."""
NEARER = 2.2
"""Where small dice are found, or none, the frame is seen at this many times the first look's scale too."""
AIMED_DIE_PX = 26.0
"""Where the die's side is told, the frame is reduced so that dice get this long."""
TRUSTED_PX = (10.0, 72.0)
"""A look is believed on dice of these lengths in the reduced frame; the locator is trained on 10 to 84."""
SMALL_PX = 12.5
"""When a quarter of the dice found are shorter than this, a nearer look is worth its time."""
LEAST_LOOK_PX = 64
MOST_LOOK_PIXELS = 6_000_000


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
            return parted(
                self._near, halvings, _without_repeats(self._far.look(halvings.size, halvings.at(scale)))
            )
        scale = min(1.0, FIRST_LOOK_PX / longer)
        first = halvings.at(scale)
        farther = Halvings(first).at(min(1.0, max(FARTHER, LEAST_LOOK_PX / max(first.shape[:2]))))
        seen = self._trusted(halvings.size, first, nearest=scale >= 1.0)
        seen += self._trusted(halvings.size, farther, farthest=True)
        nearer_scale = min(1.0, scale * NEARER)
        fits = width * height * nearer_scale * nearer_scale <= MOST_LOOK_PIXELS
        if scale < 1.0 and fits and _worth_a_nearer_look(seen, scale):
            seen += self._trusted(halvings.size, halvings.at(nearer_scale), nearest=nearer_scale >= 1.0)
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
        return [each for each in self._far.look(size, small) if least <= each.longer_px * scale <= most]


def _worth_a_nearer_look(seen: list[Located], scale: float) -> bool:
    """Whether dice may be too small at the first look's ``scale``: none found, or a quarter of them small."""
    sizes = np.array([each.longer_px for each in seen]) * scale
    return len(sizes) == 0 or bool(np.quantile(sizes, 0.25) < SMALL_PX)


def _without_repeats(found: list[Located]) -> list[Located]:
    """The boxes without those that all but repeat a likelier one, as two looks find them."""
    kept = without_repeats([each.box for each in found], [each.chance for each in found])
    return [found[index] for index in kept]
