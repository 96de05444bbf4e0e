"""Arms of people: a hand round a cup or flat, a forearm and a sleeve, as solids. Needs manifold3d.

The forearm runs along -y out of the picture. A flat hand's palm is about the origin, its fingers reach along
+y and touch z = 0. A hand round a cup has the cup's axis on z, its middle finger about z = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import manifold3d as m3
import numpy as np

Rng = np.random.Generator
Point = tuple[float, float, float]

ROUND = 24
"""Sides of a ball's equator."""
ARM_MM = 720.0
"""From the hand to where a sleeve ends, beyond every picture."""
FINGERS_MM = ((36, 23, 19), (42, 27, 20), (39, 25, 20), (30, 19, 18))
"""Joints of the index to the little finger of a grown hand."""
HOLDING_DEG = (-48.0, -8.0, 26.0, 52.0)
"""Where a finger's joints lie round a cup."""


@dataclass(frozen=True, slots=True)
class Build:
    """A person's arm: size (1: a hand of 190 mm), left or right, where its sleeve begins (``None``: bare)."""

    scale: float
    left: bool
    thick: float
    sleeve_from_mm: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """The solids of one arm, mm; ``sleeve`` is ``None`` for a bare one."""

    skin: m3.Manifold
    nails: m3.Manifold
    sleeve: m3.Manifold | None


def any_build(rng: Rng) -> Build:
    """Anybody's arm: children and grown people, bare or in short and long sleeves."""
    sleeve = None if rng.random() < 0.2 else float(rng.choice((70.0, 95.0, 160.0)) + rng.uniform(-12, 12))
    return Build(
        float(rng.uniform(0.8, 1.1)), bool(rng.random() < 0.3), float(rng.uniform(0.85, 1.2)), sleeve
    )


def _ball(at: Sequence[float], radius: float) -> m3.Manifold:
    return m3.Manifold.sphere(radius, ROUND).translate(tuple(float(each) for each in at))


def _chain(points: Sequence[Sequence[float]], radii: Sequence[float]) -> list[m3.Manifold]:
    """The hulls of balls that follow one another."""
    balls = [_ball(point, radius) for point, radius in zip(points, radii, strict=True)]
    return [m3.Manifold.batch_hull(pair) for pair in pairwise(balls)]


def _nail(tip: np.ndarray, ahead: np.ndarray, radius: float) -> m3.Manifold:
    """A nail on the back of a finger's tip."""
    turn = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
    flat = m3.Manifold.sphere(1.0, ROUND).scale((0.72 * radius, 0.6 * radius, 0.3 * radius))
    back = tip + 0.15 * radius * ahead + (0, 0, 0.78 * radius)
    return flat.rotate((0, 0, turn)).translate(tuple(back.tolist()))


def _united(solids: list[m3.Manifold]) -> m3.Manifold:
    return m3.Manifold.batch_boolean(solids, m3.OpType.Add)


def _forearm(rng: Rng, build: Build, wrist: np.ndarray) -> tuple[list[m3.Manifold], m3.Manifold | None]:
    """Wrist to elbow and beyond, and the sleeve round it, in folds."""
    rise, sway = rng.uniform(0.02, 0.16), rng.uniform(-0.08, 0.08)
    along = np.array([sway, -1.0, rise])
    steps = np.array([0.0, 30.0, 110.0, 250.0, ARM_MM])
    radii = np.array([21.0, 23.0, 31.0, 38.0, 42.0]) * build.thick
    wide = [wrist + (side, 0, 0) + steps[:, None] * along for side in (-5.0, 5.0)]
    bare = [
        m3.Manifold.batch_hull(pair) for pair in zip(*(_chain(each, radii) for each in wide), strict=True)
    ]
    if build.sleeve_from_mm is None:
        return bare, None
    folds = np.arange(build.sleeve_from_mm, ARM_MM, 17.0)
    loose = rng.uniform(4, 14)
    round_arm = np.interp(folds, steps, radii) + loose + rng.normal(0, 0.18 * loose + 0.6, len(folds))
    cuff = np.minimum(1.0, 0.86 + 0.05 * np.arange(len(folds)))
    wobble = rng.normal(0, 0.8, (len(folds), 3))
    return bare, _united(_chain(wrist + folds[:, None] * along + wobble, round_arm * cuff))


def _finished(
    build: Build, hand: list[m3.Manifold], nails: list[m3.Manifold], arm: list, sleeve: object
) -> Arm:
    solids = [_united(hand + arm), _united(nails), sleeve]
    turned = [each and each.scale((-1.0 if build.left else 1.0, 1.0, 1.0)) for each in solids]
    return Arm(*turned)


