"""Where this table's games are kept, and what tells this table from every other one."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from companion.core.on_disk import NotRead, possible_path, read_ordinary, shown_name, user_path, write_whole
from companion.text import say

JOURNAL_NAME = "games.sqlite3"
"""The journal's file in the folder of a table."""
TABLE_ID_NAME = "table-id"
_TABLE_ID = re.compile(rb"([0-9a-f]{16})\n?")


def default_folder(environment: Mapping[str, str]) -> Path:
    """``$CUPS_UP_HOME``, else the folder ``cups-up`` in the user's data folder (XDG base directories).

    Raises ``NotRead`` for an unknown user, and for a name that no folder can have or no screen can show.
    """
    chosen = environment.get("CUPS_UP_HOME")
    if chosen:
        return _plain(chosen)
    shared = environment.get("XDG_DATA_HOME", "")
    data = Path(shared) if Path(shared).is_absolute() else user_path("~") / ".local" / "share"
    return data / "cups-up"


def _plain(chosen: str) -> Path:
    try:
        chosen.encode("utf-8")
    except UnicodeEncodeError:
        raise NotRead(say("file.home_not_utf8", folder=shown_name(chosen))) from None
    return possible_path(chosen)


def default_journal(environment: Mapping[str, str]) -> Path:
    """The journal's file in the default folder; neither has to exist yet."""
    return default_folder(environment) / JOURNAL_NAME


def table_id_in(folder: Path) -> str:
    """What tells the table of this folder from all others, made by chance the first time: 16 hex digits.

    Where it cannot be kept it is new at each start.
    """
    path = folder / TABLE_ID_NAME
    with contextlib.suppress(NotRead):
        found = _TABLE_ID.fullmatch(read_ordinary(path, 100))
        if found is not None:
            return found[1].decode()
    made = secrets.token_hex(8)
    with contextlib.suppress(OSError):
        write_whole(path, f"{made}\n".encode())
    return made
