"""``cups-up import FILE``: put a record into the journal, to view it or play on."""

from __future__ import annotations

import argparse

from companion.cli.replay import LARGEST_RECORD, unread
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import journal_path, open_to_write
from companion.cli.wiring.options import add_home
from companion.core.lettering import fonts
from companion.core.on_disk import NotRead, read_input
from companion.journal import RecordError, Store
from companion.play.modes.welcome.mode import say_saved
from companion.text import printable, say

KEPT, FAULTY, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=say("arg.record"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    try:
        record = read_input(args.file, LARGEST_RECORD)
    except NotRead as fault:
        complain(args.file, unread(fault))
        return UNREADABLE
    try:
        with open_to_write(journal_path(args.home)) as store:
            store.import_record(record)
            (game,) = store.games(newest=1)
            same = _same_game(store, game.id)
    except RecordError as fault:
        complain(f"{args.file}:{fault.line}", fault.reason)
        return FAULTY
    tell(say("import.kept", game=game.id, state=say_saved(game)))
    if same is not None:
        tell(say("import.same", same=same, game=game.id))
    for seat, name in enumerate(game.players):
        if not fonts().can_write(name):
            number = say("names.numbered", number=seat + 1)
            tell(say("import.unwritten", name=printable(name), player=number))
    return KEPT


def _same_game(store: Store, game_id: int) -> int | None:
    """An earlier game with the same events."""
    events = store.live_events(game_id)
    earlier = (each.id for each in store.kept_games() if each.id < game_id and each.begun == events[0])
    return next((each for each in earlier if store.live_events(each) == events), None)
