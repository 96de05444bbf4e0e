"""Sixty-four players in every kind of tournament, beside an open engine that is fed the same games.

The engine ranks by points, then by its opponents' share of wins. Where nobody has a bye and nothing is
shared, that is our sum of the opponents' points, divided by a number that is the same for everybody.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from companion.club.standings import WIN, Ranking, Standing
from companion.club.tournament import Kind, Plan, Round, Seating, meetings, next_seating, standing

engine = pytest.importorskip("cardarena_tournament_core")

NAMES = tuple(f"Player {number:02}" for number in range(64))
STRENGTH = {name: 64.0 - at for at, name in enumerate(NAMES)}
WINS = 3
"""The engine's points for a won match."""


def played(seating: Seating, luck: Random) -> Round:
    """Each table plays; the stronger player wins mostly."""
    return Round(seating, tuple(ranking_at(table, luck) for table in seating.tables))


def ranking_at(table: tuple[str, ...], luck: Random) -> Ranking:
    return tuple((name,) for name in sorted(table, key=lambda each: -STRENGTH[each] + luck.gauss(0, 20)))


def rounds_of(plan: Plan, seed: int) -> list[Round]:
    luck, rounds = Random(seed), list[Round]()
    while (seating := next_seating(plan, rounds)) is not None:
        rounds.append(played(seating, luck))
    return rounds


def engines_rounds(rounds: list[Round]) -> list[object]:
    players = {name: engine.Player(id=name, name=name) for name in NAMES}
    return [
        engine.Round(
            round_number=number,
            matchups=[
                engine.Matchup(players[winner], players[loser], engine.MatchupOutcome.PLAYER1_WINS)
                for ((winner,), (loser,)) in each.played
            ],
        )
        for number, each in enumerate(rounds, start=1)
    ]


def compare(ours: tuple[Standing, ...], rounds: list[Round]) -> None:
    """Points, the tie-break and the order are the engine's."""
    theirs = {each.player.id: each for each in engine.YuGiOh().calculate(engines_rounds(rounds))}
    assert theirs.keys() == {line.name for line in ours}
    for line in ours:
        other = theirs[line.name]
        assert Fraction(other.points, WINS) == line.points / WIN == line.wins
        assert other.tiebreakers["owp"] == pytest.approx(float(line.opponents / WIN) / len(rounds) ** 2)
    worth = [(theirs[line.name].points, round(theirs[line.name].tiebreakers["owp"], 9)) for line in ours]
    assert worth == sorted(worth, reverse=True)
    places = [line.place for line in ours]
    assert [one == other for one, other in pairwise(places)] == [
        one == other for one, other in pairwise(worth)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_swiss_tournament_ends_in_the_engines_order_and_nobody_meets_twice(seed: int) -> None:
    plan = Plan("Open", Kind.SWISS, NAMES, seats=2, rounds=6)
    rounds = rounds_of(plan, seed)
    assert len(rounds) == 6
    assert set(meetings([each.seating for each in rounds]).values()) == {1}
    for number in range(1, 7):
        compare(standing(plan, rounds[:number]), rounds[:number])


def test_a_round_robin_has_the_engines_pairs() -> None:
    plan = Plan("All", Kind.ROUND_ROBIN, NAMES, seats=2)
    schedule = engine.RoundRobin([engine.Player(id=name, name=name) for name in NAMES])
    theirs = set()
    for _ in range(63):
        drawn = schedule.pair()
        theirs |= {frozenset((each.player1.id, each.player2.id)) for each in drawn.matchups}
        for each in drawn.matchups:
            each.outcome = engine.MatchupOutcome.PLAYER1_WINS
        schedule.submit_results(drawn)
    rounds = rounds_of(plan, 1)
    ours = meetings([each.seating for each in rounds])
    assert (len(rounds), set(ours.values()), set(ours)) == (63, {1}, theirs)


def test_a_round_robin_of_sixteen_ends_in_the_engines_order() -> None:
    """The engine needs minutes for the tie-breaks of 64 players and 63 rounds."""
    plan = Plan("Some", Kind.ROUND_ROBIN, NAMES[:16], seats=2)
    rounds = rounds_of(plan, 1)
    assert len(rounds) == 15
    compare(standing(plan, rounds), rounds)


def test_a_knockout_has_the_engines_number_of_rounds_and_its_winner() -> None:
    def better(one: str, other: str) -> tuple[str, str]:
        return (one, other) if STRENGTH[one] > STRENGTH[other] else (other, one)

    plan = Plan("Cup", Kind.KNOCKOUT, NAMES, seats=2)
    rounds = list[Round]()
    while (seating := next_seating(plan, rounds)) is not None:
        won = (better(*table) for table in seating.tables)
        rounds.append(Round(seating, tuple(((winner,), (loser,)) for winner, loser in won)))
    bracket, theirs = engine.SingleElimination([engine.Player(id=name, name=name) for name in NAMES]), []
    for _ in range(6):
        drawn = bracket.pair()
        for each in drawn.matchups:
            first = better(each.player1.id, each.player2.id)[0] == each.player1.id
            outcome = engine.MatchupOutcome
            each.outcome = outcome.PLAYER1_WINS if first else outcome.PLAYER2_WINS
        bracket.submit_results(drawn)
        theirs.append(len(drawn.matchups))
    assert [len(each.seating.tables) for each in rounds] == theirs == [32, 16, 8, 4, 2, 1]
    assert standing(plan, rounds)[0].name == NAMES[0]
    final = rounds[-1].seating.tables[0]
    assert set(final) == {NAMES[0], NAMES[1]}, "the best two meet last"
