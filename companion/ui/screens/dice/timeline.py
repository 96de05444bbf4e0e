"""The timetable of a verdict: hand after hand is counted, then quiet, the verdict, the lost dice. Pure.

Times are seconds since the verdict came onto the screen; chosen by eye.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

from companion.play.modes.dice.views import CountedHand, VerdictView

OPENING_S = 0.15
"""Fade-in of the screen."""
TRAVEL_S, STEP_S = 0.24, 0.12
"""From one hand to the next: where a picture travels, and where a mark steps from strip to strip."""
LINGER_S, IDLE_S = 0.06, 0.20
"""How long a hand stays in view: after its last counted die; in all, if none of its dice counts."""
DIE_S = 0.10
"""Before each counted die."""
TENSION_S, TENSE_FROM = 0.26, 3
"""Extra wait for the die that reaches the bid; it grows over the last dice before that one."""
QUIET_S = 0.40
STAMP_S = 0.22
"""The verdict comes down while the picture draws back."""
SETTLE_S = 0.30
FLIGHT_S, MOST_BETWEEN_S, ALL_BETWEEN_S = 0.36, 0.05, 0.20
"""Flight of a lost die; how much later at most the next one starts, and the last one."""
GLOW_S = 0.18
MOST_S = 2.75
"""All of it at most, with a slow machine's frames three seconds: many dice are counted faster."""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Visit:
    seat: int
    at_s: float
    travel_s: float


@dataclass(frozen=True, slots=True)
class Light:
    place: Place
    at_s: float
    count: int


@dataclass(frozen=True, slots=True)
class Flight:
    """A lost die flies to its square, or ``back`` to the player who won it.

    ``square`` counts from the first empty one; -1 is the last filled one.
    """

    seat: int
    back: bool
    square: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Moment:
    """What is seen at one time; shares run from 0 to 1.

    ``seen_before`` gives way to ``seen`` by ``travelled``; None is the whole table. ``done``: seats already
    counted. ``lit``: glow of each counted die. ``beat`` falls from 1 to 0 after each. ``stamped``: how far
    the verdict has come down. ``flown``: each lost die. ``moved``: squares filled more than before (negative:
    fewer).
    """

    count: int
    seen: int | None
    seen_before: int | None
    travelled: float
    done: frozenset[int]
    lit: dict[Place, float]
    beat: float
    stamped: float
    settled: float
    flown: tuple[float, ...]
    moved: int
    over: bool


@dataclass(frozen=True, slots=True)
class Timeline:
    visits: tuple[Visit, ...]
    lights: tuple[Light, ...]
    stamp_s: float
    flights: tuple[Flight, ...]
    end_s: float

    def at(self, seconds: float) -> Moment:
        over = seconds >= self.end_s
        if over:  # rounding: the last die would land just after the end
            seconds = inf
        begun = bisect_right([each.at_s for each in self.visits], seconds)
        order = [each.seat for each in self.visits]
        seats = (None, *order)
        last = self.visits[begun - 1] if begun else Visit(0, 0.0, 1.0)
        told = seconds >= self.stamp_s
        lights = self.lights[: bisect_right([each.at_s for each in self.lights], seconds)]
        settled = _share(seconds, self.stamp_s, SETTLE_S)
        return Moment(
            count=lights[-1].count if lights else 0,
            seen=None if told else seats[begun],
            seen_before=seats[begun] if told else seats[max(0, begun - 1)],
            travelled=settled if told else _share(seconds, last.at_s, last.travel_s),
            done=frozenset(order if told else order[: max(0, begun - 1)]),
            lit={each.place: _share(seconds, each.at_s, GLOW_S) for each in lights},
            beat=1.0 - _share(seconds, lights[-1].at_s, GLOW_S) if lights else 0.0,
            stamped=_share(seconds, self.stamp_s, STAMP_S),
            settled=settled,
            flown=tuple(_share(seconds, each.at_s, FLIGHT_S) for each in self.flights),
            moved=sum(_filled(each, seconds) for each in self.flights),
            over=over,
        )


NOTHING_HAPPENS = Timeline((), (), 0.0, (), 0.0)
"""For a screen without a verdict."""


def _filled(flight: Flight, seconds: float) -> int:
    if flight.back:
        return -int(seconds > flight.at_s)
    return int(seconds >= flight.at_s + FLIGHT_S)


def _share(seconds: float, since: float, length: float) -> float:
    return min(1.0, max(0.0, (seconds - since) / length))


def timeline_of(verdict: VerdictView, pictured: bool) -> Timeline:
    """``pictured``: a picture travels between hands."""
    flights = _flights(verdict.losses)
    after_s = flights[-1].at_s + FLIGHT_S if flights else SETTLE_S
    travel_s = TRAVEL_S if pictured else STEP_S
    pace = min(1.0, (MOST_S - OPENING_S - QUIET_S - after_s) / _counting_s(verdict, travel_s))
    at_s, count = OPENING_S, 0
    visits, lights = [], []
    for hand in verdict.counted:
        visits.append(Visit(hand.seat, at_s, travel_s * pace))
        at_s += travel_s * pace
        for place, worth in _counted(hand):
            count += worth
            at_s += _wait_s(count, verdict.quantity) * pace
            lights.append(Light(place, at_s, count))
        at_s += _linger_s(hand) * pace
    stamp_s = at_s + QUIET_S
    after_stamp = tuple(replace(each, at_s=stamp_s + each.at_s) for each in flights)
    return Timeline(tuple(visits), tuple(lights), stamp_s, after_stamp, stamp_s + after_s)


def _counted(hand: CountedHand) -> list[tuple[Place, int]]:
    return [((hand.seat, slot), worth) for slot, worth in enumerate(hand.worth) if worth]


def _counting_s(verdict: VerdictView, travel_s: float) -> float:
    worth = [each for hand in verdict.counted for _place, each in _counted(hand)]
    waits = sum(_wait_s(count, verdict.quantity) for count in accumulate(worth))
    return waits + sum(travel_s + _linger_s(hand) for hand in verdict.counted)


def _linger_s(hand: CountedHand) -> float:
    return LINGER_S if any(hand.worth) else IDLE_S


def _wait_s(count: int, quantity: int) -> float:
    short = quantity - count
    tension = 1 - short / TENSE_FROM if 0 <= short < TENSE_FROM else 0.0
    return DIE_S + TENSION_S * tension


def _flights(losses: Sequence[int]) -> tuple[Flight, ...]:
    out = [(seat, False) for seat, lost in enumerate(losses) for _ in range(lost)]
    back = [(seat, True) for seat, lost in enumerate(losses) for _ in range(-lost)]
    between_s = min(MOST_BETWEEN_S, ALL_BETWEEN_S / max(1, len(out) + len(back)))
    squares = (*range(len(out)), *range(-1, -1 - len(back), -1))
    moves = zip([*out, *back], squares, strict=True)
    return tuple(
        Flight(seat, is_back, square, SETTLE_S + number * between_s)
        for number, ((seat, is_back), square) in enumerate(moves)
    )
