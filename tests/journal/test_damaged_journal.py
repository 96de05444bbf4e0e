"""One bad byte hides nothing else: seals, salvage, backups, and cards that can only be read."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from companion.__main__ import main
from companion.cli.wiring.journal import open_to_play
from companion.journal import (
    Store,
    StoreError,
    StoreTrouble,
    TableKind,
    backups_of,
    open_or_salvage,
    put_away,
    salvage,
)
from companion.journal.database import KEPT, SCHEMA
from companion.journal.seals import LENGTH
from companion.rules import BidMade, replay
from companion.text import say
from tests.journal.test_store import BEGUN, EVENING, RECORD, ROUND, evening, written

NOBODY = 65534
ADDED_ONLY = ("event_stays", "event_kept")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal" / "games.sqlite3"


def backed_up(path: Path) -> None:
    with Store(path, evening) as store:
        store.back_up()


def with_games(path: Path, count: int = 3) -> None:
    with Store(path, evening) as store:
        for _ in range(count):
            written(store)


def changed(path: Path, statement: str, *given: object) -> None:
    """What a disk does that gives other bytes than it was given."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for trigger in ADDED_ONLY:
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        connection.execute(statement, given)


def test_a_changed_line_is_found_though_the_rules_allow_it_and_the_game_goes_on_before_it(path: Path) -> None:
    with_games(path)
    changed(path, "UPDATE event SET line = replace(line, ': 3', ': 4') WHERE game_id = 2 AND number = 3")
    with Store(path, evening) as store:
        assert [game.fault is None for game in store.games()] == [True, False, True]
        damaged = store.games()[1]
        assert damaged.fault == "Game 2 is damaged at event 3: it was changed after it was written."
        assert damaged.game == replay(RECORD.events[:2]).game
        new = store.go_on(2)
        assert new == 4
        assert store.load(new).events == RECORD.events[:2]
        store.append(new, ROUND[1])
        assert store.games()[2].goes_on_as == new
        assert store.go_on(2) == new
        with pytest.raises(StoreError, match="damaged at event 3"):
            store.append(2, ROUND[1])


def test_a_game_that_goes_on_keeps_its_kind_of_table_and_its_readings(path: Path) -> None:
    with Store(path, evening) as store:
        store.begin_game(BEGUN, TableKind.SIMULATED)
        for event in ROUND:
            store.append(1, event)
    changed(path, "UPDATE event SET line = 'x' WHERE number = 6")
    with Store(path, evening) as store:
        assert store.table_kind(store.go_on(1)) is TableKind.SIMULATED
        assert store.go_on(1) == 2


def test_a_flipped_bit_in_a_seal_costs_no_event(path: Path) -> None:
    with_games(path, 1)
    (seal,) = closing_select(path, "SELECT substr(written_at, -1) FROM event WHERE number = 4")
    changed(
        path,
        "UPDATE event SET written_at = substr(written_at, 1, length(written_at) - 1) || ? WHERE number = 4",
        "0" if seal != "0" else "1",
    )
    with Store(path, evening) as store:
        assert store.load(1).events == RECORD.events


def closing_select(path: Path, asked: str) -> tuple[object, ...]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(asked).fetchone()


def test_lines_of_an_app_from_before_there_were_seals_are_played_on(path: Path) -> None:
    with_games(path, 1)
    changed(path, f"UPDATE event SET written_at = substr(written_at, 1, length(written_at) - {LENGTH + 1})")
    with Store(path, evening) as store:
        store.append(1, BidMade(0, 1, 2))
        assert store.load(1).length == len(RECORD.events) + 1


@pytest.mark.parametrize("begun", ["2026-1Q-21", "", b"\xff\xfe"])
def test_a_broken_moment_hides_no_game(path: Path, begun: object) -> None:
    with_games(path)
    changed(path, "UPDATE game SET begun_at = ? WHERE id = 2", begun)
    with Store(path, evening) as store:
        assert [game.begun_at for game in store.games()] == [EVENING] * 3


def test_a_bad_byte_in_the_schema_hides_no_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_games(path)
    content = bytearray(path.read_bytes())
    content[content.index(b"CREATE TABLE event") + 8] ^= 1
    path.write_bytes(content)
    assert main(["games", "--home", str(path.parent)]) == 1
    told = capsys.readouterr()
    assert told.out.count("Ann and Bob") == 3
    assert "is damaged" in told.err


