"""Where a page listens, and the token in its address."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import re
import secrets
import socket
import struct
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from companion.core.on_disk import NotRead, read_ordinary, write_whole
from companion.text import say

LOCAL, LAN = "127.0.0.1", "lan"
PORT, PHONE_PORT = 8037, 8038
WAITING = 128
"""Connections that may wait."""
DEAD_AFTER_MS = 30_000
"""A reader whose machine stays silent this long has gone (tcp(7), TCP_USER_TIMEOUT)."""
NOWHERE = "192.0.2.1"
"""An unused address (RFC 5737): only the route to it is asked for, nothing is sent."""
SIOCGIFADDR = 0x8915
"""Asks for an interface's address (netdevice(7))."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a token that are not mistaken for others, typed with a remote control."""
TOKEN_LENGTH = 12
"""31 letters to the power of 12: 59 bits."""
TOKEN = "CUPS_UP_SCOREBOARD_TOKEN"
"""Environment variable with the page's token: other users cannot read it."""
_FORM = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<four>[^:\[\]]*))(?::(?P<port>\d{1,5}))?")


TOKEN_NAME, ORGANISERS = "page-token", "organiser-token"
"""Files beside the journal with the tokens, readable by the owner alone."""
_TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)


def is_local(url: str) -> bool:
    return ipaddress.ip_address(urlsplit(url).hostname or "").is_loopback


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def new_token() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(TOKEN_LENGTH))


class PageToken:
    """The token of this machine's pages, the same until renewed; new at each start if it cannot be kept."""

    def __init__(self, folder: Path, name: str = TOKEN_NAME) -> None:
        self._path, self._now = folder / name, ""

    def read(self) -> str:
        if not self._now:
            with contextlib.suppress(NotRead, UnicodeDecodeError):
                kept = read_ordinary(self._path, 100).decode("ascii").strip()
                self._now = kept if is_token(kept) else ""
        return self._now or self.renew()

    def renew(self) -> str:
        self._now = new_token()
        with contextlib.suppress(OSError):
            write_whole(self._path, f"{self._now}\n".encode(), private=True)
        return self._now


class NoNetwork(ValueError): ...


@dataclass(frozen=True, slots=True)
class Address:
    """A numeric address; port 0: any free one."""

    host: str
    port: int

    @property
    def family(self) -> socket.AddressFamily:
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET

    @property
    def is_here(self) -> bool:
        """Whether this machine has the address now."""
        with contextlib.suppress(OSError), socket.socket(self.family, socket.SOCK_DGRAM) as trial:
            trial.bind((self.host, 0))
            return True
        return False

    @property
    def shown_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def url(self, token: str) -> str:
        return f"http://{self.shown_host}:{self.port}/{token}/"


def address_of(text: str, usual_port: int = PORT) -> Address:
    """The address in ``ADDRESS[:PORT]``, ``lan`` or ``lan:PORT``. ValueError, in a sentence, for other text.

    ``lan``: this machine's address in the local network. Raises ``NoNetwork`` while there is none.
    """
    form = _FORM.fullmatch(text)
    port = usual_port if form is None or form["port"] is None else int(form["port"])
    if form is None or port > 65_535:
        raise ValueError(say("scoreboard.no_address"))
    host = form["six"] or form["four"] or LOCAL
    if host == LAN:
        return Address(_in_the_network(), port)
    try:
        number = ipaddress.ip_address(LOCAL if host == "localhost" else host)
    except ValueError:
        raise ValueError(say("scoreboard.no_address")) from None
    if isinstance(number, ipaddress.IPv6Address):
        number = number.ipv4_mapped or number
    if number.is_unspecified:
        raise ValueError(say("scoreboard.everywhere"))
    return Address(str(number), port)


def _in_the_network() -> str:
    """The address on the way out; without one, as in the machine's own hotspot, that of an interface."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        with contextlib.suppress(OSError):
            asking.connect((NOWHERE, 9))
            return str(asking.getsockname()[0])
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                told = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("16s24x", name.encode()))
                found = ipaddress.IPv4Address(told[20:24])
                if not found.is_loopback:
                    return str(found)
    raise NoNetwork(say("scoreboard.no_network"))


def listen(address: Address) -> socket.socket:
    listening = socket.socket(address.family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_AFTER_MS)
        listening.bind((address.host, address.port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


def listening_at(listening: socket.socket) -> Address:
    host, port = listening.getsockname()[:2]
    return Address(host, port)


def hosts_of(addresses: tuple[Address, ...]) -> tuple[str, ...]:
    """Names by which browsers may call this machine; others' names that lead here are refused."""
    name = socket.gethostname().lower()
    names = ("localhost", *((name, f"{name}.local") if name else ()))
    return (*(each.shown_host for each in addresses), *(each.host for each in addresses), *names)
