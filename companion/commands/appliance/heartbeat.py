"""Signs of life for systemd's watchdog: a kiosk that hangs is restarted, and the game goes on."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping

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
