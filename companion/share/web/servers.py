"""Scoreboard and phones at the table: each a process of its own, switched on and off while the app runs."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from threading import Lock
from typing import IO, Protocol
from urllib.parse import urlsplit

from companion.core.frame import Frame
from companion.play.base.ports import ClubRound
from companion.play.overlays.ports import Broker, Reach, Served
from companion.play.views import TableView, game_of
from companion.share.album import Proof, VerdictPictures, picture_of
from companion.share.feed import Happening, WrittenFeed
from companion.share.web.addresses import LAN, LOCAL, PHONE_PORT, PORT, PageToken
from companion.share.web.board_view import NO_PICTURE, Picture, picture_line, times_line
from companion.share.web.phone_gateway import PhoneGateway
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


MOST_WAITING = 1_000
"""Lines that may wait for a server that does not read; then it is left alone."""
PLACES = {
    (Served.SCOREBOARD, Reach.HERE): f"{LOCAL}:{PORT}",
    (Served.SCOREBOARD, Reach.LAN): LAN,
    (Served.PHONES, Reach.HERE): f"{LOCAL}:{PHONE_PORT}",
    (Served.PHONES, Reach.LAN): LAN,
}
"""Where each listens, as ``companion.share.web.addresses`` reads it."""
SWITCHED_WITHIN_S = 30.0
"""Longer than a server takes to start and to end."""


class BrokerLinks(Protocol):
    """How it stands with the brokers that hear of this table."""

    @property
    def brokers(self) -> tuple[Broker, ...]: ...

    @property
    def club_round(self) -> ClubRound | None:
        """Whom a club has seated here."""
        ...

    def tell_table(self, on_news: Callable[[str], None]) -> None:
        """Call this with each change from now on, and with what is wrong already."""
        ...


class SwitchedScoreboard:
    """Fits ``companion.share.feed.happening.Follower``: a scoreboard that can be switched on and off.

    It is off at first. One that is switched on in the middle of a game learns the whole game.
    """

    def __init__(
        self, complain: Callable[[str], None] = lambda reason: None, token: PageToken | None = None
    ) -> None:
        """``complain`` gets, on another thread, why the server can be told nothing any more.

        Without ``token`` that of the environment is in the address, else a new one each time.
        """
        self._complain, self._token, self._address = complain, token, ""
        self._running: tuple[ChildServer, WrittenFeed] | None = None
        self._newest: Happening | None = None
        self._lock = Lock()

    @property
    def url(self) -> str | None:
        """The page's address; ``None`` while it is off, or where its server has died."""
        running = self._running
        return running[0].url if running is not None and running[0].is_alive else None

    def open(self, address: str) -> None:
        """Listen there and nowhere else. Raises ``NoServer``; then it is off."""
        self.shut()
        server = ChildServer.of_scoreboard(address, None if self._token is None else self._token.read())
        self._address, feed = address, WrittenFeed(server.input.fileno(), self._complain)
        with self._lock:
            self._running, newest = (server, feed), self._newest
            if newest is not None:
                feed.on_event(replace(newest, fresh=newest.record.events, before=None))

    @property
    def may_renew(self) -> bool:
        """Whether the page can get another address."""
        return self._token is not None

    def renew(self) -> None:
        """Another token in the page's address; the old address leads nowhere. Raises ``NoServer``."""
        if self._token is not None:
            self._token.renew()
        if self.url is not None:
            self.open(self._address)

    def shut(self) -> None:
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            server, feed = running
            feed.close()
            server.close()

    def on_event(self, happening: Happening) -> None:
        """Have the happening shown, and keep it for a scoreboard that is switched on later."""
        with self._lock:
            self._newest = happening
            if self._running is not None:
                self._running[1].on_event(happening)

    def show_later(self, line: Callable[[], str]) -> None:
        """Send the server one more line, where it is on; the line is made when its turn comes."""
        with self._lock:
            if self._running is not None:
                self._running[1].write_later(line)

    def close(self) -> None:
        self.shut()


