"""``companion souvenir [GAME]``: a game as one page to keep, PNG and PDF; by default the last one begun.

Exit status 0; 1 where there is no such game of dice, or the page cannot be written.
"""

from __future__ import annotations

import argparse

from companion.album.pictures import PictureShelf
from companion.album.souvenir import Souvenir, souvenir_of
from companion.album.souvenirs import write_souvenir
from companion.commands.export import MOST_GAMES
from companion.commands.terminal.arguments import plain_path, whole_number
from companion.commands.terminal.outlet import complain, tell
from companion.commands.wiring.album_here import PICTURES, SOUVENIRS
from companion.commands.wiring.journal_here import add_home, journal_path, open_to_read
from companion.journal.errors import StoreError
from companion.journal.store import Store
from companion.memory.rounds import is_of_dice, reveals
from companion.text.speech import say

ME = "companion souvenir"
MADE, FAILED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "game", nargs="?", type=whole_number(1, MOST_GAMES), metavar="GAME", help=say("arg.souvenir.game")
    )
    parser.add_argument("--out", type=plain_path, metavar="DIR", help=say("arg.souvenir.out"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    """Draw the page and write it."""
    path = journal_path(args.home)
    folder = args.out or path.parent / SOUVENIRS
    try:
        store = open_to_read(path)
        if store is None:
            raise StoreError(say("terminal.no_journal", path=str(path)))
        with store:
            souvenir, numbers = _of_game(store, args.game)
    except StoreError as fault:
        complain(ME, str(fault))
        return FAILED
    try:
        made, _ = write_souvenir(souvenir, numbers, PictureShelf(path.parent / PICTURES), folder)
    except OSError as fault:
        complain(str(folder), say("souvenir.unwritten", reason=fault.strerror or str(fault)))
        return FAILED
    tell(say("souvenir.written", path=str(made)))
    return MADE


def _of_game(store: Store, number: int | None) -> tuple[Souvenir, tuple[int, ...]]:
    """The game's souvenir, and the numbers of its reveals. StoreError where there is none of dice."""
    if number is None:
        newest = next((game for game in store.games() if not game.of_cards and game.game is not None), None)
        if newest is None:
            raise StoreError(say("souvenir.no_game"))
        number = newest.id
    record, _ = store.good_part(number)
    if not is_of_dice(record.live_events):
        raise StoreError(say("history.cards", game=number))
    souvenir = souvenir_of(number, store.begun_at(number), store.ended_at(number), record.live_events)
    return souvenir, reveals(record.numbered_live_events)
