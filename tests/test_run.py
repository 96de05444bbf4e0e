"""``./run`` in a folder of its own, whose pip, tests and app only say how they were called."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TELLS = """
import json, os, sys
print(json.dumps({"isolated": sys.flags.isolated, "cwd": os.getcwd(), "given": sys.argv[1:]}))
"""
PIP = """
import pathlib, sys
pathlib.Path(__file__).with_name("called").write_text(" ".join(sys.argv))
print("Collecting opencv-python-headless==5.0.0.93 (from -r requirements.txt (line 60))")
print("Processing /srv/wheels/opencv_python_headless-5.0.0.93-cp37-abi3-manylinux_2_28_x86_64.whl (from x)")
print("Requirement already satisfied: numpy==2.4.6")
"""
SUDO_ADVICE = "    sudo apt-get update && sudo apt-get install -y libgl1 libegl1 libmtdev1"


class Checkout:
    """A folder with ``run``, an app that tells how it was called, and an environment that stands."""

    def __init__(self, folder: Path) -> None:
        self.root, self.fakes, self.elsewhere = (folder / name for name in ("house", "fakes", "elsewhere"))
        for each in (self.root, self.fakes, self.elsewhere):
            each.mkdir()
        shutil.copy(ROOT / "run", self.root / "run")
        (self.root / "requirements.txt").write_text("numpy==2.4.6\n", encoding="utf-8")
        (self.root / "requirements-screens.txt").write_text("h11==0.16.0\n", encoding="utf-8")
        (self.root / "requirements-test.txt").write_text("pytest==9.2.0\n", encoding="utf-8")
        self._module(self.root / "companion", TELLS)
        self.venv = self.root / ".venv"
        venv.create(self.venv, with_pip=False, symlinks=True)
        self.packages = next(self.venv.glob("lib/python3.*/site-packages"))
        self._module(self.packages / "pip", PIP)
        for name in ("mypy", "pytest", "ruff"):
            self._module(self.packages / name, TELLS)
        self._stamp("the app", "requirements.txt", "requirements-screens.txt")
        self._stamp("the tests", "requirements.txt", "requirements-screens.txt", "requirements-test.txt")
        (self.venv / ".system-checked").touch()

    def _module(self, folder: Path, text: str) -> None:
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "__main__.py").write_text(text, encoding="utf-8")

    def _stamp(self, name: str, *files: str) -> None:
        told = f"cat {' '.join(files)} | cksum; .venv/bin/python --version"
        done = subprocess.run(["sh", "-c", told], cwd=self.root, capture_output=True, check=True)
        (self.venv / f".stamp-{name}").write_bytes(done.stdout)

    def fake(self, name: str, script: str) -> None:
        """A program of the system that says or does something else."""
        path = self.fakes / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def without(self, name: str) -> str:
        """A PATH on which that program is found among the fakes only."""
        bare = self.fakes.parent / "bare"
        bare.mkdir()
        for folder in reversed(os.environ["PATH"].split(":")):
            for each in Path(folder).glob("*"):
                link = bare / each.name
                link.unlink(missing_ok=True)
                if each.name != name:
                    link.symlink_to(each)
        return f"{self.fakes}:{bare}"

    def call(
        self, *words: str, program: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess:
        return subprocess.run(
            [str(program or self.root / "run"), *words],
            cwd=self.elsewhere,
            env={"PATH": f"{self.fakes}:{os.environ['PATH']}", "PYTHON": sys.executable} | environment,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_command_is_given_its_words_in_the_callers_folder(checkout: Checkout) -> None:
    done = checkout.call("read", "photo.jpg")
    expected = {"isolated": 1, "cwd": str(checkout.elsewhere), "given": ["read", "photo.jpg"]}
    assert (json.loads(done.stdout), done.stderr) == (expected, "")


@pytest.mark.parametrize(
    ("archive", "asks"),
    [("http://archive.raspberrypi.com/debian/", True), ("http://ports.ubuntu.com/", False)],
)
def test_a_pi_is_asked_for_picamera2_only_where_there_is_one(
    archive: str, asks: bool, tmp_path: Path
) -> None:
    """On Ubuntu apt refuses the whole list for one package that it does not know."""
    sources = tmp_path / "etc/apt/sources.list.d"
    sources.mkdir(parents=True)
    (sources / "some.sources").write_text(f"URIs: {archive}\n", encoding="utf-8")
    parts = "/^can_make_environments()/p; /^has_pi_packages()/p; /^missing_packages()/,/^}/p"
    script = f"""eval "$(sed -n '{parts}' '{ROOT / "run"}' | sed 's#/etc/apt#{tmp_path}/etc/apt#')"
        is_pi() {{ true; }}; has_library() {{ true; }}
        missing_packages false"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert ("python3-picamera2" in done.stdout) is asks
    assert "python3-venv" in done.stdout


