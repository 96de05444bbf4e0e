"""Dice that lean otherwise than the others of their frame: they stand cocked.

Alone a cocked die looks like one that is seen from the side. But each die's crop tells where its face looks,
and all that lie flat look the same way, but for the frame's perspective.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Box, Doubt, ReadDie
from companion.recognition.leans import Leans

LEAST_DICE = 4
"""With fewer nobody knows which of them lies flat."""
OFF_SPREADS = 4.5
"""A die leans otherwise when it is off by so many times what its own crop leaves open ..."""
OFF_OTHERS = 5.0
"""... and by so many times what the dice of the frame are off in the middle; the least angle is one of the
thresholds that belong to the weights."""
LENSES = np.linspace(0.0, 1.6, 9)
"""Longer side of the frame over the focal length: from a camera far away to a lens of 77 degrees."""
AGREE_DEG = 3.0
"""Dice that agree better than this are not told apart by how well they agree."""
ROUNDS = 8
"""Of weighing anew. Sixty changed no angle by 0.02 degrees in 95 of 100 made frames, by 1.1 in one of 400
(tried once by hand)."""


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
    middles = np.array([((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in boxes])
    off = off_the_others((middles - np.array(size) / 2) / max(size), told_leans.across)
    strays = (off >= off_deg) & (off >= OFF_SPREADS * np.degrees(told_leans.spread))
    strays &= off >= OFF_OTHERS * max(float(np.median(off)), AGREE_DEG)
    standing = {told[index] for index in np.flatnonzero(strays)}
    return tuple(_cocked(die) if index in standing else die for index, die in enumerate(dice))


def off_the_others(from_middle: np.ndarray, across: np.ndarray) -> np.ndarray:
    """How many degrees each face is off the way that the others look, (N,).

    ``from_middle`` (N, 2) is where the dice lie, in longer sides of the frame from its middle; ``across``
    (N, 2) where their faces look, as ``Leans``. The lens is not known: of ``LENSES`` that one is taken by
    which the dice agree best.
    """
    fits = _off_at(_in_the_camera(LENSES[:, None, None] * from_middle, across))
    spread = np.log1p((fits / AGREE_DEG) ** 2).sum(1)
    return fits[int(np.argmin(spread))]


def _in_the_camera(sights: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Unit vectors (L, N, 3; right, down, ahead) out of faces seen along lines of sight (L, N, 2)."""
    x, y = sights[..., 0], sights[..., 1]
    upright, long = np.sqrt(1 + y * y), np.sqrt(1 + x * x + y * y)
    right, down = across[:, 0] / (long * upright), across[:, 1] / upright
    toward = np.sqrt(np.maximum(1 - (across**2).sum(1), 0)) / long
    ahead = -right * x - down * y - toward
    return np.stack([right * upright**2 - toward * x, down - right * x * y - toward * y, ahead], axis=-1)


def _off_at(looks: np.ndarray) -> np.ndarray:
    """How many degrees each of N unit vectors (L, N, 3) is off their middle; those far off weigh little."""
    weights = np.ones(looks.shape[:2])
    for _ in range(ROUNDS):
        middle = np.matmul(weights[:, None], looks)[:, 0]
        middle /= np.linalg.norm(middle, axis=1, keepdims=True)
        cosines = np.matmul(looks, middle[:, :, None])[..., 0]
        off = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
        usual = np.maximum(np.median(off, axis=1), AGREE_DEG)
        weights = 1 / (1 + (off / (1.5 * usual[:, None])) ** 2)
    return off


def _cocked(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.COCKED))
