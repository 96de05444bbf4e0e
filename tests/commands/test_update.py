"""``companion update``: the new version beside the old, tried, then used; and back. No program is run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands.versions import UpdateError, Versions, version_of


class Programs:
    """Plays venv, pip and the trial; ``fails`` is a word whose command fails."""

    def __init__(self) -> None:
        self.ran: list[tuple[str, ...]] = []
        self.fails: str | None = None
        self.has_picamera2 = False

    def __call__(self, words: Sequence[str]) -> int:
        self.ran.append(tuple(words))
        if words[1:3] == ["-m", "venv"]:
            (Path(words[-1]) / "bin").mkdir(parents=True)
        if "picamera2" in words[-1]:
            return 0 if self.has_picamera2 else 1
        return 1 if self.fails is not None and self.fails in words else 0


class Bench:
    def __init__(self, folder: Path) -> None:
        self.home, self.wheels = folder / "opt", folder / "wheels"
        self.wheels.mkdir()
        self.programs = Programs()
        self.versions = Versions(self.home, self.programs, "/usr/bin/python3")

    def wheel(self, version: str) -> Path:
        path = self.wheels / f"cups_up-{version}-py3-none-any.whl"
        path.touch()
        return path

    def state(self) -> tuple[str | None, str | None, list[str]]:
        kept = self.home / "versions"
        names = sorted(each.name for each in kept.iterdir()) if kept.is_dir() else []
        return self.versions.in_use(), self.versions.former(), names


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_the_first_version_is_used_and_has_none_before_it(bench: Bench) -> None:
    assert bench.versions.install(bench.wheel("0.1.0")) == "0.1.0-1"
    assert bench.state() == ("0.1.0-1", None, ["0.1.0-1"])
    assert (bench.home / "current" / "bin").is_dir()


def test_the_former_version_is_kept_and_older_ones_go(bench: Bench) -> None:
    for version in ("0.1.0", "0.2.0", "0.2.0", "0.3.0"):
        bench.versions.install(bench.wheel(version))
    assert bench.state() == ("0.3.0-1", "0.2.0-2", ["0.2.0-2", "0.3.0-1"])


def test_going_back_and_forth(bench: Bench) -> None:
    bench.versions.install(bench.wheel("0.1.0"))
    bench.versions.install(bench.wheel("0.2.0"))
    assert bench.versions.go_back() == "0.1.0-1"
    assert bench.state()[:2] == ("0.1.0-1", "0.2.0-1")
    assert bench.versions.go_back() == "0.2.0-1"


def test_there_may_be_no_way_back(bench: Bench) -> None:
    bench.versions.install(bench.wheel("0.1.0"))
    with pytest.raises(UpdateError, match="no former version"):
        bench.versions.go_back()


@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        ("venv", "no environment could be made: 0.1.0-1 stays in use"),
        ("pip", "pip could not install it"),
        ("demo", "it could not referee the demonstration game: 0.1.0-1 stays in use"),
    ],
)
def test_a_version_that_does_not_work_is_never_used(bench: Bench, fails: str, sentence: str) -> None:
    bench.versions.install(bench.wheel("0.1.0"))
    bench.programs.fails = fails
    with pytest.raises(UpdateError, match=sentence):
        bench.versions.install(bench.wheel("0.2.0"))
    assert bench.state() == ("0.1.0-1", None, ["0.1.0-1"])


def test_a_broken_off_update_leaves_nothing_half_made(bench: Bench) -> None:
    bench.versions.install(bench.wheel("0.1.0"))
    play = bench.programs.__call__

    def broken_off(words: Sequence[str]) -> int:
        if "pip" in words:
            raise KeyboardInterrupt
        return play(words)

    with pytest.raises(KeyboardInterrupt):
        Versions(bench.home, broken_off, "/usr/bin/python3").install(bench.wheel("0.2.0"))
    assert bench.state() == ("0.1.0-1", None, ["0.1.0-1"])


def test_it_is_tried_before_it_is_used(bench: Bench) -> None:
    used_at_trial: list[str | None] = []

    def trying(words: Sequence[str]) -> int:
        if "demo" in words:
            used_at_trial.append(bench.versions.in_use())
        return bench.programs(words)

    bench.versions.install(bench.wheel("0.1.0"))
    Versions(bench.home, trying, "/usr/bin/python3").install(bench.wheel("0.2.0"))
    assert used_at_trial == ["0.1.0-1"]


def test_the_environment_sees_the_systems_packages_and_pins_are_held_to(bench: Bench) -> None:
    (bench.wheels / "requirements.txt").write_text("numpy==2.4.6\n")
    bench.programs.has_picamera2 = True
    bench.versions.install(bench.wheel("0.1.0"))
    commands = [" ".join(words) for words in bench.programs.ran]
    assert "/usr/bin/python3 -m venv --system-site-packages" in commands[0]
    assert f"--constraint {bench.wheels / 'requirements.txt'}" in commands[1]
    assert any(command.endswith("simplejpeg==1.9.0") for command in commands)


@pytest.mark.parametrize("name", ["other-1.0-py3-none-any.whl", "cups_up.zip", "nowhere.whl"])
def test_other_things_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name != "nowhere.whl":
        path.touch()
    with pytest.raises(UpdateError):
        version_of(path)


def test_a_checkout_says_its_version(tmp_path: Path) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    assert version_of(tmp_path) == "1.2.3"


def test_the_command_says_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "in use: none; former: none\n"
    assert main(["update", "--home", str(tmp_path), "--back"]) == 1
    assert "no former version" in capsys.readouterr().err
    assert main(["update", str(tmp_path), "--back"]) == 2