@pytest.mark.parametrize(
    ("system", "asked_for", "found"),
    [
        ("whole", "", "system"),
        ("without venv", "", "own"),
        ("too old", "", "own"),
        ("whole", "asked", "asked"),
    ],
)
def test_the_systems_python_is_taken_if_it_can_make_an_environment(
    system: str, asked_for: str, found: str, tmp_path: Path
) -> None:
    """Distributions build theirs to be fast; one of one's own may be anything, but can be asked for."""
    refuses = {"whole": "nothing", "without venv": "ensurepip", "too old": "version_info"}[system]
    for name in ("system", "own", "asked"):
        (tmp_path / name).mkdir()
        fake = tmp_path / name / "python3"
        refused = refuses if name == "system" else "nothing"
        script = f'#!/bin/sh\ncase "$*" in *{refused}*) exit 1 ;; esac\nexec {sys.executable} "$@"\n'
        fake.write_text(script, encoding="utf-8")
        fake.chmod(0o755)
    parts = "/^usable()/p; /^can_make_environments()/p; /^find_python()/,/^}/p"
    systems = f"sed 's#/usr/bin/python3#{tmp_path}/system/python3#g'"
    script = f"""eval "$(sed -n '{parts}' '{ROOT / "run"}' | {systems})"
        is_pi() {{ false; }}
        PATH='{tmp_path}/own':$PATH
        {f"PYTHON='{tmp_path}/{asked_for}/python3'" if asked_for else ""}
        find_python"""
    bare = {name: value for name, value in os.environ.items() if name != "PYTHON"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, env=bare)
    assert done.stdout.strip() == f"{tmp_path}/{found}/python3"


def test_it_works_through_a_symbolic_link(checkout: Checkout) -> None:
    first, second = checkout.elsewhere / "first", checkout.elsewhere / "second"
    first.symlink_to("../house/run")
    second.symlink_to(first)
    assert json.loads(checkout.call("demo", program=second).stdout)["given"] == ["demo"]


@pytest.mark.parametrize("called", ["./run", "../cups-up/run"])
def test_messages_name_the_command_as_it_was_called(checkout: Checkout, called: str) -> None:
    told = "import json, os\nprint(json.dumps({'given': os.environ['CUPS_UP_CALLED']}))\n"
    (checkout.root / "companion" / "__main__.py").write_text(told, encoding="utf-8")
    assert json.loads(checkout.call("demo").stdout)["given"] == str(checkout.root / "run")
    environment = {**os.environ, "CUPS_UP_CALLED": called}
    words = [sys.executable, "-m", "companion", "stats", "--bogus"]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines() == [
        f"{called} stats: error: unrecognized arguments: --bogus",
        f"{called} help stats says what is possible.",
    ]


@pytest.mark.parametrize("name", ["json", "os", "companion"])
def test_no_module_of_the_working_directory_or_of_pythonpath_is_executed(
    checkout: Checkout, name: str
) -> None:
    (checkout.elsewhere / f"{name}.py").write_text("raise SystemExit('executed')\n", encoding="utf-8")
    for environment in ({}, {"PYTHONPATH": str(checkout.elsewhere)}):
        done = checkout.call("demo", **environment)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_the_system_is_looked_at_once(checkout: Checkout) -> None:
    checkout.fake("ldconfig", 'touch "$(dirname "$0")/looked"')
    looked = checkout.fakes / "looked"
    checkout.call("demo")
    assert not looked.exists()
    (checkout.venv / ".system-checked").unlink()
    checkout.call("demo")
    assert looked.exists()


@pytest.mark.parametrize(
    ("machine", "bits", "sentence"),
    [
        ("armv7l", "32", "this is a 32-bit Linux on armv7l."),
        ("aarch64", "32", "this is a 32-bit Linux on aarch64."),
        ("riscv64", "64", "this is a 64-bit Linux on riscv64."),
    ],
)
def test_a_machine_without_wheels_is_told_at_once(
    checkout: Checkout, machine: str, bits: str, sentence: str
) -> None:
    (checkout.venv / ".system-checked").unlink()
    checkout.fake("uname", f'[ "$1" = -m ] && echo {machine} || echo Linux')
    checkout.fake("getconf", f"echo {bits}")
    done = checkout.call()
    assert done.returncode == 1
    assert done.stderr.startswith(
        "Cups Up could not be set up: it needs a 64-bit Linux on x86_64 or aarch64; "
    )
    assert done.stderr.endswith(f"{sentence}\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("user", "has_sudo", "advice"),
    [
        ("1000", True, SUDO_ADVICE),
        ("1000", False, SUDO_ADVICE.replace("sudo ", "")),
        ("0", True, SUDO_ADVICE.replace("sudo ", "")),
    ],
)
def test_the_advice_can_be_typed_as_it_stands(
    checkout: Checkout, user: str, has_sudo: bool, advice: str
) -> None:
    (checkout.venv / ".system-checked").unlink()
    checkout.fake("id", f"echo {user}")
    checkout.fake("ldconfig", "exit 0")
    for each in ("apt-get", "env", *(["sudo"] if has_sudo else [])):
        checkout.fake(each, "exit 1")
    there = {} if has_sudo else {"PATH": checkout.without("sudo")}
    told = checkout.call("demo", **there).stderr.splitlines()
    assert advice in told
    assert any("as root" in line for line in told) == (user != "0" and not has_sudo)


