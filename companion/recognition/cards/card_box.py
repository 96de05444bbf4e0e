"""Where a card lies, as far as the indices that were seen of it tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.reading import Box
from companion.recognition.cards.index import Index, centres_of, heights_of, ups_of
from companion.recognition.cards.joining import Joined
from companion.recognition.cards.layout import APART_MM, CARD_MM, Layout

INDEX_WIDE = 0.42
"""Width of an index over its height: a 10 is about as wide."""


def corners_of(indices: Sequence[Index], card: Joined, layout: Layout) -> np.ndarray:
    """The four corners of a card in frame px, (4, 2), some maybe beyond the frame."""
    one = indices[card.members[0]]
    if card.paired:
        other = indices[card.members[1]]
        axis = np.subtract(one.up, other.up)
        axis = axis / max(1e-6, float(np.hypot(*axis)))
        apart = np.array([other.x - one.x, other.y - one.y])
        middle = np.array([one.x, one.y]) + apart / 2
    else:
        axis = np.array(one.up)
        middle = None
    right = np.array([-axis[1], axis[0]])
    if middle is None:
        apart = one.height_px * (layout.across * right - layout.along * axis)
        middle = np.array([one.x, one.y]) + apart / 2
    wide = abs(float(apart @ right)) * CARD_MM[0] / APART_MM[0] / 2 * right
    tall = abs(float(apart @ axis)) * CARD_MM[1] / APART_MM[1] / 2 * axis
    return np.array([middle - wide + tall, middle + wide + tall, middle + wide - tall, middle - wide - tall])


def box_of(corners: np.ndarray, size: tuple[int, int]) -> Box:
    """The upright box round some points, whole pixels, inside a frame of that width and height."""
    left, top = (int(np.floor(each)) for each in corners.min(0))
    right, bottom = (int(np.ceil(each)) for each in corners.max(0))
    left, top = min(max(0, left), size[0] - 1), min(max(0, top), size[1] - 1)
    return left, top, max(left + 1, min(size[0], right)), max(top + 1, min(size[1], bottom))


def are_cut(indices: Sequence[Index], size: tuple[int, int]) -> np.ndarray:
    """Which of N indices the frame's border cuts, bool (N): an end of the rank or the suit is beyond it."""
    ups = ups_of(indices) * heights_of(indices)[:, None] / 2
    rights = np.stack([-ups[:, 1], ups[:, 0]], 1) * INDEX_WIDE
    ends = centres_of(indices)[:, None] + np.stack(
        [ups + rights, ups - rights, rights - ups, -ups - rights], 1
    )
    outside: np.ndarray = ((ends < 0) | (ends > size)).any((1, 2))
    return outside
