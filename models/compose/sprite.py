"""A die (or a thing that is no die) cut out, with what is known about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STAR = 7
"""The label of a star face; pips are 1-6."""
BACKGROUND = 0
"""The label of a thing that is no die."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A cut-out: ``bgra`` uint8 (H, W, 4), its label, and whether it stands cocked.

    ``turns`` tells whether it may be turned at will in the picture: seen from far off the vertical,
    only the picture's up tells which face is the top one. ``lean`` is where its top face looks, as far as
    that is known: the part across the picture (right, down) of the unit vector out of that face; its length
    is the sine of the angle to the line of sight.
    """

    bgra: np.ndarray
    label: int
    cocked: bool = False
    turns: bool = True
    lean: tuple[float, float] | None = None


def trimmed(bgra: np.ndarray, least_alpha: int = 100) -> np.ndarray:
    """The part of a cut-out that is not empty; the whole of it where nothing shows."""
    rows = np.flatnonzero((bgra[..., 3] >= least_alpha).any(1))
    columns = np.flatnonzero((bgra[..., 3] >= least_alpha).any(0))
    if len(rows) == 0:
        return bgra
    return bgra[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