def test_packages_are_told_by_their_whole_names_and_held_to_their_hashes(checkout: Checkout) -> None:
    (checkout.venv / ".stamp-the app").unlink()
    done = checkout.call("demo")
    told = [line for line in done.stderr.splitlines() if line.startswith("  …")]
    assert told == ["  … opencv-python-headless==5.0.0.93"] * 2
    called = (checkout.packages / "pip" / "called").read_text(encoding="utf-8").split()
    assert {"--require-hashes", "--only-binary"} <= set(called)


@pytest.mark.slow
def test_an_environment_whose_python_is_gone_is_made_anew(checkout: Checkout) -> None:
    python = checkout.venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/gone/python3")
    checkout.call("demo")
    assert (checkout.venv / "bin" / "python").resolve().exists()


def test_how_long_the_tests_take_is_told_before_they_begin(checkout: Checkout) -> None:
    done = checkout.call("test")
    assert "minutes" in done.stderr
    assert [json.loads(line)["isolated"] for line in done.stdout.splitlines()] == [1, 1, 1, 1]
    assert checkout.call("test", "-k", "bids").stderr == ""


@pytest.mark.parametrize(
    ("cores", "fitting", "processes"), [(2, 9, "3"), (4, 3, "3"), (4, 9, "5"), (16, 99, "8"), (1, 0, "1")]
)
def test_the_quick_tests_are_all_but_the_slow_ones_on_all_cores(
    checkout: Checkout, cores: int, fitting: int, processes: str
) -> None:
    checkout.fake("nproc", f"echo {cores}")
    checkout.fake("awk", f"echo {fitting}")
    told = (json.loads(line)["given"] for line in checkout.call("test", "--fast", "-x").stdout.splitlines())
    assert next(given for given in told if "-x" in given) == [
        "-m",
        "not slow",
        "-n",
        processes,
        "--dist",
        "worksteal",
        "-x",
    ]


def test_what_the_tests_start_may_keep_what_it_compiles(checkout: Checkout) -> None:
    tells = "import os; print(os.environ.get('PYTHONDONTWRITEBYTECODE'))"
    (checkout.packages / "pytest" / "__main__.py").write_text(tells, encoding="utf-8")
    assert checkout.call("test", "-k", "bids", PYTHONDONTWRITEBYTECODE="1").stdout.startswith("None")


def test_where_tests_style_and_types_are_good_the_command_is(checkout: Checkout) -> None:
    assert checkout.call("test", "-k", "bids").returncode == 0
    assert checkout.call("test", "--fast").returncode == 0


@pytest.mark.parametrize("check", ["pytest", "ruff", "mypy"])
def test_what_fails_makes_the_command_fail(checkout: Checkout, check: str) -> None:
    (checkout.packages / check / "__main__.py").write_text("raise SystemExit(1)", encoding="utf-8")
    assert checkout.call("test", "-k", "bids").returncode == 1


@pytest.mark.parametrize("check", ["ruff", "mypy"])
def test_what_style_and_types_find_fails_the_tests_and_is_told_last(checkout: Checkout, check: str) -> None:
    found = f"raise SystemExit('found by {check}')"
    (checkout.packages / check / "__main__.py").write_text(found, encoding="utf-8")
    done = checkout.call("test", "-k", "bids")
    assert done.returncode == 1
    assert json.loads(done.stdout.splitlines()[0])["given"] == ["-k", "bids"]
    assert done.stdout.splitlines()[-1] == f"found by {check}"


@pytest.mark.parametrize(
    ("word", "given"), [("--style", [["check", "."], ["format", "--check", "."]]), ("--types", [[]])]
)
def test_style_and_types_are_checked_alone(checkout: Checkout, word: str, given: list[list[str]]) -> None:
    done = checkout.call("test", word)
    assert [json.loads(line)["given"] for line in done.stdout.splitlines()] == given
