"""Visitors who send rubbish, take every place, never read or vanish: everybody else sees the game go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
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
from samples import PATIENCE_S, ROUND, TOKEN, Served, feed_of, message_in, served

from companion.rules.events import BidMade
from companion.scoreboard import impatient
from companion.scoreboard.addresses import Address, listen, listening_at
from companion.scoreboard.impatient import MOST_OF_ONE
from companion.scoreboard.newest import Newest
from companion.scoreboard.serving import serve_page
from companion.scoreboard.site import BOARD

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
        for each in held:
            with contextlib.suppress(ConnectionError):
                each.sendall(words)
        goes_on(running)
        for each in held[MOST_OF_ONE:]:
            with contextlib.suppress(ConnectionError):
                assert each.recv(1) == b"", "it holds one place too many"
        if words:
            assert held[0].recv(15) == b"HTTP/1.1 200 OK"


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
    monkeypatch.setattr(impatient, "SLOW_S", 1.0)
    with counting() as url, visiting(url) as deaf, visiting(url, "127.0.0.1") as reader:
        deaf.sendall(asking(url))
        reader.sendall(asking(url))
        until, numbers, lines = time.monotonic() + 4 * impatient.SLOW_S, [0], reader.makefile("rb")
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
