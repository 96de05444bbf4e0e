"""Counts the kept games of dice: each only once, for what was counted is kept beside the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from companion.journal.kept_games import KeptGame
from companion.journal.tallies import KeptTally
from companion.memory.figures import CountedGame
from companion.memory.rounds import played_game
from companion.memory.tally import GameTally, tally_in, tally_of
from companion.rules.families import AnyEvent


class GamesKept(Protocol):
    """Where the events are (``companion.journal.store.Store``)."""

    def live_events(self, game_id: int) -> tuple[AnyEvent, ...]:
        """The events of a game that still stand."""
        ...


class TalliesKept(Protocol):
    """Where tallies are kept (``companion.journal.tallies.TallyShelf``)."""

    def read(self) -> dict[int, KeptTally]:
        """What is kept, by the games' numbers."""
        ...

    def write(self, kept: dict[int, KeptTally]) -> None:
        """Keep these, and no others."""
        ...


def counted_games(
    games: Iterable[KeptGame], journal: GamesKept, shelf: TalliesKept, every: Iterable[KeptGame]
) -> tuple[CountedGame, ...]:
    """What is counted of these games, those of cards left out.

    ``every`` are all games of the journal: what the shelf holds of others goes.
    """
    kept = shelf.read()
    fresh: dict[int, KeptTally] = {}
    counted = tuple(_counted(games, journal, kept, fresh))
    seals = {game.id: game.seal for game in every}
    stay = {number: each for number, each in kept.items() if each.seal == seals.get(number)}
    if fresh or len(stay) < len(kept):
        shelf.write(stay | fresh)
    return counted


def _counted(
    games: Iterable[KeptGame], journal: GamesKept, kept: dict[int, KeptTally], fresh: dict[int, KeptTally]
) -> Iterator[CountedGame]:
    for game in games:
        if game.of_cards:
            continue
        tally = _kept_tally(game, kept)
        if tally is None:
            events = journal.live_events(game.id)
            if not events:
                continue
            tally = tally_of(played_game(events))
            if game.seal is not None:
                fresh[game.id] = KeptTally(game.seal, tally.told)
        yield CountedGame(game.id, game.begun.players, tally)


def _kept_tally(game: KeptGame, kept: dict[int, KeptTally]) -> GameTally | None:
    found = kept.get(game.id)
    if found is None or game.seal is None or found.seal != game.seal:
        return None
    try:
        tally = tally_in(found.told)
    except ValueError:
        return None
    return tally if len(tally.seats) == len(game.begun.players) else None
