"""The journal on disk: what every store must do, asked of the open one and of one opened anew."""

from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest

from companion.journal import (
    DieNote,
    ReadingNote,
    RecordError,
    SavedGame,
    Source,
    Store,
    StoreError,
    StoreTrouble,
    TableKind,
    database,
    put_away,
    salvage,
    salvaging,
)
from companion.journal.home import JOURNAL_NAME, default_folder
from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun, Undone, replay

EVENING = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
BEGUN = GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 2),), opener=0)
ROUND = (BidMade(0, 2, 5), BidMade(1, 3, 5), Undone(), Challenged(1), CupsRevealed(((5, 1), (5, 4))))
RECORD = replay((BEGUN, *ROUND))


def evening() -> datetime:
    return EVENING


class ReopeningStore:
    """A store closed and opened anew before each question, as after a power cut."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __getattr__(self, name: str) -> object:
        def ask(*given: object, **named: object) -> object:
            with Store(self.path, evening) as store:
                return getattr(store, name)(*given, **named)

        return ask


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal" / "games.sqlite3"


@pytest.fixture(params=["kept open", "opened anew each time"])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[Store | ReopeningStore]:
    if request.param == "opened anew each time":
        yield ReopeningStore(path)
        return
    with Store(path, evening) as opened:
        yield opened


def written(store: Store | ReopeningStore) -> int:
    game_id = store.begin_game(BEGUN)
    for event in ROUND:
        store.append(game_id, event)
    return game_id


def test_a_game_comes_back_as_it_was_written_undos_included(store: Store) -> None:
    loaded = store.load(written(store))
    assert loaded.events == RECORD.events
    assert loaded.game == RECORD.game


def test_an_event_is_there_as_soon_as_append_returns(store: Store) -> None:
    game_id = store.begin_game(BEGUN)
    for events, event in enumerate(ROUND, start=2):
        store.append(game_id, event)
        assert store.load(game_id).events == RECORD.events[:events]


def test_a_clock_that_is_set_during_a_game_does_not_lengthen_it(path: Path) -> None:
    minutes = [0, 5, 70, 75, 15, 20]
    with Store(path, lambda: EVENING + timedelta(minutes=minutes[0])) as store:
        game_id = store.begin_game(BEGUN)
        for event in ROUND:
            del minutes[0]
            store.append(game_id, event)
        assert store.ended_at(game_id) == EVENING + timedelta(minutes=15)


def test_games_are_listed_last_begun_first(store: Store) -> None:
    written(store)
    store.begin_game(BEGUN)
    expected = (
        SavedGame(2, EVENING, 1, replay((BEGUN,)).game),
        SavedGame(1, EVENING, 6, RECORD.game),
    )
    assert store.games() == expected
    assert store.games(newest=1) == expected[:1]


def test_an_empty_journal_has_no_games(store: Store) -> None:
    assert store.games() == ()


def test_what_the_eye_read_and_what_was_tapped_stands_beside_the_reveal(store: Store) -> None:
    note = ReadingNote(
        (
            DieNote(0, 5, Source.EYE, 5, 0.9993),
            DieNote(0, 1, Source.PLAYER, None, 0.4, "unread"),
            DieNote(1, 5, Source.PLAYER, None, None, "too_few"),
            DieNote(1, 4, Source.EYE, 4, 0.998),
        )
    )
    game_id = store.begin_game(BEGUN)
    for event in ROUND[:-1]:
        store.append(game_id, event)
    store.append(game_id, ROUND[-1], note)
    assert store.readings(game_id) == ((6, note),)
    assert note.tapped == 2


def test_an_exported_game_imports_as_the_same_game(store: Store) -> None:
    text = store.export(written(store))
    assert text.endswith("}\n")
    assert text.count("\n") == 6
    copy = store.import_record(text.encode())
    assert store.load(copy).events == RECORD.events
    assert store.export(copy) == text


@pytest.mark.parametrize("kind", TableKind)
def test_a_game_keeps_the_kind_of_table_that_it_was_begun_at(kind: TableKind, store: Store) -> None:
    assert store.table_kind(store.begin_game(BEGUN, kind)) is kind


def test_an_imported_game_is_one_of_real_dice(store: Store) -> None:
    assert store.table_kind(store.import_record(store.export(written(store)).encode())) is TableKind.REAL


def test_games_from_before_kinds_of_tables_were_kept_are_of_real_dice(path: Path) -> None:
    with Store(path, evening) as before:
        before.begin_game(BEGUN, TableKind.SIMULATED)
    with closing(sqlite3.connect(path)) as older, older:
        older.execute("DROP TABLE simulated")
    with Store(path, evening) as store:
        assert store.table_kind(1) is TableKind.REAL
        assert store.table_kind(store.begin_game(BEGUN, TableKind.SIMULATED)) is TableKind.SIMULATED


def test_a_wrong_record_is_refused_by_line_and_nothing_of_it_is_kept(store: Store) -> None:
    lines = store.export(written(store)).splitlines()
    lines[3] = '{"event": "bid", "player": 0, "quantity": 1, "face": 2}'
    with pytest.raises(RecordError) as refused:
        store.import_record("\n".join(lines).encode())
    assert refused.value.line == 4
    assert len(store.games()) == 1


def test_a_game_that_is_not_there_is_said_to_be_missing(store: Store) -> None:
    for ask in (store.load, store.export):
        with pytest.raises(StoreError, match="There is no game 7 in the journal"):
            ask(7)
    with pytest.raises(StoreError, match="There is no game 7 in the journal"):
        store.append(7, BidMade(0, 1, 2))


def test_nothing_in_the_journal_can_be_changed_or_taken_out(store: Store, path: Path) -> None:
    written(store)
    connection = sqlite3.connect(path)
    for change in ("UPDATE event SET line = 'x'", "DELETE FROM event"):
        with pytest.raises(sqlite3.IntegrityError, match="events are only added"):
            connection.execute(change)
    connection.close()
    assert store.load(1).events == RECORD.events


def test_the_file_is_in_wal_mode_and_fully_synchronised(path: Path) -> None:
    with Store(path, evening) as store:
        asked = (store._connection.execute(f"PRAGMA {name}") for name in ("journal_mode", "synchronous"))
        assert [answer.fetchone()[0] for answer in asked] == ["wal", 2]


def test_a_second_writer_is_told_who_has_the_journal(path: Path) -> None:
    with Store(path, evening), pytest.raises(StoreError, match=r"Another Cups Up \(process \d+\) is using"):
        Store(path, evening)
    Store(path, evening).close()


def test_a_reader_reads_beside_the_writer_and_must_not_write(path: Path) -> None:
    with Store(path, evening) as writer, Store(path, evening, writing=False) as reader:
        game_id = written(writer)
        assert reader.load(game_id).events == RECORD.events
        with pytest.raises(StoreError, match="opened for reading only"):
            reader.append(game_id, BidMade(1, 1, 2))


def test_a_journal_locked_by_another_program_is_said_to_be_locked(path: Path) -> None:
    with Store(path, evening) as store:
        game_id = store.begin_game(BEGUN)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        store._connection.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(StoreError, match="Another program has locked the journal"):
            store.append(game_id, ROUND[0])
        other.execute("ROLLBACK")
        other.close()
        store.append(game_id, ROUND[0])
        assert store.load(game_id).length == 2


def test_a_full_disk_loses_nothing_and_the_same_event_goes_in_once_there_is_room(path: Path) -> None:
    with Store(path, evening) as store:
        game_id = store.begin_game(BEGUN)
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="The disk is full"):
            fill(store, game_id)
        kept = store.load(game_id)
        in_flight = ROUND[0] if kept.length % 2 else Undone()
        assert kept.length > 10
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.append(game_id, in_flight)
        assert store.load(game_id) == kept.apply(in_flight)


def test_a_disk_without_room_for_the_log_s_index_is_full_and_not_broken(path: Path) -> None:
    Store(path, evening).close()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size - 1, limits[1]))
    try:
        with pytest.raises(StoreError, match="The disk is full") as refused:
            Store(path, evening)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert refused.value.trouble is StoreTrouble.FULL


@pytest.mark.parametrize("linked", [False, True])
def test_a_full_disk_keeps_no_empty_journal_but_a_link_to_one(
    linked: bool, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA max_page_count = 1")
        connection.execute("CREATE TABLE game (id)")

    monkeypatch.setattr(database, "_make_tables", full)
    path.parent.mkdir()
    if linked:
        path.symlink_to("card.sqlite3")
    with pytest.raises(StoreError, match=r"^The disk is full\. Free some space, then try again\.$"):
        Store(path, evening)
    assert list(path.parent.iterdir()) == [path] * linked


def test_a_journal_that_another_app_takes_away_while_it_is_opened_is_not_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both made it, and the other had no room for it: the games would be in a file without a name."""
    make_tables = database._make_tables

    def taken_away(connection: sqlite3.Connection) -> None:
        make_tables(connection)
        path.unlink()

    monkeypatch.setattr(database, "_make_tables", taken_away)
    with pytest.raises(StoreError, match=r"^The disk is full\.") as refused:
        Store(path, evening)
    assert refused.value.trouble is StoreTrouble.FULL


