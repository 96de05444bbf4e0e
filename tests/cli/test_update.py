"""``cups-up update``: the new version beside the old, tried, then used; and back. No program is run."""

from __future__ import annotations

import os
import pwd
import venv
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli import update
from companion.cli.wiring.versions import (
    Builder,
    Job,
    UpdateError,
    Versions,
    run_job,
    take_back,
    version_of,
)

HASHED = "numpy==2.4.6 --hash=sha256:" + 64 * "0" + "\n"


class Jobs:
    """Plays venv, pip and the trial; ``fails`` is a word whose job fails."""

    def __init__(self) -> None:
        self.ran: list[Job] = []
        self.fails: str | None = None
        self.in_use_at_trial: list[str | None] = []
        self.versions: Versions | None = None

    def __call__(self, job: Job) -> int:
        self.ran.append(job)
        if job.words[2:4] == ("-m", "venv"):
            (Path(job.words[-1]) / "bin").mkdir(parents=True)
        if job.words[3] == "companion":
            self.in_use_at_trial.append(self.versions.in_use())
        return 1 if self.fails is not None and self.fails in job.words else 0

    def of(self, *words: str) -> list[Job]:
        """Those with all of these words."""
        return [job for job in self.ran if set(words) <= set(job.words)]


class Bench:
    def __init__(self, folder: Path) -> None:
        self.home, self.wheels, self.mark = folder / "opt", folder / "wheels", folder / "games" / "ran-well"
        self.wheels.mkdir()
        self.mark.parent.mkdir()
        self.jobs = Jobs()
        self.versions = Versions(self.home, Builder(self.jobs, "/usr/bin/python3", None), self.mark)
        self.jobs.versions = self.versions

    def wheel(self, version: str, pins: str | None = HASHED, screens: str | None = HASHED) -> Path:
        path = self.wheels / f"cups_up-{version}-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            wheel.writestr("companion/__init__.py", "")
            if pins is not None:
                wheel.writestr("companion/_assets/requirements.txt", pins)
            if screens is not None:
                wheel.writestr("companion/_assets/requirements-screens.txt", screens)
        return path

    def checkout(self, *left_out: str) -> Path:
        folder = self.wheels / "checkout"
        texts = {
            "companion/__init__.py": '__version__ = "1.2.3"\n',
            "models/weights.json": "{}",
            "requirements.txt": HASHED,
            "requirements-screens.txt": HASHED,
            "requirements-build.txt": HASHED,
            ".git/config": "secret",
        }
        for name, text in texts.items():
            if name not in left_out:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
        return folder

    def install(self, versions: Iterable[str]) -> None:
        for version in versions:
            self.versions.install(self.wheel(version))

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
        bench.mark.write_text(f"{bench.versions.in_use()}\n")
    assert bench.state() == ("0.3.0-1", "0.2.0-2", ["0.2.0-2", "0.3.0-1"])


def test_the_last_version_that_ran_well_is_never_deleted(bench: Bench) -> None:
    bench.install(["0.1.0"])
    bench.mark.write_text("0.1.0-1\n")
    bench.install(["0.2.0", "0.3.0", "0.4.0"])
    assert bench.state() == ("0.4.0-1", "0.3.0-1", ["0.1.0-1", "0.3.0-1", "0.4.0-1"])
    assert bench.versions.proven() == "0.1.0-1"
    assert os.readlink(bench.home / "proven") == "versions/0.1.0-1"


@pytest.mark.parametrize("told", ["", "../opt", ".hidden", "9.9.9-1", "\0", 5000 * "9"])
def test_a_mark_that_names_no_version_counts_nothing(bench: Bench, told: str) -> None:
    bench.install(["0.1.0", "0.2.0"])
    bench.mark.write_text(told)
    assert bench.versions.proven() == "0.1.0-1"


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
        ("--require-hashes", "pip could not install what it needs"),
        ("--no-deps", "pip could not install it: 0.1.0-1 stays in use"),
        ("--first-scene", "it could not draw its first scene: 0.1.0-1 stays in use"),
        ("demo", "it could not referee a round of the demonstration game: 0.1.0-1 stays in use"),
    ],
)
def test_a_version_that_does_not_work_is_never_used(bench: Bench, fails: str, sentence: str) -> None:
    bench.install(["0.1.0"])
    bench.jobs.fails = fails
    with pytest.raises(UpdateError, match=sentence):
        bench.versions.install(bench.wheel("0.2.0"))
    assert bench.state() == ("0.1.0-1", None, ["0.1.0-1"])


