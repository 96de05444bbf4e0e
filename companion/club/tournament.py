"""Kinds of tournaments: the next round, and the standings."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction
from itertools import combinations
from typing import Any

from companion.club.standings import WIN, Ranking, Standing, players_of, points_of, standings

Table = tuple[str, ...]
"""The players of one table."""
Pair = frozenset[str]
Met = Mapping[Pair, int]
"""How often each pair has met."""

FEWEST_SEATS, MOST_SEATS = 2, 8
MOST_STEPS = 20_000
"""Of a search for a round without repeated pairs."""


@dataclass(frozen=True, slots=True)
class Seating:
    tables: tuple[Table, ...]
    bye: str | None = None


def sizes_of(players: int, seats: int) -> tuple[int, ...]:
    """Sizes of as few tables as possible, nearly equal. Tables of two may leave one player out."""
    if players < FEWEST_SEATS:
        return ()
    if seats == FEWEST_SEATS:
        return (FEWEST_SEATS,) * (players // FEWEST_SEATS)
    tables = -(-players // seats)
    return tuple((players + later) // tables for later in reversed(range(tables)))


def meetings(rounds: Sequence[Seating]) -> Counter[Pair]:
    return Counter(pair for each in rounds for table in each.tables for pair in _pairs(table))


def seated(order: Sequence[str], seats: int, rounds: Sequence[Seating]) -> Seating:
    """A round in which neighbours in ``order`` sit together and few pairs, best none, meet again.

    The bye goes to the last in the order among those with fewest.
    """
    met = meetings(rounds)
    spared = _spared(order, seats, rounds)
    for bye in spared:
        players = [name for name in order if name != bye]
        for eager in (False, True):
            tables = _strangers(players, sizes_of(len(players), seats), met, eager)
            if tables is not None:
                return Seating(tables, bye)
    players = [name for name in order if name != spared[0]]
    return Seating(fewest_again(players, sizes_of(len(players), seats), met), spared[0])


def _spared(order: Sequence[str], seats: int, rounds: Sequence[Seating]) -> list[str | None]:
    """Candidates for the bye, likeliest first: last in the order among those with fewest."""
    if sum(sizes_of(len(order), seats)) == len(order):
        return [None]
    had = Counter(each.bye for each in rounds)
    fewest = min(had[name] for name in order)
    return [name for name in reversed(order) if had[name] == fewest]


def _strangers(
    players: Sequence[str], sizes: Sequence[int], met: Met, scarce_first: bool
) -> tuple[Table, ...] | None:
    """Tables without repeated pairs, by search; None: not found in time.

    ``scarce_first`` seats players with few left to meet first: finds more, in another order.
    """
    steps = iter(range(MOST_STEPS))
    strangers = {
        name: [other for other in players if other != name and not met.get(frozenset((name, other)))]
        for name in players
    }

    def rest(left: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[tuple[Table, ...]]:
        if not sizes:
            yield ()
            return
        first = left[0]
        if scarce_first:
            first = min(left, key=lambda name: sum(other in left for other in strangers[name]))
        others = tuple(name for name in left if name in strangers[first])
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for table in table_of((first,), others, size):
                remaining = tuple(name for name in left if name not in table)
                for more in rest(remaining, (*sizes[:at], *sizes[at + 1 :])):
                    yield (table, *more)

    def table_of(table: Table, others: tuple[str, ...], size: int) -> Iterator[Table]:
        if next(steps, None) is None:
            return
        if len(table) == size:
            yield table
            return
        for at, name in enumerate(others):
            fitting = tuple(each for each in others[at + 1 :] if each in strangers[name])
            yield from table_of((*table, name), fitting, size)

    found = next(rest(tuple(players), tuple(sizes)), None)
    return found if found is None or not scarce_first else _best_first(found, players)


def fewest_again(players: Sequence[str], sizes: Sequence[int], met: Met) -> tuple[Table, ...]:
    """Few repeated pairs: filled greedily, then improved by swaps. At least one new pair, if there is any."""

    def new_to(name: str, among: Sequence[str]) -> int:
        return sum(not met.get(frozenset((name, other))) for other in among if other != name)

    left, tables = list(players), list[list[str]]()
    for size in sizes:
        table = [max(left, key=lambda name: new_to(name, left))]
        left.remove(table[0])
        while len(table) < size:
            nearest = min(left, key=lambda name: _again((*table, name), met))
            table.append(nearest)
            left.remove(nearest)
        tables.append(table)
    while _bettered(tables, met):
        pass
    return _best_first([tuple(table) for table in tables], players)


def _bettered(tables: list[list[str]], met: Met) -> bool:
    for one, other in combinations(tables, 2):
        now = _sum(_again(one, met), _again(other, met))
        for i in range(len(one)):
            for j in range(len(other)):
                one[i], other[j] = other[j], one[i]
                if _sum(_again(one, met), _again(other, met)) < now:
                    return True
                one[i], other[j] = other[j], one[i]
    return False


def _again(table: Sequence[str], met: Met) -> tuple[int, int]:
    counts = [met.get(pair, 0) for pair in _pairs(table)]
    return sum(map(bool, counts)), sum(count * count for count in counts)


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _pairs(table: Sequence[str]) -> list[Pair]:
    return [frozenset(pair) for pair in combinations(table, 2)]


def _best_first(tables: Sequence[Table], order: Sequence[str]) -> tuple[Table, ...]:
    place = {name: number for number, name in enumerate(order)}
    sorted_tables = [tuple(sorted(table, key=place.__getitem__)) for table in tables]
    return tuple(sorted(sorted_tables, key=lambda table: place[table[0]]))


class Kind(Enum):
    LEAGUE = "league"
    """No seating: every game counts."""
    ROUND_ROBIN = "round-robin"
    """Rounds until everybody has met everybody."""
    SWISS = "swiss"
    """Rounds of players who stand near each other."""
    KNOCKOUT = "knockout"
    """The better half of each table goes on, to the final table."""


class First(Enum):
    LISTED = "listed"
    """Neighbours in the list sit together, except in a knockout."""
    SEEDED = "seeded"
    """The best, first in the list, are spread over the tables."""
    SHUFFLED = "shuffled"
    """By lot."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening's plan. ``rounds``: at most; 0: as the kind needs. ``away``: seated no more."""

    name: str
    kind: Kind
    players: tuple[str, ...]
    seats: int = 4
    rounds: int = 0
    tables: tuple[str, ...] = ()
    since: datetime | None = None
    by_hand: tuple[tuple[int, Ranking], ...] = field(default=())
    """Round and ranking of results that no table tells."""
    first: First = First.LISTED
    away: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        assert FEWEST_SEATS <= self.seats <= MOST_SEATS
        assert len(set(self.players)) == len(self.players)

    @property
    def here(self) -> tuple[str, ...]:
        here = [name for name in self.players if name not in self.away]
        return tuple(sorted(here, key=self._lot) if self.first is First.SHUFFLED else here)

    def _lot(self, name: str) -> bytes:
        """A lot that is equal wherever the round is drawn, and differs for each player and evening."""
        return hashlib.sha256(f"{self.name}/{self.since}/{name}".encode()).digest()


