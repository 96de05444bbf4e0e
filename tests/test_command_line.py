"""The front door: commands by name, wrong words refused in one clear sentence."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from companion import __version__
from companion.__main__ import main
from companion.cli import demo
from companion.cli.terminal.arguments import one_of
from companion.cli.terminal.command_line import COMMANDS, MODULE_OF
from companion.cli.terminal.outlet import with_bar


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name} " in printed for name in COMMANDS)


INTERRUPTED = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("companion.cli"):
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
from companion.__main__ import main
sys.exit(main())
"""


def test_ctrl_c_while_the_program_loads_is_no_traceback() -> None:
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED, "demo"], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Cups Up {__version__}\n"


def test_an_unknown_command_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shuffle"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("cups-up: there is no command “shuffle”; there are: play, demo, read")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_its_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"cups-up {name}" in capsys.readouterr().out


def test_a_path_in_a_help_is_broken_at_no_hyphen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["help", "completion"])
    assert "~/.local/share/bash-completion/completions/cups-up" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_refused_without_a_traceback(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--no-such-option"])
    assert ended.value.code == 2
    wants_more = ("completion", "export", "import", "read", "read-cards", "replay")
    assert "--no-such-option" in capsys.readouterr().err or name in wants_more


@pytest.mark.parametrize("number", ["0", "-1", "\u00b2", "nan", "9" * 25, "9" * 5000])
@pytest.mark.parametrize(
    "words",
    [
        ("bench", "--threads"),
        ("count", "--at-least"),
        ("count", "--dice"),
        ("demo", "--rounds"),
        ("demo", "--target"),
        ("games", "--forget"),
        ("play", "--keep-pictures"),
        ("read", "x.jpg", "--die-px"),
        ("read-cards", "x.jpg", "--decks"),
        ("rehearse", "--evenings"),
        ("export",),
        ("souvenir",),
        ("calibrate", "--die"),
        ("calibrate", "--near-edge"),
        ("calibrate", "--size"),
        ("play", "--size"),
        ("calibrate", "--corners"),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_a_short_sentence(
    words: tuple[str, ...], number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words[:-1], f"{words[-1]}={number}"] if words[-1].startswith("--") else [*words, number])
    assert ended.value.code == 2
    refusal = capsys.readouterr().err.splitlines()[-1]
    assert refusal.isprintable()
    assert len(refusal) < 600


PATHS = {"DIR", "FILE", "PATH", "WHEEL", "ONNX"}
READ_WHATEVER_IT_IS = {("replay", "files"), ("import", "file"), ("club", "files"), ("read", "answers")}
"""Files whose fault is told beside their name, when it is their turn."""
IMPOSSIBLE = {
    "a long name": "a" * 5000,
    "a long folder": "/" + "a" * 256 + "/b",
    "many folders": "a/" * 3000,
    "too many folders for one": "a/" * 1500,
    "a zero byte": "a\0b",
    "a lone surrogate": "\ud800",
}


def options_of(name: str) -> list[argparse.Action]:
    parser = argparse.ArgumentParser()
    import_module(f"companion.cli.{MODULE_OF.get(name, name)}").add_arguments(parser)
    return parser._actions


@pytest.mark.parametrize("path", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_path_that_no_file_can_have_is_refused_wherever_one_is_taken(name: str, path: str) -> None:
    for option in options_of(name):
        if option.metavar not in PATHS or (name, option.dest) in READ_WHATEVER_IT_IS:
            continue
        assert option.type is not None, f"{name} {option.dest}"
        with pytest.raises(argparse.ArgumentTypeError) as refused:
            option.type(f"{path}.png" if option.dest == "plot" else path)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 400


@pytest.mark.slow
@pytest.mark.parametrize("path", [*IMPOSSIBLE.values(), "folder", "fifo", "file/x"])
@pytest.mark.parametrize(
    "words",
    [
        ("replay",),
        ("import",),
        ("read",),
        ("read-cards",),
        ("count",),
        ("club", "import"),
        ("read", "--evening", "x.jpg", "--answers"),
        ("read", "--evening", "x.jpg", "--empty"),
        ("play", "--camera", "none", "--table"),
        ("play", "--camera", "none", "--panel"),
        ("play", "--camera", "none", "--set"),
        ("teach", "--forget"),
        ("teach", "x"),
        ("stats", "--forget"),
        ("stats", "--player"),
        ("tables",),
        ("rules",),
        ("calibrate", "--again"),
        ("club", "--store"),
        ("club", "--table"),
        ("play", "--phones"),
        ("demo", "--scoreboard"),
        ("count", "--set"),
    ],
)
def test_a_name_that_is_none_ends_in_a_sentence(
    words: tuple[str, ...],
    path: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr("companion.ui.run_app", lambda load, **_: 0 if load()() else 1)
    monkeypatch.setattr(demo, "_given", lambda *_: 0)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "fifo")
    with contextlib.suppress(SystemExit):
        main([*words, path])
    told = "".join(capfd.readouterr())
    assert told
    assert "could not go on" not in told
    assert len(told) < 10_000


def test_a_home_that_no_folder_can_be_is_refused_in_the_environment_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUPS_UP_HOME", "/" + "a" * 5000)
    assert main(["games"]) == 1
    assert "can be the name of no file: it is too long" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("games", "--home", ""),
        ("board", "--out", ""),
        ("doctor", "--report", ""),
        ("play", "--events", "unix:"),
        ("club", "--store", ""),
    ],
)
def test_an_empty_name_is_not_the_working_folder(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(SystemExit):
        main(words)
    assert ": the name is empty\n" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["read", "count", "import"])
def test_an_empty_name_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, ""]) != 0
    assert capsys.readouterr().err.startswith('"": ')