def test_a_broken_off_update_leaves_nothing_half_made(bench: Bench) -> None:
    bench.install(["0.1.0"])

    def broken_off(job: Job) -> int:
        if "pip" in job.words:
            raise KeyboardInterrupt
        return bench.jobs(job)

    with pytest.raises(KeyboardInterrupt):
        Versions(bench.home, Builder(broken_off, "python3", None), bench.mark).install(bench.wheel("0.2.0"))
    assert bench.state() == ("0.1.0-1", None, ["0.1.0-1"])


def test_the_new_code_is_tried_alone_before_it_is_used(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.install(["0.1.0"])
    bench.jobs.ran.clear()
    bench.jobs.in_use_at_trial.clear()
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/notify")
    bench.versions.install(bench.wheel("0.2.0"))
    trial = bench.jobs.of("companion")
    python = str(bench.home / "versions" / "0.2.0-1" / "bin" / "python")
    assert [job.words[:5] for job in trial] == [
        (python, "-I", "-m", "companion", "play"), (python, "-I", "-m", "companion", "demo"),
    ]  # fmt: skip
    assert bench.jobs.in_use_at_trial == ["0.1.0-1", "0.1.0-1"]
    for job in trial:
        home = str(job.folder)
        assert (job.environment["HOME"], job.environment["CUPS_UP_HOME"]) == (home, f"{home}/games")
        assert set(job.environment) == {
            "PATH", "LANG", "HOME", "TMPDIR", "ORT_DISABLE_TELEMETRY", "CUPS_UP_HOME", "SDL_VIDEODRIVER",
        }  # fmt: skip
        assert not job.folder.exists()


def test_every_python_of_an_update_is_isolated(bench: Bench) -> None:
    bench.versions.install(bench.checkout())
    assert {job.words[1] for job in bench.jobs.ran} == {"-I"}


def test_packages_are_held_to_their_hashes_and_nothing_but_the_app_is_built(bench: Bench) -> None:
    bench.install(["0.1.0"])
    venv, wheels, app = bench.jobs.ran[:3]
    assert {"/usr/bin/python3", "--system-site-packages"} <= set(venv.words)
    assert {"--require-hashes", "--only-binary", ":all:"} <= set(wheels.words)
    assert [Path(word).name for word in wheels.words if word.endswith(".txt")] == [
        "requirements.txt", "requirements-screens.txt",
    ]  # fmt: skip
    assert {"--no-deps", "--no-index"} <= set(app.words)
    bench.versions.install(bench.checkout())
    (built,) = bench.jobs.of("--no-build-isolation")
    assert {"--no-deps", "--no-index"} <= set(built.words)
    assert built.words[-1] == str(built.folder / "checkout")


def test_a_wheel_from_before_the_other_screens_is_installed(bench: Bench) -> None:
    assert bench.versions.install(bench.wheel("0.1.0", screens=None)) == "0.1.0-1"
    assert [word for word in bench.jobs.ran[1].words if word.endswith("-screens.txt")] == []


def test_a_wheel_without_pins_and_a_damaged_one_are_refused(bench: Bench) -> None:
    with pytest.raises(UpdateError, match="brings no pins"):
        bench.versions.install(bench.wheel("0.2.0", pins=None))
    damaged = bench.wheel("0.2.0")
    damaged.write_bytes(damaged.read_bytes()[:40])
    with pytest.raises(UpdateError, match="is damaged"):
        bench.versions.install(damaged)
    with pytest.raises(UpdateError, match="brings no requirements-build"):
        bench.versions.install(bench.checkout("requirements-build.txt"))
    assert bench.state() == (None, None, [])


def test_links_are_renamed_after_everything_is_on_the_disk(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    really_sync, really_replace = os.fsync, os.replace

    def sync(number: int) -> None:
        told.append(Path(os.readlink(f"/proc/self/fd/{number}")).name)
        really_sync(number)

    def replace(old: Path, new: Path) -> None:
        told.append(f"-> {Path(new).name}")
        really_replace(old, new)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", replace)
    bench.install(["0.1.0"])
    assert told == ["bin", "0.1.0-1", "versions", "opt", "-> current", "opt"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs jobs as another account")
def test_a_job_of_root_runs_as_the_account(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    words = ("/bin/sh", "-c", f"test $(id -u) = {pwd.getpwnam('nobody').pw_uid} && test $(id -G | wc -w) = 1")
    assert run_job(Job(words, Path("/"), "nobody")) == 0


def test_a_job_that_hangs_is_ended(tmp_path: Path) -> None:
    assert run_job(Job(("/bin/sh", "-c", "exec tail -f /dev/null"), tmp_path, limit_s=0.05)) == 124


def test_what_was_built_is_changed_by_nobody_else(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.touch()
    program.chmod(0o6777)
    take_back(tmp_path)
    assert program.stat().st_mode & 0o7777 == 0o755


def test_a_wheel_with_another_hash_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    wheel = str(bench.wheel("0.2.0"))
    assert main(["update", wheel, "--sha256", 64 * "0", "--home", str(bench.home)]) == 1
    assert "nothing was changed" in capsys.readouterr().err
    assert bench.state() == (None, None, [])


@pytest.mark.parametrize("name", ["other-1.0-py3-none-any.whl", "cups_up.zip", "nowhere.whl"])
def test_other_things_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name != "nowhere.whl":
        path.touch()
    with pytest.raises(UpdateError):
        version_of(path)


@pytest.mark.parametrize("words", [("a" * 5000,), ("x.whl", "--home", "a" * 5000), ("a\0b",)])
def test_a_name_that_no_file_can_have_is_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["update", *words])
    assert ended.value.code == 2
    assert "can be the name of no file" in capsys.readouterr().err


def test_a_home_that_is_a_file_and_a_python_that_is_not_there_are_told(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel, home = str(bench.wheel("0.2.0")), bench.wheels / "home"
    home.touch()
    assert main(["update", wheel, "--home", str(home)]) == 1
    assert (
        f"{home}/versions cannot hold versions of the app: a file is there, so name a folder"
        in capsys.readouterr().err
    )
    words = ["--home", str(bench.home), "--python", "/nosuch/python", "--no-restart"]
    assert main(["update", wheel, *words]) == 1
    assert "no environment could be made: nothing is in use" in capsys.readouterr().err


def test_a_checkout_says_its_version(tmp_path: Path) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    assert version_of(tmp_path) == "1.2.3"


def test_the_command_says_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "GAMES", tmp_path)
    assert main(["update", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"{tmp_path} holds no version: this machine is no kiosk. ")
    assert main(["update", "--home", str(tmp_path), "--back"]) == 1
    assert "no former version" in capsys.readouterr().err
    assert main(["update", str(tmp_path), "--back"]) == 2


@pytest.mark.parametrize(
    ("starts", "used"), [("", "0.2.0-1"), ("raise RuntimeError('cannot start')", "0.1.0-1")]
)
def test_the_trial_runs_the_new_code_whatever_the_caller_has_on_its_path(
    bench: Bench, starts: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """venv and trial are real; pip puts an app there that only starts, or does not."""
    bench.install(["0.1.0"])
    old = bench.wheels / "old" / "companion"
    old.mkdir(parents=True)
    (old / "__main__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(old.parent))

    def job(given: Job) -> int:
        if given.words[3] == "venv":
            venv.create(given.words[-1], with_pip=False, symlinks=True)
            return 0
        if given.words[3] == "pip":
            packages = next(Path(given.words[0]).parents[1].glob("lib/python3.*/site-packages"))
            (packages / "companion").mkdir(exist_ok=True)
            (packages / "companion" / "__main__.py").write_text(starts, encoding="utf-8")
            return 0
        return run_job(given)

    versions = Versions(bench.home, Builder(job, "python3", None), bench.mark)
    with suppress(UpdateError):
        versions.install(bench.wheel("0.2.0"))
    assert versions.in_use() == used
