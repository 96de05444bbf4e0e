"""``cups-up journal``: ``check`` says whether the journal is sound; ``salvage`` saves what can be read."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import journal_path, open_kept
from companion.cli.wiring.options import add_home
from companion.journal import StoreError, backups_of, salvage
from companion.text import say

ME = "cups-up journal"
SOUND, DAMAGED = 0, 1


@dataclass(frozen=True, slots=True)
class Checked:
    games: int
    events: int
    damage: tuple[str, ...]
    backups: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("check", "salvage"), default="check",
        help=say("arg.journal.what"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=say("arg.json"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    path = journal_path(args.home)
    if args.what == "salvage" and _needs_mending(path):
        return _salvage(path, args.json)
    return _check(checked(path), args.json)


def _needs_mending(path: Path) -> bool:
    """Raises ``StoreError`` for no journal, and for a newer app's; they stay as they are."""
    try:
        return bool(checked(path).damage)
    except StoreError as fault:
        if fault.trouble is None:
            raise
        return True


def _check(found: Checked, as_json: bool) -> int:
    if as_json:
        tell(json.dumps(asdict(found)))
    else:
        for sentence in found.damage:
            complain(ME, sentence)
        tell(
            say(
                "journal.damaged" if found.damage else "journal.sound",
                games=say("journal.games", count=found.games),
                events=say("journal.good_events", count=found.events),
                backups=say("journal.backups", count=found.backups),
            )
        )
    return DAMAGED if found.damage else SOUND


def checked(path: Path) -> Checked:
    """Reads every page, seal and event. Raises ``StoreError`` if there is none, or it cannot be opened."""
    backups = len(backups_of(path))
    with open_kept(path) as store:
        games = store.games()
        faults = (game.fault for game in games if game.fault is not None)
        damage = (*store.noticed, *store.damaged_pages(), *faults)
    return Checked(len(games), sum(game.events for game in games), damage, backups)


def _salvage(path: Path, as_json: bool) -> int:
    done = salvage(path)
    if as_json:
        tell(json.dumps(asdict(done) | {"kept": str(done.kept)}))
        return SOUND
    events = say("journal.events", count=done.events)
    tell(say("journal.rescued", count=done.games, events=events, path=str(path)))
    if done.left:
        tell(say("journal.left", count=done.left))
    tell(say("journal.old", path=str(done.kept)))
    return SOUND
