"""Where this table's games are kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.on_disk import NotRead, shown_name, user_path
from companion.text.speech import say

JOURNAL_NAME = "games.sqlite3"
"""The journal's file in the folder of a table."""


def default_folder(environment: Mapping[str, str]) -> Path:
    """``$CUPS_UP_HOME``, else the folder ``cups-up`` in the user's data folder (XDG base directories).

    Raises ``NotRead`` for an unknown user, and for a name that the screen cannot show.
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
    return user_path(chosen)


def default_journal(environment: Mapping[str, str]) -> Path:
    """The journal's file in the default folder; neither has to exist yet."""
    return default_folder(environment) / JOURNAL_NAME
