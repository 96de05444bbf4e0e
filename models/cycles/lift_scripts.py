"""What people do in a recorded lift, one key picture after another. No renderer.

Lengths are table millimetres, times seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from models.cycles.lift_places import Ground, Place

Rng = np.random.Generator
Span = tuple[float, float]
COVERED_S, MOVING_S, LATE_S, RESTING_S, LAST_S = (1.5, 2.5), (0.25, 0.6), (0.9, 2.0), (1.5, 3.0), (4.0, 4.0)
"""How long a key picture stands, from and to: cups down, what moves, one cup still down, a hand that rests,
the end."""


class Happening(Enum):
    """What makes a lift worth recording."""

    TOGETHER = "together"
    ONE_BY_ONE = "one by one"
    LATE = "late"
    PUT_BACK = "put back"
    RESTS_BESIDE = "hand rests beside"
    RESTS_OVER = "hand rests over dice"
    OUT = "cup out of the picture"
    MOVED = "thing moved"


class Stands(Enum):
    """How a cup stands."""

    DOWN = "down"
    LIFTED = "lifted"
    UPRIGHT = "upright"
    LYING = "lying"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup at a moment: where its middle is; ``turn_deg`` is its roll in the air, or which way it lies."""

    stands: Stands
    place: Place
    height_mm: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at a moment: round a cup, as high and rolled as the cup, or flat at that height."""

    seat: int
    place: Place
    height_mm: float = 0.0
    roll_deg: float = 0.0
    grips: bool = False
    sway_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Key:
    """One key picture; ``thing`` is where the phone or glass is, if there is one."""

    cups: tuple[Cup, ...]
    hands: tuple[Hand, ...]
    thing: Place | None
    held_s: float


@dataclass(slots=True)
class Script:
    """A lift while it is written: what stands how now, and the key pictures so far."""

    rng: Rng
    ground: Ground
    after: tuple[Cup, ...]
    cups: list[Cup]
    thing: Place | None = None
    keys: list[Key] = field(default_factory=list)

    def held(self, span: tuple[float, float], *hands: Hand) -> None:
        """One more key picture of the table as it is now."""
        self.keys.append(Key(tuple(self.cups), hands, self.thing, float(self.rng.uniform(*span))))

    def grip(self, seat: int) -> Hand:
        """The hand round a cup where it is now."""
        cup = self.cups[seat]
        return Hand(seat, cup.place, cup.height_mm, cup.turn_deg, True, float(self.rng.uniform(-18, 18)))

    def home(self, seat: int) -> Place:
        """Where a seat's cup stood at first."""
        return self.ground.home(seat)

    def beyond(self, seat: int, away_mm: float) -> Place:
        """A place between a seat's cup and its player."""
        x, y = np.array(self.home(seat)) + away_mm * self.ground.outward(seat)
        return float(x), float(y)

    def beside(self, seat: int) -> Place:
        """A place for a palm beside a seat's dice, on the side where its cup is not."""
        ahead = self.ground.outward(seat)
        across = np.array([-ahead[1], ahead[0]])
        side = -1.0 if across @ np.subtract(self.after[seat].place, self.home(seat)) > 0 else 1.0
        x, y = self.beyond(seat, self.rng.uniform(20, 50)) + self.rng.uniform(88, 105) * side * across
        return float(x), float(y)

    def leaving(self, seat: int) -> Hand:
        """A hand on its way out."""
        return Hand(seat, self.beyond(seat, self.rng.uniform(95, 150)), float(self.rng.uniform(25, 80)))

    def lift(self, seat: int) -> Hand:
        """A cup straight up, and the hand that holds it."""
        height, roll = self.rng.uniform(35, 75), self.rng.uniform(-12, 35)
        self.cups[seat] = Cup(Stands.LIFTED, self.home(seat), float(height), float(roll))
        return self.grip(seat)

    def carry(self, seat: int) -> Hand:
        """A cup in the air on the way to where it will stand, and its hand."""
        goal, share = self.after[seat].place, self.rng.uniform(0.4, 0.8)
        x, y = (1 - share) * np.array(self.home(seat)) + share * np.array(goal)
        self.cups[seat] = Cup(Stands.LIFTED, (float(x), float(y)), float(self.rng.uniform(50, 110)), 20.0)
        return self.grip(seat)

    def letting_go(self, seat: int) -> Hand:
        """The hand of a cup that stands where it stays: still at it, or leaving."""
        self.cups[seat] = self.after[seat]
        still = self.after[seat].stands is Stands.UPRIGHT and self.rng.random() < 0.5
        return self.grip(seat) if still else self.leaving(seat)


