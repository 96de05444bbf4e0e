"""Nothing leaves the machine: commands start as a person starts them, in an empty home, and are observed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PHOTO = ROOT / "docs" / "pictures" / "table.jpg"
pytestmark = pytest.mark.slow

COMMANDS = {
    "read": ("read", str(PHOTO)),
    "demo": ("demo", "--fast", "--players", "2", "--seed", "8", "--out", "OUT"),
}
GUARD = """
import os, sys

def heard(event, arguments):
    if event.startswith("socket."):
        with open(os.environ["HEARD"], "a", encoding="utf-8") as heard_there:
            heard_there.write(f"{event} {arguments!r}\\n")

sys.addaudithook(heard)
"""
"""Python's own sockets, told by its audit events; ``sitecustomize`` runs before anything else."""
NETWORK = re.compile(r"\b(socket|connect|sendto|sendmsg|sendmmsg|bind|listen)\(.*AF_(INET|INET6|NETLINK)")
"""System calls by which something could leave the machine, or listen, as strace writes them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a command did: files in its home, audit events, system calls (none without strace)."""

    files: list[str]
    events: str
    calls: list[str]


def _observed(command: tuple[str, ...], folder: Path) -> Seen:
    home, guard, events, calls = (folder / name for name in ("home", "guard", "events", "calls"))
    home.mkdir()
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    words = [str(folder / "out") if word == "OUT" else word for word in command]
    done = subprocess.run(
        [*_tracer(calls), sys.executable, "-m", "companion", *words],
        cwd=ROOT,
        env=_environment(home, guard, events),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = events.read_text(encoding="utf-8") if events.exists() else ""
    traced = calls.read_text(errors="replace").splitlines() if calls.exists() else []
    files = sorted(str(each.relative_to(home)) for each in home.rglob("*"))
    return Seen(files, told, [call for call in traced if NETWORK.search(call)])


def _environment(home: Path, guard: Path, events: Path) -> dict[str, str]:
    """A new account's, without the switch that ``./run`` sets: the app must set it itself."""
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join((str(guard), str(ROOT))),
        "HEARD": str(events),
    }


def _tracer(log: Path) -> list[str]:
    """strace, where it is there and may follow a process."""
    strace = shutil.which("strace")
    if strace is None or subprocess.run([strace, "-o", os.devnull, "true"], check=False).returncode:
        return []
    return [strace, "-f", "-q", "-e", "trace=network", "-o", str(log)]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_leaves_no_file_in_the_home_and_opens_no_connection(name: str, tmp_path: Path) -> None:
    assert _observed(COMMANDS[name], tmp_path) == Seen(files=[], events="", calls=[])


def test_the_guard_hears_what_python_sends(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    events = tmp_path / "events"
    asking = "import socket; socket.getaddrinfo('127.0.0.1', 9); socket.socket().close()"
    subprocess.run([sys.executable, "-c", asking], env=_environment(tmp_path, tmp_path, events), check=True)
    told = events.read_text(encoding="utf-8")
    assert "socket.getaddrinfo" in told
    assert "socket.__new__" in told
