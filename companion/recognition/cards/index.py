"""A corner index of a playing card: rank over suit, as the locator finds it in a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

ALONG, ACROSS = 0.5, 0.22
"""Two findings are one index when they lie nearer than these shares of its height, along it and across it.
In a tight fan the next index lies 6 mm beside one of up to 19 mm, 0.32 of its height."""


@dataclass(frozen=True, slots=True)
class Index:
    """One index: its middle and height in frame px, and which way its reader's up is.

    ``height_px`` is from the top of the rank to the bottom of the suit, (``x``, ``y``) the middle between the
    two. ``up`` is a unit vector in frame coordinates (y down), ``upright`` 0-1 how sure that direction is.
    ``chance`` 0-1: the locator's, that there is an index.
    """

    x: float
    y: float
    height_px: float
    up: tuple[float, float]
    chance: float
    upright: float = 1.0

    @property
    def turn(self) -> float:
        """By how many radians it is turned clockwise from standing upright in the frame."""
        return float(np.arctan2(self.up[0], -self.up[1]))

    def moved(self, right: float, down: float) -> Index:
        """The same index in a frame of another origin."""
        return replace(self, x=self.x + right, y=self.y + down)

    def on_its_head(self) -> Index:
        """The same index for a reader at the other end of the card."""
        return replace(self, up=(-self.up[0], -self.up[1]))


def centres_of(indices: Sequence[Index]) -> np.ndarray:
    """Middles (N, 2) in frame px."""
    return np.array([(each.x, each.y) for each in indices], float).reshape(-1, 2)


def ups_of(indices: Sequence[Index]) -> np.ndarray:
    """Unit vectors (N, 2) that point up for a reader of each index."""
    return np.array([each.up for each in indices], float).reshape(-1, 2)


def heights_of(indices: Sequence[Index]) -> np.ndarray:
    """Heights (N) in frame px."""
    return np.array([each.height_px for each in indices], float)


def same_places(
    indices: Sequence[Index], others: Sequence[Index], reach: tuple[float, float] = (ALONG, ACROSS)
) -> np.ndarray:
    """Whether each index (N) lies where each of the others (M) does: bool (N, M).

    ``reach``: nearer than these shares of the smaller height, along the index and across it.
    """
    apart = centres_of(others)[None] - centres_of(indices)[:, None]
    up = ups_of(indices)[:, None]
    along = (apart * up).sum(2)
    across = apart[..., 0] * -up[..., 1] + apart[..., 1] * up[..., 0]
    least = np.minimum(heights_of(indices)[:, None], heights_of(others)[None])
    same: np.ndarray = (along / (reach[0] * least)) ** 2 + (across / (reach[1] * least)) ** 2 < 1
    return same


def one_each(indices: Sequence[Index], most: int) -> list[Index]:
    """The likeliest finding of each index, likeliest first, at most so many."""
    ordered = sorted(indices, key=lambda each: -each.chance)
    if not ordered:
        return []
    same = same_places(ordered, ordered)
    free = np.ones(len(ordered), bool)
    kept: list[Index] = []
    for number, index in enumerate(ordered):
        if free[number] and len(kept) < most:
            kept.append(index)
            free &= ~(same[number] | same[:, number])
    return kept
