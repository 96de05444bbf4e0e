"""One moment of a lift: raised cups, arms, things, rolling dice, a bumped camera."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, isinf, pi, sin

import cv2
import numpy as np

from companion.calibration import Point, board_of
from companion.core.frame import NS_PER_S
from companion.simulator.arms import FINGERS_REACH, HALF_HAND, Pose
from companion.simulator.laying import (
    CUP_TOP,
    HALF_DIAGONAL,
    Ground,
    Laid,
    cup_over,
    extent_of,
    hides_no_dice,
)
from companion.simulator.lifting import Errand, LiftPlan, Moment, Put, SeatMoment, Visit
from companion.simulator.props import Prop
from companion.simulator.sprites import Painted

RAISED_SIDES = 1.6
"""Height of a carried cup or thing, in die sides."""
OUT_SIDES = FINGERS_REACH + 3.0
"""A palm this many die sides beyond the edge is out of the picture, with fingers, cup and shadow."""
SPREAD_SIDES = 2.5
"""Largest distance of thumb, little finger and shadow from the middle finger's tip."""
SHOULDER_SIDES = 18.0
"""Distance of shoulders beyond the edge: 29 cm [choice]."""
QUARTER_DEG = 90.0
"""The turn of a die that rolls one side further."""
LOOKS_A_SECOND = 60
"""How often a second it is checked whether the last hand has left the picture."""


@dataclass(frozen=True, slots=True)
class LiftTruth:
    """When a lift truly began and came to rest, on the table's clock.

    ``uncovered_at_ns``: every cup is off its dice for good and no die rolls; ``None`` if a cup stays.
    ``hands_gone_at_ns``: no hand is in the picture, and only the light changes.
    """

    happening: str
    began_ns: int
    uncovered_at_ns: int | None
    hands_gone_at_ns: int


@dataclass(frozen=True, slots=True)
class Arm:
    """``palm`` in frame px; ``pose``: the hand's shape."""

    person: int
    palm: Point
    turn_deg: float
    pose: Pose

    def in_view(self, ground: Ground) -> bool:
        turn, reach = np.radians(self.turn_deg), FINGERS_REACH * ground.side_px
        x, y = self.palm[0] - reach * np.sin(turn), self.palm[1] - reach * np.cos(turn)
        room, (width, height) = SPREAD_SIDES * ground.side_px, ground.size
        in_sight: bool = -room <= x <= width + room and -room <= y <= height + room
        return in_sight


@dataclass(frozen=True, slots=True)
class Acting:
    """A lift plan that runs; places in frame px.

    ``cups``: by seat, where cups are put down; others leave the picture. ``targets``: where visiting palms
    go. ``spots``: first and next place of the thing.
    """

    plan: LiftPlan
    began_ns: int
    cups: tuple[tuple[int, Laid], ...]
    targets: tuple[Point, ...] = ()
    spots: tuple[Point, Point] | None = None

    def at(self, now_ns: int) -> Moment:
        return self.plan.at((now_ns - self.began_ns) / NS_PER_S)

    def truth(self, ground: Ground) -> LiftTruth:
        uncovered_s, hands_gone_s = self.plan.uncovered_at_s, self._hands_gone_at_s(ground)
        return LiftTruth(
            "+".join(each.value for each in self.plan.happenings),
            self.began_ns,
            None if isinf(uncovered_s) else self._ns(min(uncovered_s, hands_gone_s)),
            self._ns(hands_gone_s),
        )

    def _hands_gone_at_s(self, ground: Ground) -> float:
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
        cup = cup_over(ground, moment.seat)
        x, y = cup.x + moment.shifted * ground.side_px, cup.y
        aside = dict(self.cups).get(moment.seat)
        to_x, to_y = outside(ground, (cup.x, cup.y)) if aside is None else (aside.x, aside.y)
        share = moment.carried
        raised = RAISED_SIDES * ground.side_px * sin(pi * share)
        return replace(cup, x=x + share * (to_x - x), y=y + share * (to_y - y), raised_px=raised)

    def prop(self, ground: Ground, moment: Moment) -> Laid | None:
        move = self.plan.prop
        if move is None or moment.prop is None or self.spots is None:
            return None
        place, _ = moment.prop
        x, y = _carried_to(ground, self.spots, place)
        return Laid(Painted(move.prop.kind.value, move.prop), x, y, raised_px=_raised(ground, place))

    def arms(self, ground: Ground, moment: Moment) -> tuple[Arm, ...]:
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


