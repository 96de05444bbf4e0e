"""Copies of the journal in a folder beside it: one after each game's end, the last few kept."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.journal.database import BACKUPS, FILE_MODE, told
from companion.journal.errors import StoreError
from companion.on_disk import make_private_folder, settle, settle_file
from companion.text.speech import say

KEPT = 3
"""Each is as large as the journal: some kilobytes a game."""


def backups_of(journal: Path) -> tuple[Path, ...]:
    """The backups beside this journal, the newest first."""
    return tuple(sorted((journal.parent / BACKUPS).glob("*.sqlite3"), reverse=True))


def back_up(connection: sqlite3.Connection, journal: Path) -> Path:
    """Copy the journal as it stands; the copy is on the disk when this returns, and older ones go.

    StoreError where it cannot be written or the journal cannot be read whole; older backups stay then.
    """
    folder = journal.parent / BACKUPS
    older = backups_of(journal)
    number = int(older[0].stem.rpartition("-")[2]) + 1 if older and _numbered(older[0]) else 1
    made = folder / f"{journal.stem}-{number:06}.sqlite3"
    part = made.with_name(f"{made.name}.part")
    try:
        make_private_folder(folder)
        part.unlink(missing_ok=True)
        with told(made):
            connection.execute("VACUUM INTO ?", (str(part),))
        part.chmod(FILE_MODE)
        settle_file(part)
        part.replace(made)
        settle(folder)
        for path in backups_of(journal)[KEPT:]:
            path.unlink(missing_ok=True)
    except StoreError:
        _drop(part)
        raise
    except OSError as fault:
        _drop(part)
        why = fault.strerror or str(fault)
        raise StoreError(say("store.no_backup", folder=str(folder), why=why)) from None
    return made


def _numbered(path: Path) -> bool:
    return path.stem.rpartition("-")[2].isdecimal()


def _drop(part: Path) -> None:
    """Away with what could not be finished; the next backup writes over it."""
    with suppress(OSError):
        part.unlink(missing_ok=True)