Change = Mapping[str, Any]
"""An organiser's change in the database: ``do`` says what, other keys whom."""


def amended(plan: Plan, changes: Sequence[Change]) -> Plan:
    players, away, by_hand = list(plan.players), set(plan.away), list(plan.by_hand)
    for each in changes:
        match each["do"]:
            case "add":
                players += [] if each["name"] in players else [each["name"]]
                away.discard(each["name"])
            case "remove":
                away.add(each["name"])
            case "result":
                by_hand.insert(0, (each["round"], tuple(map(tuple, each["ranking"]))))
    return replace(plan, players=tuple(players), away=frozenset(away), by_hand=tuple(by_hand))


def as_seated(drawn: Sequence[Seating], changes: Sequence[Change]) -> list[Seating]:
    seated = list(drawn)
    for each in changes:
        if each["do"] == "seat" and each["round"] <= len(seated):
            seated[each["round"] - 1] = Seating(tuple(map(tuple, each["tables"])), each["bye"])
    return seated


def renamed(changes: Sequence[Change]) -> dict[str, str]:
    names = {each["given"]: each["meant"] for each in changes if each["do"] == "rename"}
    return {given: meant for given, meant in names.items() if given != meant}


@dataclass(frozen=True, slots=True)
class Round:
    """A drawn round; None: the table still plays."""

    seating: Seating
    rankings: tuple[Ranking | None, ...]

    @property
    def is_over(self) -> bool:
        return None not in self.rankings

    @property
    def played(self) -> tuple[Ranking, ...]:
        return tuple(each for each in self.rankings if each is not None)


def standing(plan: Plan, rounds: Sequence[Round], free: Sequence[Ranking] = ()) -> tuple[Standing, ...]:
    played = [*free, *(ranking for each in rounds for ranking in each.played)]
    byes = [each.seating.bye for each in rounds if each.seating.bye is not None]
    guests = [name for ranking in played for name in players_of(ranking)]
    everybody = [*plan.here, *plan.players, *guests]
    if plan.kind is not Kind.KNOCKOUT:
        return standings(everybody, played, byes)
    reached = _reached(rounds)
    found = standings(everybody, played, byes, reached)
    go_on = _left(rounds[-1], [each.name for each in found]) if rounds and rounds[-1].is_over else []
    still_in = [name for name in go_on if name not in plan.away]
    if len(still_in) != 1 or len(go_on) == 1:
        return found
    ahead = {still_in[0]: reached[still_in[0]] + 1}  # the others have left: nobody can beat this player
    return standings(everybody, played, byes, reached | ahead)


