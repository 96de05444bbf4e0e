"""``cups-up souvenir [GAME]``: a game as a page to keep, PNG and PDF; by default the newest game.

Exit status 1 if there is no such game, or the page cannot be written.
"""

from __future__ import annotations

import argparse

from companion.cli.export import MOST_GAMES
from companion.cli.terminal.arguments import plain_path, whole_number
from companion.cli.terminal.outlet import complain, tell
from companion.cli.wiring.journal import journal_path, open_kept
from companion.cli.wiring.options import add_home
from companion.cli.wiring.past import PICTURES, SOUVENIRS, night_of, to_keep
from companion.core.lettering import fonts
from companion.journal import Store, StoreError
from companion.share.album import PictureShelf, write_night, write_souvenir
from companion.text import say, say_os_fault, use_letters

ME = "cups-up souvenir"
MADE, FAILED = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", type=whole_number(1, MOST_GAMES), metavar="GAME", help=say("arg.souvenir.game")
    )
    parser.add_argument("--night", action="store_true", help=say("arg.souvenir.night"))
    parser.add_argument("--out", type=plain_path, metavar="DIR", help=say("arg.souvenir.out"))
    add_home(parser)


def run(args: argparse.Namespace) -> int:
    use_letters(fonts().can_write)
    path = journal_path(args.home)
    folder = args.out or path.parent / SOUVENIRS
    pictures = PictureShelf(path.parent / PICTURES)
    try:
        with open_kept(path) as store:
            number = args.game or _newest(store)
            kept, night = to_keep(store, number), night_of(store, number) if args.night else ()
        if args.out is not None:
            folder.mkdir(parents=True, exist_ok=True)  # not for the owner alone
        made, _ = write_night(night, folder) if night else write_souvenir(kept, pictures, folder)
    except StoreError as fault:
        complain(ME, str(fault))
        return FAILED
    except OSError as fault:
        complain(str(folder), say("souvenir.unwritten", reason=say_os_fault(fault)))
        return FAILED
    tell(say("souvenir.written", path=str(made)))
    return MADE


def _newest(store: Store) -> int:
    """Raises ``StoreError`` if there is no game."""
    newest = next((game for game in store.games() if game.game is not None), None)
    if newest is None:
        raise StoreError(say("souvenir.no_game"))
    return newest.id
