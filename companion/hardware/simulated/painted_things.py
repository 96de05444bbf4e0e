"""Pictures that are painted when they are needed, not rendered before: arms, and things put down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from companion.hardware.simulated.acting import SHOULDER_SIDES, Arm, outside
from companion.hardware.simulated.arm_pictures import arm_picture
from companion.hardware.simulated.hand_shapes import Pose
from companion.hardware.simulated.laying import Ground, Laid
from companion.hardware.simulated.people import Colour, Person, person_by_chance
from companion.hardware.simulated.props import prop_picture
from companion.hardware.simulated.shaking import chance
from companion.hardware.simulated.sprites import ARM, Painted, Picture

TURNS = 18
"""An arm is painted at this many turns under the lamp, and turned by the rest, up to 10 degrees."""
LENGTHS = 12.0, 20.0, 30.0
"""Lengths of painted arms, in die sides behind the palm; an arm must reach out of the picture."""
KEPT_ARMS, KEPT_PROPS = 32, 2
"""Pictures that are kept: some 2 MB each at 1280 x 720."""


@dataclass(frozen=True, slots=True)
class ArmLook:
    """Whose arm, how its hand is held, which of ``TURNS`` and ``LENGTHS`` it is painted at."""

    person: int
    pose: Pose
    turn: int
    long: float


class PaintedThings:
    """The people and the things of one table. Not safe for several threads."""

    def __init__(self, seed: int, side_px: float, surroundings: tuple[Colour, ...]) -> None:
        """``surroundings`` are colours of the table and its cups, which a sleeve may have too."""
        self._seed, self._side_px, self._surroundings = seed, side_px, surroundings
        self._arm = lru_cache(KEPT_ARMS)(self._painted_arm)
        self._prop = lru_cache(KEPT_PROPS)(lambda prop: prop_picture(prop, side_px))

    def arm(self, arm: Arm, ground: Ground) -> Laid:
        """An arm as it is laid over the table."""
        step_deg = 360 / TURNS
        turn = round(arm.turn_deg / step_deg)
        look = ArmLook(arm.person, arm.pose, turn % TURNS, _length(arm, ground))
        return Laid(Painted(ARM, look), *arm.palm, extra_deg=arm.turn_deg - turn * step_deg)

    def picture(self, painted: Painted) -> Picture:
        """What is painted for an arm or a thing."""
        return self._arm(painted.look) if painted.kind == ARM else self._prop(painted.look)

    def person(self, seat: int) -> Person:
        """The person at a seat; the same all evening."""
        return person_by_chance(chance(self._seed, seat), self._surroundings)

    def _painted_arm(self, look: ArmLook) -> Picture:
        turn_deg = 360 / TURNS * look.turn
        return arm_picture(self.person(look.person), look.pose, turn_deg, look.long, self._side_px)


def _length(arm: Arm, ground: Ground) -> float:
    """The least of ``LENGTHS`` that takes the arm out of the picture."""
    shoulder_x, shoulder_y = outside(ground, arm.palm, SHOULDER_SIDES)
    needed = hypot(shoulder_x - arm.palm[0], shoulder_y - arm.palm[1]) / ground.side_px
    needed -= SHOULDER_SIDES - 6
    return next((long for long in LENGTHS if long >= needed), LENGTHS[-1])
