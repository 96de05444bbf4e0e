"""``companion import FILE``: put a record into the journal, to be looked at or played on.

Exit status 0; 1 when the record is malformed or breaks the rules, with one line on standard error that
names file and line, or when the journal cannot be written; 2 when the file cannot be read. Nothing is
kept of a record at fault.
"""

from __future__ import annotations

import argparse

from companion.commands.journal_here import add_home, journal_path, open_to_write
from companion.commands.outlet import complain, tell
from companion.journal.errors import RecordError, StoreError
from companion.play.sentences import say_saved

HELP = "put a record into the journal"
KEPT, FAULTY, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="a game record, JSON Lines")
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Read the record, adjudicate it whole, and keep it as a game of its own."""
    try:
        with open(args.file, "rb") as opened:
            record = opened.read()
    except (OSError, ValueError) as fault:
        complain(args.file, f"the record cannot be read: {getattr(fault, 'strerror', None) or fault}")
        return UNREADABLE
    try:
        with open_to_write(journal_path(args.home)) as store:
            store.import_record(record)
            (game,) = store.games(newest=1)
    except RecordError as fault:
        complain(f"{args.file}:{fault.line}", fault.reason)
        return FAULTY
    except StoreError as fault:
        complain("companion import", str(fault))
        return FAULTY
    tell(f"Game {game.id}: {say_saved(game)}.")
    return KEPT
