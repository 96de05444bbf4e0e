"""Evenings of a club that are played at random; all chance comes from the caller's generator."""

from __future__ import annotations

from random import Random

from companion.club import Plan
from companion.club.standings import Ranking
from companion.club.tournament import Round, Seating, next_seating

MOST_ROUNDS = 80


def names(count: int) -> tuple[str, ...]:
    return tuple(f"P{number:02}" for number in range(count))


def random_ranking(rng: Random, table: tuple[str, ...]) -> Ranking:
    order = rng.sample(table, len(table))
    if len(order) > 2 and rng.random() < 0.3:
        return ((order[0],), *((each,) for each in order[1:-2]), tuple(order[-2:]))
    return tuple((each,) for each in order)


def finished(rng: Random, seating: Seating) -> Round:
    return Round(seating, tuple(random_ranking(rng, table) for table in seating.tables))


def played(plan: Plan, rng: Random) -> list[Round]:
    """The evening to its end."""
    rounds: list[Round] = []
    while (seating := next_seating(plan, rounds)) is not None:
        rounds.append(finished(rng, seating))
        assert len(rounds) < MOST_ROUNDS
    return rounds
