"""Points by place, and the standings."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.journal import RecordError, event_of, replay_record
from companion.journal.statistics import ranking_of
from companion.rules import AnyGame, Game, GameBegun, Match, RuleError

Ranking = tuple[tuple[str, ...], ...]
"""Players of a table from the winner down; shared places together."""

WIN = Fraction(10)
"""The winner's points at any table; the last gets none, with even steps between."""
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """``place`` may be shared; ``opponents``: points of everybody met."""

    place: int
    name: str
    points: Fraction
    games: int
    wins: int
    opponents: Fraction


def players_of(ranking: Ranking) -> tuple[str, ...]:
    return tuple(name for group in ranking for name in group)


def points_of(ranking: Ranking) -> dict[str, Fraction]:
    """The share of others who came behind; a tie counts half."""
    size = len(players_of(ranking))
    points, behind = dict[str, Fraction](), size
    for group in ranking:
        behind -= len(group)
        beaten = behind + Fraction(len(group) - 1, 2)
        points |= dict.fromkeys(group, WIN * beaten / max(1, size - 1))
    return points


def standings(
    players: Iterable[str],
    rankings: Sequence[Ranking],
    byes: Sequence[str] = (),
    reached: Mapping[str, Fraction] | None = None,
) -> tuple[Standing, ...]:
    """The standings, best first. A bye is a win without a game.

    Equal points: by wins, then by the opponents' points; else a shared place, in the order of ``players``. In
    a knockout ``reached`` goes before points.
    """
    points: dict[str, Fraction] = {}
    for ranking in rankings:
        for name, gained in points_of(ranking).items():
            points[name] = points.get(name, NOTHING) + gained
    for name in byes:
        points[name] = points.get(name, NOTHING) + WIN
    games = Counter(name for ranking in rankings for name in players_of(ranking))
    wins = Counter([*byes, *(name for ranking in rankings for name in ranking[0])])
    opponents = _opponents(rankings, points)
    far = reached or {}

    def worth(name: str) -> tuple[Fraction, Fraction, int, Fraction]:
        return (
            far.get(name, NOTHING),
            points.get(name, NOTHING),
            wins[name],
            opponents.get(name, NOTHING),
        )

    order = sorted(dict.fromkeys(players), key=worth, reverse=True)
    worths = [worth(name) for name in order]
    return tuple(
        Standing(1 + worths.index(mine), name, mine[1], games[name], wins[name], mine[3])
        for name, mine in zip(order, worths, strict=True)
    )


def _opponents(rankings: Sequence[Ranking], points: Mapping[str, Fraction]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for ranking in rankings:
        together = players_of(ranking)
        total = sum((points[name] for name in together), NOTHING)
        for name in together:
            found[name] = found.get(name, NOTHING) + total - points[name]
    return found


@dataclass(frozen=True, slots=True)
class Result:
    """``print_of``: a hash of the game's lines."""

    ranking: Ranking
    print_of: str


def result_of(lines: Sequence[str]) -> Result | None:
    record = "\n".join(lines).encode()
    try:
        game = replay_record(record).game
    except RecordError:
        return None
    if game.winner is None:
        return None
    return Result(ranking_in(game), hashlib.sha256(record).hexdigest())


def players_in(line: str) -> tuple[str, ...]:
    try:
        begun = event_of(line, None)
    except (RecordError, RuleError):
        return ()
    return begun.players if isinstance(begun, GameBegun) else ()


def ranking_in(game: AnyGame) -> Ranking:
    """The ranking of a finished game; players who went out together share a place."""
    if isinstance(game, Match):
        return _by_scores(game)
    assert isinstance(game, Game)
    places = ranking_of(game)
    winner = tuple(each.name for each in places if each.seat == game.winner)
    others = [each for each in places if each.seat != game.winner]
    return (winner, *(tuple(each.name for each in group) for _, group in groupby(others, lambda e: e.place)))


def _by_scores(match: Match) -> Ranking:
    """A ranking by points; the winner stands alone."""
    others = sorted(
        (seat for seat in range(len(match.players)) if seat != match.winner),
        key=lambda seat: -match.scores[seat],
    )
    groups = groupby(others, lambda seat: match.scores[seat])
    assert match.winner is not None
    return (
        (match.players[match.winner],),
        *(tuple(match.players[seat] for seat in group) for _, group in groups),
    )
