"""Each player's figures over many games. A game is counted once: its tally is kept beside the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from companion.journal.codec import NOBODY
from companion.journal.kept_games import KeptGame, KeptTally, TallyShelf
from companion.journal.statistics.rounds import played_game
from companion.journal.statistics.tally import COUNTED, GameTally, SeatTally, WeighedBid, tally_in, tally_of
from companion.journal.store import Store
from companion.rules import FACES, RuleError, RuleSet, apply, begin, card_match, ruleset_of

STAR = "star"
"""The star as its own face: some games have it in the place of a 1, others of a 6."""


@dataclass(frozen=True, slots=True)
class BoldestBid(WeighedBid):
    """The least likely challenged bid that held."""

    game: int
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """``faces``: bids on each face, 1 to 6; ``stars``: on the star, counted apart; ``favourite_face``: 1-6
    or ``STAR``. ``challenged``: this player's challenged bids; ``bids_held``: right ones among them.
    ``weighed``: bids with a known chance; ``chance``: their mean. ``luck``: how many more came true than
    expected, per bid.
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


LEAST_LUCK = 0.05
"""Luck that fills its half of a bar where everybody's is less: next to none is to look so."""


def luck_bar(luck: float, players: Iterable[PlayerFigures]) -> float:
    """Where a bar of luck ends, 0 to 1; none ends at 0.5, the farthest of these players' at 0 or 1."""
    farthest = max(LEAST_LUCK, *(abs(each.luck or 0.0) for each in players))
    return 0.5 + luck / farthest / 2


@dataclass(frozen=True, slots=True)
class Figures:
    games: int
    rounds: int
    players: tuple[PlayerFigures, ...]


@dataclass(frozen=True, slots=True)
class CountedGame:
    id: int
    ruleset: RuleSet
    players: tuple[str, ...]
    tally: GameTally


@dataclass(slots=True)
class _Sum:
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
            self.boldest = BoldestBid(bold.round, bold.bid, bold.chance, game.id, game.ruleset)

    def figures(self, name: str) -> PlayerFigures:
        counts = {each: self.counts[each] for each in COUNTED if each != "true"}
        weighed = counts["weighed"]
        return PlayerFigures(
            name=name,
            games=self.games,
            won=self.won,
            favourite_face=min(self.faces, key=lambda face: (-self.faces[face], str(face)), default=None),
            faces=tuple(self.faces[face] for face in FACES),
            stars=self.faces[STAR],
            chance=self.expected / weighed if weighed else None,
            luck=(self.counts["true"] - self.expected) / weighed if weighed else None,
            boldest=self.boldest,
            **counts,
        )


def added_up(games: Iterable[CountedGame], only: str | None = None) -> Figures:
    """``only``: that player's. Forgotten names count for nobody."""
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


def counted_games(
    games: Iterable[KeptGame], journal: Store, shelf: TallyShelf, every: Iterable[KeptGame]
) -> tuple[CountedGame, ...]:
    """Games of dice, counted, and the tallies saved; ``every``: as for ``tallies_of``."""
    of_dice = [game for game in games if not game.of_cards]
    tallies = tallies_of(of_dice, journal, shelf, every)
    shelf.save()
    return tuple(
        CountedGame(
            game.id,
            ruleset_of(game.begun.rules, game.begun.options),
            game.players,
            tallies[game.id],
        )
        for game in of_dice
        if game.id in tallies
    )


def tallies_of(
    games: Iterable[KeptGame], journal: Store, shelf: TallyShelf, every: Iterable[KeptGame]
) -> dict[int, GameTally]:
    """Tallies by number; of cards only hands and winner. ``every``: all games of the journal; tallies of
    others are dropped.
    """
    kept = shelf.read()
    fresh: dict[int, KeptTally] = {}
    tallies: dict[int, GameTally] = {}
    for game in games:
        known = _kept_tally(game, kept)
        tally = known or _counted(game, journal)
        if tally is None:
            continue
        tallies[game.id] = tally
        if known is None and game.seal is not None:
            fresh[game.id] = KeptTally(game.seal, tally.told)
    seals = {game.id: game.seal for game in every}
    stay = {number: each for number, each in kept.items() if each.seal == seals.get(number)}
    if fresh or len(stay) < len(kept):
        shelf.write(stay | fresh)
    return tallies


def _counted(game: KeptGame, journal: Store) -> GameTally | None:
    """``None`` without an event, or with one that the rules forbid."""
    events = journal.live_events(game.id)
    if not events:
        return None
    try:
        if not game.of_cards:
            return tally_of(played_game(events))
        match = card_match(reduce(apply, events[1:], begin(game.begun)))
    except RuleError:
        return None
    return GameTally(len(match.hands), match.winner, ())


def is_kept(game: KeptGame, kept: Mapping[int, KeptTally]) -> bool:
    return game.seal is not None and game.id in kept and kept[game.id].seal == game.seal


def _kept_tally(game: KeptGame, kept: Mapping[int, KeptTally]) -> GameTally | None:
    if not is_kept(game, kept):
        return None
    try:
        tally = tally_in(kept[game.id].told)
    except ValueError:
        return None
    seats = 0 if game.of_cards else len(game.players)
    return tally if len(tally.seats) == seats else None