def flat_arm(rng: Rng, build: Build) -> Arm:
    """A hand on the table, palm down, its fingers a little bent and spread."""
    size, spread, bend = build.scale, rng.uniform(2, 9), rng.uniform(0.0, 1.0)
    hand, nails, knuckles = [], [], []
    for which, joints in enumerate(FINGERS_MM):
        fan = np.radians(spread * (which - 1.3) + rng.normal(0, 1.5))
        ahead = np.array([-np.sin(fan), np.cos(fan), 0.0])
        radius = (9.0 if which < 3 else 7.8) * size
        knuckle = np.array([(1.5 - which) * 20.0, 40.0 - 4.0 * abs(which - 1), 24.0 + 10 * bend]) * size
        reach = np.cumsum(joints) * size * (1 - 0.25 * bend)
        heights = np.array([24.0 + 14 * bend, 16.0 + 6 * bend, radius])
        points = [knuckle, *(knuckle * (1, 1, 0) + away * ahead * (-1, 1, 0) for away in reach)]
        for point, height in zip(points[1:], heights, strict=True):
            point[2] = max(height * (1 if height == radius else size), radius)
        hand += _chain(points, (1.12 * radius, 1.05 * radius, 0.98 * radius, 0.82 * radius))
        nails.append(_nail(points[-1], ahead * (-1, 1, 0), 0.82 * radius))
        knuckles.append(knuckle)
    heel = [np.array([x, -44.0, 22.0]) * size for x in (-20.0, 20.0)]
    hand.append(m3.Manifold.batch_hull([_ball(each, 12.0 * size) for each in [*knuckles, *heel]]))
    thumb = np.array([[30, -28, 18], [50, -2, 15], [58, 24, 12], [57, 44, 10]], float) * size
    hand += _chain(thumb, np.array([14.0, 11.5, 10.0, 8.5]) * size)
    nails.append(_nail(thumb[-1], np.array([0.0, 1.0, 0.0]), 8.5 * size))
    hand.append(
        m3.Manifold.batch_hull([_ball(heel[1], 12 * size), _ball(thumb[0], 14 * size), _ball(thumb[1], 9)])
    )
    wrist = np.array([0.0, -64.0 * size, 26.0])
    arm, sleeve = _forearm(rng, build, wrist)
    hand.append(m3.Manifold.batch_hull([*(_ball(each, 12.0 * size) for each in heel), _ball(wrist, 19.0)]))
    return _finished(build, hand, nails, arm, sleeve)


def holding_arm(rng: Rng, build: Build, reach_mm: float) -> Arm:
    """A hand round a cup whose wall is so far from its axis: fingers on one side, the thumb on the other."""
    size, hand, nails = build.scale, [], []

    def around(angle_deg: float, out: float, height: float) -> np.ndarray:
        angle = np.radians(angle_deg)
        return np.array([np.cos(angle) * (reach_mm + out), np.sin(angle) * (reach_mm + out), height])

    heights = np.array([27.0, 9.0, -9.0, -26.0]) * size + rng.normal(0, 1.5, 4)
    for which, height in enumerate(heights):
        radius = (8.8 if which < 3 else 7.6) * size
        angles = np.array(HOLDING_DEG) + rng.normal(0, 3) - 6 * (which == 3)
        points = [
            around(each, radius + (4.0 if joint == 0 else 0.5), height) for joint, each in enumerate(angles)
        ]
        hand += _chain(points, (1.15 * radius, 1.05 * radius, 0.97 * radius, 0.82 * radius))
        nails.append(
            _ball(points[-1] * 1.0 + 0.5 * (points[-1] - around(HOLDING_DEG[-1], 0, height)), 0.55 * radius)
        )
    thumb = [around(*each) for each in ((-112, 14, 8), (-150, 12, 20), (-182, 9.5, 26), (-208, 8.5, 27))]
    hand += _chain(thumb, np.array([15.0, 12.0, 10.0, 8.5]) * size)
    nails.append(_ball(thumb[-1] + (-0.3, 0.3, 3.0), 5.5 * size))
    wrist = around(-84, 72.0 * size, 0.0)
    palm = [
        around(HOLDING_DEG[0], 14, 26 * size),
        around(HOLDING_DEG[0], 14, -24 * size),
        around(-84, 17, -16),
        thumb[0],
    ]
    hand.append(
        m3.Manifold.batch_hull([_ball(each, 12.5 * size) for each in palm] + [_ball(wrist, 19.0 * size)])
    )
    arm, sleeve = _forearm(rng, build, wrist)
    return _finished(build, hand, nails, arm, sleeve)
