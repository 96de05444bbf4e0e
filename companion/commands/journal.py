"""``companion journal check`` and ``companion journal salvage``: is the journal sound, and what can be saved.

``check`` reads every page, seal and event and changes nothing. ``salvage`` puts a new journal with every game
that can be read in the place of a damaged one, which is kept under another name. Exit status 0; 1 where
something is damaged or cannot be read or written.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.journal_here import add_home, journal_path, open_to_read
from companion.journal.backups import backups_of
from companion.journal.errors import StoreError
from companion.journal.salvage import salvage

HELP = "is the journal sound, and what can be saved of it"
SOUND, DAMAGED = 0, 1


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: games and good events, each thing that is damaged in a sentence, backups."""

    games: int
    events: int
    damage: tuple[str, ...]
    backups: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "what", nargs="?", choices=("check", "salvage"), default="check",
        help="look at it (the default), or save what can be read",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Check or salvage the journal."""
    path = journal_path(args.home)
    try:
        return _salvage(path, args.json) if args.what == "salvage" else _check(path, args.json)
    except StoreError as fault:
        complain("companion journal", str(fault))
        return DAMAGED


def _check(path: Path, as_json: bool) -> int:
    found = checked(path)
    if as_json:
        tell(json.dumps({
            "games": found.games, "events": found.events, "damage": found.damage, "backups": found.backups,
        }))  # fmt: skip
    else:
        for sentence in found.damage:
            complain("companion journal", sentence)
        sound = "damaged" if found.damage else "sound"
        tell(f"{sound}: {found.games} games, {found.events} good events, {found.backups} backups")
    return DAMAGED if found.damage else SOUND


def checked(path: Path) -> Checked:
    """Look at every page, seal and event; StoreError where the journal cannot be opened at all."""
    backups = len(backups_of(path))
    store = open_to_read(path)
    if store is None:
        return Checked(0, 0, (), backups)
    with store:
        games = store.games()
        damage = (*store.damaged_pages(), *(game.fault for game in games if game.fault is not None))
    return Checked(len(games), sum(game.events for game in games), damage, backups)


def _salvage(path: Path, as_json: bool) -> int:
    if not path.exists() and not backups_of(path):
        raise StoreError(f"There is no journal at {path}: no game was played yet.")
    done = salvage(path)
    if as_json:
        tell(json.dumps({
            "games": done.games, "events": done.events, "left": done.left, "kept": str(done.kept),
        }))  # fmt: skip
        return SOUND
    tell(f"{done.games} games with {done.events} events are in the new journal {path}.")
    if done.left:
        tell(f"{done.left} events behind damaged ones could be seen, but no game goes on with them.")
    tell(f"The old journal is kept: {done.kept}")
    return SOUND
