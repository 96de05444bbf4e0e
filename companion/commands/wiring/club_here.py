"""A club's plan, database and broker, as the command line names them (docs/club.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from companion.club.database import POSTGRESQL, DatabaseAway
from companion.club.kept import Club
from companion.club.plan_file import OPEN_LEAGUE, PlanError, plan_in
from companion.club.tournament import Plan
from companion.commands.terminal.outlet import complain
from companion.commands.wiring.journal_here import journal_path
from companion.on_disk import make_private_folder
from companion.text.speech import say

ME = "companion club"
FILE_NAME = "club.sqlite3"


class PlanHere:
    """The plan in a file, read anew when the file has changed. Raises ``PlanError`` at first."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._plan, self._written = path, OPEN_LEAGUE, self._stamp(path)
        if path is not None:
            self._plan = plan_in(path)

    def __call__(self) -> Plan:
        """The plan; a file that has become wrong is said once, and the plan of before stays."""
        written = self._stamp(self._path)
        if self._path is not None and written != self._written:
            self._written = written
            try:
                self._plan = plan_in(self._path)
            except PlanError as fault:
                complain(str(self._path), str(fault))
        return self._plan

    @staticmethod
    def _stamp(path: Path | None) -> tuple[int, int] | None:
        try:
            found = None if path is None else path.stat()
        except OSError:
            return None
        return None if found is None else (found.st_mtime_ns, found.st_size)


def place_of(store: str | None, home: Path | None) -> str:
    """The database's address or file. ValueError in a sentence for an address with a password."""
    if store is None:
        return str(journal_path(home).with_name(FILE_NAME))
    if store.startswith(POSTGRESQL) and _names_password(store):
        raise ValueError(say("club.password_seen"))
    return store


def _names_password(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return True
    return parts.password is not None or "password=" in parts.query


@contextmanager
def club_at(place: str, *, new: bool) -> Iterator[Club]:
    """The database there; ``new``: a file that is not there is made. Raises ``DatabaseAway``."""
    make_ready(place, new=new)
    club = Club(place)
    try:
        yield club
    finally:
        club.close()


def make_ready(place: str, *, new: bool) -> None:
    """See that a file of SQLite can be opened there, for its owner alone. Raises ``DatabaseAway``."""
    if place.startswith(POSTGRESQL):
        return
    path = Path(place)
    if path.exists():
        return
    if not new:
        raise DatabaseAway(say("club.no_database", path=place))
    try:
        make_private_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as fault:
        raise DatabaseAway(fault.strerror or str(fault)) from None
