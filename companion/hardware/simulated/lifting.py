"""Plans of lifts at the simulated table: hands come, lift the cups, put them aside and go.

Pure: a plan and the seconds since it began give cups, hands, things, light and a bumped camera.
``planning.py`` makes plans.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import inf

from companion.hardware.simulated.props import PropKind

Track = tuple[tuple[float, float], ...]
"""(second, value) in rising seconds; smooth between two of them, constant outside."""
STILL: Track = ((0.0, 0.0),)
REACH_S, CARRY_S, WITHDRAW_S = 0.5, 0.6, 0.5
"""Seconds to reach for a cup, to put it aside, to withdraw the hand: unhurried people at a table [choice]."""
FIRST_S = 0.8
"""Seconds from the challenge to the first hand, at least."""


class Happening(Enum):
    """What may happen between a challenge and dice at rest."""

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
"""After these at least one cup is still down."""


class Put(Enum):
    """Where a player puts the cup: beside the dice, at the table's edge, or out of the picture."""

    ASIDE = "aside"
    EDGE = "edge"
    AWAY = "away"


class Errand(Enum):
    """Other reasons for a hand to come: to rest beside or over its dice, or to reach over the table."""

    BESIDE = "beside"
    OVER = "over"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Visit:
    """A hand that comes and goes; ``reach``: 0 out of the picture, 1 at its goal."""

    seat: int
    errand: Errand
    reach: Track


@dataclass(frozen=True, slots=True)
class PropMove:
    """A thing that a player puts down and takes up again; ``look`` seeds how it looks.

    ``place``: 0 out of the picture, 1 where it is put down first, 2 where it is put next. ``hold``: 0 the
    hand is out of the picture, 1 at the thing.
    """

    seat: int
    kind: PropKind
    place: Track
    hold: Track
    look: int


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
    put: Put = Put.ASIDE

    @property
    def uncovered_at_s(self) -> float:
        """The second from which the cup is off for good and no die rolls; infinite if it stays on."""
        return inf if self.carried[-1][1] < 1 else max(self.carried[-1][0], self.rolling[-1][0])

    @property
    def rests_at_s(self) -> float:
        """The second from which nothing moves at this seat."""
        return max(track[-1][0] for track in (self.reach, self.carried, self.shifted, self.rolling))


@dataclass(frozen=True, slots=True)
class LiftPlan:
    """All seats' lifts, other visits of hands, a thing, the light, and the camera's bump in die sides.

    ``light`` is a factor of brightness; ``lamp`` how much brighter the right edge is than the middle.
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
        """The second from which every cup is off for good and no die rolls; infinite if one stays on."""
        return max((lift.uncovered_at_s for lift in self.lifts), default=0.0)

    @property
    def rests_at_s(self) -> float:
        """The second from which all hands are gone and nothing moves."""
        ends = [self.bump[-1][0], *(lift.rests_at_s for lift in self.lifts)]
        ends += [visit.reach[-1][0] for visit in self.visits]
        if self.prop is not None:
            ends += [self.prop.place[-1][0], self.prop.hold[-1][0]]
        return max(ends)

    @property
    def still_at_s(self) -> float:
        """The second from which only the light, hands, and what they carry away move."""
        ends = [self.bump[-1][0]]
        if self.prop is not None and self.prop.place[-1][1] > 0:
            ends.append(self.prop.place[-1][0])
        for lift in self.lifts:
            ends += [lift.shifted[-1][0], lift.rolling[-1][0]]
            ends += [] if lift.put is Put.AWAY else [lift.carried[-1][0]]
        return max(ends)

    @property
    def ends_at_s(self) -> float:
        """The second from which pictures differ only by noise."""
        return max(self.rests_at_s, self.light[-1][0], self.lamp[-1][0])

    def at(self, second: float) -> Moment:
        """Where everything is at a second of the plan."""
        return Moment(
            tuple(
                SeatMoment(each.seat, *(value_at(track, second) for track in _tracks(each)))
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
    """The values of a ``SeatLift`` at one moment."""

    seat: int
    reach: float
    carried: float
    shifted: float
    rolling: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The values of a ``LiftPlan`` at one moment; ``prop`` is its place and how it is held."""

    seats: tuple[SeatMoment, ...]
    visits: tuple[float, ...] = ()
    prop: tuple[float, float] | None = None
    light: float = 1.0
    lamp: float = 0.0
    bump: float = 0.0

    def of(self, seat: int) -> SeatMoment | None:
        """One seat's hand and cup; ``None`` for a seat that has no cup to lift."""
        return next((each for each in self.seats if each.seat == seat), None)


def value_at(track: Track, second: float) -> float:
    """The value of a track at a second."""
    if second <= track[0][0]:
        return track[0][1]
    for (begun, first), (ended, then) in pairwise(track):
        if second < ended:
            share = (second - begun) / (ended - begun)
            return first + (then - first) * share * share * (3 - 2 * share)
    return track[-1][1]


def _tracks(lift: SeatLift) -> tuple[Track, ...]:
    return lift.reach, lift.carried, lift.shifted, lift.rolling


def lift_from(seat: int, start_s: float, stays_s: float = 0.0) -> SeatLift:
    """A hand that comes at a second, puts the cup aside, stays for a while, and goes."""
    held, aside = start_s + REACH_S, start_s + REACH_S + CARRY_S
    gone = aside + stays_s + WITHDRAW_S
    reach = ((start_s, 0.0), (held, 1.0), (aside + stays_s, 1.0), (gone, 0.0))
    return SeatLift(seat, reach, ((held, 0.0), (aside, 1.0)))
