"""The front door: commands by name, wrong words refused in one clear sentence."""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion.__main__ import COMMANDS, main
from companion.commands import demo
from companion.commands.terminal.arguments import one_of
from companion.commands.terminal.progress import with_bar


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name} " in printed for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Cups Up {__version__}\n"


def test_an_unknown_command_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shuffle"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion: there is no command 'shuffle'; there are: play, demo")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_its_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"companion {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_refused_without_a_traceback(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--no-such-option"])
    assert ended.value.code == 2
    wants_more = ("export", "import", "read", "read-cards", "replay")
    assert "--no-such-option" in capsys.readouterr().err or name in wants_more


def test_a_shortened_option_is_no_option() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", "--js", "game.jsonl"])
    assert ended.value.code == 2


def test_a_near_miss_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clibrate"]) == 2
    err = capsys.readouterr().err
    assert err == "companion: there is no command 'clibrate', did you mean calibrate?\n"


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
        {"sets": []}, {"tables": [], "faults": []}, {"wires": [{"gpio": 12, "what": "the buzzer"}]},
    ]  # fmt: skip


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
