"""Scoreboard and phones at the table: child processes, switched while the app runs."""

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

import numpy as np

from companion.core.frame import NS_PER_S, Frame
from companion.play.base.ports import Broker, ClubRound, Live, Reach, Served
from companion.play.modes.dice.views import RevealScene
from companion.play.views import TableView, game_of
from companion.rules import Phase
from companion.share.album import Proof, VerdictPictures, jpeg_of, picture_of
from companion.share.feed import Follower, Happening, WrittenFeed
from companion.share.web.addresses import (
    LAN,
    LOCAL,
    PHONE_PORT,
    PORT,
    TOKEN,
    Address,
    PageToken,
    address_of,
    is_local,
)
from companion.share.web.board_view import (
    NO_PICTURE,
    NO_TABLE,
    Picture,
    picture_line,
    table_line,
    times_line,
)
from companion.share.web.phone_gateway import PhoneGateway
from companion.text import say, spoken

STARTS_WITHIN_S = 20.0
"""Longest wait for a server's first line: a Pi needs some seconds to load it."""
ENDS_WITHIN_S = 3.0
KINDER = 5
"""The server's niceness above the table's (nice(2))."""
PHONES = "companion.share.web"
"""Module that serves phones."""


class NoServer(Exception):
    """The message says why."""


class ChildServer:
    """A server's process; its first line is JSON: where it listens, or why not. Raises ``NoServer``."""

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


PROC = Path("/proc")
OURS = ("companion", PHONES, "cups-up")
"""Words of a command that starts the app."""
_LISTENS = {"tcp": "0A", "tcp6": "0A"}
_ACCEPTS = 0x10000
"""Flag of a Unix socket that takes connections (__SO_ACCEPTCON)."""


class Listener(Enum):
    SCOREBOARD = "scoreboard"
    PHONES = "phones"
    CLUB = "club"
    FEED = "feed"


@dataclass(frozen=True, slots=True)
class Listening:
    place: str
    process: int
    listener: Listener


def listening(proc: Path = PROC) -> tuple[Listening, ...]:
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
    """What a process listens as, by its command; None: it is not ours."""
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
    """``0100007F:1F65`` as 127.0.0.1:8037: 32-bit words, last byte first."""
    host, _, port = text.partition(":")
    words = bytes.fromhex(host)
    ordered = b"".join(words[at : at + 4][::-1] for at in range(0, len(words), 4))
    address = ipaddress.ip_address(ordered)
    return f"[{address}]:{int(port, 16)}" if address.version == 6 else f"{address}:{int(port, 16)}"


MOST_WAITING = 1_000
"""Lines that wait for a server that does not read; then it is left alone."""
PLACES = {
    (Served.SCOREBOARD, Reach.HERE): f"{LOCAL}:{PORT}",
    (Served.SCOREBOARD, Reach.LAN): LAN,
    (Served.PHONES, Reach.HERE): f"{LOCAL}:{PHONE_PORT}",
    (Served.PHONES, Reach.LAN): LAN,
}
"""Where each listens, as ``companion.share.web.addresses`` reads it."""
LOOK_EVERY_S = 10.0
"""Between two looks whether the machine's address has come, or is another [choice]."""
SWITCHED_WITHIN_S = 30.0
"""Longest wait for a switch: longer than a server takes to start and to end."""


class BrokerLinks(Protocol):
    @property
    def brokers(self) -> tuple[Broker, ...]: ...

    @property
    def club_round(self) -> ClubRound | None: ...

    def tell_table(self, on_news: Callable[[str], None]) -> None: ...


