"""Faults of a command: one sentence, a log, an exit status; never a traceback, never blame."""

from __future__ import annotations

import errno
import os
import pwd
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from companion.__main__ import main
from companion.cli import board
from companion.cli.terminal import command_line
from companion.cli.terminal.outlet import complain
from companion.journal import default_folder

ROOT = Path(__file__).resolve().parents[3]


def started(*words: str | bytes, out: int | None = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, stdout=out, stderr=subprocess.PIPE, cwd=ROOT, check=False, timeout=60)


def test_what_nobody_foresaw_is_a_sentence_and_stands_in_the_log(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def surprised(paper: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(board, "printed_sheets", surprised)
    assert main(["board"]) == 1
    log = own_home / command_line.LOG
    assert capsys.readouterr() == (
        "",
        f"cups-up board: it could not go on: ZeroDivisionError: by nought; more is in {log}\n",
    )
    assert "in surprised" in log.read_text(encoding="utf-8")


def test_a_stop_in_the_middle_of_an_import_is_a_stop(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def importing(paper: object) -> None:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr(board, "printed_sheets", importing)
    assert main(["board"]) == command_line.STOPPED
    assert capsys.readouterr() == ("", "cups-up board: stopped\n")
    assert not (own_home / command_line.LOG).exists()


def test_an_empty_home_is_none_and_leads_to_no_file_under_the_root(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "")
    for name in ("CUPS_UP_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    account = pwd.struct_passwd(("ann", "x", 1, 1, "", str(own_home), "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: account)
    assert main(["games"]) == 0
    assert default_folder(os.environ) == own_home / ".local" / "share" / "cups-up"


def test_the_log_is_begun_anew_before_it_fills_the_disk(own_home: Path) -> None:
    log = own_home / command_line.LOG
    log.parent.mkdir(parents=True)
    log.write_bytes(b"x" * (command_line.LARGEST_LOG + 1))

    def surprised() -> int:
        raise RecursionError("deep")

    assert command_line.guarded("read", ["read"], surprised) == 1
    assert log.stat().st_size < 5_000
    assert log.with_suffix(".old").stat().st_size == command_line.LARGEST_LOG + 1


@pytest.mark.parametrize("words", [("--home", "{}"), ("--home={}",)])
def test_the_log_stands_beside_the_games_that_were_asked_for(
    words: tuple[str, ...], tmp_path: Path, own_home: Path
) -> None:
    def surprised() -> int:
        raise RecursionError("deep")

    named = [word.format(tmp_path / "other") for word in words]
    assert command_line.guarded("games", ["games", *named], surprised) == 1
    assert (tmp_path / "other" / command_line.LOG).exists()
    assert not own_home.exists()


def test_where_no_log_can_be_written_the_sentence_stands_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUPS_UP_HOME", "/dev/null/home")

    def surprised() -> int:
        raise MemoryError

    assert command_line.guarded("read", [], surprised) == 1
    assert capsys.readouterr().err == "cups-up read: it could not go on: the memory is full\n"


@pytest.mark.parametrize("words", [("--help",), ("read", "--help"), ("games",), ("rules", "--json")])
def test_a_full_disk_behind_standard_output_is_said(words: tuple[str, ...]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    ended = started(*words, out=full)
    os.close(full)
    assert ended.stderr == b"standard output: it cannot be written: No space left on device\n"
    assert ended.returncode == 2


GONE = [("--help",), ("rules", "rh"), ("update", "--home"), ("demo", "--fast", "--players", "2", "--out")]


@pytest.mark.parametrize("words", GONE)
def test_a_reader_that_has_gone_is_nobodys_fault(words: tuple[str, ...], tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = started(*words, *([str(tmp_path)] if words[-1] in ("--out", "--home") else []), out=writer)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_wrong_words_end_alike_where_no_error_can_be_written(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as ended:
        main(["play", "--size", "1x1"])
    assert ended.value.code == 2
    assert not (own_home / command_line.LOG).exists()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_no_file_of_ours_takes_the_place_of_a_closed_standard_file(number: int, tmp_path: Path) -> None:
    """A library's warning would be written into it; a scoreboard's process inherits the place."""
    seen = tmp_path / "seen"
    words = f"""
import os
from pathlib import Path
os.close({number})
from companion.__main__ import main
main(["rules", "nosuch"])
place = os.path.realpath("/proc/self/fd/{number}")
Path({str(seen)!r}).write_text(f"{{place}} {{os.get_inheritable({number})}}", encoding="utf-8")
"""
    subprocess.run([sys.executable, "-c", words], cwd=ROOT, check=False, timeout=60)
    assert seen.read_text(encoding="utf-8") == "/dev/null True"


def test_a_record_is_exported_to_a_full_disk_in_one_sentence(own_home: Path, tmp_path: Path) -> None:
    record = '{"event": "game", "format": 1, "rules": "rh", "players": ["A", "B"], "opener": 0}\n'
    (tmp_path / "a.jsonl").write_text(record, encoding="utf-8")
    assert main(["import", str(tmp_path / "a.jsonl")]) == 0
    full = os.open("/dev/full", os.O_WRONLY)
    ended = started("export", "1", out=full)
    os.close(full)
    assert ended.stderr == b"standard output: it cannot be written: No space left on device\n"


def test_a_full_disk_leaves_the_former_sheet_and_no_part_of_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    sheet = "lens-board-a4.pdf"
    (tmp_path / sheet).write_bytes(b"former")
    monkeypatch.setattr(os, "fsync", full)
    assert main(["board", "--out", str(tmp_path)]) == 1
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [(sheet, b"former")]


def test_a_home_of_a_user_who_is_not_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUPS_UP_HOME", "~nosuch")
    assert main(["games"]) == 1
    assert capsys.readouterr().err == "cups-up games: ~nosuch names a user who is not on this machine\n"


@pytest.fixture
def closed(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Nobody may look into the own home: the sentence about it."""

    def hidden(path: Path, **_: bool) -> os.stat_result:
        if own_home in path.parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return os.stat(path)

    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr("companion.ui.run_app", lambda load, **_: 0 if load()() else 1)
    monkeypatch.setattr(Path, "stat", hidden)
    return (
        f"the folder {own_home} cannot be looked into (Permission denied): "
        "choose another one with --home or CUPS_UP_HOME\n"
    )


OF_A_HOME = [("play",), ("games",), ("tables",), ("journal", "check"), ("club", "standings")]


@pytest.mark.parametrize("words", [*OF_A_HOME, ("panel",)])
def test_a_home_of_somebody_else_is_a_sentence(
    words: tuple[str, ...], closed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert capsys.readouterr().err == f"cups-up {words[0]}: {closed}"


@pytest.mark.parametrize("words", [*OF_A_HOME, ("calibrate",)])
def test_a_home_of_somebody_else_is_no_word_that_can_be_meant(
    words: tuple[str, ...], own_home: Path, closed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main((*words, "--home", str(own_home)))
    assert ended.value.code == 2
    assert f" --home: {closed}" in capsys.readouterr().err


def test_a_home_in_latin_1_is_a_sentence_and_no_crash_of_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUPS_UP_HOME", os.fsdecode(b"/tmp/caf\xe9"))
    assert main(["games"]) == 1
    assert "caf\\xe9 is not UTF-8: set CUPS_UP_HOME to another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["export", "9" * 30], "GAME: it must be a whole number from 1 to 999999999"),
        (["export", "9" * 5000], "GAME: it must be a whole number from 1"),
        (["demo", "--target", "0"], "--target: it must be a whole number from 1 to 10000, got “0”"),
        (["demo", "--seed", "-1"], "--seed: it must be a whole number from 0 to 2147483647, got “-1”"),
        (["demo", "--rules", "cardnial"], "--rules: there is no “cardnial”, did you mean cardinal?"),
        (["rehearse", "--evenings", "0"], "--evenings: it must be a whole number from 1"),
        (["calibrate", "--home", "~nosuch"], "--home: ~nosuch names a user who is not on this machine"),
        (["play", "--home", os.fsdecode(b"/tmp/caf\xe9")], "--home: the name “/tmp/caf\\xe9” is not UTF-8"),
        (["read", "--" + "x" * 5000, "a.jpg"], "unrecognized arguments: --xxx"),
    ],
)
def test_words_that_cannot_be_meant_are_refused_in_a_short_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert told in err
    assert len(err) < 2000


@pytest.mark.parametrize("command", ["replay", "import", "read", "read-cards"])
@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "a" * 5000])
def test_what_is_no_ordinary_file_holds_no_command_up(
    command: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    path = str(tmp_path / "pipe") if kind == "pipe" else kind
    assert main([command, path]) in (1, 2)
    err = capsys.readouterr().err
    assert "is not a regular file" in err or "File name too long" in err
    assert len(err) < 600


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (b"\x1b[2Jred.jpg", b"\\x1b[2Jred.jpg: "),
        (b"a\nb.jpg", b"a\\nb.jpg: "),
        (b"caf\xe9.jpg", b"caf\xe9.jpg: "),
        ("3.04\u202fPM.png".encode(), "3.04\u202fPM.png: ".encode()),
    ],
)
def test_a_file_s_name_steers_no_terminal_and_keeps_its_other_bytes(
    name: bytes, told: bytes, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    complain(os.fsdecode(name), "is empty")
    assert capfdbinary.readouterr().err == told + b"is empty\n"


@pytest.mark.parametrize("words", [["games", "--show", "x"], ["export", "9"]])
def test_the_space_before_a_french_mark_is_a_space(words: list[str]) -> None:
    ended = started("--language", "fr", *words)
    assert ended.returncode in (1, 2)
    assert "\u00a0: " in ended.stderr.decode("utf-8")


def test_the_system_s_reasons_are_in_the_language_too() -> None:
    told = started("--language", "de", "import", "nirgends").stderr.decode("utf-8")
    assert told.endswith(": Datei oder Ordner nicht gefunden\n")
    full = os.open("/dev/full", os.O_WRONLY)
    told = started("--language", "de", "-V", out=full).stderr.decode("utf-8")
    os.close(full)
    assert told.endswith(": kein Platz mehr auf der Platte\n")
