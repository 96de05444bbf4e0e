"""A forgotten game or name is in no file beside the journal, and all that stays keeps its seals."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.wiring.journal import journal_path
from companion.journal import NOBODY, Store, StoreError, StoreTrouble

RECORD = (
    '{{"event": "game", "format": 1, "rules": "milton-bradley", "players": ["{}", "{}"], "opener": 0}}\n'
    '{{"event": "bid", "player": 0, "quantity": 2, "face": 5}}\n'
    '{{"event": "challenge", "player": 1}}\n'
    '{{"event": "reveal", "dice": [[5, 5, 2, 2, 3], [4, 4, 4, 4, 4]]}}\n'
)
WRITTEN = json.dumps(NOBODY)[1:-1]
LONG = "Wilhelmina von Gesternhausen " * 200
"""A name whose line is longer than a page."""


def open_store() -> Store:
    return Store(journal_path(), lambda: datetime(2026, 11, 24, tzinfo=UTC))


def keep(*pairs: tuple[str, str], backups: int = 1) -> None:
    with open_store() as store:
        for pair in pairs:
            store.import_record(RECORD.format(*pair).encode())
            for _ in range(backups):
                store.back_up()


def holding(word: str) -> list[str]:
    """The files of the table's folder that hold this word."""
    folder = journal_path().parent
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(str(path.relative_to(folder)) for path in files if word.encode() in path.read_bytes())


def exported() -> dict[int, str]:
    with Store(journal_path(), lambda: datetime(2026, 11, 24, tzinfo=UTC), writing=False) as store:
        assert store.damaged_pages() == ()
        assert [game.fault for game in store.games() if game.fault] == []
        return {game.id: store.export(game.id) for game in store.games()}


def test_a_name_goes_from_every_game_and_every_copy_and_the_games_stay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keep(("Quentin", "Bob"), ("Ann", "Bob"), ("Ann", "Quentin"))
    damaged = journal_path().with_name("games.sqlite3.damaged-1")
    damaged.write_bytes(journal_path().read_bytes())
    assert len(holding("Quentin")) == 5
    assert main(["stats", "--forget", "Quentin"]) == 0
    assert capsys.readouterr() == ("The name is forgotten. Games it stood in: 2.\n", "")
    assert holding("Quentin") == []
    assert not damaged.exists()
    assert exported() == {
        1: RECORD.format(WRITTEN, "Bob"), 2: RECORD.format("Ann", "Bob"), 3: RECORD.format("Ann", WRITTEN),
    }  # fmt: skip
    assert main(["journal", "check"]) == 0
    assert capsys.readouterr().out == "sound: 3 games, 12 good events, 1 backup\n"


def test_a_forgotten_name_has_no_figures() -> None:
    keep(("Quentin", "Bob"))
    with open_store() as store:
        assert store.forget_player("Quentin") == 1
    assert main(["stats", "--player", "Quentin"]) == 1


def test_the_new_seals_hold_and_the_game_goes_on_after_salvage_from_its_backup() -> None:
    keep(("Quentin", "Bob"))
    with open_store() as store:
        store.forget_player("Quentin")
    journal_path().write_bytes(b"")
    assert main(["journal", "salvage"]) == 0
    assert exported() == {1: RECORD.format(WRITTEN, "Bob")}
    assert holding("Quentin") == []


def test_a_name_longer_than_a_page_goes_as_well() -> None:
    keep((LONG, "Bob"), ("Ann", "Bob"))
    with open_store() as store:
        store.forget_player(LONG)
    assert holding("Wilhelmina") == []