def _raised(ground: Ground, place: float) -> float:
    return RAISED_SIDES * ground.side_px * abs(sin(pi * place))


def outside(ground: Ground, point: Point, beyond: float = OUT_SIDES) -> Point:
    """``beyond``: in die sides."""
    (width, height), room = ground.size, beyond * ground.side_px
    dx, dy = point[0] - width / 2, point[1] - height / 2
    across = (width / 2 + room) / max(1e-6, abs(dx))
    down = (height / 2 + room) / max(1e-6, abs(dy))
    far = min(across, down)
    return width / 2 + far * dx, height / 2 + far * dy


def _reaching(ground: Ground, seat: int, target: Point, reach: float, pose: Pose) -> Arm:
    seat_x, seat_y = ground.seating.cup_centre(seat, ground.size)
    from_x, from_y = outside(ground, ((seat_x + target[0]) / 2, (seat_y + target[1]) / 2))
    palm = from_x + reach * (target[0] - from_x), from_y + reach * (target[1] - from_y)
    shoulder = outside(ground, (seat_x, seat_y), SHOULDER_SIDES)
    return Arm(seat, palm, degrees(atan2(shoulder[0] - palm[0], shoulder[1] - palm[1])), pose)


def rolling_dice(ground: Ground, dice: tuple[Laid, ...], moment: SeatMoment) -> tuple[Laid, ...]:
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
    """Shifts the scene by ``bump`` die sides; a new array."""
    height, width = scene.shape[:2]
    moved = np.array([[1, 0, bump * side_px], [0, 1, 0.6 * bump * side_px]], np.float32)
    seen: np.ndarray = cv2.warpAffine(scene, moved, (width, height), borderMode=cv2.BORDER_REFLECT_101)
    return seen


TRIES = 400
"""Random spots tried for each thing before it is left out."""
SEEN_SHARE = 0.3, 0.85
"""How much of a cup at the edge is in the picture."""
ACROSS_SIDES = 5.0, 9.0
"""How far a hand reaches beyond its own cup, across the table, in die sides."""
TUCKED_SIDES = -3.0
"""Where a palm rests if there is no room beside the dice, in die sides from the picture's edge: outside, so
that only the fingertips show."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What must stay visible: dice, and cups in their later places."""

    ground: Ground
    things: tuple[Laid, ...]

    def free(self, spots: Iterable[Point], reach: float) -> bool:
        """Whether discs of radius ``reach`` (die sides) round the spots cover no die and no cup."""
        ground, side = self.ground, self.ground.side_px
        seats = range(ground.seating.players)
        discs = [
            (*ground.seating.cup_centre(seat, ground.size), ground.dice_radius + HALF_DIAGONAL)
            for seat in seats
        ]
        for thing in self.things:
            if thing.sprite.kind == "cup":
                discs.append((thing.x, thing.y, ground.cup_radius))
                discs.append((thing.x, thing.y - CUP_TOP * thing.scale * side, ground.cup_radius))
            else:
                discs.append((thing.x, thing.y, HALF_DIAGONAL))
        return all(hypot(x - a, y - b) > (r + reach) * side for x, y in spots for a, b, r in discs)


def staged(
    ground: Ground,
    plan: LiftPlan,
    began_ns: int,
    cups: tuple[tuple[int, Laid], ...],
    shown: tuple[Laid, ...],
    rng: np.random.Generator,
) -> Acting:
    """``cups`` stand aside unless the plan moves them."""
    puts = {lift.seat: lift.put for lift in plan.lifts}
    standing = {seat: cup for seat, cup in cups if puts.get(seat) is Put.ASIDE}
    for seat in (seat for seat, put in puts.items() if put is Put.EDGE):
        cup = _cup_at_edge(ground, seat, (*shown, *standing.values()), rng)
        standing |= {} if cup is None else {seat: cup}
    taken = Taken(ground, (*shown, *standing.values()))
    spots = None if plan.prop is None else _prop_spots(taken, plan.prop.seat, plan.prop.prop, rng)
    plan = plan if spots is not None else replace(plan, prop=None)
    targets = tuple(_target(taken, visit, rng) for visit in plan.visits)
    return Acting(plan, began_ns, tuple(standing.items()), targets, spots)


