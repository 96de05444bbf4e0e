"""Figures of each player over many games. Each game is counted once: its tally is kept beside the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Protocol

from companion.journal.kept_games import KeptTally
from companion.journal.lines import NOBODY
from companion.journal.statistics.rounds import PlayedGame, played_game
from companion.journal.statistics.tally import FACES, GameTally, SeatTally, tally_in, tally_of
from companion.rules import AnyEvent, Bid, RuleSet, apply, begin, card_match, ruleset_of

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


if TYPE_CHECKING:
    from companion.journal.kept_games import KeptGame


class GamesKept(Protocol):
    """Where the events are (``companion.journal.store.Store``)."""

    def live_events(self, game_id: int) -> tuple[AnyEvent, ...]:
        """The events of a game that still stand."""
        ...


class TalliesKept(Protocol):
    """Where tallies are kept (``companion.journal.kept_games.TallyShelf``)."""

    def read(self) -> Mapping[int, KeptTally]:
        """What is kept, by the games' numbers."""
        ...

    def write(self, kept: Mapping[int, KeptTally]) -> None: ...


def counted_games(
    games: Iterable[KeptGame], journal: GamesKept, shelf: TalliesKept, every: Iterable[KeptGame]
) -> tuple[CountedGame, ...]:
    """What is counted of these games, those of cards left out; ``every`` as for ``tallies_of``."""
    of_dice = [game for game in games if not game.of_cards]
    tallies = tallies_of(of_dice, journal, shelf, every)
    return tuple(
        CountedGame(
            game.id,
            ruleset_of(game.begun.rules, game.begun.options),
            game.begun.players,
            tallies[game.id],
        )
        for game in of_dice
        if game.id in tallies
    )


def tallies_of(
    games: Iterable[KeptGame], journal: GamesKept, shelf: TalliesKept, every: Iterable[KeptGame]
) -> dict[int, GameTally]:
    """Rounds, winner and counts of these games by their numbers; of a match of cards its hands and winner.

    ``every`` are all games of the journal: what the shelf holds of others goes.
    """
    kept = shelf.read()
    fresh: dict[int, KeptTally] = {}
    tallies: dict[int, GameTally] = {}
    for game in games:
        tally = _kept_tally(game, kept) or _counted(game, journal)
        if tally is None:
            continue
        tallies[game.id] = tally
        if not is_kept(game, kept) and game.seal is not None:
            fresh[game.id] = KeptTally(game.seal, tally.told)
    seals = {game.id: game.seal for game in every}
    stay = {number: each for number, each in kept.items() if each.seal == seals.get(number)}
    if fresh or len(stay) < len(kept):
        shelf.write(stay | fresh)
    return tallies


def _counted(game: KeptGame, journal: GamesKept) -> GameTally | None:
    events = journal.live_events(game.id)
    if not events:
        return None
    if not game.of_cards:
        return tally_of(played_game(events))
    match = card_match(reduce(apply, events[1:], begin(game.begun)))
    return GameTally(len(match.hands), match.winner, ())


def is_kept(game: KeptGame, kept: Mapping[int, KeptTally]) -> bool:
    """Whether the game was counted as it stands now."""
    return game.seal is not None and game.id in kept and kept[game.id].seal == game.seal


def _kept_tally(game: KeptGame, kept: Mapping[int, KeptTally]) -> GameTally | None:
    if not is_kept(game, kept):
        return None
    try:
        tally = tally_in(kept[game.id].told)
    except ValueError:
        return None
    seats = 0 if game.of_cards else len(game.begun.players)
    return tally if len(tally.seats) == seats else None
