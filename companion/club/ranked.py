"""Who came where in a game, from the lines of its record."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.club.standings import Ranking
from companion.journal.codec import event_of
from companion.journal.errors import RecordError
from companion.memory.ranking import dice_after_each, ranking_of
from companion.rules.cards.match import Match
from companion.rules.errors import RuleError
from companion.rules.events import GameBegun
from companion.rules.families import AnyEvent, AnyGame
from companion.rules.game import Game
from companion.rules.record import replay


@dataclass(frozen=True, slots=True)
class Result:
    """The ranking of a finished game. ``print_of`` is the same for the same lines, from wherever."""

    ranking: Ranking
    print_of: str


def result_of(lines: Sequence[str]) -> Result | None:
    """The result, refereed anew; ``None`` where the game goes on, or where the rules forbid a line."""
    events: list[AnyEvent] = []
    begun: GameBegun | None = None
    try:
        for line in lines:
            event = event_of(line, begun)
            begun = event if isinstance(event, GameBegun) else begun
            events.append(event)
        game = replay(events).game
    except (RecordError, RuleError):
        return None
    if game.winner is None:
        return None
    return Result(ranking_in(game), hashlib.sha256("\n".join(lines).encode()).hexdigest())


def ranking_in(game: AnyGame) -> Ranking:
    """The ranking of a game that is over; who went out together shares a place."""
    if isinstance(game, Match):
        return _by_scores(game)
    assert isinstance(game, Game)
    places = ranking_of(game.players, dice_after_each(game.ruleset.dice, game.rounds, len(game.players)))
    winner = tuple(each.name for each in places if each.seat == game.winner)
    others = [each for each in places if each.seat != game.winner]
    return (winner, *(tuple(each.name for each in group) for _, group in groupby(others, lambda e: e.place)))


def _by_scores(match: Match) -> Ranking:
    """Most points first; the winner stands alone."""
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
