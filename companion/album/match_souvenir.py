"""What a match of cards leaves to remember: who came where, how long it took, the boldest lie, the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from companion.memory.lies import Lie, told_match
from companion.rules.cards.liar_liar import POINTS_A_CHIP
from companion.rules.families import AnyEvent


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
    took: timedelta
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
    took, title = max(timedelta(), ended_at - begun_at), match.ruleset.title
    return MatchSouvenir(game, title, match.players, begun_at, took, points, match.winner, boldest)
