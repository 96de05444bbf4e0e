"""Signs of life for systemd's watchdog: a kiosk that hangs is restarted, and the game goes on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.cli.terminal.outlet import complain
from companion.core.on_disk import write_whole
from companion.text import say

READY, ALIVE, STOPPING = b"READY=1", b"WATCHDOG=1", b"STOPPING=1"
US_PER_S = 1_000_000
BEATS_A_LIMIT = 3
"""Beats within the time that systemd waits: two may be late."""
Send = Callable[[str, bytes], None]


class Heartbeat:
    """Tells the service manager that the app lives; where there is none, nobody."""

    def __init__(self, address: str | None, every_s: float | None, send: Send | None = None) -> None:
        """``address`` of the notification socket; ``every_s`` between beats, ``None`` for none."""
        self.every_s = every_s
        self._address, self._send = address, send or send_datagram
        self._told_ready = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], send: Send | None = None) -> Heartbeat:
        """As systemd asks for it in NOTIFY_SOCKET and WATCHDOG_USEC: sd_notify(3), sd_watchdog_enabled(3)."""
        limit = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        every_s = int(limit) / US_PER_S / BEATS_A_LIMIT if limit.isdecimal() and int(limit) and ours else None
        return cls(environment.get("NOTIFY_SOCKET") or None, every_s, send)

    def beat(self, alive: bool) -> None:
        """One beat; none where the app is not alive, so that systemd notices."""
        if not alive:
            return
        if not self._told_ready:
            self._told_ready = True
            self._tell(READY)
        self._tell(ALIVE)

    def stop(self) -> None:
        """The app closes by itself."""
        self._tell(STOPPING)

    def _tell(self, words: bytes) -> None:
        if self._address is not None:
            self._send(self._address, words)


def send_datagram(address: str, words: bytes) -> None:
    """One datagram to systemd's socket; "@" begins an abstract name. A manager that is gone is no fault."""
    path = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        try:
            line.sendto(words, path)
        except OSError:
            return


POWER_OFF = ("systemctl", "poweroff")
LONGEST_S = 10.0
Run = Callable[[Sequence[str]], str | None]
"""Runs a program; what it said where it failed, else ``None``."""


def is_kiosk(environment: Mapping[str, str]) -> bool:
    """Whether systemd runs the app as a service."""
    return bool(environment.get("NOTIFY_SOCKET") and environment.get("INVOCATION_ID"))


def run_program(words: Sequence[str]) -> str | None:
    """Run a program of the system and wait for it."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return str(fault)
    return None if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"


MARK = "ran-well"
"""The file in the home of the games that holds the name of the last version that ran well."""
LONG_ENOUGH_S = 60.0
"""Twice the service's WatchdogSec: a screen or a worker that hangs from the start is restarted before."""
Beat = tuple[Callable[[], None], float]


def proven_by(
    beat: Beat | None,
    home: Path,
    environment: Path = Path(sys.prefix),
    now: Callable[[], float] = time.monotonic,
) -> Beat | None:
    """The same signs of life; the first after ``LONG_ENOUGH_S`` writes the version's name into the home.

    ``environment`` is the one that runs, by whatever link. Without a service manager there are no signs of
    life and no version.
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
        complain(str(mark), say("terminal.not_written", fault=fault.strerror or str(fault)))
