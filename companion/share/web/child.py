"""Servers of pages as processes of their own: started and ended here, and found again where they listen."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from companion.text import say, spoken

STARTS_WITHIN_S = 20.0
"""A Pi takes some seconds to load what the server needs."""
ENDS_WITHIN_S = 3.0
KINDER = 5
"""By so much the server is nicer to other processes (nice(2)) than the table is."""
TOKEN = "CUPS_UP_SCOREBOARD_TOKEN"
"""The variable of the environment with the token of the page's address: other users cannot read it there."""
PHONES = "companion.share.web"
"""The module that serves phones."""


class NoServer(Exception):
    """The server did not start; the message says why."""


class ChildServer:
    """A server's process: its first line of output is JSON that says where it listens, or why it does not.

    Raises ``NoServer``.
    """

    def __init__(self, words: Sequence[str], token: str | None = None) -> None:
        """``words`` follow ``python -m``; ``token`` goes into the environment."""
        python = [sys.executable, *(["-I"] if sys.flags.isolated else [])]
        self._process = subprocess.Popen(
            [*python, "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=None if token is None else os.environ | {TOKEN: token},
        )
        with contextlib.suppress(OSError):
            priority = os.getpriority(os.PRIO_PROCESS, 0) + KINDER
            os.setpriority(os.PRIO_PROCESS, self._process.pid, priority)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.input: IO[bytes] = self._process.stdin
        self.output: IO[bytes] = self._process.stdout
        first = json.loads(self._first_line() or "{}")
        if "refused" in first or not first:
            self.close()
            raise NoServer(first.get("refused") or say("scoreboard.no_start"))
        self.url = str(first["url"] if "url" in first else first["urls"][0])

    @classmethod
    def of_scoreboard(cls, address: str, token: str | None = None) -> ChildServer:
        """The scoreboard at this address; it reads a feed."""
        return cls(
            ["companion", "--language", spoken().language, "scoreboard", "--listen", address, "--json"],
            token,
        )

    @classmethod
    def of_phones(cls, address: str) -> ChildServer:
        return cls([PHONES, spoken().language, address])

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Ask the process to end, insist where it does not, and close its pipes."""
        self._process.terminate()
        try:
            self._process.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self.input, self.output):
            with contextlib.suppress(OSError):
                pipe.close()

    def _first_line(self) -> bytes:
        readable, _, _ = select.select([self.output], [], [], STARTS_WITHIN_S)
        return self.output.readline() if readable else b""


def is_local(url: str) -> bool:
    """Whether only this machine can open it."""
    return ipaddress.ip_address(urlsplit(url).hostname or "").is_loopback


PROC = Path("/proc")
OURS = ("companion", PHONES, "cups-up")
"""Words of a command that starts the app."""
_LISTENS = {"tcp": "0A", "tcp6": "0A"}
_ACCEPTS = 0x10000
"""The flag of a Unix socket that takes connections (__SO_ACCEPTCON)."""


class Listener(Enum):
    """What listens there."""

    SCOREBOARD = "scoreboard"
    PHONES = "phones"
    CLUB = "club"
    FEED = "feed"


@dataclass(frozen=True, slots=True)
class Listening:
    """An address in numbers with its port, or a socket's path; the process that listens, and as what."""

    place: str
    process: int
    listener: Listener


def listening(proc: Path = PROC) -> tuple[Listening, ...]:
    """All that can be seen with the rights of this account."""
    places = _places(proc)
    found = []
    for folder in proc.iterdir():
        listener = _listener(folder) if folder.name.isdecimal() else None
        if listener is not None:
            number = int(folder.name)
            found += [
                Listening(places[each], number, listener) for each in _sockets(folder) if each in places
            ]
    return tuple(sorted(set(found), key=lambda each: (each.process, each.place)))


def _listener(folder: Path) -> Listener | None:
    """As what a process of ours would listen, by its command; ``None`` for a process of others."""
    try:
        told = (folder / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return None
    words = [word.decode("utf-8", "replace") for word in told]
    if not any(Path(word).name in OURS for word in words[:4]):
        return None
    if PHONES in words:
        return Listener.PHONES
    return next((each for each in (Listener.SCOREBOARD, Listener.CLUB) if each.value in words), Listener.FEED)


def _sockets(folder: Path) -> list[str]:
    found: list[str] = []
    with contextlib.suppress(OSError):
        for each in (folder / "fd").iterdir():
            with contextlib.suppress(OSError):
                name = str(each.readlink())
                if name.startswith("socket:["):
                    found.append(name[len("socket:[") : -1])
    return found


def _places(proc: Path) -> dict[str, str]:
    places: dict[str, str] = {}
    for table, state in _LISTENS.items():
        for row in _rows(proc / "net" / table):
            if len(row) > 9 and row[3] == state:
                places[row[9]] = _shown(row[1])
    for row in _rows(proc / "net" / "unix"):
        if len(row) > 7 and int(row[3], 16) & _ACCEPTS:
            places[row[6]] = row[7]
    return places


def _rows(path: Path) -> list[list[str]]:
    try:
        return [line.split() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()[1:]]
    except OSError:
        return []


def _shown(text: str) -> str:
    """``0100007F:1F65`` as 127.0.0.1:8037: words of 32 bits, each with its last byte first."""
    host, _, port = text.partition(":")
    words = bytes.fromhex(host)
    ordered = b"".join(words[at : at + 4][::-1] for at in range(0, len(words), 4))
    address = ipaddress.ip_address(ordered)
    return f"[{address}]:{int(port, 16)}" if address.version == 6 else f"{address}:{int(port, 16)}"