def test_salvage_on_a_full_disk_names_the_journal_that_is_still_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(path, evening).close()

    def full(_: Path, fresh: Path) -> NoReturn:
        fresh.touch()
        raise StoreError(f"no room in {fresh}", StoreTrouble.FULL)

    monkeypatch.setattr(salvaging, "rescue", full)
    with pytest.raises(StoreError, match=rf"The disk is full.* safe in {path}\.$"):
        salvage(path)
    assert not path.with_name(f"{path.name}.salvaged").exists()


def fill(store: Store, game_id: int) -> None:
    """Bid and take back until no more goes in."""
    while True:
        store.append(game_id, ROUND[0])
        store.append(game_id, Undone())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(
        StoreError,
        match="for the games cannot be made: a file is there, so name a folder",
    ):
        Store(tmp_path / "file" / "games.sqlite3", evening)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
@pytest.mark.parametrize("writing", [True, False])
def test_what_is_no_file_in_the_place_of_the_journal_is_told_at_once_and_can_be_put_away(
    tmp_path: Path, make: Callable[[Path], None], writing: bool
) -> None:
    path = tmp_path / "games.sqlite3"
    make(path)
    with pytest.raises(StoreError, match="is not a journal of games"):
        Store(path, evening, writing)
    put_away(path)
    Store(path, evening).close()


