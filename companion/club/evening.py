"""An evening as it stands: the rounds with their results, who stands where, and what counts for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.club.kept import Club
from companion.club.ranked import Result
from companion.club.seating import Seating, Table
from companion.club.standings import Ranking, Standing, players_of
from companion.club.told import NO_MOMENT, GameKey
from companion.club.tournament import Kind, Plan, Round, next_seating, standing

Finished = tuple[GameKey, Result]


@dataclass(frozen=True, slots=True)
class Evening:
    """All that the page and the terminal say. ``uncounted`` games fit no table of any round."""

    plan: Plan
    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    games: int
    uncounted: tuple[GameKey, ...]
    holes: tuple[tuple[GameKey, int], ...]

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played; a league never ends."""
        done = bool(self.rounds) and self.rounds[-1].is_over
        return done and next_seating(self.plan, self.rounds) is None


def evening_in(club: Club, plan: Plan) -> Evening:
    """The evening, as the database has it. Raises ``DatabaseAway``."""
    return _assembled(plan, club.rounds(plan.name), club.results(), tuple(club.holes()))


def drawn_on(club: Club, plan: Plan) -> Evening:
    """The same, after the next round was drawn if its time has come."""
    found = evening_in(club, plan)
    seating = next_seating(plan, found.rounds)
    if seating is None or not seating.tables:
        return found
    club.keep_round(plan.name, len(found.rounds) + 1, seating)
    return evening_in(club, plan)


def _assembled(
    plan: Plan, drawn: Sequence[Seating], results: Sequence[Finished], holes: tuple[tuple[GameKey, int], ...]
) -> Evening:
    fitting = [
        (key, replace(result, ranking=_as_planned(plan, result.ranking)))
        for key, result in results
        if plan.since is None or key.begun == NO_MOMENT or datetime.fromisoformat(key.begun) >= plan.since
    ]
    if plan.kind is Kind.LEAGUE:
        free = [*(result.ranking for _, result in fitting), *(ranking for _, ranking in plan.by_hand)]
        return Evening(plan, (), standing(plan, (), free), len(free), (), holes)
    rounds, left = _with_results(plan, drawn, fitting)
    played = sum(len(each.played) for each in rounds)
    return Evening(plan, rounds, standing(plan, rounds), played, tuple(key for key, _ in left), holes)


def _with_results(
    plan: Plan, drawn: Sequence[Seating], results: Iterable[Finished]
) -> tuple[tuple[Round, ...], list[Finished]]:
    """Each table's result: that given by hand, else the first game of just these players not yet counted."""
    left = list(results)
    rounds = []
    for number, seating in enumerate(drawn, start=1):
        by_hand = [ranking for at, ranking in plan.by_hand if at == number]
        rankings = tuple(_given(table, by_hand) or _first(table, left) for table in seating.tables)
        rounds.append(Round(seating, rankings))
        if None in rankings:
            break
    return tuple(rounds), left


def _given(table: Table, by_hand: Sequence[Ranking]) -> Ranking | None:
    return next((each for each in by_hand if set(players_of(each)) == set(table)), None)


def _first(table: Table, left: list[Finished]) -> Ranking | None:
    for each in left:
        if set(players_of(each[1].ranking)) == set(table):
            left.remove(each)
            return each[1].ranking
    return None


def same_name(name: str) -> str:
    """The same for names that differ by capitals or spaces only."""
    return " ".join(name.split()).casefold()


def _as_planned(plan: Plan, ranking: Ranking) -> Ranking:
    """The ranking with the names as the plan spells them, where that leaves everybody a name of their own."""
    known = {same_name(name): name for name in plan.players}
    spelled = tuple(tuple(known.get(same_name(name), name) for name in group) for group in ranking)
    names = players_of(spelled)
    return spelled if len(set(names)) == len(names) else ranking