class RevealsOnBoard:
    """Fits ``companion.share.feed.happening.Follower``; ``show`` gets every view.

    The picture is that in which the eye read the dice of the verdict; no other leaves the table. The players'
    clocks go to the page with it.
    """

    def __init__(self, board: SwitchedScoreboard, on: bool = False) -> None:
        self.on = on
        """Whether pictures are shown; else every one stays at the table."""
        self._board, self._pictures = board, VerdictPictures()
        self._newest: Happening | None = None
        self._page = board.url
        self._times: tuple[str, ...] = ()

    def switch(self, on: bool) -> None:
        """Show the picture of each verdict, that which stands included; or none any more, at once."""
        if self.on and not on:
            self._board.show_later(lambda: NO_PICTURE)
        self.on = on
        self._show_again()

    def on_event(self, happening: Happening) -> None:
        """Note which event the next verdict on the screen is of."""
        self._newest = happening
        self._pictures.on_event(happening)

    def show(self, view: TableView) -> None:
        """Hand on the picture of a verdict, once a page; it is made into a JPEG where nobody waits for it."""
        page = self._board.url
        game, new = game_of(view.scene), page != self._page
        times = self._times if game is None else tuple(seat.time for seat in game.seats if seat.time)
        if new:
            self._page = page
            self._show_again()
        if page is not None and (times != self._times or (new and times)):
            self._board.show_later(lambda: times_line(times))
        self._times = times
        found = self._pictures.of(view) if self.on and page is not None else None
        if found is not None:
            self._board.show_later(lambda: _picture_line(*found))

    def _show_again(self) -> None:
        """Who looks at the page now has not seen the picture of the verdict that stands."""
        if self._newest is not None:
            self._pictures.on_event(self._newest)

    def close(self) -> None:
        """The scoreboard is closed by whoever opened it."""


def _picture_line(frame: Frame, proof: Proof) -> str:
    return picture_line(Picture(proof.game, proof.number, picture_of(frame, proof).jpeg))