def next_seating(plan: Plan, rounds: Sequence[Round]) -> Seating | None:
    """None: no more rounds, or one still plays."""
    enough = plan.rounds and len(rounds) >= plan.rounds
    if plan.kind is Kind.LEAGUE or enough or any(not each.is_over for each in rounds):
        return None
    former = [each.seating for each in rounds]
    if plan.kind is Kind.KNOCKOUT:
        return _knockout(plan, rounds)
    if plan.kind is Kind.ROUND_ROBIN:
        return _round_robin(plan, former)
    if len(plan.here) < FEWEST_SEATS or len(rounds) >= _swiss_rounds(plan):
        return None
    if not rounds and plan.first is First.SEEDED:
        return _spread(plan.here, plan.seats, None)
    here = set(plan.here)
    order = [each.name for each in standing(plan, rounds) if each.name in here]
    return seated(order, plan.seats, former)


def _spread(order: Sequence[str], seats: int, bye: str | None) -> Seating:
    if bye is None and sum(sizes_of(len(order), seats)) < len(order):
        bye = order[-1]
    playing = [name for name in order if name != bye]
    return Seating(snake(playing, sizes_of(len(playing), seats)), bye)


def _swiss_rounds(plan: Plan) -> int:
    """As many rounds as leave one unbeaten player at most: each round divides by the seats."""
    rounds, reach = 0, 1
    while reach < len(plan.players):
        rounds, reach = rounds + 1, reach * plan.seats
    return plan.rounds or rounds


def _round_robin(plan: Plan, former: Sequence[Seating]) -> Seating | None:
    met, players = meetings(former), plan.here
    if len(players) < FEWEST_SEATS or all(met[frozenset(pair)] for pair in combinations(players, 2)):
        return None
    if plan.seats == FEWEST_SEATS and former == [circle(players, at) for at in range(len(former))]:
        return circle(players, len(former))
    if plan.seats == FEWEST_SEATS:
        return seated(players, plan.seats, former)
    return Seating(fewest_again(players, sizes_of(len(players), plan.seats), met))


def circle(players: Sequence[str], number: int) -> Seating:
    """Round ``number`` (from 0), in which one player stays and the others move on."""
    ring: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    first, *others = ring
    turned = number % len(others)
    ring = [first, *others[turned:], *others[:turned]]
    half = len(ring) // 2
    pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
    bye = next((one or other for one, other in pairs if one is None or other is None), None)
    tables = tuple((one, other) for one, other in pairs if one is not None and other is not None)
    return Seating(tables, bye)


def _knockout(plan: Plan, rounds: Sequence[Round]) -> Seating | None:
    if rounds and len(rounds[-1].seating.tables) == 1 and rounds[-1].seating.bye is None:
        return None
    order = [each.name for each in standing(plan, rounds)] if rounds else list(plan.here)
    left = [name for name in (_left(rounds[-1], order) if rounds else order) if name not in plan.away]
    if len(left) < FEWEST_SEATS:
        return None
    had = [each.seating.bye for each in rounds]
    odd = sum(sizes_of(len(left), plan.seats)) < len(left)
    bye = min(left, key=lambda name: (had.count(name), left.index(name))) if odd else None
    return _spread(left, plan.seats, bye)


def snake(order: Sequence[str], sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Tables of equal strength: the order is dealt to and fro."""
    tables: list[list[str]] = [[] for _ in sizes]
    waiting, forward = iter(order), True
    while any(len(table) < size for table, size in zip(tables, sizes, strict=True)):
        there = range(len(tables)) if forward else reversed(range(len(tables)))
        for number in there:
            if len(tables[number]) < sizes[number]:
                tables[number].append(next(waiting))
        forward = not forward
    return tuple(map(tuple, tables))


def _left(newest: Round, order: Sequence[str]) -> list[str]:
    """Who goes on: the better half of each table, ties by the standings, and the bye."""
    stay = set() if newest.seating.bye is None else {newest.seating.bye}
    for ranking in newest.played:
        best = [name for group in ranking for name in sorted(group, key=order.index)]
        stay |= set(best[: max(1, len(best) // 2)])
    return [name for name in order if name in stay]


def _reached(rounds: Sequence[Round]) -> dict[str, Fraction]:
    """A number to rank by: each player's last round, then the points in it."""
    reached: dict[str, Fraction] = {}
    for number, each in enumerate(rounds, start=1):
        if each.seating.bye is not None:
            reached[each.seating.bye] = number * 100 + WIN
        reached |= {name: Fraction(number * 100) for table in each.seating.tables for name in table}
        for ranking in each.played:
            reached |= {name: number * 100 + gained for name, gained in points_of(ranking).items()}
    return reached