def test_a_table_of_the_schema_whose_name_is_no_text_any_more_is_damage(path: Path) -> None:
    with_games(path)
    content = bytearray(path.read_bytes())
    content[content.index(b"reading (\n")] ^= 0x80
    content[content.index(b"tablereadingreading") + 5] ^= 0x80
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged") as refused:
        Store(path, evening)
    assert refused.value.trouble is StoreTrouble.DAMAGED
    assert salvage(path).games == 3


def test_a_number_in_the_header_that_is_not_ours_is_damage_where_our_games_are(path: Path) -> None:
    with_games(path)
    changed(path, "PRAGMA application_id = 7")
    with pytest.raises(StoreError, match="is damaged") as refused:
        Store(path, evening)
    assert refused.value.trouble is StoreTrouble.DAMAGED
    with Store(path, evening, writing=False) as store:
        assert len(store.games()) == 3


def zeroed_page(path: Path) -> bytes:
    """Zeros in the place of the page that most events stand on."""
    content = path.read_bytes()
    at = content.index(b'{"event": "bid"') // 4096 * 4096
    path.write_bytes(content[:at] + bytes(4096) + content[at + 4096 :])
    return path.read_bytes()


def test_a_zeroed_page_is_told_as_damage_and_salvage_keeps_the_old_file(path: Path) -> None:
    with_games(path, 60)
    damaged = zeroed_page(path)
    with pytest.raises(StoreError) as refused:
        Store(path, evening)
    assert refused.value.trouble is StoreTrouble.DAMAGED
    done = salvage(path)
    assert 0 < done.games < 60
    assert done.kept.read_bytes() == damaged
    with Store(path, evening) as store:
        whole = [game for game in store.games() if game.events == len(RECORD.events)]
        assert len(whole) > 30
        assert all(store.load(game.id).events == RECORD.events for game in whole)


@pytest.mark.slow
def test_salvage_takes_from_backups_what_the_journal_lost(path: Path) -> None:
    with_games(path, 60)
    backed_up(path)
    zeroed_page(path)
    assert salvage(path).games == 60


def test_a_journal_of_no_bytes_is_damaged_where_there_are_backups(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path)
    backed_up(path)
    path.write_bytes(b"")
    with pytest.raises(StoreError, match="it is empty"):
        Store(path, evening)
    assert main(["games", "--home", str(path.parent)]) == 1
    assert "No games yet" not in capsys.readouterr().out
    assert main(["journal", "salvage", "--home", str(path.parent)]) == 0
    assert capsys.readouterr().out.startswith("3 games with 18 events")
    assert main(["journal", "check", "--home", str(path.parent)]) == 0
    assert capsys.readouterr().out == "sound: 3 games, 18 good events, 1 backup\n"