class SwitchedScoreboard:
    """A ``Follower``: a scoreboard that can be switched, off at first.

    Switched on in the middle of a game, it gets the whole game.
    """

    def __init__(
        self, complain: Callable[[str], None] = lambda reason: None, token: PageToken | None = None
    ) -> None:
        """``complain`` hears, on another thread, why the server cannot be told any more.

        Without ``token``: that of the environment, else a new one each time.
        """
        self._complain, self._token = complain, token
        self.wanted: str | None = None
        """Where it is to listen; None: nowhere."""
        self._running: tuple[ChildServer, WrittenFeed] | None = None
        self._newest: Happening | None = None
        self._lock = Lock()

    @property
    def url(self) -> str | None:
        """None while it is off, or if its server has died."""
        running = self._running
        return running[0].url if running is not None and running[0].is_alive else None

    def open(self, address: str) -> None:
        """Listen there only. Raises ``NoServer``; then it is off."""
        self.shut()
        self.wanted = address
        server = ChildServer.of_scoreboard(address, None if self._token is None else self._token.read())
        feed = WrittenFeed(server.input.fileno(), self._complain)
        with self._lock:
            self._running = server, feed
        self.tell_again()

    @property
    def may_renew(self) -> bool:
        return self._token is not None

    def renew(self) -> None:
        """New token, new address. Raises ``NoServer``."""
        if self._token is not None:
            self._token.renew()
        if self.url is not None and self.wanted is not None:
            self.open(self.wanted)

    def shut(self) -> None:
        self.wanted = None
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            server, feed = running
            feed.close()
            server.close()

    def on_event(self, happening: Happening) -> None:
        with self._lock:
            self._newest = happening
            if self._running is not None:
                self._running[1].on_event(happening)

    def tell_again(self) -> None:
        """Sends the whole game once more, in the language of now."""
        with self._lock:
            if self._running is not None and self._newest is not None:
                self._running[1].on_event(self._newest.whole)

    def show_later(self, line: Callable[[], str]) -> None:
        """Sends one more line if it is on; ``line`` is called when its turn comes."""
        with self._lock:
            if self._running is not None:
                self._running[1].write_later(line)

    def close(self) -> None:
        self.shut()


class LiftCounts:
    """A ``Follower`` in front of others, which tells them each count while cups go up in turn."""

    def __init__(self, followers: Sequence[Follower]) -> None:
        self._followers = tuple(followers)
        self._newest: Happening | None = None

    def on_event(self, happening: Happening) -> None:
        self._newest = happening
        for each in self._followers:
            each.on_event(happening)

    def show(self, view: TableView) -> None:
        """Gets every view of the screen."""
        lift = view.scene.lift if isinstance(view.scene, RevealScene) else None
        newest, so_far = self._newest, "" if lift is None else lift.so_far
        if newest is None or newest.record.game.phase is not Phase.REVEAL or so_far in ("", newest.so_far):
            return
        self.on_event(replace(newest, fresh=(), before=None, so_far=so_far))

    def close(self) -> None:
        for each in self._followers:
            each.close()


class RevealsOnBoard:
    """A ``Follower``; ``show`` gets every view. Sends the verdict's picture and the clocks to the page."""

    def __init__(self, board: SwitchedScoreboard, on: bool = False) -> None:
        self.on = on
        """Whether pictures are shown."""
        self._board, self._pictures = board, VerdictPictures()
        self._newest: Happening | None = None
        self._page, self._language = board.url, spoken().language
        self._times: tuple[str, ...] = ()

    def switch(self, on: bool) -> None:
        """Applies at once, also to the standing verdict."""
        if self.on and not on:
            self._board.show_later(lambda: NO_PICTURE)
        self.on = on
        self._show_again()

    def on_event(self, happening: Happening) -> None:
        self._newest = happening
        self._pictures.on_event(happening)

    def show(self, view: TableView) -> None:
        """Hand on a verdict's picture, once a page; the JPEG is made on another thread."""
        page, language = self._board.url, spoken().language
        game, new = game_of(view.scene), (page, language) != (self._page, self._language)
        times = self._times if game is None else tuple(seat.time for seat in game.seats if seat.time)
        if language != self._language:
            self._board.tell_again()
        if new:
            self._page, self._language = page, language
            self._show_again()
        if page is not None and (times != self._times or (new and times)):
            self._board.show_later(lambda: times_line(times))
        self._times = times
        found = self._pictures.of(view) if self.on and page is not None else None
        if found is not None:
            self._board.show_later(lambda: _picture_line(*found))

    def _show_again(self) -> None:
        """New readers have not seen the standing verdict's picture."""
        if self._newest is not None:
            self._pictures.on_event(self._newest)

    def close(self) -> None:
        """Whoever opened the scoreboard closes it."""


def _picture_line(frame: Frame, proof: Proof) -> str:
    return picture_line(Picture(proof.game, proof.number, picture_of(frame, proof).jpeg))


