"""The versions of the app on an appliance: one environment each, two links that say which is in use.

    HOME/versions/0.2.0-1/     an environment that sees the system's packages (picamera2, lgpio)
    HOME/current -> versions/0.2.0-1
    HOME/former  -> versions/0.1.0-1

A link is written under another name and renamed over the old one: a power cut leaves one of both in use.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

CURRENT, FORMER, VERSIONS = "current", "former", "versions"
PINS = "requirements.txt"
SIMPLEJPEG = "simplejpeg==1.9.0"
"""Pi OS bookworm builds picamera2's copy for NumPy 1; this wheel is for NumPy 2."""
WHEEL_NAME = re.compile(r"cups_up-([0-9][A-Za-z0-9.!+_]*)-")

RunProgram = Callable[[Sequence[str]], int]
"""Runs a program and gives its exit status."""


class UpdateError(RuntimeError):
    """The update was not made; what was in use is in use."""


def run_program(words: Sequence[str]) -> int:
    """Run it with its output on the screen."""
    return subprocess.run(words, check=False).returncode


class Versions:
    """The versions in a folder."""

    def __init__(self, home: Path, run: RunProgram = run_program, python: str = sys.executable) -> None:
        """``python`` makes the environments: the system's own, which sees the system's packages."""
        self.home, self._run, self._python = home, run, python

    def in_use(self) -> str | None:
        """Name of the version in use; ``None`` before the first."""
        return self._named(CURRENT)

    def former(self) -> str | None:
        """Name of the version before it; ``None`` where there is none to go back to."""
        return self._named(FORMER)

    def install(self, source: Path) -> str:
        """Install a wheel or a checkout beside the version in use, try it, then switch. Returns its name.

        Raises ``UpdateError``; what was in use is then in use, and nothing half-made is left.
        """
        name = self._free_name(version_of(source))
        folder = self.home / VERSIONS / name
        try:
            self._fill(folder, source)
        except BaseException:  # Ctrl-C too must leave nothing half-made; the fault goes on
            shutil.rmtree(folder, ignore_errors=True)
            raise
        before = self.in_use()
        if before is not None:
            self._link(FORMER, before)
        self._link(CURRENT, name)
        self._tidy()
        return name

    def go_back(self) -> str:
        """Use the former version again, the present one becoming the former. Raises ``UpdateError``."""
        former, current = self.former(), self.in_use()
        if former is None or current is None:
            raise UpdateError("there is no former version to go back to")
        self._link(CURRENT, former)
        self._link(FORMER, current)
        return former

    def _fill(self, folder: Path, source: Path) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        python = str(folder / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        self._need(
            [self._python, "-m", "venv", "--system-site-packages", str(folder)],
            "no environment could be made",
        )
        pins = next((each for each in (source / PINS, source.parent / PINS) if each.is_file()), None)
        pinned = ["--constraint", str(pins)] if pins else []
        self._need([*pip, *pinned, str(source)], "pip could not install it (is the network there?)")
        if (
            self._run(
                [python, "-c", "import importlib.util as u, sys; sys.exit(u.find_spec('picamera2') is None)"]
            )
            == 0
        ):
            self._need(
                [*pip, SIMPLEJPEG], "the wheel that picamera2 needs beside NumPy 2 could not be installed"
            )
        trial = [str(folder / "bin" / "companion"), "demo", "--fast", "--out", str(folder / "trial")]
        self._need(trial, "it could not referee the demonstration game")

    def _need(self, words: Sequence[str], else_say: str) -> None:
        if self._run(words) != 0:
            used = self.in_use()
            stays = f"{used} stays in use" if used else "nothing is installed"
            raise UpdateError(f"{else_say}: {stays}")

    def _named(self, link: str) -> str | None:
        path = self.home / link
        return Path(os.readlink(path)).name if path.is_symlink() and path.exists() else None

    def _free_name(self, version: str) -> str:
        taken = {each.name for each in (self.home / VERSIONS).glob("*")}
        return next(
            name for number in range(1, len(taken) + 2) if (name := f"{version}-{number}") not in taken
        )

    def _link(self, link: str, name: str) -> None:
        new = self.home / f".{link}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(Path(VERSIONS) / name)
        os.replace(new, self.home / link)

    def _tidy(self) -> None:
        """Keep the version in use and the former one."""
        kept = {self.in_use(), self.former()}
        for folder in (self.home / VERSIONS).iterdir():
            if folder.name not in kept:
                shutil.rmtree(folder, ignore_errors=True)


def version_of(source: Path) -> str:
    """The version that a wheel's name or a checkout says. Raises ``UpdateError`` for other things."""
    if source.is_file() and source.suffix == ".whl":
        named = WHEEL_NAME.match(source.name)
        if named is None:
            raise UpdateError(f"{source.name} is no wheel of Cups Up (cups_up-VERSION-py3-none-any.whl)")
        return named[1]
    package = source / "companion" / "__init__.py"
    found = (
        re.search(r'__version__ = "([^"]+)"', package.read_text(encoding="utf-8"))
        if package.is_file()
        else None
    )
    if found is None:
        raise UpdateError(f"{source} is neither a wheel nor a checkout of Cups Up")
    return found[1]
