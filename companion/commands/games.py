"""``companion games``: the games in the journal, the last begun first."""

from __future__ import annotations

import argparse
import json

from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.journal_here import add_home, journal_path, open_to_read
from companion.journal.errors import StoreError
from companion.journal.saved_game import SavedGame
from companion.play.sentences import say_saved

HELP = "the games in the journal"
LISTED, FAILED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Print one line a game."""
    try:
        store = open_to_read(journal_path(args.home))
        games = ()
        if store is not None:
            with store:
                games = store.games()
    except StoreError as fault:
        complain("companion games", str(fault))
        return FAILED
    if args.json:
        tell(json.dumps({"games": [_object(game) for game in games]}))
        return LISTED
    tell("\n".join(_line(game) for game in games) or "No games yet.")
    return LISTED


def _object(game: SavedGame) -> dict[str, object]:
    return {
        "id": game.id, "begun_at": game.begun_at.isoformat(), "rules": game.rules,
        "events": game.events, "state": say_saved(game),
    }  # fmt: skip


def _line(game: SavedGame) -> str:
    begun = game.begun_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{game.id:>4}  {begun}  {game.rules:14}  {say_saved(game)} ({game.events} events)"
