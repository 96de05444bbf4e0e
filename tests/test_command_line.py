"""The front door: commands by name, wrong words refused in one clear sentence."""

from __future__ import annotations

import pytest

from companion import __version__
from companion.__main__ import COMMANDS, main


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
