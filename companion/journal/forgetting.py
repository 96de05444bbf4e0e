"""Forgets a game, or a person's name, in the journal and all copies beside it.

Names are in a game's first line and where a player joins; other lines have seats. These lines are rewritten
and the game's seals chained anew. Afterwards no file beside the journal holds what was forgotten.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.core.on_disk import settle
from companion.journal import database
from companion.journal.codec import NOBODY, event_of, line_of
from companion.journal.errors import StoreError, StoreTrouble
from companion.journal.kept_games import tally_file
from companion.journal.seals import Row, first_seal, seal_in, seal_of, sound_lines, stamped
from companion.journal.wal import KEPT_LOG
from companion.rules import GameBegun, PlayerJoined, one_form
from companion.text import say, say_os_fault

_OF_A_GAME = (
    "DELETE FROM reading WHERE game_id = ?",
    "DELETE FROM unfinished WHERE game_id = ?",
    "DELETE FROM clocks WHERE game_id = ?",
    "DELETE FROM simulated WHERE game_id = ?",
    "DELETE FROM taken_over WHERE ? IN (game_id, by_id)",
    "DELETE FROM event WHERE game_id = ?",
    "DELETE FROM game WHERE id = ?",
)


def forget_game(connection: sqlite3.Connection, journal: Path, game_id: int) -> None:
    """Removes the game also from backups and kept damaged journals.

    Raises StoreError for an unknown game, damage in others, and failed writes.
    """
    if game_id not in database.game_ids(connection):
        raise StoreError(say("store.no_game", game=game_id, path=str(journal)))
    _need_sound(connection, journal, but=game_id)
    _empty_log(connection, journal)
    _drop_copies(journal)
    with database.store_errors(journal), _rewriting(connection):
        for statement in _OF_A_GAME:
            connection.execute(statement, (game_id,))
    _settle(connection, journal)


def forget_player(connection: sqlite3.Connection, journal: Path, name: str) -> int:
    """Puts ``NOBODY`` for a name; gives the number of games.

    Backups and damaged journals go first: after a power cut the name is still in the journal, where it can be
    forgotten again. A new backup comes last. Raises StoreError for an unknown name, damage, and failed
    writes.
    """
    _need_sound(connection, journal)
    name = one_form(name)
    games = tuple(number for number in database.game_ids(connection) if name in _names(connection, number))
    if not games or name == NOBODY:
        raise StoreError(say("store.no_player", path=str(journal)))
    _empty_log(connection, journal)
    _drop_copies(journal)
    with database.store_errors(journal), _rewriting(connection):
        for game_id in games:
            _rename(connection, game_id, name)
    _settle(connection, journal)
    return len(games)


def _need_sound(connection: sqlite3.Connection, journal: Path, but: int | None = None) -> None:
    """Raises StoreError for a damaged journal: its copies may be a game's last."""
    with database.store_errors(journal):
        pages = [str(row[0]) for row in database.whole_rows(connection, "PRAGMA integrity_check(1)")]
        amiss = [
            number
            for number in database.game_ids(connection)
            if number != but and _amiss(tuple(database.event_rows(connection, number)), number)
        ]
    if pages != ["ok"] or amiss:
        raise StoreError(say("store.damaged_forget", path=str(journal)), StoreTrouble.DAMAGED)


def _amiss(rows: tuple[Row, ...], number: int) -> bool:
    return not rows or sound_lines(number, rows).amiss is not None


def _begun(connection: sqlite3.Connection, game_id: int) -> GameBegun:
    (_, _, line), *_ = database.event_rows(connection, game_id)
    event = event_of(str(line))
    if not isinstance(event, GameBegun):
        raise StoreError(say("store.no_first_line", game=game_id), StoreTrouble.DAMAGED)
    return event


def _names(connection: sqlite3.Connection, game_id: int) -> set[str]:
    begun = _begun(connection, game_id)
    joined = (_joined(str(line), begun) for _, _, line in database.event_rows(connection, game_id))
    return {*begun.players, *(event.name for event in joined if event is not None)}


def _joined(line: str, begun: GameBegun) -> PlayerJoined | None:
    if '"joined"' not in line:
        return None
    event = event_of(line, begun)
    return event if isinstance(event, PlayerJoined) else None


@contextmanager
def _rewriting(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction in which events may change; freed bytes become zeros."""
    connection.execute("PRAGMA secure_delete = ON")
    with database.transaction(connection):
        for name in database.EVENTS_STAY:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        yield
        for statement in database.EVENTS_STAY.values():
            connection.execute(statement)


def _without(name: str, line: str, begun: GameBegun, first: bool) -> str:
    if first:
        return line_of(
            replace(begun, players=tuple(NOBODY if each == name else each for each in begun.players))
        )
    joined = _joined(line, begun)
    return line if joined is None or joined.name != name else line_of(replace(joined, name=NOBODY))


def _rename(connection: sqlite3.Connection, game_id: int, name: str) -> None:
    begun = _begun(connection, game_id)
    seal = first_seal(game_id)
    for number, written, line in tuple(database.event_rows(connection, game_id)):
        text = _without(name, str(line), begun, first=number == 1)
        seal = seal_of(seal, text)
        moment = str(written)
        if seal_in(written) is not None:
            moment = stamped(moment.partition(" ")[0], seal)
        connection.execute(
            "UPDATE event SET written_at = ?, line = ? WHERE game_id = ? AND number = ?",
            (moment, text, game_id, number),
        )


def _drop_copies(journal: Path) -> None:
    """Backups, kept damaged journals, drafts of either, and tallies."""
    copies = (
        *database.backups_of(journal),
        *(journal.parent / database.BACKUPS).glob("*.part"),
        *journal.parent.glob(f"{journal.name}.damaged-*"),
        *journal.parent.glob(f"{journal.name}.salvaged*"),
        journal.with_name(journal.name + KEPT_LOG),
        tally_file(journal),
    )
    try:
        for path in copies:
            path.unlink(missing_ok=True)
        for folder in {path.parent for path in copies if path.parent.is_dir()}:
            settle(folder)
    except OSError as fault:
        why = say_os_fault(fault)
        raise StoreError(say("store.copy_stays", path=str(journal), why=why)) from None


def _settle(connection: sqlite3.Connection, journal: Path) -> None:
    with database.store_errors(journal):
        connection.execute("VACUUM")
    _empty_log(connection, journal)
    database.back_up(connection, journal)


def _empty_log(connection: sqlite3.Connection, journal: Path) -> None:
    """Runs before the rewriting, too: a forgotten game's lines in the log would count as lost."""
    with database.store_errors(journal):
        busy = database.whole_rows(connection, "PRAGMA wal_checkpoint(TRUNCATE)")[0][0]
    if busy:
        raise StoreError(say("store.read_by_another", path=str(journal)), StoreTrouble.BUSY)
