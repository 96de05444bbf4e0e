"""Finds room on the table for a lift's cups at the edge, resting hands, and things put down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, hypot, sin

import numpy as np

from companion.calibration.seating import Point, board_of
from companion.hardware.simulated.acting import Acting, outside, prop_of
from companion.hardware.simulated.hand_shapes import FINGERS_REACH, HALF_HAND
from companion.hardware.simulated.laying import (
    CUP_TOP,
    HALF_DIAGONAL,
    Ground,
    Laid,
    cup_over,
    extent_of,
    hides_no_dice,
)
from companion.hardware.simulated.lifting import Errand, LiftPlan, Put, Visit
from companion.hardware.simulated.props import Prop

TRIES = 400
"""Random spots tried for each thing before it is left out."""
SEEN_SHARE = 0.3, 0.85
"""How much of a cup at the edge is in the picture."""
ACROSS_SIDES = 5.0, 9.0
"""How far over its cup's place a hand reaches across the table, in die sides."""
TUCKED_SIDES = -3.0
"""If a hand finds no room beside the dice, only its fingertips lie on the table's edge, this far in."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What lies on the table and must not be covered: seats' dice and cups as they will stand."""

    ground: Ground
    things: tuple[Laid, ...]

    def free(self, spots: Iterable[Point], reach: float) -> bool:
        """Whether discs round all spots, ``reach`` die sides wide, cover no die and no cup."""
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
    """The plan with its places: ``cups`` as they stand aside where nothing else is planned for them."""
    puts = {lift.seat: lift.put for lift in plan.lifts}
    standing = {seat: cup for seat, cup in cups if puts.get(seat) is Put.ASIDE}
    for seat in (seat for seat, put in puts.items() if put is Put.EDGE):
        cup = _cup_at_edge(ground, seat, (*shown, *standing.values()), rng)
        standing |= {} if cup is None else {seat: cup}
    taken = Taken(ground, (*shown, *standing.values()))
    spots = None if plan.prop is None else _prop_spots(taken, plan.prop.seat, prop_of(plan.prop), rng)
    plan = plan if spots is not None else replace(plan, prop=None)
    targets = tuple(_target(taken, visit, rng) for visit in plan.visits)
    return Acting(plan, began_ns, tuple(standing.items()), targets, spots)


def _cup_at_edge(
    ground: Ground, seat: int, others: tuple[Laid, ...], rng: np.random.Generator
) -> Laid | None:
    """The seat's cup partly out of the picture; ``None`` without room."""
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
    """Which part of a thing is in the picture, by its box."""
    box, (width, height) = extent_of(ground, thing), ground.size
    wide, high = min(box.right, width) - max(box.left, 0), min(box.bottom, height) - max(box.top, 0)
    return max(0, wide) * max(0, high) / ((box.right - box.left) * (box.bottom - box.top))


def _directions(ground: Ground, seat: int) -> tuple[Point, Point]:
    """From the picture's nearest edge to its middle, and along that edge."""
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
    """Where a hand rests beside its dice and covers none."""
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
    """Two places for a thing near a seat, on nobody's dice and not on the board; ``None`` without room."""
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
