"""``cups-up export GAME [--out FILE]``: write a game of the journal as a record, JSON Lines."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.cli.terminal.arguments import any_path, whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import journal_path, open_kept
from companion.cli.wiring.options import add_home
from companion.core.on_disk import write_whole
from companion.journal import BACKUPS
from companion.text import say, say_all, say_os_fault

ME = "cups-up export"
WRITTEN, FAILED = 0, 1
MOST_GAMES = 999_999_999
"""Largest number of a game."""
RECORD = ".jsonl"
"""The suffix of a record in the journal's folder: the app itself keeps no such file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    number = whole_number(1, MOST_GAMES)
    parser.add_argument("game_id", type=number, metavar="GAME", help=say("arg.export.game"))
    parser.add_argument("--out", type=any_path, metavar="FILE", help=say("arg.export.out"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    journal = journal_path(args.home)
    try:
        if args.out is not None and is_of_journal(args.out, journal):
            complain(str(args.out), say("export.journal"))
            return FAILED
    except OSError as fault:
        return _not_written(args.out, fault)
    with open_kept(journal) as store:
        record, (_, damage) = store.export(args.game_id), store.good_part(args.game_id)
    if damage is not None:
        complain(ME, say_all(damage, say("export.before_it")))
    if args.out is None:
        tell(record, end="")
        return WRITTEN if damage is None else FAILED
    try:
        args.out.parent.mkdir(parents=True, exist_ok=True)  # not for the owner alone
        write_whole(args.out, record.encode("utf-8"))
    except OSError as fault:
        return _not_written(args.out, fault)
    return WRITTEN if damage is None else FAILED


def _not_written(out: Path, fault: OSError) -> int:
    complain(str(out), say("export.not_written", fault=say_os_fault(fault)))
    return FAILED


def is_of_journal(out: Path, journal: Path) -> bool:
    """Whether the file is the journal, its log, a backup or another file that the app keeps beside it, by any
    name; records that were written there are not. Raises ``OSError`` if nobody may look there.
    """
    there, kept = Path(os.path.realpath(out)), Path(os.path.realpath(journal))  # links in a circle, too
    if there.parent == kept.parent and there.name.startswith(kept.name):
        return True
    if there.parent == kept.parent / BACKUPS:
        return True
    if there.is_relative_to(kept.parent) and there.is_file() and there.suffix != RECORD:
        return True
    return out.exists() and journal.exists() and out.samefile(journal)
