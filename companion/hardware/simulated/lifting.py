"""How cups are lifted at the simulated table: hands come, lift, put aside and go; all in seconds by a plan.

Pure: from a plan and the seconds since it began follow cups, hands, light and a camera that is bumped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

Track = tuple[tuple[float, float], ...]
"""(second, value) in rising seconds; between two of them the value moves evenly, outside of them it rests."""
STILL: Track = ((0.0, 0.0),)
REACH_S, CARRY_S, WITHDRAW_S = 0.5, 0.6, 0.5
"""Seconds to reach for a cup, to put it aside, to withdraw the hand: unhurried people at a table [choice]."""
FIRST_S = 0.8
"""The first hand comes so long after the challenge at the earliest."""


class Happening(Enum):
    """What may come between a challenge and dice that lie still."""

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


EVERYDAY = (Happening.TOGETHER, Happening.TOGETHER, Happening.ONE_BY_ONE, Happening.DIE_ROLLS)
"""What happens when cups are lifted at the simulated table in play, as often as it stands here."""
NEVER_UP = frozenset({Happening.HANDS_ONLY})
"""After these at least one cup is still down."""


@dataclass(frozen=True, slots=True)
class SeatLift:
    """One seat's hand and cup.

    ``reach``: 0 out of the picture, 1 at the cup. ``carried``: 0 over the dice, 1 aside. ``shifted``: die
    sides by which a cup that was put back stands beside its old place. ``rolling``: die sides that the first
    die still has to roll.
    """

    seat: int
    reach: Track = STILL
    carried: Track = STILL
    shifted: Track = STILL
    rolling: Track = STILL

    @property
    def rests_at_s(self) -> float:
        """From when on nothing moves at this seat."""
        return max(track[-1][0] for track in (self.reach, self.carried, self.shifted, self.rolling))


@dataclass(frozen=True, slots=True)
class LiftPlan:
    """All seats' lifts, and what happens to the light and, in die sides, to the camera.

    ``light`` is a factor of brightness; ``lamp`` how much brighter the right edge is than the middle.
    """

    lifts: tuple[SeatLift, ...]
    light: Track = ((0.0, 1.0),)
    lamp: Track = STILL
    bump: Track = STILL

    @property
    def rests_at_s(self) -> float:
        """From when on hands are gone and nothing moves any more."""
        return max([self.bump[-1][0], *(lift.rests_at_s for lift in self.lifts)])

    @property
    def ends_at_s(self) -> float:
        """From when on every picture is the same but for its noise."""
        return max(self.rests_at_s, self.light[-1][0], self.lamp[-1][0])

    def at(self, second: float) -> Moment:
        """Where everything is at a second of the plan."""
        return Moment(
            tuple(
                SeatMoment(each.seat, *(value_at(track, second) for track in _tracks(each)))
                for each in self.lifts
            ),
            value_at(self.light, second),
            value_at(self.lamp, second),
            value_at(self.bump, second),
        )


@dataclass(frozen=True, slots=True)
class SeatMoment:
    """The values of a ``SeatLift`` at one moment."""

    seat: int
    reach: float
    carried: float
    shifted: float
    rolling: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The values of a ``LiftPlan`` at one moment."""

    seats: tuple[SeatMoment, ...]
    light: float = 1.0
    lamp: float = 0.0
    bump: float = 0.0

    def of(self, seat: int) -> SeatMoment | None:
        """One seat's hand and cup; ``None`` for a seat that has no cup to lift."""
        return next((each for each in self.seats if each.seat == seat), None)


def value_at(track: Track, second: float) -> float:
    """The value of a track at a second."""
    seconds, values = zip(*track, strict=True)
    return float(np.interp(second, seconds, values))


def _tracks(lift: SeatLift) -> tuple[Track, ...]:
    return lift.reach, lift.carried, lift.shifted, lift.rolling


def planned(
    seats: Sequence[int], rng: np.random.Generator, happening: Happening = Happening.TOGETHER
) -> LiftPlan:
    """A plan in which the cups of these seats are lifted, with something happening; the same for a seed."""
    gap = 1.3 if happening is Happening.ONE_BY_ONE else 0.15
    order = rng.permutation(len(seats))
    begin = FIRST_S + rng.uniform(0, 0.4)
    starts = {seats[at]: begin + gap * nth + rng.uniform(0, 0.35) for nth, at in enumerate(order)}
    last = seats[order[-1]]
    if happening is Happening.LATE:
        starts[last] += rng.uniform(2.5, 4.0)
    lifts = {seat: lift_from(seat, start) for seat, start in starts.items()}
    lifts[last] = _last_lift(lifts[last], starts[last], happening, rng)
    return _surrounded(LiftPlan(tuple(lifts[seat] for seat in seats)), happening, rng)


def lift_from(seat: int, start_s: float, stays_s: float = 0.0) -> SeatLift:
    """A hand that comes at a second, puts the cup aside, stays so long, and goes."""
    held, aside = start_s + REACH_S, start_s + REACH_S + CARRY_S
    gone = aside + stays_s + WITHDRAW_S
    reach = ((start_s, 0.0), (held, 1.0), (aside + stays_s, 1.0), (gone, 0.0))
    return SeatLift(seat, reach, ((held, 0.0), (aside, 1.0)))


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
    return lift


def _touched(seat: int, start_s: float, rng: np.random.Generator) -> SeatLift:
    """A cup that is lifted a little, or only held, and put back on, a little beside where it stood."""
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


def _surrounded(plan: LiftPlan, happening: Happening, rng: np.random.Generator) -> LiftPlan:
    """The plan with its light and its bump."""
    moment = rng.uniform(0.5, plan.rests_at_s)
    match happening:
        case Happening.LIGHT_ON:
            peak, then = rng.uniform(1.3, 1.7), rng.uniform(1.0, 1.15)
            light = ((moment, 1.0), (moment + 0.05, peak), (moment + 0.9, then))
            return replace(plan, light=light, lamp=((moment, 0.0), (moment + 0.05, rng.uniform(-0.3, 0.3))))
        case Happening.LIGHT_OFF:
            low, then = rng.uniform(0.3, 0.5), rng.uniform(0.6, 0.8)
            light = ((moment, 1.0), (moment + 0.05, low), (moment + 1.2, then))
            return replace(plan, light=light, lamp=((moment, 0.0), (moment + 0.05, rng.uniform(-0.3, 0.3))))
        case Happening.DRIFT:
            ends = plan.rests_at_s + 3.0
            return replace(plan, light=((0.0, rng.uniform(0.8, 0.95)), (ends, rng.uniform(1.05, 1.2))))
        case Happening.BUMP:
            far = rng.uniform(0.2, 0.6)
            shaken = ((0.0, 0.0), (0.1, 1.6 * far), (0.2, 0.5 * far), (0.3, far))
            return replace(plan, bump=tuple((moment + second, value) for second, value in shaken))
    return plan