def thing_moves(script: Script, goal: Place) -> None:
    """Somebody near takes the thing and puts it elsewhere."""
    away = [np.hypot(*np.subtract(script.home(seat), goal)) for seat in range(len(script.cups))]
    seat = int(np.argmin(away))
    script.held(MOVING_S, Hand(seat, script.thing, 15.0))
    script.thing = goal
    script.held(MOVING_S, Hand(seat, goal, 15.0))


def _all_lift(script: Script, seats: list[int]) -> None:
    """Some cups go up at once and, in the next key picture, stand where they stay."""
    script.held(MOVING_S, *(script.grip(seat) for seat in seats))
    script.held(MOVING_S, *[script.lift(seat) for seat in seats])
    script.held(MOVING_S, *[script.carry(seat) for seat in seats])
    for seat in seats:
        script.cups[seat] = script.after[seat]


def _together(script: Script) -> None:
    seats = list(range(len(script.cups)))
    _all_lift(script, seats)
    script.held(MOVING_S, *(script.letting_go(seat) for seat in seats))


def _one_by_one(script: Script) -> None:
    seats = list(script.rng.permutation(len(script.cups)).tolist())
    hands: list[Hand] = []
    for seat in seats:
        script.held(MOVING_S, *hands, script.lift(seat))
        hands = [script.letting_go(seat)]
    script.held(MOVING_S, *hands)


def _late(script: Script) -> None:
    seats = list(script.rng.permutation(len(script.cups)).tolist())
    last = seats.pop()
    _all_lift(script, seats)
    script.held(LATE_S)
    script.held(MOVING_S, script.grip(last))
    script.held(MOVING_S, script.carry(last))
    script.cups[last] = script.after[last]
    script.held(MOVING_S, script.leaving(last))


def _put_back(script: Script) -> None:
    seats = list(script.rng.permutation(len(script.cups)).tolist())
    doubter = seats[0]
    script.held(MOVING_S, *(script.grip(seat) for seat in seats))
    script.held(MOVING_S, *[script.lift(seat) for seat in seats])
    script.cups[doubter] = Cup(Stands.DOWN, script.home(doubter))
    script.held(MOVING_S, *[script.letting_go(seat) for seat in seats[1:]], script.grip(doubter))
    script.held(LATE_S)
    script.held(MOVING_S, script.carry(doubter))
    script.cups[doubter] = script.after[doubter]
    script.held(MOVING_S, script.leaving(doubter))


def _rests(script: Script, beside: bool) -> None:
    seats = list(script.rng.permutation(len(script.cups)).tolist())
    _all_lift(script, seats)
    who = seats[0]
    place = script.beside(who) if beside else script.beyond(who, script.rng.uniform(45, 70))
    hand = replace(script.leaving(who), place=place, height_mm=2.0 if beside else script.ground.side_mm)
    script.held(MOVING_S, hand, *(script.leaving(seat) for seat in seats[1:]))
    script.held(RESTING_S, hand)
    script.held(MOVING_S, script.leaving(who))


SCRIPTS = {
    Happening.TOGETHER: _together,
    Happening.ONE_BY_ONE: _one_by_one,
    Happening.LATE: _late,
    Happening.PUT_BACK: _put_back,
    Happening.RESTS_BESIDE: lambda script: _rests(script, True),
    Happening.RESTS_OVER: lambda script: _rests(script, False),
    Happening.OUT: _together,
    Happening.MOVED: _together,
}