def test_a_sound_journal_is_not_replaced_by_a_salvage(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_games(path)
    before = path.stat().st_ino
    assert main(["journal", "salvage", "--home", str(path.parent)]) == 0
    assert capsys.readouterr().out == "sound: 3 games, 18 good events, 0 backups\n"
    assert path.stat().st_ino == before
    assert not path.with_name("games.sqlite3.damaged-1").exists()


def test_a_newer_apps_journal_is_not_replaced_by_a_salvage(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path)
    backed_up(path)
    changed(path, "PRAGMA user_version = 7")
    before = path.stat().st_ino
    assert main(["journal", "salvage", "--home", str(path.parent)]) == 1
    assert "A newer Cups Up wrote the journal" in capsys.readouterr().err
    assert path.stat().st_ino == before


def test_another_programs_file_is_not_replaced_by_a_salvage(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.parent.mkdir()
    path.write_bytes(b"other words")
    assert main(["journal", "salvage", "--home", str(path.parent)]) == 1
    assert "is not a journal of games" in capsys.readouterr().err
    assert list(path.parent.iterdir()) == [path]


def test_a_header_with_which_no_game_can_go_on_is_no_sound_journal(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path)
    changed(path, "PRAGMA application_id = 0")
    assert main(["journal", "check", "--home", str(path.parent)]) == 1
    assert "is damaged" in capsys.readouterr().err
    assert main(["journal", "salvage", "--home", str(path.parent)]) == 0
    assert capsys.readouterr().out.startswith("3 games with 18 events")


def test_a_journal_of_no_bytes_without_backups_is_told_to_a_reader(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.parent.mkdir()
    path.touch()
    assert main(["games", "--home", str(path.parent)]) == 1
    told = capsys.readouterr()
    assert told.out == "No game can be read.\n"
    assert "it is empty" in told.err


def test_an_emptied_journal_without_backups_is_told_to_who_plays_on(path: Path) -> None:
    Store(path, evening).close()
    with Store(path, evening) as store:
        assert store.noticed == ()
    path.write_bytes(b"")
    with Store(path, evening) as store:
        assert store.noticed == (
            f"The journal {path} was empty, and it has no backups. A new one was begun.",
        )
        assert written(store) == 1


def test_a_journal_that_is_gone_comes_back_from_its_backups(path: Path) -> None:
    with_games(path)
    backed_up(path)
    path.unlink()
    assert main(["games", "--home", str(path.parent)]) == 1
    store, salvaged = open_or_salvage(path, evening)
    with store:
        assert len(store.games()) == 3
    assert salvaged is not None


def test_one_flipped_bit_stops_no_evening(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_games(path)
    content = bytearray(path.read_bytes())
    content[content.index(b"CREATE TABLE event") + 8] ^= 1
    path.write_bytes(content)
    store, news = open_to_play(path)
    with store:
        assert [store.load(game.id).events for game in store.games()] == [RECORD.events] * 3
    assert news == ("Three games were saved. The damaged journal is kept as games.sqlite3.damaged-1.",)
    assert capsys.readouterr().err == f"{path}: {news[0]}\n"
    assert path.with_name("games.sqlite3.damaged-1").read_bytes() == content


def test_a_flipped_bit_in_the_version_is_damage_and_no_newer_app(path: Path) -> None:
    with_games(path)
    changed(path, f"PRAGMA user_version = {SCHEMA ^ 2}")
    with pytest.raises(StoreError, match="is damaged"):
        Store(path, evening)


def test_a_line_that_is_found_again_by_its_seal_is_not_counted_as_left_behind(path: Path) -> None:
    with_games(path, 1)
    content = bytearray(path.read_bytes())
    line = content.index(b'{"event": "challenge"')
    length_of_moment = bytes([2 * 42 + 13])
    content[content.rindex(length_of_moment, 0, line - 42)] ^= 2  # in the row's header
    path.write_bytes(content)
    done = salvage(path)
    assert (done.games, done.events, done.left) == (1, len(RECORD.events), 0)


def cut_log(path: Path, tmp_path: Path, length: int | None) -> Path:
    """A journal as a power cut leaves it, its second game in the log; of that only so many bytes, ``None``:
    all of them.
    """
    with_games(path, 1)
    with Store(path, evening) as store:
        written(store)
        files = {each.name: each.read_bytes() for each in path.parent.glob("games.sqlite3*")}
    files["games.sqlite3-wal"] = files["games.sqlite3-wal"][:length]
    there = tmp_path / "cut" / path.name
    there.parent.mkdir()
    for name, content in files.items():
        there.with_name(name).write_bytes(content)
    return there


def test_a_log_that_is_cut_short_is_told_with_what_is_missing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = cut_log(path, tmp_path, 0)
    told = (
        "Events that were written are missing, for the journal's log was cut short:"
        f" game 2 has 0 of {len(RECORD.events)}."
    )
    assert main(["journal", "check", "--home", str(there.parent)]) == 1
    assert told in capsys.readouterr().err
    with Store(there, evening) as store:
        assert store.noticed == (told,)
        assert written(store) == 3
    with Store(there, evening) as store:
        assert store.noticed == ()


@pytest.mark.parametrize("length", [None, -1])
def test_a_log_that_holds_every_event_tells_nothing(path: Path, tmp_path: Path, length: int | None) -> None:
    with Store(cut_log(path, tmp_path, length), evening) as store:
        assert store.noticed == ()
        assert store.load(2).events == RECORD.events


def test_a_journal_whose_tables_went_with_its_log_is_damaged_for_a_reader(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "cut" / path.name
    there.parent.mkdir()
    with Store(path, evening) as store:
        written(store)
        there.write_bytes(path.read_bytes())
    with pytest.raises(StoreError, match="it is empty"):
        Store(there, evening, writing=False)


def test_a_torn_note_of_the_last_events_says_nothing(path: Path, tmp_path: Path) -> None:
    there = cut_log(path, tmp_path, 0)
    note = there.with_name("games.sqlite3-last")
    note.write_bytes(note.read_bytes()[:-9])
    with Store(there, evening) as store:
        assert store.noticed == ()


def test_a_new_journal_begun_by_hand_misses_nothing(path: Path) -> None:
    with_games(path)
    put_away(path)
    with Store(path, evening) as store:
        assert store.noticed == ()


def test_events_behind_a_damaged_frame_of_the_log_are_put_back(path: Path, tmp_path: Path) -> None:
    with Store(path, evening) as store:
        written(store)
        main_file, log = path.read_bytes(), path.with_name("games.sqlite3-wal").read_bytes()
    cut_power = tmp_path / "cut" / "games.sqlite3"
    cut_power.parent.mkdir()
    cut_power.write_bytes(main_file)
    frames = bytearray(log)
    frames[32 + 24 + 100] ^= 4  # in the log's first frame: SQLite believes none of it
    cut_power.with_name("games.sqlite3-wal").write_bytes(frames)
    with Store(cut_power, evening) as store:
        assert store.load(1).events == RECORD.events


def test_the_last_backups_are_kept_and_are_whole_journals(path: Path) -> None:
    with Store(path, evening) as store:
        for _ in range(KEPT + 2):
            written(store)
            store.back_up()
    newest, *older = backups_of(path)
    assert len(older) == KEPT - 1
    assert stat.S_IMODE(newest.stat().st_mode) == 0o600
    with Store(newest, evening, writing=False) as copy:
        assert len(copy.games()) == KEPT + 2
        assert copy.load(1).events == RECORD.events


def test_the_journal_is_its_owners_alone(path: Path) -> None:
    with_games(path, 1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    path.parent.chmod(0o755)
    with_games(path, 1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody whom a folder's mode binds."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_card_that_can_only_be_read_still_shows_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with_games(home / "games.sqlite3")
        for each in (Path(folder), home, *home.iterdir()):
            each.chmod(0o555 if each.is_dir() else 0o444)
        before = sorted(home.iterdir())
        with unprivileged():
            assert main(["games", "--home", str(home)]) == 0
            assert main(["export", "2", "--home", str(home)]) == 0
            with pytest.raises(StoreError) as refused:
                Store(home / "games.sqlite3", evening)
        assert refused.value.trouble is StoreTrouble.READ_ONLY
        assert sorted(home.iterdir()) == before
        assert capsys.readouterr().out.count("Ann and Bob") == 3
        home.chmod(0o755)


def test_a_record_is_never_written_over_the_journal(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with_games(path)
    link = path.parent / "link"
    link.symlink_to(path)
    before = path.read_bytes()
    beside = path.with_name("games.sqlite3-wal"), path.parent / "backups" / "games-000001.sqlite3"
    identity, record = path.with_name("table-id"), path.with_name("game.jsonl")
    identity.write_text("0123456789abcdef\n")
    for out in (path, *beside, link, identity):
        assert main(["export", "1", "--out", str(out), "--home", str(path.parent)]) == 1
        assert "this is where the games are kept" in capsys.readouterr().err
    assert path.read_bytes() == before
    for _ in range(2):
        assert main(["export", "1", "--out", str(record), "--home", str(path.parent)]) == 0


def test_a_record_that_cannot_be_written_leaves_the_former_one(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with_games(path)
    record, pipe = path.parent.parent / "game.jsonl", path.parent.parent / "pipe"
    record.write_text("former\n")
    os.mkfifo(pipe)
    export = ["export", "1", "--home", str(path.parent), "--out"]
    assert main([*export, str(pipe)]) == 1
    assert "cannot be written: it is not an ordinary file" in capsys.readouterr().err
    monkeypatch.setattr(os, "fsync", full)
    assert main([*export, str(record)]) == 1
    assert record.read_text() == "former\n"


def test_a_record_for_a_folder_that_hides_its_files_is_refused_in_a_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def hidden(self: Path, **given: bool) -> os.stat_result:
        if self.name == "hidden.jsonl":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return os.stat(self, **given)

    with_games(path)
    out = path.parent.parent / "hidden.jsonl"
    monkeypatch.setattr(Path, "stat", hidden)
    assert main(["export", "1", "--out", str(out), "--home", str(path.parent)]) == 1
    refused = say("export.not_written", fault=say("system.no_access"))
    assert capsys.readouterr() == ("", f"{out}: {refused}\n")


def test_a_damaged_game_is_exported_up_to_its_last_good_event(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_games(path, 1)
    changed(path, "UPDATE event SET line = 'x' WHERE number = 3")
    assert main(["export", "1", "--home", str(path.parent)]) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
    assert "damaged at event 3" in told.err
