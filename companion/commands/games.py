"""``companion games``: the games in the journal, the last begun first."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.journal_here import add_home, games_of_damaged, journal_path, open_to_read
from companion.journal.errors import StoreError, StoreTrouble
from companion.journal.saved_game import SavedGame
from companion.play.sentences import say_saved

HELP = "the games in the journal"
LISTED, FAILED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Print one line a game; of a damaged journal those that can be read, and what is wrong."""
    try:
        games, status = _games(journal_path(args.home))
    except StoreError as fault:
        complain("companion games", str(fault))
        return FAILED
    if args.json:
        tell(json.dumps({"games": [_object(game) for game in games]}))
        return status
    nothing = "No games yet." if status == LISTED else "No game can be read."
    tell("\n".join(_line(game) for game in games) or nothing)
    return status


def _games(path: Path) -> tuple[tuple[SavedGame, ...], int]:
    """The games, and the exit status."""
    try:
        store = open_to_read(path)
    except StoreError as fault:
        if fault.trouble is not StoreTrouble.DAMAGED:
            raise
        complain("companion games", str(fault))
        return games_of_damaged(path), FAILED
    if store is None:
        return (), LISTED
    with store:
        return store.games(), LISTED


def _object(game: SavedGame) -> dict[str, object]:
    return {
        "id": game.id, "begun_at": game.begun_at.isoformat(), "rules": game.rules,
        "events": game.events, "state": say_saved(game), "damage": game.fault, "goes_on_as": game.goes_on_as,
    }  # fmt: skip


def _line(game: SavedGame) -> str:
    begun = game.begun_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{game.id:>4}  {begun}  {game.rules:14}  {say_saved(game)} ({game.events} events)"
