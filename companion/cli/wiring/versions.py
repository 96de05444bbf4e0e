"""The app's versions on an appliance: an environment each, and links that say which one runs.

    HOME/versions/0.2.0-1/     an environment that sees the system's packages (picamera2, lgpio)
    HOME/current -> versions/0.2.0-1     the one that the service starts
    HOME/former  -> versions/0.1.0-1     the one before it, for ``cups-up update --back``
    HOME/proven  -> versions/0.1.0-1     the last that ran well: hardware/first_starts.sh goes back to it

A new link is renamed over the old one, so a power cut leaves one of the two.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.cli.terminal.outlet import complain
from companion.core.on_disk import settle, write_whole
from companion.text import say, say_list, say_os_fault

READY, ALIVE, STOPPING = b"READY=1", b"WATCHDOG=1", b"STOPPING=1"
US_PER_S = 1_000_000
BEATS_A_LIMIT = 3
"""Heartbeats within systemd's time limit: two may be late."""
Send = Callable[[str, bytes], None]


class Heartbeat:
    """Tells the service manager, if any, that the app lives."""

    def __init__(self, address: str | None, every_s: float | None, send: Send | None = None) -> None:
        """``address``: the notification socket. ``every_s``: between beats; ``None``: no beats."""
        self.every_s = every_s
        self._address, self._send = address, send or send_datagram
        self._told_ready = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], send: Send | None = None) -> Heartbeat:
        """NOTIFY_SOCKET and WATCHDOG_USEC: sd_notify(3), sd_watchdog_enabled(3)."""
        limit = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        every_s = int(limit) / US_PER_S / BEATS_A_LIMIT if limit.isdecimal() and int(limit) and ours else None
        return cls(environment.get("NOTIFY_SOCKET") or None, every_s, send)

    def beat(self, alive: bool) -> None:
        """Sends nothing if the app hangs, so that systemd notices."""
        if not alive:
            return
        if not self._told_ready:
            self._told_ready = True
            self._tell(READY)
        self._tell(ALIVE)

    def stop(self) -> None:
        self._tell(STOPPING)

    def _tell(self, words: bytes) -> None:
        if self._address is not None:
            self._send(self._address, words)


def send_datagram(address: str, words: bytes) -> None:
    """A leading "@" means an abstract name. Ignores a service manager that is gone."""
    path = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        try:
            line.sendto(words, path)
        except OSError:
            return


POWER_OFF = ("systemctl", "poweroff")
LONGEST_S = 10.0
Run = Callable[[Sequence[str]], str | None]
"""Runs a program and gives its output if it failed, else ``None``."""


def is_kiosk(environment: Mapping[str, str]) -> bool:
    return bool(environment.get("NOTIFY_SOCKET") and environment.get("INVOCATION_ID"))


