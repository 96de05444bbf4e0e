"""Where this table's games are kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

JOURNAL_NAME = "games.sqlite3"
"""The journal's file in the folder of a table."""


def default_folder(environment: Mapping[str, str]) -> Path:
    """``$CUPS_UP_HOME``, else the folder ``cups-up`` in the user's data folder (XDG base directories)."""
    chosen = environment.get("CUPS_UP_HOME")
    if chosen:
        return Path(chosen).expanduser()
    shared = environment.get("XDG_DATA_HOME", "")
    data = Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share"
    return data / "cups-up"


def default_journal(environment: Mapping[str, str]) -> Path:
    """The journal's file in the default folder; neither has to exist yet."""
    return default_folder(environment) / JOURNAL_NAME
