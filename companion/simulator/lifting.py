"""Plans of lifts: hands come, lift the cups, put them aside and go.

Pure: a plan and its seconds give cups, hands, things, light and the camera's bump.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from math import inf

import numpy as np

from companion.simulator.props import Prop, PropKind

Track = tuple[tuple[float, float], ...]
"""(second, value), seconds rising; smooth between, constant outside."""
STILL: Track = ((0.0, 0.0),)
REACH_S, CARRY_S, WITHDRAW_S = 0.5, 0.6, 0.5
"""To reach for a cup, put it aside, and withdraw the hand: unhurried people [choice]."""
FIRST_S = 0.8
"""Least time from the challenge to the first hand."""


class Happening(Enum):
    TOGETHER = "together"
    ONE_BY_ONE = "one_by_one"
    LATE = "late"
    PUT_BACK = "put_back"
    HAND_STAYS = "hand_stays"
    DIE_ROLLS = "die_rolls"
    LIGHT_ON = "light_on"
    LIGHT_OFF = "light_off"
    DRIFT = "drift"
    BUMP = "bump"
    HANDS_ONLY = "hands_only"
    CUP_AT_EDGE = "cup_at_edge"
    CUPS_TAKEN = "cups_taken"
    HAND_BESIDE = "hand_beside"
    HAND_OVER = "hand_over"
    REACHING = "reaching"
    PHONE = "phone"
    GLASS = "glass"


NEVER_UP = frozenset({Happening.HANDS_ONLY})
"""After these a cup is still down."""


class Put(Enum):
    ASIDE = "aside"
    EDGE = "edge"
    AWAY = "away"


class Errand(Enum):
    BESIDE = "beside"
    OVER = "over"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Visit:
    """``reach``: 0 out of the picture, 1 at its goal."""

    seat: int
    errand: Errand
    reach: Track


@dataclass(frozen=True, slots=True)
class PropMove:
    """``place``: 0 out of the picture, 1 first place, 2 next place. ``hold``: 0 the hand is out of the
    picture, 1 at the thing.
    """

    seat: int
    prop: Prop
    place: Track
    hold: Track


@dataclass(frozen=True, slots=True)
class SeatLift:
    """``reach``: 0 out of the picture, 1 at the cup. ``carried``: 0 over the dice, 1 aside. ``shifted``:
    die sides between a cup's old and new place. ``rolling``: die sides that the first die still rolls.
    """

    seat: int
    reach: Track = STILL
    carried: Track = STILL
    shifted: Track = STILL
    rolling: Track = STILL
    put: Put = Put.ASIDE

    @property
    def uncovered_at_s(self) -> float:
        """When the cup is off for good and no die rolls; infinite if it stays."""
        return inf if self.carried[-1][1] < 1 else max(self.carried[-1][0], self.rolling[-1][0])

    @property
    def rests_at_s(self) -> float:
        """When nothing moves at this seat any more."""
        return max(track[-1][0] for track in self.tracks)

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.reach, self.carried, self.shifted, self.rolling


@dataclass(frozen=True, slots=True)
class LiftPlan:
    """``bump``: of the camera, in die sides. ``light``: factor of brightness. ``lamp``: brightness of the
    right edge relative to the middle.
    """

    lifts: tuple[SeatLift, ...]
    happenings: tuple[Happening, ...] = ()
    visits: tuple[Visit, ...] = ()
    prop: PropMove | None = None
    light: Track = ((0.0, 1.0),)
    lamp: Track = STILL
    bump: Track = STILL

    @property
    def uncovered_at_s(self) -> float:
        """When every cup is off for good and no die rolls; infinite if one stays."""
        return max((lift.uncovered_at_s for lift in self.lifts), default=0.0)

    @property
    def rests_at_s(self) -> float:
        """When all hands are gone and nothing moves."""
        ends = [self.bump[-1][0], *(lift.rests_at_s for lift in self.lifts)]
        ends += [visit.reach[-1][0] for visit in self.visits]
        if self.prop is not None:
            ends += [self.prop.place[-1][0], self.prop.hold[-1][0]]
        return max(ends)

    @property
    def still_at_s(self) -> float:
        """From when on only light, hands, and what they carry away move."""
        ends = [self.bump[-1][0]]
        if self.prop is not None and self.prop.place[-1][1] > 0:
            ends.append(self.prop.place[-1][0])
        for lift in self.lifts:
            ends += [lift.shifted[-1][0], lift.rolling[-1][0]]
            ends += [] if lift.put is Put.AWAY else [lift.carried[-1][0]]
        return max(ends)

    def at(self, second: float) -> Moment:
        return Moment(
            tuple(
                SeatMoment(each.seat, *(value_at(track, second) for track in each.tracks))
                for each in self.lifts
            ),
            tuple(value_at(visit.reach, second) for visit in self.visits),
            None
            if self.prop is None
            else (value_at(self.prop.place, second), value_at(self.prop.hold, second)),
            value_at(self.light, second),
            value_at(self.lamp, second),
            value_at(self.bump, second),
        )


@dataclass(frozen=True, slots=True)
class SeatMoment:
    seat: int
    reach: float
    carried: float
    shifted: float
    rolling: float


@dataclass(frozen=True, slots=True)
class Moment:
    seats: tuple[SeatMoment, ...]
    visits: tuple[float, ...] = ()
    prop: tuple[float, float] | None = None
    light: float = 1.0
    lamp: float = 0.0
    bump: float = 0.0

    def of(self, seat: int) -> SeatMoment | None:
        return next((each for each in self.seats if each.seat == seat), None)


def value_at(track: Track, second: float) -> float:
    if second <= track[0][0]:
        return track[0][1]
    for (begun, first), (ended, then) in pairwise(track):
        if second < ended:
            share = (second - begun) / (ended - begun)
            return first + (then - first) * share * share * (3 - 2 * share)
    return track[-1][1]


def lift_from(seat: int, start_s: float, stays_s: float = 0.0) -> SeatLift:
    held, aside = start_s + REACH_S, start_s + REACH_S + CARRY_S
    gone = aside + stays_s + WITHDRAW_S
    reach = ((start_s, 0.0), (held, 1.0), (aside + stays_s, 1.0), (gone, 0.0))
    return SeatLift(seat, reach, ((held, 0.0), (aside, 1.0)))


SWITCHED_S = 0.05
"""How long a lamp takes to switch."""
EVERYDAY = (
    *(Happening.TOGETHER,) * 6,
    *(Happening.ONE_BY_ONE,) * 3,
    Happening.DIE_ROLLS,
    Happening.DIE_ROLLS,
    Happening.LATE,
    Happening.HAND_STAYS,
    Happening.CUPS_TAKEN,
    Happening.REACHING,
    Happening.GLASS,
)
"""What may happen at a lift in play, each as often as it is likely [choice]."""
WITH_CUPS = frozenset((
    Happening.TOGETHER, Happening.ONE_BY_ONE, Happening.LATE, Happening.PUT_BACK, Happening.HAND_STAYS,
    Happening.DIE_ROLLS, Happening.HANDS_ONLY, Happening.CUP_AT_EDGE, Happening.CUPS_TAKEN,
))  # fmt: skip
"""What concerns the cups; one of these may come together with one of the others."""
BOTH_SHARE = 0.3
"""How often two happenings that may come together do [choice]."""


def happening_by_chance(happenings: Sequence[Happening], rng: np.random.Generator) -> tuple[Happening, ...]:
    first, second = (happenings[int(at)] for at in rng.integers(len(happenings), size=2))
    both = (first in WITH_CUPS) != (second in WITH_CUPS) and rng.random() < BOTH_SHARE
    return (first, second) if both else (first,)


IN_TURN_S = 2.2
"""Seconds from one lift to the next when cups go up in turn: time to see each player's dice [choice]."""


