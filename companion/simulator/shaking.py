"""A shaken cup: rolled faces and places. Pure; all chance from the generator.

Places in die sides from the cup's middle, x right, y down; turns in degrees, counterclockwise in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np

from companion.calibration import DICE_RADIUS

GAPS = (0.22, 0.15, 0.10, 0.05, 0.02)
"""Gaps between dice, in die sides; the next one is tried when dice do not fit."""
TRIES = 25
"""Throws at each gap. Six dice fit at a gap of 0.15 or more (tests)."""
MOST_SEED = 2**63
_DIAGONAL = sqrt(2)


@dataclass(frozen=True, slots=True)
class Place:
    x: float
    y: float
    turn_deg: float


def chance(*seeds: int) -> np.random.Generator:
    """A generator from these seeds, which may be negative."""
    return np.random.default_rng([each % MOST_SEED for each in seeds])


def rolled(rng: np.random.Generator, dice: int) -> tuple[int, ...]:
    return tuple(int(face) for face in rng.integers(1, 7, dice))


def overlap(a: Place, b: Place, gap: float) -> bool:
    """Whether the squares come nearer than ``gap`` die sides, by their separating axes."""
    return _meet(b.x - a.x, b.y - a.y, a.turn_deg, b.turn_deg, gap)


def _meet(dx: float, dy: float, turn_deg: float, other_deg: float, gap: float) -> bool:
    apart = hypot(dx, dy)
    if apart >= _DIAGONAL + gap:
        return False
    if apart < 1 + gap:
        return True
    turned = radians(turn_deg - other_deg)
    reach = 0.5 * (1 + abs(cos(turned)) + abs(sin(turned))) + gap  # the same along each side of either
    return reach > _longest_step(turn_deg, dx, dy) and reach > _longest_step(other_deg, dx, dy)


def scattered(
    rng: np.random.Generator, turns_deg: tuple[float, ...], radius: float = DICE_RADIUS
) -> tuple[Place, ...]:
    """Places without overlaps, centres within ``radius`` of the middle."""
    for gap in GAPS:
        for _ in range(TRIES):
            places = _throw(rng, turns_deg, radius, gap)
            if places is not None:
                return places
    raise ValueError(f"{len(turns_deg)} dice do not fit within {radius} die sides")


def beside(a: Place, towards_deg: float) -> Place:
    """The place of a die that touches ``a`` face to face, on the side nearest to the direction (0 right, 90
    down).
    """
    quarter = round((towards_deg + a.turn_deg) / 90.0) * 90.0 - a.turn_deg
    return Place(a.x + cos(radians(quarter)), a.y + sin(radians(quarter)), a.turn_deg)


def _throw(
    rng: np.random.Generator, turns_deg: tuple[float, ...], radius: float, gap: float
) -> tuple[Place, ...] | None:
    places: list[Place] = []
    for turn_deg in turns_deg:
        place = _fitting(rng, turn_deg, radius, gap, places)
        if place is None:
            return None
        places.append(place)
    return tuple(places)


def _fitting(
    rng: np.random.Generator, turn_deg: float, radius: float, gap: float, others: list[Place]
) -> Place | None:
    for _ in range(24):
        away, angle = radius * sqrt(rng.random()), 2 * pi * rng.random()
        x, y = away * cos(angle), away * sin(angle)
        for other in others:
            if _meet(other.x - x, other.y - y, turn_deg, other.turn_deg, gap):
                break
        else:
            return Place(x, y, turn_deg)
    return None


def _longest_step(turn_deg: float, dx: float, dy: float) -> float:
    """The longer part of the step, along the square's sides; y runs down, turns are counterclockwise."""
    across, down = cos(radians(turn_deg)), sin(radians(turn_deg))
    return max(abs(dx * across - dy * down), abs(dx * down + dy * across))
