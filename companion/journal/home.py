"""Where this table's games are kept, and the table's identity."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from companion.core.on_disk import NotRead, possible_path, read_ordinary, shown_name, user_path, write_whole
from companion.text import say, say_os_fault

JOURNAL_NAME = "games.sqlite3"
"""In the table's folder."""
TABLE_ID_NAME = "table-id"
_TABLE_ID = re.compile(rb"([0-9a-f]{16})\n?")


def default_folder(environment: Mapping[str, str]) -> Path:
    """``$CUPS_UP_HOME``, else ``cups-up`` in the user's data folder (XDG base directories).

    Raises ``NotRead`` for an unknown user, an impossible or unprintable name, and as ``visible_folder``.
    """
    chosen = environment.get("CUPS_UP_HOME")
    if chosen:
        return visible_folder(_plain(chosen))
    shared = environment.get("XDG_DATA_HOME", "")
    data = Path(shared) if Path(shared).is_absolute() else user_path("~") / ".local" / "share"
    return visible_folder(data / "cups-up")


def visible_folder(folder: Path) -> Path:
    """The same folder. Raises ``NotRead`` if it is another user's, who lets nobody look into it."""
    try:
        (folder / JOURNAL_NAME).stat()
    except PermissionError as fault:
        told = {"folder": shown_name(folder), "why": say_os_fault(fault)}
        raise NotRead(say("file.home_hidden", **told)) from None
    except OSError:
        pass  # it may still be made
    return folder


def _plain(chosen: str) -> Path:
    try:
        chosen.encode("utf-8")
    except UnicodeEncodeError:
        raise NotRead(say("file.home_not_utf8", folder=shown_name(chosen))) from None
    return possible_path(chosen)


def table_id_in(folder: Path) -> str:
    """16 random hex digits, kept in the folder.

    New at each start if they cannot be kept.
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
