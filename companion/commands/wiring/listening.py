"""Which processes of this app listen, and where: as the system tells it (proc(5))."""

from __future__ import annotations

import contextlib
import ipaddress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

PROC = Path("/proc")
OURS = ("companion", "companion.phones", "cups-up")
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
    if "companion.phones" in words:
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
    """Where each listening socket is, by its inode."""
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
