"""The journal, the house rules and the simulated dice's seed of this machine, as the commands open them."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from companion import journal
from companion.cli.terminal.outlet import complain
from companion.core.on_disk import NotRead, close_folder, make_private_folder, read_ordinary, shown_name
from companion.text import say


def time_of_day() -> datetime:
    return datetime.now(UTC)


def journal_path(home: Path | None = None) -> Path:
    """``None``: the usual folder. It need not exist."""
    return (home or journal.default_folder(os.environ)) / journal.JOURNAL_NAME


def house_shelf(home: Path | None = None) -> journal.HouseShelf:
    return journal.HouseShelf((home or journal.default_folder(os.environ)) / journal.HOUSE_RULES_FOLDER)


def open_to_play(path: Path) -> tuple[journal.Store, tuple[str, ...]]:
    """The journal, and sentences for the table about it, which are printed, too.

    Salvages a damaged journal first. Raises ``StoreError`` if there is no usable journal.
    """
    store, salvaged = journal.open_or_salvage(path, time_of_day)
    news = store.noticed
    if salvaged is not None:
        saved = say("journal.salvaged", count=salvaged.games, file=salvaged.kept.name)
        news = (saved, *news)
    _complain(path, news)
    if not close_folder(path.parent):
        _complain(path.parent, (say("journal.open_folder", folder=str(path.parent)),))
    return store, news


def open_to_write(path: Path) -> journal.Store:
    """Raises ``StoreError``."""
    store = journal.Store(path, time_of_day)
    _complain(path, store.noticed)
    return store


def _complain(path: Path, sentences: Iterable[str]) -> None:
    for sentence in sentences:
        complain(shown_name(path), sentence)


def open_to_read(path: Path) -> journal.Store | None:
    """``None`` if no game was ever played. Raises StoreError if the folder is none."""
    if path.parent.exists() and not path.parent.is_dir():
        raise journal.StoreError(say("wiring.in_file", file=str(path.parent), fault=say("system.no_folder")))
    there = path.exists() or journal.is_emptied(path)
    return journal.Store(path, time_of_day, writing=False) if there else None


def open_kept(path: Path) -> journal.Store:
    """As ``open_to_read``. Raises ``StoreError`` if no game was ever played."""
    store = open_to_read(path)
    if store is None:
        raise journal.StoreError(say("terminal.no_journal", path=str(path)))
    return store


def games_of_damaged(path: Path) -> tuple[journal.SavedGame, ...]:
    """The readable ones of a journal that cannot be opened; it stays as it is."""
    with tempfile.TemporaryDirectory(prefix="cups-up-") as folder:
        fresh = Path(folder) / journal.JOURNAL_NAME
        journal.rescue(path, fresh)
        with journal.Store(fresh, time_of_day, writing=False) as store:
            return store.games()


SEED_NAME = "simulated-dice-seed"
"""Its file beside the journal: a resumed game has the same dice under the same cups."""
SEED_BITS = 31
LARGEST_FILE = 64
"""Bytes: a seed has ten digits."""


def dice_seed_of(folder: Path) -> int:
    """The folder's seed; 0 if it cannot be kept, for the journal reports that fault."""
    path = folder / SEED_NAME
    try:
        text = read_ordinary(path, LARGEST_FILE).decode("ascii").strip()
        if text.isdecimal() and int(text) < 2**SEED_BITS:
            return int(text)
    except UnicodeDecodeError:
        pass
    except NotRead:
        if os.path.lexists(path):
            return 0
    seed = secrets.randbits(SEED_BITS)
    try:
        make_private_folder(folder)
        path.write_text(f"{seed}\n", encoding="ascii")
    except OSError:
        return 0
    return seed
