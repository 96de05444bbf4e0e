"""What a moment of a lift looks like: cups in the air, arms, things, rolling dice, a bumped camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, degrees, hypot, isinf, pi, sin

import cv2
import numpy as np

from companion.calibration.seating import Point
from companion.hardware.cameras.port import NS_PER_S
from companion.hardware.simulated.hand_shapes import FINGERS_REACH, Pose
from companion.hardware.simulated.laying import CUP_TOP, Ground, Laid, cup_over
from companion.hardware.simulated.lifting import Errand, LiftPlan, Moment, PropMove, SeatMoment
from companion.hardware.simulated.props import Prop
from companion.hardware.simulated.sprites import Painted

RAISED_SIDES = 1.6
"""How high a carried cup or thing appears above the table, in die sides."""
OUT_SIDES = FINGERS_REACH + 3.0
"""A palm this many die sides beyond the edge is out of the picture, with fingers, cup and shadow."""
SPREAD_SIDES = 2.5
"""How far thumb and little finger, and their shadows, are from the middle finger's tip at most."""
SHOULDER_SIDES = 18.0
"""How far beyond the edge the arms' shoulders are: 29 cm [choice]."""
QUARTER_DEG = 90.0
"""A die that rolls one side further has turned by this much."""
LOOKS_A_SECOND = 60
"""Seconds between two checks whether the last hand has left the picture."""


@dataclass(frozen=True, slots=True)
class LiftTruth:
    """When a played lift truly began and came to rest, on the table's clock; play never asks.

    ``uncovered_at_ns``: from here on every cup is off its dice for good and no die rolls; ``None`` if a cup
    stays on. ``hands_gone_at_ns``: from here on no hand is in the picture, and only the light changes.
    """

    happening: str
    began_ns: int
    uncovered_at_ns: int | None
    hands_gone_at_ns: int


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm: its owner, the palm's place in frame pixels, the fingers' direction, the hand's shape."""

    person: int
    palm: Point
    turn_deg: float
    pose: Pose

    def in_view(self, ground: Ground) -> bool:
        """Whether its fingertips, or their shadow, are in the picture."""
        turn, reach = np.radians(self.turn_deg), FINGERS_REACH * ground.side_px
        x, y = self.palm[0] - reach * np.sin(turn), self.palm[1] - reach * np.cos(turn)
        room, (width, height) = SPREAD_SIDES * ground.side_px, ground.size
        in_sight: bool = -room <= x <= width + room and -room <= y <= height + room
        return in_sight


@dataclass(frozen=True, slots=True)
class Acting:
    """A plan that has been played since a moment, with its places in frame pixels.

    ``cups``: by seat, where cups are put down; other cups leave the picture. ``targets``: where the visiting
    palms go. ``spots``: where the thing is put, first and next.
    """

    plan: LiftPlan
    began_ns: int
    cups: tuple[tuple[int, Laid], ...]
    targets: tuple[Point, ...] = ()
    spots: tuple[Point, Point] | None = None

    def at(self, now_ns: int) -> Moment:
        """The moment that is played now."""
        return self.plan.at((now_ns - self.began_ns) / NS_PER_S)

    def truth(self, ground: Ground) -> LiftTruth:
        """When it truly comes to rest."""
        uncovered_s, hands_gone_s = self.plan.uncovered_at_s, self._hands_gone_at_s(ground)
        return LiftTruth(
            "+".join(each.value for each in self.plan.happenings),
            self.began_ns,
            None if isinf(uncovered_s) else self._ns(min(uncovered_s, hands_gone_s)),
            self._ns(hands_gone_s),
        )

    def _hands_gone_at_s(self, ground: Ground) -> float:
        """Hands leave the picture a little before their way ends."""
        second, still = self.plan.rests_at_s, self.plan.still_at_s
        while second - 1 / LOOKS_A_SECOND > still:
            earlier = self.plan.at(second - 1 / LOOKS_A_SECOND)
            if any(arm.in_view(ground) for arm in self.arms(ground, earlier)):
                break
            second -= 1 / LOOKS_A_SECOND
        return second

    def _ns(self, second: float) -> int:
        return self.began_ns + round(second * NS_PER_S)

    def cup(self, ground: Ground, moment: SeatMoment) -> Laid:
        """A seat's cup at a moment: over its dice, in the air, or where it is put."""
        cup = cup_over(ground, moment.seat)
        x, y = cup.x + moment.shifted * ground.side_px, cup.y
        aside = dict(self.cups).get(moment.seat)
        to_x, to_y = outside(ground, (cup.x, cup.y)) if aside is None else (aside.x, aside.y)
        share = moment.carried
        raised = RAISED_SIDES * ground.side_px * sin(pi * share)
        return replace(cup, x=x + share * (to_x - x), y=y + share * (to_y - y), raised_px=raised)

    def prop(self, ground: Ground, moment: Moment) -> Laid | None:
        """The thing that is put down and how it lies or is carried; ``None`` where there is none."""
        move = self.plan.prop
        if move is None or moment.prop is None or self.spots is None:
            return None
        place, _ = moment.prop
        x, y = _carried_to(ground, self.spots, place)
        return Laid(Painted(move.kind.value, prop_of(move)), x, y, raised_px=_raised(ground, place))

    def arms(self, ground: Ground, moment: Moment) -> tuple[Arm, ...]:
        """All arms that reach for something at a moment."""
        arms = [self._at_cup(ground, each) for each in moment.seats if each.reach > 0]
        for visit, target, reach in zip(self.plan.visits, self.targets, moment.visits, strict=True):
            if reach > 0:
                pose = Pose.GRIP if visit.errand is Errand.ACROSS else Pose.REST
                arms.append(_reaching(ground, visit.seat, target, reach, pose))
        move = self.plan.prop
        if move is not None and moment.prop is not None and self.spots is not None and moment.prop[1] > 0:
            place, hold = moment.prop
            x, y = _carried_to(ground, self.spots, place)
            target = x, y - _raised(ground, place)
            arms.append(_reaching(ground, move.seat, target, hold, Pose.GRIP))
        return tuple(arms)

    def _at_cup(self, ground: Ground, moment: SeatMoment) -> Arm:
        cup = self.cup(ground, moment)
        top = cup.x, cup.y - cup.raised_px - CUP_TOP * cup.scale * ground.side_px
        return _reaching(ground, moment.seat, top, moment.reach, Pose.GRIP)


