"""``companion import FILE``: put a record into the journal, to look at it or to play on."""

from __future__ import annotations

import argparse

from companion.commands.replay import LARGEST_RECORD, unread
from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.journal_here import add_home, journal_path, open_to_write
from companion.journal.errors import RecordError, StoreError
from companion.lettering.fonts import fonts
from companion.on_disk import NotRead, read_input
from companion.play.sentences import say_saved
from companion.text.foreign import printable
from companion.text.speech import say

KEPT, FAULTY, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", metavar="FILE", help=say("arg.record"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Read the record, adjudicate it whole, and keep it as a game of its own."""
    try:
        record = read_input(args.file, LARGEST_RECORD)
    except NotRead as fault:
        complain(args.file, unread(fault))
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
    tell(say("import.kept", game=game.id, state=say_saved(game)))
    for seat, name in enumerate(game.players):
        if not fonts().can_write(name):
            number = say("names.numbered", number=seat + 1)
            tell(say("import.unwritten", name=printable(name), player=number))
    return KEPT
