"""Who sits with whom: players in an order come to tables, and meet as few as can be a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Table = tuple[str, ...]
"""The players of one table."""
Pair = frozenset[str]
Met = Mapping[Pair, int]
"""How often each pair has met."""

FEWEST_SEATS, MOST_SEATS = 2, 8
MOST_STEPS = 20_000
"""Of a search for a round in which nobody meets again."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One round: its tables, the best first, and who has a bye; ``None``: nobody."""

    tables: tuple[Table, ...]
    bye: str | None = None


def sizes_of(players: int, seats: int) -> tuple[int, ...]:
    """As few tables as go, of sizes that differ by one at most. At tables of two one player may be left."""
    if players < FEWEST_SEATS:
        return ()
    if seats == FEWEST_SEATS:
        return (FEWEST_SEATS,) * (players // FEWEST_SEATS)
    tables = -(-players // seats)
    return tuple((players + later) // tables for later in reversed(range(tables)))


def meetings(rounds: Sequence[Seating]) -> Counter[Pair]:
    """How often each pair has met in these rounds."""
    return Counter(pair for each in rounds for table in each.tables for pair in _pairs(table))


def seated(order: Sequence[str], seats: int, rounds: Sequence[Seating]) -> Seating:
    """A round after these: neighbours in the order sit together, and no pair meets twice where that can be.

    Where it cannot, few do. A bye goes to the last in the order among those who had fewest.
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
    """Who may have the bye, the likeliest first: the last in the order among those who had fewest."""
    if sum(sizes_of(len(order), seats)) == len(order):
        return [None]
    had = Counter(each.bye for each in rounds)
    fewest = min(had[name] for name in order)
    return [name for name in reversed(order) if had[name] == fewest]


def _strangers(
    players: Sequence[str], sizes: Sequence[int], met: Met, scarce_first: bool
) -> tuple[Table, ...] | None:
    """Tables at which nobody has met, by trying; ``None`` where there are none, or none were found in time.

    ``scarce_first`` seats those first who have fewest left to meet, which finds more but in another order.
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
    """Tables at which few pairs meet again: filled one after the other, then bettered by swaps.

    If some pair has not met yet, one such pair sits together.
    """

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
    """Swap two players, if that lets fewer meet again."""
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
    """How many pairs of the table meet again, and how often they have met, squared."""
    counts = [met.get(pair, 0) for pair in _pairs(table)]
    return sum(map(bool, counts)), sum(count * count for count in counts)


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _pairs(table: Sequence[str]) -> list[Pair]:
    return [frozenset(pair) for pair in combinations(table, 2)]


def _best_first(tables: Sequence[Table], order: Sequence[str]) -> tuple[Table, ...]:
    """Tables and players in the order of the players."""
    place = {name: number for number, name in enumerate(order)}
    sorted_tables = [tuple(sorted(table, key=place.__getitem__)) for table in tables]
    return tuple(sorted(sorted_tables, key=lambda table: place[table[0]]))
