"""The journal and the house rules of this machine, as the commands open them."""

from __future__ import annotations

import argparse
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from companion.commands.terminal.arguments import plain_path
from companion.journal.home import JOURNAL_NAME, default_folder
from companion.journal.house_shelf import FOLDER_NAME, HouseShelf
from companion.journal.salvage import rescue
from companion.journal.saved_game import SavedGame
from companion.journal.store import Store
from companion.text.speech import say


def time_of_day() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def add_home(parser: argparse.ArgumentParser) -> None:
    """The argument that names another folder than the usual one."""
    parser.add_argument("--home", type=plain_path, metavar="DIR", help=say("arg.home"))


def journal_path(home: Path | None = None) -> Path:
    """Where this table's games are kept, ``home`` being another folder; the file need not be there yet."""
    return (home or default_folder(os.environ)) / JOURNAL_NAME


def house_shelf(home: Path | None = None) -> HouseShelf:
    """Where this table's house rules are kept; the folder need not be there yet."""
    return HouseShelf((home or default_folder(os.environ)) / FOLDER_NAME)


def open_to_write(path: Path) -> Store:
    """The journal for a game or an import; StoreError in a sentence when it cannot be had."""
    return Store(path, time_of_day)


def open_to_read(path: Path) -> Store | None:
    """The journal beside a running game, ``None`` where no game was ever played."""
    return Store(path, time_of_day, writing=False) if path.exists() else None


def games_of_damaged(path: Path) -> tuple[SavedGame, ...]:
    """The games that can be read in a journal too damaged to be opened; it is left as it is."""
    with tempfile.TemporaryDirectory(prefix="cups-up-") as folder:
        fresh = Path(folder) / JOURNAL_NAME
        rescue(path, fresh)
        with Store(fresh, time_of_day, writing=False) as store:
            return store.games()