OPEN_FOR_NS = 10 * NS_PER_S
"""How long after a reveal its dice are shown live; then the last picture stays, as somebody may have taken
dice back under a cup [choice]."""
LATE_NS = 2 * NS_PER_S
"""A picture whose turn has not come after this long counts as lost."""
LIVE_WIDEST_PX = 960
DARK = 24
"""The grey (0-255) that is shown while cups are down."""


class TableOnBoard:
    """Fits ``companion.play.base.ports.Onlookers``: hands the live picture to the scoreboard's server.

    A thread on which nobody waits makes the JPEGs; a newer picture replaces a waiting one.
    """

    def __init__(self, board: SwitchedScoreboard, live: Live = Live.OFF) -> None:
        self.live = live
        """What is shown; changed by ``switch``."""
        self._board, self._page, self._lock = board, board.url, Lock()
        self._waiting: Frame | None = None
        self._asked_ns: int | None = None
        self._empty: Frame | None = None
        self._height, self._opened = LIVE_WIDEST_PX * 9 // 16, 0
        self._since_ns = self._newest_ns = 0

    def switch(self, live: Live) -> None:
        """Show this from now on; the empty board is photographed anew."""
        self.live, self._empty = live, None
        self._cover()

    def want(self, opened: int | None) -> bool:
        if self.live is Live.OFF or self._board.url is None:
            return False
        if opened is None:
            return self.live is Live.BOARD and self._empty is None
        return opened != self._opened or self._newest_ns - self._since_ns < OPEN_FOR_NS

    def see(self, frame: Frame, opened: int | None) -> None:
        now_ns, self._height = frame.exposed_at_ns, LIVE_WIDEST_PX * frame.height // frame.width
        if opened is None:
            self._empty = frame
            self._cover()
            return
        if opened != self._opened:
            self._opened, self._since_ns = opened, now_ns
        self._newest_ns = now_ns
        with self._lock:
            self._waiting = frame
            if self._asked_ns is not None and now_ns - self._asked_ns < LATE_NS:
                return
            self._asked_ns = now_ns
        self._board.show_later(self._line)

    def see_nothing(self) -> None:
        if self._opened or self._page != self._board.url:
            self._cover()

    def _cover(self) -> None:
        self._page, self._opened = self._board.url, 0
        with self._lock:
            self._waiting = None
        self._board.show_later(self._line)

    def _line(self) -> str:
        with self._lock:
            frame, self._waiting, self._asked_ns = self._waiting, None, None
        if self.live is Live.OFF:
            return NO_TABLE
        return table_line(jpeg_of(frame or self._empty or self._dark, LIVE_WIDEST_PX))

    @property
    def _dark(self) -> Frame:
        """A dark grey picture as large as the table's, so that a scene of OBS keeps its place."""
        return Frame(np.full((self._height, LIVE_WIDEST_PX, 3), DARK, np.uint8), 0)


class SwitchedPhones:
    """The phones' gateway and its server, off at first.

    Phones stay their players': they come back when the server does.
    """

    def __init__(self, names: bool = True) -> None:
        """Without ``names`` phones show players by seat."""
        self.gateway = PhoneGateway(time.monotonic_ns, names=names)
        self.wanted: str | None = None
        """Where it is to listen; None: nowhere."""
        self._server: ChildServer | None = None
        self._unlink: Callable[[], None] = lambda: None

    @property
    def url(self) -> str | None:
        server = self._server
        return server.url if server is not None and server.is_alive else None

    def open(self, address: str) -> None:
        """Listen there only. Raises ``NoServer``; then it is off."""
        self.shut()
        self.wanted = address
        server = ChildServer.of_phones(address)
        self.gateway.url, self.gateway.local = server.url, is_local(server.url)
        self._unlink = _linked(self.gateway, server.input, server.output)
        self._server = server

    def shut(self) -> None:
        self.wanted = None
        server, self._server = self._server, None
        if server is not None:
            self._unlink()
            server.close()