def test_a_file_that_is_no_journal_is_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"my shopping list, by no means a database\n" * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a journal of games"):
        Store(path, evening)
    assert path.read_bytes() == before


def test_another_programs_database_is_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a journal of games"):
        Store(path, evening)
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_app_is_left_as_it_is(path: Path) -> None:
    with Store(path, evening) as store:
        written(store)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(StoreError, match=r"A newer Cups Up wrote the journal .* .format 2; this app knows 1"):
        Store(path, evening)


def test_a_damaged_journal_is_told_and_kept(path: Path) -> None:
    with Store(path, evening) as store:
        for _ in range(40):
            written(store)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\x55" * 4096 + whole[8192:])
    damaged = path.read_bytes()
    with pytest.raises(StoreError, match=r"is damaged\. Run “cups-up journal salvage”"):
        Store(path, evening)
    assert path.read_bytes() == damaged


def test_one_damaged_game_does_not_hide_the_others(store: Store, path: Path) -> None:
    written(store)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO game VALUES (2, ?)", (EVENING.isoformat(),))
    connection.execute("""INSERT INTO event VALUES (2, 1, '', '{"event": "gone"}')""")
    connection.commit()
    connection.close()
    damaged, whole = store.games()
    assert damaged.game is None
    assert damaged.fault.startswith("Game 2 is damaged at event 1: there is no event")
    assert whole.game == RECORD.game


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"CUPS_UP_HOME": "/games"}, "/games/games.sqlite3"),
        ({"XDG_DATA_HOME": "/share", "HOME": "/home/ann"}, "/share/cups-up/games.sqlite3"),
        ({"XDG_DATA_HOME": "share", "HOME": "/home/ann"}, "/home/ann/.local/share/cups-up/games.sqlite3"),
        ({}, "/home/ann/.local/share/cups-up/games.sqlite3"),
    ],
)
def test_where_the_games_are_kept(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_folder(environment) / JOURNAL_NAME == Path(expected)
