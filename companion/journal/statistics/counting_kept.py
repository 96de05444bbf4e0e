"""Counts the kept games: each only once, for what was counted is kept beside the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Protocol

from companion.journal.kept_games import KeptTally
from companion.journal.statistics.figures import CountedGame
from companion.journal.statistics.rounds import played_game
from companion.journal.statistics.tally import GameTally, tally_in, tally_of
from companion.rules import AnyEvent, apply, begin, card_match, ruleset_of

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