class SwitchedServers:
    """Fits ``companion.play.base.ports.Servers``.

    A start takes a second or more, so a thread switches one server after the other. It also starts again what
    had no network yet, or whose address has gone.
    """

    def __init__(
        self,
        board: SwitchedScoreboard,
        phones: SwitchedPhones,
        places: Mapping[tuple[Served, Reach], str] = PLACES,
        links: BrokerLinks | None = None,
    ) -> None:
        """Board and phones may already be on, at any address."""
        self.on_news: Callable[[str], None] = lambda _: None
        """Hears in a sentence what came of a switch, on another thread."""
        self.reveals: RevealsOnBoard | None = None
        """Sends reveals' pictures to the scoreboard; None at a table without any."""
        self.table: TableOnBoard | None = None
        """Sends the live picture; None at a table without any."""
        self.links = links
        """State of the brokers that hear of this table."""
        self._board, self._switched, self._places = board, phones, places
        self._changing: list[Served] = []
        self._tried: dict[Served, str] = {}
        """Where each was last started because the network had changed."""
        self._wanted: queue.SimpleQueue[tuple[Served, Reach | None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="servers", daemon=True)
        self._worker.start()

    @property
    def scoreboard(self) -> tuple[str, bool] | None:
        url = self._board.url
        return None if url is None else (url, is_local(url))

    @property
    def gateway(self) -> PhoneGateway:
        return self._switched.gateway

    @property
    def phones(self) -> PhoneGateway | None:
        return None if self._switched.url is None else self.gateway

    def reach(self, served: Served) -> Reach:
        url = self._board.url if served is Served.SCOREBOARD else self._switched.url
        if url is None:
            return Reach.OFF
        return Reach.HERE if is_local(url) else Reach.LAN

    def is_changing(self, served: Served) -> bool:
        return served in self._changing

    def switch(self, served: Served, reach: Reach) -> None:
        if not self.is_changing(served) and self.reach(served) is not reach:
            self._changing.append(served)
            self._wanted.put((served, reach))

    @property
    def may_renew(self) -> bool:
        return self._board.may_renew and self._board.url is not None

    def renew_address(self) -> None:
        if self.may_renew and not self.is_changing(Served.SCOREBOARD):
            self._changing.append(Served.SCOREBOARD)
            self._wanted.put((Served.SCOREBOARD, None))

    @property
    def pictures(self) -> bool | None:
        return None if self.reveals is None or self._board.url is None else self.reveals.on

    def show_pictures(self, on: bool) -> None:
        if self.reveals is not None:
            self.reveals.switch(on)

    @property
    def live(self) -> Live | None:
        return None if self.table is None or self._board.url is None else self.table.live

    def show_live(self, live: Live) -> None:
        if self.table is not None:
            self.table.switch(live)

    @property
    def onlookers(self) -> TableOnBoard | None:
        return self.table

    @property
    def brokers(self) -> tuple[Broker, ...]:
        return () if self.links is None else self.links.brokers

    @property
    def club_round(self) -> ClubRound | None:
        return None if self.links is None else self.links.club_round

    def close(self) -> None:
        self._wanted.put(None)
        self._worker.join(SWITCHED_WITHIN_S)

    def _work(self) -> None:
        while True:
            try:
                wanted = self._wanted.get(timeout=LOOK_EVERY_S)
            except queue.Empty:
                self._follow_network()
                continue
            if wanted is None:
                return
            served, reach = wanted
            self._tried.pop(served, None)
            try:
                news = self._change(served, reach)
            finally:
                self._changing.remove(served)
            self.on_news(news)

    def _change(self, served: Served, reach: Reach | None, place: str | None = None) -> str:
        """Gives a sentence about what came of it."""
        switched = self._board if served is Served.SCOREBOARD else self._switched
        try:
            if reach is None:
                self._board.renew()
            elif reach is Reach.OFF:
                switched.shut()
            else:
                switched.open(place or self._places[served, reach])
            return _say_changed(served, reach)
        except (NoServer, OSError) as fault:
            return _missed(served, str(fault))

    def _follow_network(self) -> None:
        for served, switched in ((Served.SCOREBOARD, self._board), (Served.PHONES, self._switched)):
            wanted, url = switched.wanted, switched.url
            if wanted is None or (url is not None and Address(urlsplit(url).hostname or "", 0).is_here):
                continue
            with contextlib.suppress(ValueError):  # no network yet
                address = address_of(wanted)
                if address.is_here and self._tried.get(served) != address.host:
                    self._tried[served] = address.host
                    self.on_news(self._change(served, Reach.LAN, wanted))
                    if switched.url is not None:
                        del self._tried[served]


def _linked(gateway: PhoneGateway, to_server: IO[bytes], from_server: IO[bytes]) -> Callable[[], None]:
    """Carry lines between gateway and server, a thread each way; gives what ends that."""
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
