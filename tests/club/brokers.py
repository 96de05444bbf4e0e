"""Real servers for the tests of feed and club, on this machine, started and killed at will."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.ports import HERE, kept_port

BROKER = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
QUIET = subprocess.DEVNULL


def until(holds: Callable[[], bool], patience_s: float = 150.0) -> None:
    deadline = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex((HERE, port)) == 0


@dataclass
class Mosquitto:
    """A broker that keeps nothing on disk: what it holds when it is killed is gone."""

    folder: Path
    lines: tuple[str, ...] = ("allow_anonymous true",)
    port: int = 0
    running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """On a port of its own; again where another program took it meanwhile."""
        until(self._started)

    def _started(self) -> bool:
        self.port = self.port or kept_port()
        config = self.folder / "mosquitto.conf"
        config.write_text("\n".join((f"listener {self.port} {HERE}", *self.lines, "user root\n")))
        assert BROKER is not None
        self.running = subprocess.Popen([BROKER, "-c", str(config)], stdout=QUIET, stderr=QUIET)
        until(lambda: answers(self.port) or self._has_ended())
        return not self._has_ended()

    def _has_ended(self) -> bool:
        return self.running is not None and self.running.poll() is not None

    def stop(self) -> None:
        """It says goodbye to its clients."""
        if self.running is not None:
            self.running.terminate()
            self.running.wait(20)
            self.running = None

    def kill(self) -> None:
        if self.running is not None:
            self.running.kill()
            self.running.wait(20)
            self.running = None


def postgresql_programs() -> Path | None:
    """The folder of the newest server's programs, as Debian's packages lay them."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    return folders[-1].parent if folders else None


PROGRAMS = postgresql_programs()


@dataclass
class PostgreSql:
    """A database server of its own, in a folder of its own. It refuses root, so it runs as ``postgres``."""

    folder: Path
    port: int = 0
    running: subprocess.Popen[bytes] | None = None

    @property
    def place(self) -> str:
        return f"postgresql://postgres@{HERE}:{self.port}/postgres"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        assert PROGRAMS is not None
        if not self.port:
            self.port = kept_port()
            if os.geteuid() == 0:
                shutil.chown(self.folder, "postgres", "postgres")
            words = [str(PROGRAMS / "initdb"), "-D", str(self.data), "-U", "postgres", "-A", "trust", "-N"]
            subprocess.run([*self._as_nobody(), *words], check=True, stdout=QUIET, stderr=QUIET)
        until(self._started)

    def _started(self) -> bool:
        assert PROGRAMS is not None
        words = [str(PROGRAMS / "postgres"), "-D", str(self.data), "-h", HERE, "-p", str(self.port), "-k", ""]
        self.running = subprocess.Popen([*self._as_nobody(), *words], stdout=QUIET, stderr=QUIET)
        until(lambda: self._is_ready() or self._has_ended())
        return not self._has_ended()

    def _has_ended(self) -> bool:
        return self.running is not None and self.running.poll() is not None

    def kill(self) -> None:
        """As a power cut would: the server and all its processes, without a word."""
        if self.running is not None:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            os.kill(int(lines[0]), 9)
            self.running.wait(20)
            self.running = None
            until(lambda: not answers(self.port))

    def _is_ready(self) -> bool:
        assert PROGRAMS is not None
        words = [str(PROGRAMS / "pg_isready"), "-q", "-h", HERE, "-p", str(self.port)]
        return subprocess.run(words, check=False).returncode == 0

    @staticmethod
    def _as_nobody() -> list[str]:
        return (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        )
