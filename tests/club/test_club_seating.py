"""Seating and standings, by properties: everybody plays, nobody meets twice while that can be avoided."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club import Plan, PlanError
from companion.club.evening import same_name
from companion.club.plan_file import plan_of
from companion.club.standings import WIN, players_of, points_of, result_of, standings
from companion.club.tournament import Kind, meetings, next_seating, seated, sizes_of, snake, standing
from tests.club.evenings import names, played, random_ranking

WON = Path(__file__).parents[1] / "games" / "records" / "milton-chips-won-corrected-and-undone.jsonl"
SEATS = st.integers(2, 8)
SEEDS = st.integers(0, 2**32)
few = settings(max_examples=40)


def brute_force_finds(players: tuple[str, ...], sizes: tuple[int, ...], met: Counter[frozenset[str]]) -> bool:
    """Whether some round lets no pair meet again, by looking at all of them."""
    if not sizes:
        return True
    first, rest = players[0], players[1:]
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for company in combinations(rest, size - 1):
            table = (first, *company)
            if any(met[frozenset(pair)] for pair in combinations(table, 2)):
                continue
            left = tuple(name for name in rest if name not in company)
            if brute_force_finds(left, tuple(others), met):
                return True
    return False


@given(st.integers(2, 200), st.integers(3, 8))
def test_as_few_tables_as_go_of_nearly_one_size(players: int, seats: int) -> None:
    sizes = sizes_of(players, seats)
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= seats
    assert min(sizes) >= 2
    assert len(sizes) == -(-players // seats)


@few
@given(st.sampled_from([Kind.SWISS, Kind.ROUND_ROBIN]), st.integers(2, 17), SEATS, SEEDS)
def test_everybody_plays_in_every_round_and_byes_go_round(
    kind: Kind, players: int, seats: int, seed: int
) -> None:
    plan = Plan("x", kind, names(players), seats, rounds=5)
    rounds = played(plan, Random(seed))
    byes = Counter[str]()
    for each in rounds:
        seating = each.seating
        sitting = [name for table in seating.tables for name in table]
        alone = [] if seating.bye is None else [seating.bye]
        assert sorted(sitting + alone) == sorted(plan.players)
        assert (seating.bye is not None) == (seats == 2 and players % 2 == 1)
        byes.update(alone)
    assert max(byes.values(), default=0) <= -(-len(rounds) // players)


@settings(max_examples=150)
@given(st.integers(3, 8), st.integers(2, 4), SEEDS)
def test_no_pair_of_a_swiss_meets_twice_while_any_round_avoids_it(
    players: int, seats: int, seed: int
) -> None:
    rng, order, former = Random(seed), list(names(players)), []
    for _ in range(4):
        rng.shuffle(order)
        seating, met = seated(order, seats, former), meetings(former)
        again = any(met[pair] for pair in meetings([seating]))
        had = Counter(each.bye for each in former)
        fewest = min(had[name] for name in order)
        spare = sum(sizes_of(players, seats)) < players
        candidates = [name for name in order if had[name] == fewest] if spare else [None]
        avoidable = any(
            brute_force_finds(left, sizes_of(len(left), seats), met)
            for left in (tuple(name for name in order if name != bye) for bye in candidates)
        )
        assert again == (not avoidable)
        former.append(seating)


@few
@given(st.integers(12, 40), SEEDS)
def test_five_rounds_of_a_large_swiss_have_no_meeting_twice(players: int, seed: int) -> None:
    rounds = played(Plan("x", Kind.SWISS, names(players), 2, rounds=5), Random(seed))
    assert max(meetings([each.seating for each in rounds]).values()) == 1


@few
@given(st.integers(2, 16), SEEDS)
def test_a_round_robin_of_pairs_takes_the_fewest_rounds(players: int, seed: int) -> None:
    rounds = played(Plan("x", Kind.ROUND_ROBIN, names(players), 2), Random(seed))
    met = meetings([each.seating for each in rounds])
    assert len(rounds) == players - 1 + players % 2
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2


@settings(max_examples=15)
@given(st.integers(2, 14), st.integers(3, 8), SEEDS)
def test_a_round_robin_of_larger_tables_ends_when_all_have_met(players: int, seats: int, seed: int) -> None:
    rounds = played(Plan("x", Kind.ROUND_ROBIN, names(players), seats), Random(seed))
    assert len(meetings([each.seating for each in rounds])) == players * (players - 1) // 2


@few
@given(st.integers(2, 40), SEATS, SEEDS)
def test_a_knockout_has_one_winner_who_stands_first(players: int, seats: int, seed: int) -> None:
    plan = Plan("x", Kind.KNOCKOUT, names(players), seats)
    rounds = played(plan, Random(seed))
    final = rounds[-1].rankings[0]
    assert len(rounds[-1].rankings) == 1
    ranked = standing(plan, rounds)
    assert {each.name for each in ranked if each.place == 1} <= set(final[0])
    assert {each.name for each in ranked} == set(plan.players)
    for before, after in pairwise(rounds):
        going_on = {name for table in after.seating.tables for name in table} | {after.seating.bye}
        last = {name for ranking in before.rankings for name in ranking[-1] if len(ranking[-1]) == 1}
        assert not last & going_on
    byes = Counter[str]()
    for each in rounds:
        if each.seating.bye is not None:
            still_in = [each.seating.bye, *(name for table in each.seating.tables for name in table)]
            assert byes[each.seating.bye] == min(byes[name] for name in still_in)
            byes[each.seating.bye] += 1


@given(st.integers(2, 8), SEEDS)
def test_points_of_a_table_are_even_steps_from_the_winner_to_the_last(size: int, seed: int) -> None:
    ranking = random_ranking(Random(seed), names(size))
    points = points_of(ranking)
    assert sum(points.values()) == WIN * size / 2
    assert points[ranking[0][0]] == WIN
    ordered = [points[name] for name in players_of(ranking)]
    assert ordered == sorted(ordered, reverse=True)


def test_points_of_four_and_a_shared_last_place() -> None:
    assert points_of((("Ann",), ("Ben",), ("Cy", "Dee"))) == {
        "Ann": Fraction(10),
        "Ben": Fraction(20, 3),
        "Cy": Fraction(5, 3),
        "Dee": Fraction(5, 3),
    }


def test_equal_points_are_parted_by_wins_then_by_opponents_and_else_shared() -> None:
    rankings = [(("Ann",), ("Ben",)), (("Cy",), ("Dee",)), (("Ann",), ("Cy",)), (("Dee",), ("Ben",))]
    rows = standings(("Ben", "Ann", "Cy", "Dee"), rankings)
    table = [(each.place, each.name, each.points) for each in rows]
    assert table == [(1, "Ann", 20), (2, "Cy", 10), (3, "Dee", 10), (4, "Ben", 0)]
    assert [each.place for each in standings(("Ann", "Ben", "Cy"), [(("Ben", "Ann"), ("Cy",))])] == [1, 1, 3]


def test_the_best_are_spread_over_the_tables_of_a_knockout() -> None:
    assert snake(names(7), (4, 3)) == (("P00", "P03", "P04", "P06"), ("P01", "P02", "P05"))


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN, Kind.KNOCKOUT, Kind.LEAGUE])
def test_nobody_and_one_alone_have_no_round(kind: Kind) -> None:
    assert next_seating(Plan("x", kind, ()), ()) is None
    assert next_seating(Plan("x", kind, ("Ann",)), ()) is None


def test_a_plan_names_one_person_in_one_form_of_unicode() -> None:
    plan = plan_of({"kind": "league", "players": ["Jose\u0301\u200b", " Ann"]})
    assert plan.players == ("Jos\u00e9", "Ann")
    with pytest.raises(PlanError):
        plan_of({"kind": "league", "players": ["Jos\u00e9", "Jose\u0301"]})
    assert same_name("JOSE\u0301") == same_name("jos\u00e9")


def test_a_game_of_more_events_than_any_has_ranks_nobody() -> None:
    lines = WON.read_text(encoding="utf-8").splitlines()
    bid_and_undo = [lines[1], '{"event": "undo"}']
    assert result_of([lines[0], *bid_and_undo * 4_000, *lines[1:]]) is not None
    assert result_of([lines[0], *bid_and_undo * 5_000, *lines[1:]]) is None