def planned(
    seats: Sequence[int], rng: np.random.Generator, *happenings: Happening, in_turn: bool = False
) -> LiftPlan:
    """``in_turn``: one by one, in the order of ``seats``."""
    if not seats:
        return LiftPlan((), happenings)
    gap = IN_TURN_S if in_turn else 1.3 if Happening.ONE_BY_ONE in happenings else 0.15
    order = np.arange(len(seats)) if in_turn else rng.permutation(len(seats))
    begin = FIRST_S + rng.uniform(0, 0.4)
    starts = {seats[at]: begin + gap * nth + rng.uniform(0, 0.35) for nth, at in enumerate(order)}
    last = seats[order[-1]]
    if Happening.LATE in happenings:
        starts[last] += rng.uniform(2.5, 4.0)
    lifts = {seat: lift_from(seat, start) for seat, start in starts.items()}
    for happening in happenings:
        lifts[last] = _last_lift(lifts[last], starts[last], happening, rng)
    if Happening.CUPS_TAKEN in happenings:
        taken = {last, *(seat for seat in seats if rng.random() < 0.5)}
        lifts |= {seat: replace(lifts[seat], put=Put.AWAY) for seat in taken}
    plan = LiftPlan(tuple(lifts[seat] for seat in seats), happenings)
    for happening in happenings:
        plan = _surrounded(_visited(plan, last, happening, rng), happening, rng)
    return plan


def _last_lift(lift: SeatLift, start_s: float, happening: Happening, rng: np.random.Generator) -> SeatLift:
    match happening:
        case Happening.HAND_STAYS:
            return lift_from(lift.seat, start_s, rng.uniform(2.0, 4.0))
        case Happening.HANDS_ONLY:
            return _touched(lift.seat, start_s, rng)
        case Happening.PUT_BACK:
            touched = _touched(lift.seat, start_s, rng)
            again = lift_from(lift.seat, touched.rests_at_s + rng.uniform(1.0, 2.5))
            return replace(
                touched, reach=touched.reach + again.reach, carried=touched.carried + again.carried
            )
        case Happening.DIE_ROLLS:
            opened = lift.carried[0][0]
            ends = lift.rests_at_s + rng.uniform(0.4, 1.2)
            return replace(lift, rolling=((opened, rng.uniform(1.5, 2.5)), (ends, 0.0)))
        case Happening.CUP_AT_EDGE:
            return replace(lift, put=Put.EDGE)
    return lift


