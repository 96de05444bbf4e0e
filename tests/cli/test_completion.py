"""What shells complete of our words, and the manual page: each shell reads its own without a complaint."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.completion import SHELLS, all_commands
from companion.cli.terminal.command_line import COMMANDS, GROUPS


def printed(shell: str, capsys: pytest.CaptureFixture[str], *language: str) -> str:
    assert main([*language, "completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_it(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = printed(shell, capsys).replace("\\-", "-")
    for each in all_commands():
        assert each.name in words
        for option in each.options:
            long = option.names[-1]
            assert (f"-l {long.removeprefix('--')}" if shell == "fish" else long) in words


ASKED = {
    ("cups-up", "reh"): {"rehearse"},
    ("cups-up", "--language", "de", "reh"): {"rehearse"},
    ("cups-up", "--language", ""): {"de", "en", "es", "fr", "it", "nl", "pt"},
    ("cups-up", "play", "--eve"): {"--events"},
    ("cups-up", "arena", "--rules", "p"): {"perudo"},
    ("cups-up", "rules", "mil"): {"milton-bradley"},
    ("cups-up", "completion", ""): {*SHELLS, "-h", "--help"},
    ("cups-up", "read", "--out", "x"): set(),
}
"""Words so far, the last one being typed, and what may stand there; nothing: any file."""


@pytest.mark.parametrize("words", ASKED)
def test_bash_completes_commands_options_and_values(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "completion").write_text(printed("bash", capsys))
    typed = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))'
    asks = f'source "$1"; shift; {typed}; _cups_up; printf "%s\\n" "${{COMPREPLY[@]}}"'
    given = ["bash", "--norc", "-c", asks, "bash", str(tmp_path / "completion"), *words]
    told = subprocess.run(given, capture_output=True, text=True, check=True)
    assert (set(told.stdout.split()), told.stderr) == (ASKED[words], "")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_take_theirs(
    shell: str, language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    path = tmp_path / "completion"
    path.write_text(printed(shell, capsys, "--language", language))
    told = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_bash_completes_after_run_in_this_folder_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "completion").write_text(printed("bash", capsys))
    asks = f'source "{tmp_path}/completion"; complete -p ./run; complete -p run'
    told = subprocess.run(["bash", "--norc", "-c", asks], capture_output=True, text=True, check=False)
    assert (told.stdout, told.returncode) == ("complete -o default -F _cups_up ./run\n", 1)


ZSHRC = "PS1=READY; fpath=({0} $fpath); autoload -Uz compinit; compinit -u -d {0}/dump"
LONGEST_S = 30.0


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("cups-up reh", "cups-up rehearse"),
        ("cups-up arena --rules pe", "cups-up arena --rules perudo"),
        ("./run --language de arena --rules pe", "./run --language de arena --rules perudo"),
        ("./run help reh", "./run help rehearse"),
    ],
)
def test_zsh_completes_commands_and_values(
    typed: str, completed: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("no zsh here")
    (tmp_path / "_cups-up").write_text(printed("zsh", capsys))
    (tmp_path / ".zshrc").write_text(ZSHRC.format(tmp_path))
    outer, inner = pty.openpty()
    environment = {"ZDOTDIR": str(tmp_path), "PATH": "/usr/bin:/bin", "TERM": "dumb"}
    with subprocess.Popen(["zsh", "-i"], stdin=inner, stdout=inner, stderr=inner, env=environment) as shell:
        try:
            shown_until(outer, b"READY")
            os.write(outer, f"{typed}\t\x01echo said \n".encode())
            shown_until(outer, f"\nsaid {completed}".encode())
        finally:
            shell.kill()
    os.close(outer)
    os.close(inner)


def shown_until(screen: int, awaited: bytes) -> None:
    shown = b""
    while awaited not in shown:
        assert select.select([screen], [], [], LONGEST_S)[0], shown
        shown += os.read(screen, 4096)


def test_fish_completes_commands_and_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("no fish here")
    (tmp_path / "completion").write_text(printed("fish", capsys))
    for typed, wanted in (
        ("cups-up reh", "rehearse"),
        ("cups-up arena --rules pe", "perudo"),
        ("./run arena --rules pe", "perudo"),
    ):
        given = ["fish", "--no-config", "-c", f"source {tmp_path}/completion; complete -C '{typed}'"]
        told = subprocess.run(
            given,
            capture_output=True,
            text=True,
            check=True,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        )
        assert [line.split("\t")[0] for line in told.stdout.splitlines()] == [wanted]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_manual_page_is_set_without_a_warning(
    language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if shutil.which("groff") is None:
        pytest.skip("no groff here")
    (tmp_path / "cups-up.1").write_text(printed("man", capsys, "--language", language))
    given = ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", str(tmp_path / "cups-up.1")]
    told = subprocess.run(given, capture_output=True, text=True, check=True)
    complaints = [
        line for line in told.stderr.splitlines() if "adjust line" not in line and "break line" not in line
    ]
    assert complaints == []
    assert "rehearse" in told.stdout


def test_the_overview_begins_with_ten_lines_for_most_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(GROUPS["most"]) <= 10
    first = lines.index("What most people want:")
    assert [line.split()[0] for line in lines[first + 1 :][: len(GROUPS["most"])]] == list(GROUPS["most"])
    assert sorted(COMMANDS) == sorted(name for names in GROUPS.values() for name in names)