def test_a_home_that_is_a_pipe_or_a_device_has_no_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for home in (str(tmp_path / "pipe"), "/dev/null"):
        assert main(["games", "--home", home]) == 1
        told = f"cups-up games: {home}: a file is there, so name a folder\n"
        assert capsys.readouterr() == ("", told)


def test_a_shortened_option_is_no_option() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", "--js", "game.jsonl"])
    assert ended.value.code == 2


def test_a_near_miss_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clibrate"]) == 2
    err = capsys.readouterr().err
    assert err == "cups-up: there is no command “clibrate”, did you mean calibrate?\n"


def test_help_and_the_short_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    assert main(["-V"]) == 0
    assert capsys.readouterr().out.endswith(f"Cups Up {__version__}\n")
    with pytest.raises(SystemExit) as ended:
        main(["help", "read"])
    assert ended.value.code == 0
    assert "PHOTO" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_shows_marks_of_the_source(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert "``" not in capsys.readouterr().out


def test_a_record_is_replayed_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = b'{"event": "game", "format": 1, "rules": "rh", "players": ["A", "B"], "opener": 0}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record)))
    assert main(["replay", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == ["A", "B"]


def test_names_of_rules_are_taken_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Milton-BRADLEY"]) == 0
    assert capsys.readouterr().out.startswith("Milton Bradley, 1987 (milton-bradley)")
    assert main(["rules", "Liar-Liar", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "liar-liar"
    assert main(["rules", "cardnal"]) == 2
    assert "no such game, did you mean cardinal?" in capsys.readouterr().err
    assert one_of(("rh", "cardinal"))("CARDINAL") == "cardinal"


def test_what_a_person_would_script_comes_as_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "panel.toml").write_text("buzzer = 12\n")
    found = []
    for words in (
        ["games"], ["rules"], ["teach", "--list"], ["calibrate", "--list"],
        ["panel", str(tmp_path / "panel.toml"), "--wires"],
    ):  # fmt: skip
        assert main([*words, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == {"games": []}
    assert {"name": "cardinal", "title": "Cardinal"} in found[1]["games"]
    assert found[2:] == [
        {"sets": []}, {"tables": [], "faults": []},
        {"wires": [{"gpio": 12, "what": "the buzzer"}], "faults": []},
    ]  # fmt: skip


JSON = (
    *("panel", "panel --wires", "games", "games --show 3", "games --forget 3", "stats", "stats --player x"),
    *("tables", "tables forget x", "journal", "journal salvage", "rules", "rules x", "replay gone"),
    *("read gone.jpg", "read-cards gone.jpg", "count gone.jpg", "count --camera gone", "teach --list"),
    *("teach --forget x", "calibrate --list", "calibrate --simulated", "club", "club import gone"),
    *("club serve", "teach x"),
)


@pytest.mark.parametrize("words", JSON)
def test_where_something_is_missing_a_script_gets_json_or_nothing(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status: object = 2
    with contextlib.suppress(SystemExit):
        status = main([*words.split(), "--json"])
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()] or status in (1, 2)
    assert out or err


def test_an_unknown_option_without_a_command_is_not_blamed_on_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--no-such-option"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines() == [
        "cups-up: error: unrecognized arguments: --no-such-option",
        "cups-up help says what is possible.",
    ]


def test_a_refusal_is_its_sentence_and_where_to_read_on_without_the_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--size", "big"])
    refused, more = capsys.readouterr().err.splitlines()
    assert refused.startswith("cups-up play: error: argument --size: ")
    assert more == "cups-up help play says what is possible."


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (["rehearse", "--speed", "0.5"], "--speed goes only with --real-time"),
        (["rehearse", "--last-cup"], "--last-cup goes only with --real-time"),
        (["rehearse", "--real-time", "--report", "pictures"], "--report does not go with --real-time"),
        (["rehearse", "--real-time", "--camera", "lifts"], "--camera does not go with --real-time"),
        (["rehearse", "--real-time", "--events", "-"], "--events does not go with --real-time"),
        (["rehearse", "--camera", "lifts", "--evenings", "5"], "--evenings does not go with --camera"),
        (["rehearse", "--camera", "lifts", "--rules", "perudo"], "--rules does not go with --camera"),
        (["rehearse", "--camera", "lifts", "--seed", "7"], "--seed does not go with --camera"),
        (["rehearse", "--camera", "lifts", "--trouble", "touching"], "--trouble does not go with --camera"),
        (["stats", "--forget", "Ann", "--since", "2026-01-01"], "--since does not go with --forget"),
        (["club", "undo", "Ann"], "Ann does not go with undo"),
        (["club", "standings", "feed.jsonl"], "feed.jsonl does not go with standings"),
        (["club", "undo", "--round", "3"], "--round goes only with result"),
        (["calibrate", "--again", "home", "--die", "20"], "--die does not go with --again"),
        (["calibrate", "--json"], "--json goes only with --list"),
        (["teach", "--list", "--forget", "pirates"], "--forget does not go with --list"),
        (["teach", "pirates", "--forget", "pirates"], "NAME does not go with --forget"),
        (["teach", "pirates", "1=A.jpg", "--groups", "1,2"], "--groups goes only with --mixed"),
        (["teach", "--json"], "--json goes only with --list"),
        (["count", "A.jpg", "--seed", "3"], "--seed does not go with PHOTO"),
        (["demo", "--rules", "liar-liar", "--rounds", "1"], "--rounds does not go with --rules liar-liar"),
        (["demo", "--target", "50"], "--target goes only with --rules liar-liar"),
        (["doctor", "--report", "R.txt", "--events", "-"], "--events does not go with --report"),
        (["bench", "--table", "--threads", "2"], "--threads does not go with --table"),
        (["update", "--back", "--sha256", "00"], "--sha256 goes only with WHEEL"),
    ],
)
def test_options_that_would_change_nothing_are_refused(
    words: list[str], refused: str, own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == f"cups-up {words[0]}: {refused}\n"


@pytest.mark.parametrize("words", [["games", "--language", "de"], ["games", "--language=de"]])
def test_the_language_may_stand_behind_the_command(
    words: list[str], own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out == "Noch keine Spiele.\n"


@pytest.mark.parametrize(("value", "coloured"), [("", True), ("1", False)])
def test_who_wants_no_colour_gets_none(value: str, coloured: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert demo._teller(argparse.Namespace(fast=True)).colour is coloured


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_stands_on_a_terminal_after_two_seconds_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for err, drawn in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", err)
        moments = iter((0.0, 1.0, 3.0))
        assert list(with_bar("abc", "photographs", lambda moments=moments: next(moments))) == ["a", "b", "c"]
        assert ("2 of 3 photographs" in err.getvalue()) is drawn
        assert "1 of 3" not in err.getvalue()
