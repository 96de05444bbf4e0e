"""A corner index of a playing card, rank over suit, as the locator finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

ALONG, ACROSS = 0.5, 0.22
"""Two detections are one index if they are nearer than these shares of its height, along and across it. In
a tight fan the next index lies 6 mm beside one of up to 19 mm, 0.32 of its height."""


@dataclass(frozen=True, slots=True)
class Index:
    """``height_px``: from the rank's top to the suit's bottom; (``x``, ``y``): the middle between, in
    frame px. ``up``: unit vector towards the reader's up in the frame (y down); ``upright`` 0-1: its
    certainty. ``chance`` 0-1: the locator's probability.
    """

    x: float
    y: float
    height_px: float
    up: tuple[float, float]
    chance: float
    upright: float = 1.0

    @property
    def turn(self) -> float:
        """Clockwise rotation from upright, radians."""
        return float(np.arctan2(self.up[0], -self.up[1]))

    def moved(self, right: float, down: float) -> Index:
        return replace(self, x=self.x + right, y=self.y + down)

    def on_its_head(self) -> Index:
        return replace(self, up=(-self.up[0], -self.up[1]))


def centres_of(indices: Sequence[Index]) -> np.ndarray:
    """Middles (N, 2) in frame px."""
    return np.array([(each.x, each.y) for each in indices], float).reshape(-1, 2)


def ups_of(indices: Sequence[Index]) -> np.ndarray:
    """Unit vectors (N, 2)."""
    return np.array([each.up for each in indices], float).reshape(-1, 2)


def heights_of(indices: Sequence[Index]) -> np.ndarray:
    """Heights (N,) in frame px."""
    return np.array([each.height_px for each in indices], float)


def same_places(
    indices: Sequence[Index], others: Sequence[Index], reach: tuple[float, float] = (ALONG, ACROSS)
) -> np.ndarray:
    """Which of N and M indices share a place: bool (N, M). ``reach``: shares of the smaller height, along
    and across.
    """
    apart = centres_of(others)[None] - centres_of(indices)[:, None]
    up = ups_of(indices)[:, None]
    along = (apart * up).sum(2)
    across = apart[..., 0] * -up[..., 1] + apart[..., 1] * up[..., 0]
    least = np.minimum(heights_of(indices)[:, None], heights_of(others)[None])
    same: np.ndarray = (along / (reach[0] * least)) ** 2 + (across / (reach[1] * least)) ** 2 < 1
    return same


def one_each(indices: Sequence[Index], most: int) -> list[Index]:
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