def run_program(words: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return str(fault)
    return None if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"


MARK = "ran-well"
"""The file, in the games' home, with the name of the last version that ran well."""
LONG_ENOUGH_S = 60.0
"""Twice the service's WatchdogSec, so that systemd first restarts an app that hangs from its start."""
Beat = tuple[Callable[[], None], float]


def proven_by(
    beat: Beat | None,
    home: Path,
    environment: Path = Path(sys.prefix),
    now: Callable[[], float] = time.monotonic,
) -> Beat | None:
    """The same beats; the first after ``LONG_ENOUGH_S`` also writes the version's name into the home.

    ``environment``: the one that runs, by any link.
    """
    if beat is None:
        return None
    name, began, told = environment.resolve().name, now(), False

    def beat_and_tell() -> None:
        nonlocal told
        beat[0]()
        if not told and now() - began >= LONG_ENOUGH_S:
            told = True
            _tell(home / MARK, name)

    return beat_and_tell, beat[1]


def _tell(mark: Path, name: str) -> None:
    try:
        write_whole(mark, f"{name}\n".encode())
    except OSError as fault:  # a full or read-only card must not end the game
        complain(str(mark), say("terminal.not_written", fault=say_os_fault(fault)))


ACCOUNTS = ("cups-up", "nobody")
"""The service's account, and the one for jobs on machines without it."""
PATH = "/usr/local/bin:/usr/bin:/bin"
NETWORK = ("http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")
TIMED_OUT = 124
NOT_STARTED = 127
FOR_ALL = 0o755


@dataclass(frozen=True, slots=True)
class Job:
    """A program with its only writable folder, which is its home and working directory, too.

    ``account``: who runs it; ``None``: the caller, who is not root. ``extra``: more variables.
    """

    words: tuple[str, ...]
    folder: Path
    account: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    limit_s: float | None = None

    @property
    def environment(self) -> dict[str, str]:
        home = str(self.folder)
        own = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": home, "TMPDIR": home, "ORT_DISABLE_TELEMETRY": "1"}
        return own | dict(self.extra)


RunJob = Callable[[Job], int]


def run_job(job: Job) -> int:
    run = subprocess.run if job.account is None else _run_as(job.account)
    try:
        return run(
            job.words, cwd=job.folder, env=job.environment, timeout=job.limit_s, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return TIMED_OUT
    except (OSError, ValueError):  # no such program, or a name that is none
        return NOT_STARTED


def _run_as(account: str) -> partial[subprocess.CompletedProcess[bytes]]:
    entry = pwd.getpwnam(account)
    return partial(
        subprocess.run, user=entry.pw_uid, group=entry.pw_gid, extra_groups=[], start_new_session=True
    )


def account_for_jobs() -> str | None:
    """Who runs jobs for root; ``None``: the caller is not root. Raises ``LookupError``."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    found = next((name for name in ACCOUNTS if name in known), None)
    if found is None:
        raise LookupError(say("update.no_account", accounts=say_list(ACCOUNTS, either=True)))
    return found


def network_settings(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Variables for pip: proxies, certificates, its own settings."""
    return tuple(
        (name, value) for name, value in environment.items() if name in NETWORK or name.startswith("PIP_")
    )


def hand_over(folder: Path, account: str | None) -> None:
    if account is not None:
        entry = pwd.getpwnam(account)
        for each in (folder, *_below(folder)):
            os.chown(each, entry.pw_uid, entry.pw_gid, follow_symlinks=False)


def take_back(folder: Path) -> None:
    """Lets only the caller change the folder; chown(2) drops setuid bits."""
    for each in (folder, *_below(folder)):
        if os.geteuid() == 0:
            os.chown(each, 0, 0, follow_symlinks=False)
        if not each.is_symlink():
            each.chmod(each.stat().st_mode & FOR_ALL)


def settle_all(folder: Path) -> None:
    """Writes the folder to the disk. Raises ``OSError``."""
    for each in (*_below(folder), folder, folder.parent):
        if not each.is_symlink() and (each.is_file() or each.is_dir()):
            settle(each)


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        yield from (Path(place) / name for name in (*folders, *files))


PINS, SCREEN_PINS, BUILD_PINS = "requirements.txt", "requirements-screens.txt", "requirements-build.txt"
ASSETS = "companion/_assets/"
"""Where a wheel has its pins."""
MODELS = ("*.json", "*.onnx")
ALL_PINS = (PINS, SCREEN_PINS, BUILD_PINS)
PARTS = ("companion", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", *ALL_PINS)
"""The checkout's parts that go into the wheel, besides the weights."""
FIRST_SCENE = ("play", "--first-scene", "--camera", "simulated", "--panel", "none", "--no-watch")
A_ROUND = ("demo", "--fast", "--rounds", "1")
FIRST_SCENE_S, A_ROUND_S = 300.0, 900.0
"""A Zero 2 W compiles for half a minute before its first scene; ten times that."""


class UpdateError(RuntimeError):
    """The update was not made; the version in use stays."""


class Builder:
    def __init__(self, run: RunJob, python: str, account: str | None) -> None:
        """``python``: the system's own, which sees the system's packages."""
        self._run, self._python, self._account = run, python, account

    def build(self, folder: Path, source: Path) -> None:
        """Build an environment with the app, on the disk and tried. Raises ``UpdateError``."""
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
        """Starts the app, then plays a round, without a display and with a temporary home."""
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
            with suppress(OSError):  # leftovers of the trial do not matter
                shutil.rmtree(home)


def _copied(source: Path, work: Path) -> Path:
    """A copy for the account, with the pins. Raises ``UpdateError`` without pins."""
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


CURRENT, FORMER, PROVEN, VERSIONS = "current", "former", "proven", "versions"
WHEEL_NAME = re.compile(r"cups_up-([0-9][A-Za-z0-9.!+_]*)-")
LONGEST_NAME = 100
WHEEL = "cups_up-VERSION-py3-none-any.whl"


class Versions:
    def __init__(self, home: Path, builder: Builder, mark: Path) -> None:
        """``mark``: the file in which a version says that it runs well."""
        self.home, self._builder, self._mark = home, builder, mark

    def in_use(self) -> str | None:
        return self._named(CURRENT)

    def former(self) -> str | None:
        return self._named(FORMER)

    def proven(self) -> str | None:
        return self._marked() or self._named(PROVEN)

    def install(self, source: Path) -> str:
        """Install a wheel or a checkout, try it, then switch to it. Gives its name.

        After ``UpdateError`` the version in use stays, and nothing half-made is left.
        """
        name = self._free_name(version_of(source))
        folder = self.home / VERSIONS / name
        self._open_to_all()
        try:
            self._builder.build(folder, source)
        except UpdateError as fault:
            shutil.rmtree(folder, ignore_errors=True)
            used = self.in_use()
            stays = say("update.stays", fault=str(fault), name=used) if used else ""
            raise UpdateError(stays or say("update.nothing_used", fault=str(fault))) from None
        except BaseException:  # Ctrl-C too must leave nothing half-made; the fault goes on
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._switch(name)
        return name

    def go_back(self) -> str:
        """Swaps the former and the present version. Raises ``UpdateError``."""
        former, current = self.former(), self.in_use()
        if former is None or current is None or former == current:
            raise UpdateError(say("update.no_former"))
        self._link(CURRENT, former)
        self._link(FORMER, current)
        return former

    def _open_to_all(self) -> None:
        """Lets every account enter, whatever root's umask."""
        (self.home / VERSIONS).mkdir(parents=True, exist_ok=True)
        for folder in (self.home, self.home / VERSIONS):
            folder.chmod(FOR_ALL)

    def _switch(self, name: str) -> None:
        before = self.in_use()
        if before is not None:
            self._link(FORMER, before)
            self._link(PROVEN, self.proven() or before)
        self._link(CURRENT, name)
        self._tidy()

    def _marked(self) -> str | None:
        if self._mark.is_symlink() or not self._mark.is_file():
            return None
        with self._mark.open(encoding="utf-8", errors="replace") as file:
            name = file.readline(LONGEST_NAME).strip()
        plain = name and not name.startswith(".") and "/" not in name and name.isprintable()
        return name if plain and (self.home / VERSIONS / name).is_dir() else None

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
        settle(self.home)
        os.replace(new, self.home / link)
        settle(self.home)

    def _tidy(self) -> None:
        kept = {self.in_use(), self.former(), self._named(PROVEN), self.proven()}
        for folder in (self.home / VERSIONS).iterdir():
            if folder.name not in kept:
                shutil.rmtree(folder, ignore_errors=True)


def version_of(source: Path) -> str:
    """A wheel's or a checkout's version. Raises ``UpdateError`` for other things."""
    if source.is_file() and source.suffix == ".whl":
        named = WHEEL_NAME.match(source.name)
        if named is None:
            raise UpdateError(say("update.no_wheel", file=source.name, name=WHEEL))
        return named[1]
    package = source / "companion" / "__init__.py"
    found = (
        re.search(r'__version__ = "([^"]+)"', package.read_text(encoding="utf-8", errors="replace"))
        if package.is_file()
        else None
    )
    if found is None:
        raise UpdateError(say("update.neither", source=str(source)))
    return found[1]