class SwitchedPhones:
    """The phones' gateway, and a server for it that can be switched on and off; it is off at first.

    Phones that are in stay the players' own: they come back by themselves when the server does.
    """

    def __init__(self, names: bool = True) -> None:
        """Without ``names`` the phones show players by their seats."""
        self.gateway = PhoneGateway(time.monotonic_ns, names=names)
        self._server: ChildServer | None = None
        self._unlink: Callable[[], None] = lambda: None

    @property
    def url(self) -> str | None:
        """Where phones join; ``None`` while it is off, or where the server has died."""
        server = self._server
        return server.url if server is not None and server.is_alive else None

    def open(self, address: str) -> None:
        """Listen there and nowhere else. Raises ``NoServer``; then it is off."""
        self.shut()
        server = ChildServer.of_phones(address)
        self.gateway.url, self.gateway.local = server.url, is_local(server.url)
        self._unlink = _linked(self.gateway, server.input, server.output)
        self._server = server

    def shut(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            self._unlink()
            server.close()


class SwitchedServers:
    """Fits ``companion.play.overlays.ports.Servers``, and has what the screen shows of them.

    A server takes a second or more to start: a thread of its own waits for that, one switch after the other.
    """

    def __init__(
        self,
        board: SwitchedScoreboard,
        phones: SwitchedPhones,
        places: Mapping[tuple[Served, Reach], str] = PLACES,
        links: BrokerLinks | None = None,
    ) -> None:
        """Board and phones may be on already, at any address."""
        self.on_news: Callable[[str], None] = lambda _: None
        """Is told in a sentence what came of a switch; on another thread."""
        self.reveals: RevealsOnBoard | None = None
        """What hands reveals' pictures to the scoreboard; none at a table that never takes any."""
        self.links = links
        """How it stands with the brokers that hear of this table."""
        self._board, self._switched, self._places = board, phones, places
        self._changing: list[Served] = []
        self._wanted: queue.SimpleQueue[tuple[Served, Reach | None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="servers", daemon=True)
        self._worker.start()

    @property
    def scoreboard(self) -> tuple[str, bool] | None:
        url = self._board.url
        return None if url is None else (url, is_local(url))

    @property
    def gateway(self) -> PhoneGateway:
        """Where phones are at the table, on or off."""
        return self._switched.gateway

    @property
    def phones(self) -> PhoneGateway | None:
        """The same while phones can join."""
        return None if self._switched.url is None else self.gateway

    def reach(self, served: Served) -> Reach:
        url = self._board.url if served is Served.SCOREBOARD else self._switched.url
        if url is None:
            return Reach.OFF
        return Reach.HERE if is_local(url) else Reach.LAN

    def is_changing(self, served: Served) -> bool:
        return served in self._changing

    def switch(self, served: Served, reach: Reach) -> None:
        """Switch it on or off; returns at once."""
        if not self.is_changing(served) and self.reach(served) is not reach:
            self._changing.append(served)
            self._wanted.put((served, reach))

    @property
    def may_renew(self) -> bool:
        return self._board.may_renew and self._board.url is not None

    def renew_address(self) -> None:
        """Give the scoreboard another address; returns at once."""
        if self.may_renew and not self.is_changing(Served.SCOREBOARD):
            self._changing.append(Served.SCOREBOARD)
            self._wanted.put((Served.SCOREBOARD, None))

    @property
    def pictures(self) -> bool | None:
        return None if self.reveals is None or self._board.url is None else self.reveals.on

    def show_pictures(self, on: bool) -> None:
        """Show each reveal's picture from now on, or none any more."""
        if self.reveals is not None:
            self.reveals.switch(on)

    @property
    def brokers(self) -> tuple[Broker, ...]:
        return () if self.links is None else self.links.brokers

    @property
    def club_round(self) -> ClubRound | None:
        """Whom a club has seated here, over a broker."""
        return None if self.links is None else self.links.club_round

    def close(self) -> None:
        """Take no more switches; who made the servers ends them."""
        self._wanted.put(None)
        self._worker.join(SWITCHED_WITHIN_S)

    def _work(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            served, reach = wanted
            try:
                self._change(served, reach)
                news = _say_changed(served, reach)
            except (NoServer, OSError) as fault:
                news = _missed(served, str(fault))
            finally:
                self._changing.remove(served)
            self.on_news(news)

    def _change(self, served: Served, reach: Reach | None) -> None:
        switched = self._board if served is Served.SCOREBOARD else self._switched
        if reach is None:
            self._board.renew()
        elif reach is Reach.OFF:
            switched.shut()
        else:
            switched.open(self._places[served, reach])


def _linked(gateway: PhoneGateway, to_server: IO[bytes], from_server: IO[bytes]) -> Callable[[], None]:
    """Carry lines between the gateway and its server, each way in a thread: the table waits for neither.

    Gives what ends that.
    """
    waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)

    def send(line: str) -> None:
        with contextlib.suppress(queue.Full):
            waiting.put_nowait(line)

    def write_all() -> None:
        with contextlib.suppress(OSError, ValueError):  # it has gone, or is closed
            while (line := waiting.get()) is not None:
                to_server.write(f"{line}\n".encode())
                to_server.flush()

    def hear_all() -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in from_server:
                gateway.take(line.decode("utf-8", "replace"), send)

    def unlink() -> None:
        gateway.on_line = lambda _: None
        with contextlib.suppress(queue.Full):
            waiting.put_nowait(None)

    gateway.on_line = send
    send(gateway.line())
    for each in (write_all, hear_all):
        threading.Thread(target=each, name=f"phones {each.__name__}", daemon=True).start()
    return unlink


def _say_changed(served: Served, reach: Reach | None) -> str:
    if reach is None:
        return say("server.renewed")
    return say(f"server.ended.{served.value}" if reach is Reach.OFF else f"server.begun.{served.value}")


def _missed(served: Served, reason: str) -> str:
    if served is Served.SCOREBOARD:
        return say("scoreboard.not_shown", reason=reason)
    return say("phones.not_there", reason=reason)
