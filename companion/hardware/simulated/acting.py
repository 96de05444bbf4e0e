"""What a moment of a lift looks like: cups in the air, arms, rolling dice, the light, a bumped camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi, sin

import cv2
import numpy as np

from companion.hardware.simulated.arms import Arm, reach_over
from companion.hardware.simulated.laying import Ground, Laid, cup_over
from companion.hardware.simulated.lifting import LiftPlan, Moment, SeatMoment

NS_PER_S = 1_000_000_000
RAISED_SIDES = 1.6
"""How high a carried cup appears above the table, in die sides [choice]."""
HAND_FROM, CUP_TO = 1.55, 1.95
"""Where a hand comes from, just out of the picture, and where a cup is taken that finds no room on the table:
so many times as far from the picture's middle as the cup stands."""
QUARTER_DEG = 90.0
"""A die that rolls one side further has turned by this much."""


@dataclass(frozen=True, slots=True)
class Acting:
    """A plan that is being played since a moment; ``asides`` are the cups as they will stand, by seat.

    A seat without one has no room there: its player takes the cup out of the picture.
    """

    plan: LiftPlan
    began_ns: int
    asides: tuple[tuple[int, Laid], ...]

    def at(self, now_ns: int) -> Moment:
        """The moment that is played now."""
        return self.plan.at((now_ns - self.began_ns) / NS_PER_S)

    def cup(self, ground: Ground, moment: SeatMoment) -> Laid:
        """A seat's cup at a moment: over its dice, in the air, or aside."""
        cup = cup_over(ground, moment.seat)
        x, y = cup.x + moment.shifted * ground.side_px, cup.y
        aside = dict(self.asides).get(moment.seat)
        to_x, to_y = _outside(ground, moment.seat, CUP_TO) if aside is None else (aside.x, aside.y)
        share = moment.carried
        raised = RAISED_SIDES * ground.side_px * sin(pi * share)
        return replace(cup, x=x + share * (to_x - x), y=y + share * (to_y - y), raised_px=raised)

    def arm(self, ground: Ground, moment: SeatMoment) -> Arm | None:
        """A seat's arm at a moment; ``None`` when it is out of the picture."""
        if moment.reach <= 0:
            return None
        cup, (from_x, from_y) = self.cup(ground, moment), _outside(ground, moment.seat, HAND_FROM)
        to_y = cup.y - cup.raised_px
        hand = from_x + moment.reach * (cup.x - from_x), from_y + moment.reach * (to_y - from_y)
        beyond = 2 * from_x - cup.x, 2 * from_y - to_y
        return Arm(beyond, hand, moment.seat)


def _outside(ground: Ground, seat: int, far: float) -> tuple[float, float]:
    """A point outside of the picture, behind a seat."""
    width, height = ground.size
    x, y = ground.seating.cup_centre(seat, ground.size)
    return width / 2 + far * (x - width / 2), height / 2 + far * (y - height / 2)


def rolling_dice(ground: Ground, dice: tuple[Laid, ...], moment: SeatMoment) -> tuple[Laid, ...]:
    """A seat's dice, the first of which may still have some way to roll, towards the picture's middle."""
    if moment.rolling <= 0 or not dice:
        return dice
    first = dice[0]
    turned = first.extra_deg + QUARTER_DEG * moment.rolling
    towards = 1.0 if first.x < ground.size[0] / 2 else -1.0
    x = first.x - towards * moment.rolling * ground.side_px
    return (replace(first, x=x, extra_deg=turned), *dice[1:])


def with_arms(scene: np.ndarray, acting: Acting, moment: Moment, ground: Ground) -> None:
    """Draw the arms of a moment over the scene, in place."""
    for each in moment.seats:
        arm = acting.arm(ground, each)
        if arm is not None:
            reach_over(scene, arm, ground.side_px)


def surrounded(scene: np.ndarray, moment: Moment, side_px: float) -> np.ndarray:
    """The scene in the light of a moment, seen by a camera that may have been bumped; a new array."""
    height, width = scene.shape[:2]
    if moment.bump:
        moved = np.float32([[1, 0, moment.bump * side_px], [0, 1, 0.6 * moment.bump * side_px]])
        scene = cv2.warpAffine(scene, moved, (width, height), borderMode=cv2.BORDER_REFLECT_101)
    if moment.light == 1.0 and moment.lamp == 0.0:
        return scene
    slope = 1 + moment.lamp * np.linspace(-1, 1, width, dtype=np.float32)
    return (scene * (moment.light * slope[None, :, None])).clip(0, 255).astype(np.uint8)
