"""What a game leaves to remember: who came where, how long it took, the boldest bid, everybody's dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.memory.chances import chances
from companion.memory.ranking import Place, dice_after_each, ranking_of
from companion.memory.rounds import PlayedRound, played_game
from companion.rules.events import Bid
from companion.rules.families import AnyEvent
from companion.rules.game import Call
from companion.rules.ruleset import RuleSet


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
    """A game of dice as its page tells it. ``dice[seat]``: those held at the start and after each round."""

    game: int
    ruleset: RuleSet
    players: tuple[str, ...]
    begun_at: datetime
    took: timedelta
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
    dice = dice_after_each(played.ruleset.dice, rounds, len(played.players))
    took = max(timedelta(), ended_at - begun_at)
    boldest = _boldest(ended)
    ranking = ranking_of(played.players, dice)
    return Souvenir(game, played.ruleset, played.players, begun_at, took, ranking, dice, boldest)


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