def _carried_to(ground: Ground, spots: tuple[Point, Point], place: float) -> Point:
    first, then = spots
    out = outside(ground, first)
    begin, end, share = (out, first, place) if place <= 1 else (first, then, place - 1)
    return begin[0] + share * (end[0] - begin[0]), begin[1] + share * (end[1] - begin[1])


def prop_of(move: PropMove) -> Prop:
    """The thing that is put down."""
    return Prop(move.kind, move.look)


def _raised(ground: Ground, place: float) -> float:
    return RAISED_SIDES * ground.side_px * abs(sin(pi * place))


def outside(ground: Ground, point: Point, beyond: float = OUT_SIDES) -> Point:
    """The point this many die sides outside the picture, on the line from its middle through a point."""
    (width, height), room = ground.size, beyond * ground.side_px
    dx, dy = point[0] - width / 2, point[1] - height / 2
    across = (width / 2 + room) / max(1e-6, abs(dx))
    down = (height / 2 + room) / max(1e-6, abs(dy))
    far = min(across, down)
    return width / 2 + far * dx, height / 2 + far * dy


def _reaching(ground: Ground, seat: int, target: Point, reach: float, pose: Pose) -> Arm:
    """A seat's arm on its way to a point: it comes from behind the seat, a little from the point's side."""
    seat_x, seat_y = ground.seating.cup_centre(seat, ground.size)
    from_x, from_y = outside(ground, ((seat_x + target[0]) / 2, (seat_y + target[1]) / 2))
    palm = from_x + reach * (target[0] - from_x), from_y + reach * (target[1] - from_y)
    shoulder = outside(ground, (seat_x, seat_y), SHOULDER_SIDES)
    return Arm(seat, palm, degrees(atan2(shoulder[0] - palm[0], shoulder[1] - palm[1])), pose)


def rolling_dice(ground: Ground, dice: tuple[Laid, ...], moment: SeatMoment) -> tuple[Laid, ...]:
    """A seat's dice; the first one may still be rolling, away from the cup's middle."""
    if moment.rolling <= 0 or not dice:
        return dice
    first = dice[0]
    turned = first.extra_deg + QUARTER_DEG * moment.rolling
    x, y = ground.seating.cup_centre(moment.seat, ground.size)
    away = max(1e-6, hypot(first.x - x, first.y - y))
    left = moment.rolling * ground.side_px / away
    rolled = replace(
        first, x=first.x - left * (first.x - x), y=first.y - left * (first.y - y), extra_deg=turned
    )
    return (rolled, *dice[1:])


def nudged(scene: np.ndarray, bump: float, side_px: float) -> np.ndarray:
    """The scene as a bumped camera sees it, moved by this many die sides; a new array."""
    height, width = scene.shape[:2]
    moved = np.array([[1, 0, bump * side_px], [0, 1, 0.6 * bump * side_px]], np.float32)
    seen: np.ndarray = cv2.warpAffine(scene, moved, (width, height), borderMode=cv2.BORDER_REFLECT_101)
    return seen
