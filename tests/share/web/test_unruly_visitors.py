"""Visitors who send rubbish, take every place, never read or vanish: everybody else sees the game go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.types import Receive, Scope, Send

from companion.rules import BidMade
from companion.share.web import Newest, listen, listening_at, serve_page, server
from companion.share.web.addresses import Address
from companion.share.web.scoreboard import BOARD
from companion.share.web.server import MOST_OF_ONE, ImpatientProtocol, keep_place, serve_app
from tests.share.happened import ROUND
from tests.share.web.samples import PATIENCE_S, TOKEN, Served, feed_of, message_in, served

pytestmark = pytest.mark.slow

UNRULY = "127.0.0.66"
HEAVY = 200_000
"""Characters of a message: some of them fill all buffers on the way to a reader."""
UNSHARE = shutil.which("unshare")
RUBBISH = (
    os.urandom(4000),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(300),  # a browser that wants HTTPS
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
)


def visiting(url: str, source: str = UNRULY) -> socket.socket:
    """A connection from this address."""
    place = urlsplit(url)
    return socket.create_connection((place.hostname, place.port), PATIENCE_S, (source, 0))


def asking(url: str) -> bytes:
    """The words that ask for the stream."""
    place = urlsplit(url)
    return f"GET {place.path}events HTTP/1.1\r\nHost: {place.hostname}\r\n\r\n".encode()


def goes_on(running: Served) -> None:
    """Somebody else opens the page and sees the game."""
    running.feed(feed_of((*ROUND, BidMade(0, 1, 2))))
    with running.events() as stream:
        while (told := json.loads(message_in(stream)))["shown"] is None:
            pass
    assert told["shown"]["players"][0]["name"] == "Ann"


def test_a_target_that_is_no_path_is_refused_as_any_other(capfd: pytest.CaptureFixture[str]) -> None:
    with served() as running:
        for target in ("x", "*", "?", "http:", "//", f"http://127.0.0.1/{TOKEN}/", "%ff%00"):
            with visiting(running.url) as visitor:
                visitor.sendall(f"GET {target} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".encode())
                head = visitor.makefile("rb").read().split(b"\r\n\r\n")[0].decode()
            assert head.startswith("HTTP/1.1 404")
            assert "content-security-policy: default-src 'none'" in head
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")


def test_rubbish_is_answered_and_forgotten(capfd: pytest.CaptureFixture[str]) -> None:
    with served() as running:
        for rubbish in RUBBISH * 3:
            with visiting(running.url) as visitor, contextlib.suppress(ConnectionError):
                visitor.sendall(rubbish)
                visitor.shutdown(socket.SHUT_WR)
                while visitor.recv(1 << 16):
                    pass
        goes_on(running)
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", ""), "a line for each would fill the card"


@pytest.mark.parametrize("words", [b"", asking(f"http://127.0.0.1/{TOKEN}/")], ids=["silent", "reading"])
def test_one_visitor_cannot_take_every_place(words: bytes) -> None:
    with served() as running, contextlib.ExitStack() as stack:
        held = [stack.enter_context(visiting(running.url)) for _ in range(200)]
        goes_on(running)  # it has taken all of them
        for each in held:
            with contextlib.suppress(ConnectionError):
                each.sendall(words)
        goes_on(running)
        for each in held[:-MOST_OF_ONE]:
            with contextlib.suppress(ConnectionError):
                while each.recv(1 << 16):  # ends with TimeoutError where it holds one place too many
                    pass
        if words:
            assert held[-1].recv(15) == b"HTTP/1.1 200 OK"


def test_half_open_connections_of_many_addresses_keep_nobody_out() -> None:
    with served() as running, contextlib.ExitStack() as stack:
        reader = stack.enter_context(visiting(running.url, "127.0.0.70"))
        reader.sendall(asking(running.url))
        assert reader.recv(15) == b"HTTP/1.1 200 OK"
        for number in range(4 * MOST_OF_ONE):
            half_open = stack.enter_context(visiting(running.url, f"127.0.0.{66 + number % 4}"))
            half_open.sendall(b"GET /")
        goes_on(running)
        lines = reader.makefile("rb")
        while b'"Ann"' not in lines.readline():
            pass


class Sleepers:
    """An app that knows who asks for /known, and answers nobody before its end."""

    def __init__(self) -> None:
        self.asked: queue.SimpleQueue[str] = queue.SimpleQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/known":
            keep_place(scope)
        self.asked.put(scope["path"])
        while (await receive())["type"] != "http.disconnect":
            pass


@contextlib.contextmanager
def few_places(most: int) -> Iterator[tuple[Sleepers, str]]:
    """A server with so few places, and its address."""
    sleepers, listening, ended = Sleepers(), listen(Address("127.0.0.1", 0)), threading.Event()

    async def until_ended() -> None:
        await asyncio.to_thread(ended.wait)

    serving = threading.Thread(
        target=lambda: asyncio.run(serve_app(sleepers, [listening], until_ended(), lambda: None, most))
    )
    serving.start()
    try:
        yield sleepers, listening_at(listening).url(TOKEN)
    finally:
        ended.set()
        serving.join(PATIENCE_S)
        listening.close()
    assert not serving.is_alive()


def comes(sleepers: Sleepers, url: str, source: str, path: str) -> socket.socket:
    """Somebody who has asked for this."""
    visitor = visiting(url, source)
    visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
    assert sleepers.asked.get(timeout=PATIENCE_S) == path
    return visitor


def is_there(visitor: socket.socket) -> bool:
    """Whether its connection stands; asked once a later one was served."""
    visitor.setblocking(False)
    try:
        return visitor.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


@pytest.mark.parametrize(("late", "goes"), [("127.0.0.0", 3), ("127.0.0.71", 5)], ids=["most", "late"])
def test_where_places_are_short_somebody_unknown_goes(
    monkeypatch: pytest.MonkeyPatch, late: str, goes: int
) -> None:
    """The first of the address with most; before these whoever is late. Who is known stays."""
    monkeypatch.setattr(ImpatientProtocol, "_is_late", property(lambda self: self.client[0] == late))
    here = [(70, "/known"), (70, "/known"), (70, "/known"), (66, "/"), (66, "/"), (71, "/"), (72, "/")]
    with few_places(len(here) - 1) as (sleepers, url), contextlib.ExitStack() as stack:
        visitors = [stack.enter_context(comes(sleepers, url, f"127.0.0.{who}", path)) for who, path in here]
        assert [number for number, each in enumerate(visitors) if not is_there(each)] == [goes]
        with visiting(url, "127.0.0.70") as fourth_of_one:
            assert fourth_of_one.recv(1) == b"", (
                "half of all places are taken by its neighbours, whom we know"
            )


def test_a_web_server_in_front_speaks_for_everybody_at_any_address_of_this_machine() -> None:
    with served(listen=f"{UNRULY}:0") as running, contextlib.ExitStack() as stack:
        held = [stack.enter_context(visiting(running.url)) for _ in range(MOST_OF_ONE + 1)]
        for each in held:
            each.sendall(asking(running.url))
        assert [each.recv(15) for each in held] == [b"HTTP/1.1 200 OK"] * len(held)


@contextlib.contextmanager
def counting() -> Iterator[str]:
    """The address of a page whose heavy messages are numbered and never end."""
    listening, ended = listen(Address("127.0.0.1", 0)), threading.Event()
    newest = Newest("0")

    async def count() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            newest.publish(f"{number} {'x' * HEAVY}")
            await asyncio.sleep(0.02)

    serving = threading.Thread(
        target=lambda: asyncio.run(serve_page([listening], TOKEN, newest, BOARD, count()))
    )
    serving.start()
    try:
        yield listening_at(listening).url(TOKEN)
    finally:
        ended.set()
        serving.join(PATIENCE_S)
        listening.close()
    assert not serving.is_alive()


def test_who_never_reads_is_dropped_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SLOW_S", 1.0)
    with counting() as url, visiting(url) as deaf, visiting(url, "127.0.0.1") as reader:
        deaf.sendall(asking(url))
        reader.sendall(asking(url))
        until, numbers, lines = time.monotonic() + 4 * server.SLOW_S, [0], reader.makefile("rb")
        while time.monotonic() < until:
            line = lines.readline()
            if line.startswith(b"data: "):
                numbers.append(int(line.split()[1]))
        assert len(numbers) > 10
        assert numbers == sorted(numbers)
        deaf.settimeout(PATIENCE_S)
        with contextlib.suppress(ConnectionResetError):
            while deaf.recv(1 << 20):
                assert time.monotonic() < until + PATIENCE_S, "it is still served"


@pytest.mark.skipif(UNSHARE is None, reason="unshare is not installed")
def test_whose_network_is_gone_holds_no_place() -> None:
    script = Path(__file__).with_name("without_network.py")
    apart = [str(UNSHARE), "--user", "--map-root-user", "--net"]
    if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine makes no network apart")
    done = subprocess.run(
        [*apart, sys.executable, str(script)], capture_output=True, text=True, timeout=180, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"read": True, "held_at_once": True, "held_later": False}
