"""Figures of each player over many games, added up from what was counted of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.journal.lines import NOBODY
from companion.journal.statistics.rounds import PlayedGame
from companion.journal.statistics.tally import FACES, GameTally, SeatTally, tally_of
from companion.rules import Bid, RuleSet

STAR = "star"
"""The star as a face of its own: it stands in the place of a 1 in one game, of a 6 in another."""


@dataclass(frozen=True, slots=True)
class BoldestBid:
    """The least likely bid that held when it was challenged; ``round`` counts from 1."""

    game: int
    round: int
    bid: Bid
    chance: float
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one name did in the games that were counted.

    ``faces`` is how often each face from 1 to 6 was bid, ``stars`` how often the star; neither counts for the
    other, and ``favourite_face`` is one of 1-6 or ``STAR``. ``challenged`` are this player's bids that were
    challenged, ``bids_held`` those of them that were right. ``weighed`` are the bids whose chance is known;
    ``chance`` is the mean of it. ``luck`` is how many of them came true beyond what was likely, a bid.
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
    favourite_face: int | str | None
    faces: tuple[int, ...]
    stars: int
    weighed: int
    bluffs: int
    bluffs_caught: int
    chance: float | None
    luck: float | None
    boldest: BoldestBid | None

    @property
    def dice_lost_a_game(self) -> float:
        return self.dice_lost / self.games


@dataclass(frozen=True, slots=True)
class Figures:
    """Games and ended rounds that were counted, and the players by name."""

    games: int
    rounds: int
    players: tuple[PlayerFigures, ...]


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game's number, its rules, its players by seat, and what was counted of it."""

    id: int
    ruleset: RuleSet
    players: tuple[str, ...]
    tally: GameTally


@dataclass(slots=True)
class _Sum:
    """What is added up of one name."""

    games: int = 0
    won: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faces: Counter[int | str] = field(default_factory=Counter)
    expected: float = 0.0
    boldest: BoldestBid | None = None

    def add(self, game: CountedGame, seat: SeatTally) -> None:
        for name, counted in seat.counts.items():
            self.counts[name] += counted
        for face, bids in seat.faces.items():
            self.faces[STAR if face == game.ruleset.star_face else face] += bids
        self.expected += seat.expected
        bold = seat.boldest
        if bold is not None and (self.boldest is None or bold.chance < self.boldest.chance):
            self.boldest = BoldestBid(game.id, bold.round, bold.bid, bold.chance, game.ruleset)

    def figures(self, name: str) -> PlayerFigures:
        counts, weighed = self.counts, self.counts["weighed"]
        return PlayerFigures(
            name=name,
            games=self.games,
            won=self.won,
            bids=counts["bids"],
            challenges=counts["challenges"],
            challenges_right=counts["challenges_right"],
            challenged=counts["challenged"],
            bids_held=counts["bids_held"],
            spot_ons=counts["spot_ons"],
            spot_ons_right=counts["spot_ons_right"],
            dice_lost=counts["dice_lost"],
            dice_won_back=counts["dice_won_back"],
            favourite_face=min(self.faces, key=lambda face: (-self.faces[face], str(face)), default=None),
            faces=tuple(self.faces[face] for face in FACES),
            stars=self.faces[STAR],
            weighed=weighed,
            bluffs=counts["bluffs"],
            bluffs_caught=counts["bluffs_caught"],
            chance=self.expected / weighed if weighed else None,
            luck=(counts["true"] - self.expected) / weighed if weighed else None,
            boldest=self.boldest,
        )


def figures_of(games: Iterable[tuple[int, PlayedGame]], only: str | None = None) -> Figures:
    """The figures of these games, each with its number; with ``only`` of one player's games alone."""
    counted = (CountedGame(number, game.ruleset, game.players, tally_of(game)) for number, game in games)
    return added_up(counted, only)


def added_up(games: Iterable[CountedGame], only: str | None = None) -> Figures:
    """The figures of games that were counted; of one player's games alone where ``only`` says so.

    Seats whose name was forgotten count for nobody.
    """
    sums: dict[str, _Sum] = {}
    counted = rounds = 0
    for game in games:
        if only is not None and only not in game.players:
            continue
        counted += 1
        rounds += game.tally.rounds
        for name in set(game.players):
            sums.setdefault(name, _Sum()).games += 1
        if game.tally.winner is not None:
            sums[game.players[game.tally.winner]].won += 1
        for name, seat in zip(game.players, game.tally.seats, strict=True):
            if only is None or name == only:
                sums[name].add(game, seat)
    names = sorted(sums) if only is None else [name for name in (only,) if name in sums]
    return Figures(counted, rounds, tuple(sums[name].figures(name) for name in names if name != NOBODY))
