"""Figures of each player over many games, counted from the rounds that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.journal.forgetting import NOBODY
from companion.memory.chances import chances
from companion.memory.rounds import PlayedGame, PlayedRound
from companion.rules.count import count
from companion.rules.events import Bid, BidMade
from companion.rules.game import Call, Round

BLUFF_BELOW = 0.5
"""A bid less likely than this, given what its maker held, is a bluff: it was more likely wrong than right."""


@dataclass(frozen=True, slots=True)
class BoldestBid:
    """The least likely bid that held when it was challenged; ``round`` counts from 1."""

    game: int
    round: int
    bid: Bid
    chance: float


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one name did in the games that were counted.

    ``challenged`` are this player's bids that were challenged, ``bids_held`` those of them that were right.
    ``weighed`` are the bids whose chance is known; ``chance`` is the mean of it. ``luck`` is how many of them
    came true beyond what was likely, a bid.
    """

    name: str
    games: int
    won: int
    bids: int
    challenges: int
    challenges_right: int
    challenged: int
    bids_held: int
    spot_ons: int
    spot_ons_right: int
    dice_lost: int
    dice_won_back: int
    favourite_face: int | None
    weighed: int
    bluffs: int
    bluffs_caught: int
    chance: float | None
    luck: float | None
    boldest: BoldestBid | None

    @property
    def dice_lost_a_game(self) -> float:
        """Dice lost, a game."""
        return self.dice_lost / self.games


@dataclass(frozen=True, slots=True)
class Figures:
    """Games and ended rounds that were counted, and the players by name."""

    games: int
    rounds: int
    players: tuple[PlayerFigures, ...]


@dataclass(slots=True)
class _Tally:
    """What is counted of one name."""

    counts: Counter[str] = field(default_factory=Counter)
    faces: Counter[int] = field(default_factory=Counter)
    expected: float = 0.0
    boldest: BoldestBid | None = None

    def figures(self, name: str) -> PlayerFigures:
        counts, weighed = self.counts, self.counts["weighed"]
        return PlayerFigures(
            name=name,
            games=counts["games"],
            won=counts["won"],
            bids=counts["bids"],
            challenges=counts["challenges"],
            challenges_right=counts["challenges_right"],
            challenged=counts["challenged"],
            bids_held=counts["bids_held"],
            spot_ons=counts["spot_ons"],
            spot_ons_right=counts["spot_ons_right"],
            dice_lost=counts["dice_lost"],
            dice_won_back=counts["dice_won_back"],
            favourite_face=min(self.faces, key=lambda face: (-self.faces[face], face), default=None),
            weighed=weighed,
            bluffs=counts["bluffs"],
            bluffs_caught=counts["bluffs_caught"],
            chance=self.expected / weighed if weighed else None,
            luck=(counts["true"] - self.expected) / weighed if weighed else None,
            boldest=self.boldest,
        )


def figures_of(games: Iterable[tuple[int, PlayedGame]], only: str | None = None) -> Figures:
    """The figures of these games, each with its number; of one player's games alone where ``only`` says so.

    Seats whose name was forgotten count for nobody.
    """
    tallies: dict[str, _Tally] = {}
    counted = rounds = 0
    for number, game in games:
        if only is not None and only not in game.players:
            continue
        counted += 1
        rounds += sum(played.ended is not None for played in game.rounds)
        seats = [tallies.setdefault(name, _Tally()) for name in game.players]
        for name in set(game.players):
            tallies[name].counts["games"] += 1
        if game.winner is not None:
            seats[game.winner].counts["won"] += 1
        weighed = [seat for seat, name in enumerate(game.players) if only is None or name == only]
        for at, played in enumerate(game.rounds, start=1):
            _count_round(seats, weighed, number, at, played)
    names = sorted(tallies) if only is None else [name for name in (only,) if name in tallies]
    return Figures(counted, rounds, tuple(tallies[name].figures(name) for name in names if name != NOBODY))


def _count_round(
    seats: list[_Tally], weighed: list[int], game: int, number: int, played: PlayedRound
) -> None:
    for placed in played.bids:
        tally = seats[placed.bid.player]
        tally.counts["bids"] += 1
        if isinstance(placed.bid, BidMade):
            tally.faces[placed.bid.face] += 1
    if played.ended is None:
        return
    likely = chances(played, weighed)
    for placed, chance in zip(played.bids, likely, strict=True):
        if chance is not None:
            _weigh(seats[placed.bid.player], placed.bid, chance, played.ended)
    _count_call(seats, played.ended)
    for tally, lost in zip(seats, played.ended.losses, strict=True):
        tally.counts["dice_lost" if lost > 0 else "dice_won_back"] += abs(lost)
    if likely[-1] is not None:
        _count_bold(seats, BoldestBid(game, number, played.ended.bid, likely[-1]), played.ended)


def _weigh(tally: _Tally, bid: Bid, chance: float, ended: Round) -> None:
    tally.counts["weighed"] += 1
    tally.expected += chance
    tally.counts["true"] += count(bid, ended.dice, ended.ones_wild) >= bid.claim
    tally.counts["bluffs"] += chance < BLUFF_BELOW


def _count_call(seats: list[_Tally], ended: Round) -> None:
    caller, bidder = seats[ended.by], seats[ended.bid.player]
    if ended.call is Call.SPOT_ON:
        caller.counts["spot_ons"] += 1
        caller.counts["spot_ons_right"] += ended.winner == ended.by
        return
    caller.counts["challenges"] += 1
    caller.counts["challenges_right"] += ended.winner == ended.by
    bidder.counts["challenged"] += 1
    bidder.counts["bids_held"] += ended.winner == ended.bid.player


def _count_bold(seats: list[_Tally], bold: BoldestBid, ended: Round) -> None:
    if ended.call is not Call.CHALLENGE:
        return
    bidder = seats[ended.bid.player]
    if ended.winner != ended.bid.player:
        bidder.counts["bluffs_caught"] += bold.chance < BLUFF_BELOW
    elif bidder.boldest is None or bold.chance < bidder.boldest.chance:
        bidder.boldest = bold
