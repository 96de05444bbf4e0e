"""The star that stands in place of a one, or is printed on a board: its outline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Star:
    """A star in place of the one: points, tip radius and inner radius over tip radius, turn on the face."""

    points: int = 5
    radius: float = 0.3
    inner: float = 0.4
    turn_deg: float = 0.0


def star_outline(star: Star, radius: float) -> np.ndarray:
    """Corners (2 points, 2) of a star with its tips at ``radius``, counterclockwise."""
    steps = np.arange(2 * star.points)
    angle = np.radians(star.turn_deg + 90.0) + np.pi * steps / star.points
    reach = np.where(steps % 2 == 0, radius, radius * star.inner)
    return np.column_stack((reach * np.cos(angle), reach * np.sin(angle)))
