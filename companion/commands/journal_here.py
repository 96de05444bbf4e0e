"""The journal of this machine, as the commands open it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from companion.journal.home import default_journal
from companion.journal.store import Store


def time_of_day() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def journal_path() -> Path:
    """Where this table's games are kept; the file need not be there yet."""
    return default_journal(os.environ)


def open_to_write() -> Store:
    """The journal for a game or an import; StoreError in a sentence when it cannot be had."""
    return Store(journal_path(), time_of_day)


def open_to_read() -> Store | None:
    """The journal beside a running game, ``None`` where no game was ever played."""
    path = journal_path()
    return Store(path, time_of_day, writing=False) if path.exists() else None