def _touched(seat: int, start_s: float, rng: np.random.Generator) -> SeatLift:
    held = start_s + REACH_S
    back = held + 2 * CARRY_S
    gone = back + WITHDRAW_S
    high = float(rng.choice([0.0, 0.25, 0.6]))
    return SeatLift(
        seat,
        ((start_s, 0.0), (held, 1.0), (back, 1.0), (gone, 0.0)),
        ((held, 0.0), (held + CARRY_S, high), (back, 0.0)),
        ((held, 0.0), (back, rng.uniform(0.2, 0.9))),
    )


def _visited(plan: LiftPlan, seat: int, happening: Happening, rng: np.random.Generator) -> LiftPlan:
    rests, own = plan.rests_at_s, next(lift for lift in plan.lifts if lift.seat == seat)
    match happening:
        case Happening.HAND_BESIDE:
            return _with(plan, _visit(seat, Errand.BESIDE, own.rests_at_s, rng.uniform(2, 6)))
        case Happening.HAND_OVER:
            return _with(plan, _visit(seat, Errand.OVER, own.rests_at_s, rng.uniform(1.5, 3.5)))
        case Happening.REACHING:
            other = plan.lifts[int(rng.integers(len(plan.lifts)))].seat
            first = _visit(other, Errand.ACROSS, rng.uniform(0.0, 0.4), rng.uniform(0.1, 0.5))
            again = _visit(seat, Errand.ACROSS, rests - rng.uniform(0.0, 0.6), rng.uniform(0.1, 0.8))
            return _with(plan, first, again)
        case Happening.PHONE | Happening.GLASS:
            kind = PropKind.PHONE if happening is Happening.PHONE else PropKind.GLASS
            return replace(plan, prop=_put_down(kind, seat, rng.uniform(0.2, rests - 0.5), rng))
    return plan


def _with(plan: LiftPlan, *visits: Visit) -> LiftPlan:
    return replace(plan, visits=(*plan.visits, *visits))


def _visit(seat: int, errand: Errand, start_s: float, stays_s: float) -> Visit:
    there = start_s + REACH_S
    reach = ((start_s, 0.0), (there, 1.0), (there + stays_s, 1.0), (there + stays_s + WITHDRAW_S, 0.0))
    return Visit(seat, errand, reach)


def _put_down(kind: PropKind, seat: int, start_s: float, rng: np.random.Generator) -> PropMove:
    down = start_s + CARRY_S + 0.2
    left, back = down + WITHDRAW_S, down + WITHDRAW_S + rng.uniform(0.5, 2.0)
    held, then = back + REACH_S, back + REACH_S + CARRY_S
    taken = rng.random() < 0.3
    place = ((start_s, 0.0), (down, 1.0), (held, 1.0), (then, 0.0 if taken else 2.0))
    hold = ((start_s - 0.1, 1.0), (down, 1.0), (left, 0.0), (back, 0.0), (held, 1.0), (then, 1.0))
    let_go = (then + (0.05 if taken else WITHDRAW_S), 0.0)
    return PropMove(seat, Prop(kind, int(rng.integers(2**31))), place, (*hold, let_go))


def _surrounded(plan: LiftPlan, happening: Happening, rng: np.random.Generator) -> LiftPlan:
    moment = rng.uniform(0.5, plan.rests_at_s)
    match happening:
        case Happening.LIGHT_ON:
            return _switched(plan, moment, rng.uniform(1.3, 1.8), rng)
        case Happening.LIGHT_OFF:
            return _switched(plan, moment, rng.uniform(0.35, 0.6), rng)
        case Happening.DRIFT:
            ends = plan.rests_at_s + 3.0
            return replace(
                plan, light=((0.0, 1.0), (0.4 * ends, rng.uniform(0.7, 0.9)), (ends, rng.uniform(1.1, 1.3)))
            )
        case Happening.BUMP:
            far = rng.uniform(0.2, 0.6)
            shaken = ((0.0, 0.0), (0.1, 1.6 * far), (0.2, 0.5 * far), (0.3, far))
            return replace(plan, bump=tuple((moment + second, value) for second, value in shaken))
    return plan


def _switched(plan: LiftPlan, moment_s: float, light: float, rng: np.random.Generator) -> LiftPlan:
    after = moment_s + SWITCHED_S
    lamp = ((moment_s, 0.0), (after, rng.uniform(-0.3, 0.3)))
    return replace(plan, light=((moment_s, 1.0), (after, light)), lamp=lamp)
