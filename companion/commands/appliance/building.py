"""One version of the app on an appliance: built from a wheel or a checkout, then tried, neither as root."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path

from companion.commands.appliance.unprivileged import (
    FOR_ALL,
    Job,
    RunJob,
    hand_over,
    network_settings,
    settle_all,
    take_back,
)
from companion.text.speech import say

PINS, SCREEN_PINS, BUILD_PINS = "requirements.txt", "requirements-screens.txt", "requirements-build.txt"
ASSETS = "companion/_assets/"
"""Where a wheel has the first two."""
MODELS = ("*.json", "*.onnx")
ALL_PINS = (PINS, SCREEN_PINS, BUILD_PINS)
PARTS = ("companion", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", *ALL_PINS)
"""What of a checkout the wheel is made from, beside the weights."""
FIRST_SCENE = ("play", "--first-scene", "--camera", "simulated", "--panel", "none", "--no-watch")
A_ROUND = ("demo", "--fast", "--rounds", "1")
FIRST_SCENE_S, A_ROUND_S = 300.0, 900.0
"""A Zero 2 W compiles for half a minute before its first scene; ten times that."""


class UpdateError(RuntimeError):
    """The update was not made; what was in use is in use."""


class Builder:
    """Builds versions, each in a folder of its own, and tries them."""

    def __init__(self, run: RunJob, python: str, account: str | None) -> None:
        """``python`` makes the environments: the system's own, which sees the system's packages."""
        self._run, self._python, self._account = run, python, account

    def build(self, folder: Path, source: Path) -> None:
        """An environment with the app in ``folder``, on the disk and tried. Raises ``UpdateError``."""
        work = folder / ".building"
        work.mkdir(parents=True)
        folder.chmod(FOR_ALL)
        product = _copied(source, work)
        hand_over(folder, self._account)
        self._fill(folder, work, product)
        shutil.rmtree(work)
        take_back(folder)
        self._try(folder)
        settle_all(folder)

    def _fill(self, folder: Path, work: Path, product: Path) -> None:
        python = str(folder / "bin" / "python")
        pip = (python, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
        from_checkout = product.is_dir()
        files = (work / name for name in ALL_PINS)
        pins = (word for file in files if file.exists() for word in ("-r", str(file)))
        held = ("--require-hashes", "--only-binary", ":all:", *pins)
        venv = (self._python, "-I", "-m", "venv", "--system-site-packages", str(folder))
        self._need(work, venv, say("update.no_environment"))
        self._need(work, (*pip, *held), say("update.no_packages"))
        alone = ("--no-deps", "--no-index", *(("--no-build-isolation",) if from_checkout else ()))
        self._need(work, (*pip, *alone, str(product)), say("update.not_installed"))

    def _need(self, work: Path, words: tuple[str, ...], else_say: str) -> None:
        if self._run(Job(words, work, self._account, network_settings(os.environ))) != 0:
            raise UpdateError(else_say)

    def _try(self, folder: Path) -> None:
        """The new code alone: isolated, without a display, with a home that is deleted."""
        home = Path(tempfile.mkdtemp(prefix=".trial-", dir=folder.parent))
        hand_over(home, self._account)
        app = (str(folder / "bin" / "python"), "-I", "-m", "companion")
        own = (("CUPS_UP_HOME", str(home / "games")), ("SDL_VIDEODRIVER", "offscreen"))
        scene = Job((*app, *FIRST_SCENE), home, self._account, own, FIRST_SCENE_S)
        game = Job((*app, *A_ROUND, "--out", str(home / "out")), home, self._account, own, A_ROUND_S)
        try:
            if self._run(scene) != 0:
                raise UpdateError(say("update.no_scene"))
            if self._run(game) != 0:
                raise UpdateError(say("update.no_round"))
        finally:
            with suppress(OSError):  # what the trial left is nothing to the update
                shutil.rmtree(home)


def _copied(source: Path, work: Path) -> Path:
    """A copy that the account can read, its pins beside it. Raises ``UpdateError`` where it brings none."""
    if source.is_file():
        _write_pins(source, work)
        return Path(shutil.copy(source, work))
    checkout = work / "checkout"
    (checkout / "models").mkdir(parents=True)
    models = (each for pattern in MODELS for each in (source / "models").glob(pattern))
    for each in (*(source / part for part in PARTS), *models):
        _copy(each, checkout / each.relative_to(source))
    for name in ALL_PINS:
        if not (checkout / name).is_file():
            raise UpdateError(say("update.no_file", source=str(source), name=name))
        shutil.copy(checkout / name, work)
    return checkout


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    elif source.exists():
        shutil.copy(source, target, follow_symlinks=False)


def _write_pins(wheel: Path, work: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as opened:
            (work / PINS).write_bytes(opened.read(ASSETS + PINS))
            if ASSETS + SCREEN_PINS in opened.namelist():  # wheels of 0.1.0 have none
                (work / SCREEN_PINS).write_bytes(opened.read(ASSETS + SCREEN_PINS))
    except KeyError:
        raise UpdateError(say("update.no_pins", wheel=wheel.name)) from None
    except zipfile.BadZipFile:
        raise UpdateError(say("update.damaged", wheel=wheel.name)) from None