def test_a_game_goes_from_every_copy_and_the_others_stay(capsys: pytest.CaptureFixture[str]) -> None:
    keep(("Ann", "Bob"), ("Quentin", "Bob"), ("Ann", "Cy"))
    assert main(["games", "--forget", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"forgotten": 2}
    assert holding("Quentin") == []
    assert exported() == {1: RECORD.format("Ann", "Bob"), 3: RECORD.format("Ann", "Cy")}


def test_the_log_brings_no_forgotten_game_back() -> None:
    keep(("Ann", "Bob"), backups=0)
    with open_store() as store:
        store.import_record(RECORD.format("Quentin", "Bob").encode())
        store.forget_game(2)
        log = journal_path().with_name("games.sqlite3-wal").read_bytes()
    assert log == b""
    with open_store() as store:
        assert [game.id for game in store.games()] == [1]
    assert holding("Quentin") == []


def test_events_can_be_changed_no_more_than_before() -> None:
    keep(("Quentin", "Bob"))
    with open_store() as store:
        store.forget_player("Quentin")
    with closing(sqlite3.connect(journal_path())) as connection:
        for change in ("UPDATE event SET line = ''", "DELETE FROM event"):
            with pytest.raises(sqlite3.IntegrityError, match="only added"):
                connection.execute(change)


def test_nobody_of_that_name_and_no_such_game_are_told_and_copies_stay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keep(("Ann", "Bob"))
    assert main(["stats", "--forget", "Zoe"]) == 1
    assert main(["games", "--forget", "7"]) == 1
    assert capsys.readouterr().err == (
        f"cups-up stats: No game in the journal {journal_path()} has a player of this name.\n"
        f"cups-up games: There is no game 7 in the journal {journal_path()}.\n"
    )
    assert len(holding("Ann")) == 2


def test_of_a_damaged_journal_nothing_is_forgotten_before_it_is_salvaged() -> None:
    keep(("Ann", "Bob"), ("Quentin", "Bob"))
    path = journal_path()
    path.write_bytes(path.read_bytes().replace(b'"quantity": 2', b'"quantity": 3', 1))
    before = holding("Quentin")
    with open_store() as store:
        with pytest.raises(StoreError, match="salvage") as fault:
            store.forget_player("Quentin")
        assert fault.value.trouble is StoreTrouble.DAMAGED
    assert holding("Quentin") == before
    assert main(["journal", "salvage"]) == 0
    assert main(["stats", "--forget", "Quentin"]) == 0
    assert holding("Quentin") == []


def test_beside_another_writer_or_a_reader_nothing_is_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    keep(("Quentin", "Bob"))
    with open_store():
        assert main(["stats", "--forget", "Quentin"]) == 1
    assert "Close it first" in capsys.readouterr().err
    assert "Quentin" in exported()[1]


def test_a_journal_for_reading_forgets_nothing(tmp_path: Path) -> None:
    keep(("Quentin", "Bob"))
    with Store(journal_path(), lambda: datetime(2026, 11, 24, tzinfo=UTC), writing=False) as store:
        with pytest.raises(StoreError, match="reading only"):
            store.forget_player("Quentin")
        with pytest.raises(StoreError, match="reading only"):
            store.forget_game(1)


def test_a_name_in_two_forms_is_one_person_also_in_a_journal_from_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    composed, apart = "Jos\u00e9", "Jose\u0301"
    with monkeypatch.context() as before:
        before.setattr("companion.rules.events.one_form", lambda name: name)
        keep((composed, "Bob"), (apart, "Bob"), ("Ann", f"{composed}\u200b"))
    assert apart in names()
    assert main(["stats", "--json", "--player", apart]) == 0
    (jose,) = [each for each in json.loads(capsys.readouterr().out)["players"] if each["name"] == composed]
    assert jose["games"] == 3
    assert main(["stats", "--forget", apart]) == 0
    assert capsys.readouterr().out == "The name is forgotten. Games it stood in: 3.\n"
    assert names() == {NOBODY, "Ann", "Bob"}
    assert main(["journal", "check"]) == 0


def names() -> set[str]:
    with closing(sqlite3.connect(journal_path())) as connection:
        first = connection.execute("SELECT line FROM event WHERE number = 1")
        return {name for (line,) in first for name in json.loads(line)["players"]}


def test_the_name_of_who_joined_goes_as_well() -> None:
    joined = '{"event": "joined", "name": "Quentin", "seat": 2, "dice": 5}\n'
    with open_store() as store:
        first, _, _ = RECORD.format("Ann", "Bob").partition("\n")
        store.import_record(f"{first}\n{joined}".encode())
        assert store.forget_player("Quentin") == 1
    assert holding("Quentin") == []
    assert WRITTEN in exported()[1]