def _cup_at_edge(
    ground: Ground, seat: int, others: tuple[Laid, ...], rng: np.random.Generator
) -> Laid | None:
    inwards, along = _directions(ground, seat)
    edge = outside(ground, ground.seating.cup_centre(seat, ground.size), 0.0)
    cup, side = cup_over(ground, seat), ground.side_px
    for _ in range(TRIES):
        slid, sunk = rng.uniform(-14, 14) * side, rng.uniform(-0.3, 0.6) * ground.cup_radius * side
        spot = edge[0] + slid * along[0] + sunk * inwards[0], edge[1] + slid * along[1] + sunk * inwards[1]
        at_edge = replace(cup, x=spot[0], y=spot[1])
        if SEEN_SHARE[0] < _seen_share(ground, at_edge) < SEEN_SHARE[1] and hides_no_dice(
            ground, spot, others
        ):
            return at_edge
    return None


def _seen_share(ground: Ground, thing: Laid) -> float:
    box, (width, height) = extent_of(ground, thing), ground.size
    wide, high = min(box.right, width) - max(box.left, 0), min(box.bottom, height) - max(box.top, 0)
    return max(0, wide) * max(0, high) / ((box.right - box.left) * (box.bottom - box.top))


def _directions(ground: Ground, seat: int) -> tuple[Point, Point]:
    edge = outside(ground, ground.seating.cup_centre(seat, ground.size), 0.0)
    width, height = ground.size
    if min(edge[0], width - edge[0]) < 1:
        return ((1.0, 0.0), (0.0, 1.0)) if edge[0] < width / 2 else ((-1.0, 0.0), (0.0, 1.0))
    return ((0.0, 1.0), (1.0, 0.0)) if edge[1] < height / 2 else ((0.0, -1.0), (1.0, 0.0))


def _target(taken: Taken, visit: Visit, rng: np.random.Generator) -> Point:
    ground, side = taken.ground, taken.ground.side_px
    x, y = ground.seating.cup_centre(visit.seat, ground.size)
    inwards, _ = _directions(ground, visit.seat)
    if visit.errand is Errand.OVER:
        return x, y
    if visit.errand is Errand.ACROSS:
        far, aslant = rng.uniform(*ACROSS_SIDES) * side, rng.uniform(-4, 4) * side
        return x + far * inwards[0] + aslant * inwards[1], y + far * inwards[1] + aslant * inwards[0]
    return _beside(taken, visit.seat, rng)


def _beside(taken: Taken, seat: int, rng: np.random.Generator) -> Point:
    ground, side = taken.ground, taken.ground.side_px
    inwards, along = _directions(ground, seat)
    edge = outside(ground, ground.seating.cup_centre(seat, ground.size), 0.0)
    for nth in range(TRIES):
        deep = rng.uniform(-1.5, 2.5) - 1.5 * nth / TRIES
        slid = rng.choice((-1, 1)) * rng.uniform(5.0, 9.0 + 4 * nth / TRIES)
        palm = (
            edge[0] + side * (deep * inwards[0] + slid * along[0]),
            edge[1] + side * (deep * inwards[1] + slid * along[1]),
        )
        hand = [
            (palm[0] + side * step * inwards[0], palm[1] + side * step * inwards[1])
            for step in np.linspace(-4, FINGERS_REACH - HALF_HAND / 2, 6)
        ]
        if _in_frame(ground, hand[-1]) and taken.free(hand, HALF_HAND):
            return palm
    away = side * TUCKED_SIDES
    return edge[0] + away * inwards[0], edge[1] + away * inwards[1]


def _in_frame(ground: Ground, point: Point) -> bool:
    return all(0 <= place <= length for place, length in zip(point, ground.size, strict=True))


def _prop_spots(taken: Taken, seat: int, prop: Prop, rng: np.random.Generator) -> tuple[Point, Point] | None:
    ground, side = taken.ground, taken.ground.side_px
    x, y = ground.seating.cup_centre(seat, ground.size)
    board = board_of(ground.size)
    found: list[Point] = []
    for nth in range(TRIES):
        away, angle = side * rng.uniform(4, 12 + 16 * nth / TRIES), rng.uniform(0, 2 * np.pi)
        spot = x + away * cos(angle), y + away * sin(angle)
        parts = [(spot[0] + side * dx, spot[1] + side * dy) for dx, dy in prop.parts]
        on_board = any(board.distance(*part) < prop.part_radius * side for part in parts)
        if _in_frame(ground, spot) and not on_board and taken.free(parts, prop.part_radius):
            found.append(spot)
            if hypot(spot[0] - found[0][0], spot[1] - found[0][1]) > 2 * side:
                break
    return (found[0], found[-1]) if found else None
