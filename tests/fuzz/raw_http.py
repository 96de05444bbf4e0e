"""Raw requests to the scoreboard and to the phones' server: ``python -m tests.fuzz.raw_http --count 1000``.

The oracle of each answer: no status 500, and the headers that keep others out. Nothing stands in the servers'
logs, and somebody who behaves is served meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.fuzz.campaign import Case, by_command, mutated
from tests.share.happened import ROUND
from tests.share.web import phone_table, samples

NAMES = ("scoreboard", "phones")
LISTENS_S = 8.0
"""So long an answer is waited for; a body that does not come is given up after 5 s."""
QUIET_S = 0.05
"""After an answer nothing more is waited for once it was quiet for so long."""
BEHAVES_EVERY = 10
ANSWER = re.compile(rb"HTTP/1\.1 (\d{3})[^\r\n]*\r\n(.*?)\r\n\r\n", re.DOTALL)
KEPT_OUT = (b"content-security-policy: default-src 'none'", b"x-content-type-options: nosniff")
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "POST")
ODD_METHODS = ("PUT", "OPTIONS", "CONNECT", "TRACE", "get", "", "G T", "\xff")
ODD_VERSIONS = ("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.10", "http/1.1", "")
TARGETS = (
    *(
        "x",
        "*",
        "?",
        "http:",
        "//",
        "",
        "#",
        "/",
        "/..",
        "/../../etc/passwd",
        "/..%2f..%2fguard.py",
        "/%",
        "/%zz",
    ),
    *(
        "/%00",
        "/%ff%fe",
        "/%ed%a0%80",
        "/\xe9",
        "/ /",
        "/" + "a" * 5000,
        "/" + "a/" * 500,
        "/" + "%41" * 5000,
    ),
    *(
        "http://127.0.0.1/",
        "http://[::1",
        "https://elsewhere.example/x",
        "//elsewhere.example/..",
        "/;a=b",
        "/a#c",
    ),
)
QUERIES = ("?layout=overlay", "?layout=%ff", "?layout=", "?&&&=", "?" + "a=b&" * 2000, "?%", "?layout=\xe9")
LINES = (
    *(
        "Host: 127.0.0.1",
        "Host:",
        "Host: [",
        "Host: 127.0.0.1:x",
        "Host: a, b",
        "Host: \xe9",
        "Host: 127.0.0.1@b",
    ),
    *(
        "Cookie: cups-up-phone",
        "Cookie: cups-up-phone=",
        'Cookie: ;;=;="',
        'Cookie: cups-up-phone="\\777\\""',
    ),
    *("Cookie: cups-up-phone=\xff\xfe", "Cookie: " + "a=b; " * 1000, "Cookie: cups-up-phone=" + "\\" * 5000),
    *(
        "Content-Length: 0",
        "Content-Length: 9",
        "Content-Length: 400",
        "Content-Length: -1",
        "Content-Length: +9",
    ),
    *("Content-Length: 9, 9", f"Content-Length: {10**20}", "Content-Length: 0x9", "Content-Length: \xb2"),
    *(
        "Content-Type: application/json",
        "Content-Type: text/plain",
        "Content-Type: application/json; charset=x",
    ),
    *("Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: identity"),
    *("Expect: 100-continue", "Expect: x", "Upgrade: websocket", "Upgrade: h2c", "Connection: Upgrade"),
    *("Connection: close", "Connection: keep-alive, \xff", "Sec-WebSocket-Key: AAAA", "HTTP2-Settings: AA"),
    *("Range: bytes=0-0", "Range: bytes=-1", "Range: bytes=9-1", "Range: bytes=" + "0-1," * 500, "Range: x"),
    *("If-Range: x", "If-Modified-Since: x", "If-None-Match: *", "Origin: null", "Origin: http://127.0.0.1"),
    *("Accept-Encoding: gzip;q=x", "X-Forwarded-For: ::1", "Forwarded: for=x", "a" * 20_000 + ": b", ": b"),
    *("no colon", "a\0b: c", "a: b\0c", " folded", "X: " + "y" * 70_000, "\xff: \xff", "X: \x7f\x1b[31m"),
)
BODIES = (
    *(b"", b"{}", b"[]", b"null", b"NaN", b'{"do": "bid"}', b'{"do": "bid", "number": -1}', b"[" * 400),
    *(b'{"do": "bid", "number": 1e9}', b'{"do": "bid", "face": ' + b"9" * 300, b'{"do": ["bid"]}'),
    *(b'{"code": "\\ud800"}', b'{"code": 7}', b'{"code": "AAAAAA"}', '{"code": "\xe4"}'.encode("utf-16")),
    *(b"\xff\xfe\0", b'{"do": "challenge", "number": 1}', b"5\r\nhello\r\n0\r\n\r\n", b"zz\r\n"),
    *(b"0\r\nX: y\r\n\r\n", b"f" * 18 + b"\r\n"),
)


@dataclass(frozen=True, slots=True)
class Attacked:
    """A server that runs: where, what is there to ask for, and who behaves."""

    place: tuple[str, int]
    paths: tuple[str, ...]
    cookies: tuple[str, ...]
    log: Path
    behave: Case

    def case(self, rng: random.Random) -> str:
        """One connection with one request or several; says how the first was answered."""
        sent = b"".join(self._request(rng) for _ in range(rng.choice((1, 1, 1, 2, 5))))
        told = self._answered(rng, sent + self._last())
        for status, head in ANSWER.findall(told):
            missing = [each for each in KEPT_OUT if each not in head.lower() and status != b"100"]
            assert not missing, f"{told[:300]!r} for {sent[:300]!r}"
            assert not status.startswith(b"5") or status == b"503", f"{told[:300]!r} for {sent[:300]!r}"
        said = self.log.read_text(errors="replace")
        assert not said, f"{said[-1000:]} for {sent[:300]!r}"
        if rng.randrange(BEHAVES_EVERY) == 0:
            self.behave(rng)
        first = ANSWER.search(told)
        return "no answer" if first is None else f"status {int(first[1])}"

    def _request(self, rng: random.Random) -> bytes:
        """A request of which nothing, something or much is odd."""
        oddness = rng.choice((0.0, 0.1, 0.4))

        def mostly(usual: Sequence[str], odd: Sequence[str]) -> str:
            return rng.choice(odd if rng.random() < oddness else usual)

        target = rng.choice(TARGETS if rng.random() < 0.3 else self.paths) + mostly(("",), QUERIES)
        lines = [] if rng.random() < oddness / 2 else [f"Host: {self.place[0]}"]
        body = rng.choice(BODIES)
        if rng.random() > oddness:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        if self.cookies and rng.random() < 0.5:
            lines.append(f"Cookie: {rng.choice(self.cookies)}")
        lines += rng.choices(LINES, k=rng.randrange(1 + int(10 * oddness)))
        lines += ["X: y"] * (3000 * (rng.random() < 0.02))
        head = (f"{mostly(METHODS, ODD_METHODS)} {target} {mostly(('HTTP/1.1',), ODD_VERSIONS)}", *lines)
        whole = "\r\n".join((*head, "", "")).encode("latin-1") + body
        return mutated(whole, rng) if rng.random() < oddness / 2 else whole

    def _last(self) -> bytes:
        """A request with which whatever was begun ends."""
        return f"\r\n\r\nGET / HTTP/1.1\r\nHost: {self.place[0]}\r\nConnection: close\r\n\r\n".encode()

    def _answered(self, rng: random.Random, sent: bytes) -> bytes:
        """All that came back; each connection has an address of its own, so that none asks too often."""
        source = f"127.{rng.randint(1, 254)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}"
        with socket.create_connection(self.place, LISTENS_S, (source, 0)) as visitor:
            with contextlib.suppress(ConnectionError):
                for piece in _pieces(rng, sent):
                    visitor.sendall(piece)
            return b"" if rng.random() < 0.05 else _heard(visitor)


def _pieces(rng: random.Random, sent: bytes) -> Iterator[bytes]:
    cuts = sorted(rng.randrange(len(sent)) for _ in range(rng.choice((0, 0, 1, 9))))
    for begin, end in zip((0, *cuts), (*cuts, len(sent)), strict=True):
        yield sent[begin:end]


def _heard(visitor: socket.socket) -> bytes:
    told, until = b"", time.monotonic() + LISTENS_S
    while time.monotonic() < until:
        visitor.settimeout(QUIET_S if ANSWER.search(told) else LISTENS_S)
        try:
            more = visitor.recv(1 << 16)
        except (TimeoutError, ConnectionError):
            break
        if not more:
            break
        told += more
    return told


@contextlib.contextmanager
def attacked(name: str) -> Iterator[Case]:
    """The case of one of the servers, while it runs as it does at a table."""
    begin = _scoreboard if name == "scoreboard" else _phones
    with tempfile.TemporaryDirectory() as folder, begin(Path(folder)) as found:
        yield found.case


@contextlib.contextmanager
def _scoreboard(folder: Path) -> Iterator[Attacked]:
    log = folder / "log"
    with log.open("w") as complaints, samples.served(complaints=complaints) as board, board.events() as held:
        board.feed(samples.feed_of())
        while "Ben" not in samples.message_in(held):
            pass

        def behave(rng: random.Random) -> str:
            assert board.get()[0] == 200
            with board.events() as stream:
                assert "Ben" in samples.message_in(stream)
            return "served"

        path = urlsplit(board.url).path
        files = ("", "events", "board.js", "board.css", "signs.js", "icon.svg", "none", "../x", "%2e%2e")
        yield Attacked(_place(board.url), (path[:-1], *(path + each for each in files)), (), log, behave)
        board.feed(samples.feed_of(ROUND[:2]))
        assert "Ben" in samples.message_in(held), "who has read all the while still does"


@contextlib.contextmanager
def _phones(folder: Path) -> Iterator[Attacked]:
    log = folder / "log"
    with contextlib.ExitStack() as stack:
        with _complaints_in(log):
            here = stack.enter_context(phone_table.served(folder))
        here.begin(dice=2)
        ann, ben, cleo = (phone_table.joined(here, seat) for seat in range(3))

        def behave(rng: random.Random) -> str:
            assert ann.get()[0] == 200
            if rng.random() < 0.1:  # people do not ask more often
                assert ann.ask("challenge", here.view.number) == (409, here.view.message)
            with ann.events() as stream:
                assert phone_table.told_in(stream)["me"] == 0
            return "served"

        paths = (
            "/",
            "/events",
            "/events",
            "/ask",
            "/ask",
            "/join",
            "/join",
            "/phone.js",
            "/signs.js",
            "/icon.svg",
        )
        yield Attacked(
            _place(here.gateway.url), paths, (ben.cookie, cleo.cookie, f"{ben.cookie}x"), log, behave
        )


@contextlib.contextmanager
def _complaints_in(log: Path) -> Iterator[None]:
    """What programs that are started meanwhile write on standard error goes there."""
    kept = os.dup(2)
    with log.open("w") as complaints:
        os.dup2(complaints.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _place(url: str) -> tuple[str, int]:
    place = urlsplit(url)
    assert place.hostname is not None
    assert place.port is not None
    return place.hostname, place.port


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        by_command({name: stack.enter_context(attacked(name)) for name in NAMES}, 1000)
