"""What a game leaves to remember: who came where, how long it took, the boldest bid, everybody's dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from companion.journal.statistics import (
    Lie,
    Place,
    PlayedRound,
    chances,
    dice_after_each,
    played_game,
    ranking_of,
    told_match,
)
from companion.rules import POINTS_A_CHIP, AnyEvent, Bid, Call, RuleSet

LONGEST = timedelta(hours=12)
"""An evening; what seems to have taken longer was interrupted, or the clock was set meanwhile."""


@dataclass(frozen=True, slots=True)
class BoldBid:
    """The least likely bid that was challenged: its round (from 1), its chance (0-1), what came of it."""

    round: int
    seat: int
    bid: Bid
    chance: float
    held: bool


@dataclass(frozen=True, slots=True)
class Souvenir:
    """A game of dice as its page tells it. ``dice[seat]``: those held at the start and after each round.

    ``took`` is ``None`` where the clock does not tell it.
    """

    game: int
    ruleset: RuleSet
    players: tuple[str, ...]
    begun_at: datetime
    took: timedelta | None
    ranking: tuple[Place, ...]
    dice: tuple[tuple[int, ...], ...]
    boldest: BoldBid | None

    @property
    def rounds(self) -> int:
        """How many rounds ended with a verdict."""
        return len(self.dice[0]) - 1


def souvenir_of(game: int, begun_at: datetime, ended_at: datetime, events: Sequence[AnyEvent]) -> Souvenir:
    """The souvenir of these events, which are those that still stand. ValueError for a game of cards."""
    played = played_game(events)
    ended = [each for each in played.rounds if each.ended is not None]
    rounds = tuple(each.ended for each in played.rounds if each.ended is not None)
    dice = dice_after_each(played.ruleset.dice, rounds, len(played.players), played.seat_changes)
    took = length_of(begun_at, ended_at)
    boldest = _boldest(ended)
    ranking = ranking_of(played.players, dice, played.seat_changes)
    return Souvenir(game, played.ruleset, played.players, begun_at, took, ranking, dice, boldest)


def length_of(begun_at: datetime, ended_at: datetime) -> timedelta | None:
    """How long a game took; ``None`` where it ended before it began, or after more than an evening."""
    took = ended_at - begun_at
    return took if timedelta() <= took <= LONGEST else None


def _boldest(ended: Sequence[PlayedRound]) -> BoldBid | None:
    bold: BoldBid | None = None
    for number, played in enumerate(ended, start=1):
        found, chance = played.ended, chances(played)[-1]
        if found is None or chance is None or found.call is not Call.CHALLENGE:
            continue
        if bold is None or chance < bold.chance:
            bidder = found.bid.player
            bold = BoldBid(number, bidder, found.bid, chance, found.winner == bidder)
    return bold


@dataclass(frozen=True, slots=True)
class MatchSouvenir:
    """A match as its page tells it.

    ``points[seat]``: those at the start, 0, and after each hand. ``boldest`` is the lie that was least
    likely to be true, of those that came to light.
    """

    game: int
    title: str
    players: tuple[str, ...]
    begun_at: datetime
    took: timedelta | None
    points: tuple[tuple[int, ...], ...]
    winner: int | None
    boldest: Lie | None

    @property
    def hands(self) -> int:
        """How many hands were played out."""
        return len(self.points[0]) - 1

    @property
    def ranking(self) -> tuple[tuple[int, int], ...]:
        """Place (from 1) and seat, the winner first; equal points share a place."""
        worth = [(seat == self.winner, course[-1]) for seat, course in enumerate(self.points)]
        ranked = sorted(range(len(worth)), key=lambda seat: worth[seat], reverse=True)
        return tuple((1 + sum(each > worth[seat] for each in worth), seat) for seat in ranked)


def match_souvenir_of(
    game: int, begun_at: datetime, ended_at: datetime, events: Sequence[AnyEvent]
) -> MatchSouvenir:
    """The souvenir of these events, which are those that still stand. ValueError for a game of dice."""
    match, lies = told_match(events)
    points = tuple(
        tuple(accumulate((hand.chips[seat] * POINTS_A_CHIP for hand in match.hands), initial=0))
        for seat in range(len(match.players))
    )
    boldest = min(lies, key=lambda lie: lie.chance, default=None)
    took, title = length_of(begun_at, ended_at), match.ruleset.title
    return MatchSouvenir(game, title, match.players, begun_at, took, points, match.winner, boldest)
