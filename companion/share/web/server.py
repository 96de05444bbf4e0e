"""Serves a web application until its feed has ended: scoreboard, phones and club.

The guard refuses strangers, too many requests, and what no page of ours sends.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import h11
import uvicorn
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.text import say

SILENT_S = 10.0
"""A browser asks at once after connecting."""
LATE_S = 3.0
"""A request's head that takes longer loses its place first."""
SLOW_S = 15.0
"""A reader with full buffers for this long is asleep."""
MOST_OF_ONE = 100
"""Connections of one address, and at most half of all places; a router may stand for a whole room."""
OURSELVES = ("127.0.0.1", "::1")
"""A web server in front, on this machine, speaks for everybody."""
CONNECTION = "connection"
"""Key of the connection in a request's ``state``."""


def keep_place(scope: Scope) -> None:
    """Marks the visitor as known, so that the connection keeps its place until it is answered."""
    scope["state"][CONNECTION].is_known = True


def joined_by(scope: Scope, streams: Sequence[ImpatientProtocol], most: int) -> list[ImpatientProtocol]:
    """One visitor's streams with this one; beyond ``most`` the oldest end, as a lost radio link may have left
    them.
    """
    this = scope["state"][CONNECTION]
    there = [each for each in streams if each is not this and not each.transport.is_closing()]
    for each in there[: max(0, len(there) + 1 - most)]:
        each.send_away()
    return [*there, this][-most:]


class ImpatientProtocol(H11Protocol):
    """HTTP for browsers that ask at once and read their answers; others are disconnected.

    uvicorn's ``limit_concurrency`` is the number of places; if all are taken, an unknown visitor loses one.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state | {CONNECTION: self}, _loop)
        assert self.limit_concurrency is not None
        # At its own limit uvicorn refuses everybody; here somebody unknown loses a place instead.
        self._most, self.limit_concurrency = self.limit_concurrency, None
        self.is_known, self.is_sent_away = False, False
        self._waits_since = self.loop.time()
        self._silent: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None

    # uvicorn's protocol takes a Transport, where asyncio's own says BaseTransport.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        here = [each for each in self.connections if isinstance(each, ImpatientProtocol)]
        here = [each for each in here if not each.is_sent_away]
        of_it = [each for each in here if each._address == self._address]
        if not self._is_ours and len(of_it) > min(MOST_OF_ONE, self._most // 2):
            _who_goes(of_it).send_away()
        elif len(here) > self._most:
            _who_goes(here).send_away()

    def connection_lost(self, exc: Exception | None) -> None:
        _stop(self._silent, self._slow)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self.is_known = False
        self._wait_for_head()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._slow = self.loop.call_later(SLOW_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _stop(self._slow)

    def send_400_response(self, msg: str) -> None:
        """Answers a malformed request, unless another answer has begun; without a body, as it may be HEAD."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers = [*self.config.encoded_headers, (b"content-length", b"0"), (b"connection", b"close")]
            for event in (h11.Response(status_code=400, headers=headers), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def _address(self) -> str | None:
        return None if self.client is None else self.client[0]

    @property
    def _is_ours(self) -> bool:
        return self._address in OURSELVES or (self.server is not None and self._address == self.server[0])

    @property
    def _waits(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_late(self) -> bool:
        return self._waits and self.loop.time() - self._waits_since >= LATE_S

    def _wait_for_head(self) -> None:
        self._waits_since = self.loop.time()
        _stop(self._silent)
        self._silent = self.loop.call_later(SILENT_S, self._end_if_silent)

    def _end_if_silent(self) -> None:
        if self._waits and not self.transport.get_write_buffer_size():
            self.transport.abort()

    def send_away(self) -> None:
        self.is_sent_away = True
        self.transport.abort()


def _who_goes(among: Sequence[ImpatientProtocol]) -> ImpatientProtocol:
    """Who loses a place: first whoever is late, then the oldest connection of the address with most.

    The newest connection is unknown, so there is always one.
    """
    places = Counter(each._address for each in among if not each._is_ours)
    unknown = (each for each in among if not each.is_known)
    return max(unknown, key=lambda each: (each._is_late, places[each._address], -each._waits_since))


def _stop(*timers: asyncio.TimerHandle | None) -> None:
    for each in timers:
        if each is not None:
            each.cancel()


GOODBYE_S = 1
LAST_ONES = "Cancel "
"""uvicorn's words for a request cut off at the end."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer, also the server's own."""


async def serve_app(
    app: ASGIApp,
    listening: Sequence[socket.socket],
    feed: Coroutine[None, None, None],
    end_streams: Callable[[], None],
    most: int,
) -> None:
    """Serve at most ``most`` connections until ``feed`` has ended or a signal comes; raises the feed's
    fault.
    """
    server = _Server(_config(app, most), end_streams)
    logging.getLogger("uvicorn.error").addFilter(_is_our_fault)
    feeding = asyncio.create_task(feed)
    feeding.add_done_callback(lambda _: setattr(server, "should_exit", True))
    try:
        await server.serve(sockets=list(listening))
    finally:
        if feeding.done():
            feeding.result()
        feeding.cancel()


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Whether to log it: a line for each piece of a visitor's rubbish would fill a card."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, h11.ProtocolError | ClientDisconnect | asyncio.CancelledError):
        return False
    return not record.getMessage().startswith(LAST_ONES)


def _config(app: ASGIApp, most: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        headers=list(HEADERS.items()),
        http=ImpatientProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,  # the scoreboard's token stands in every address
        server_header=False,
        proxy_headers=False,
        limit_concurrency=most,
        timeout_graceful_shutdown=GOODBYE_S,
    )


class _Server(uvicorn.Server):
    """Ends the streams first: they never end by themselves."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams
        config.load()
        self.server_state.default_headers = config.encoded_headers  # the server sets them a moment too late

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)


READS, POST = ("GET", "HEAD"), "POST"
BURST, BURST_BACK_PER_S = 300.0, 20.0
"""Requests of one visitor: a page takes five."""
POSTS, POSTS_BACK_PER_S = 30.0, 2.0
"""Bids, calls and codes of one visitor; players may share an address."""
GUESSES, GUESSES_BACK_PER_S = 20.0, 0.2
"""Wrong tokens of one address."""
MOST_ADDRESSES = 2_000
RETRY_AFTER_S = 30
LONGEST_POST, LONGEST_CHANGE = 500, 4_000
"""Bytes of what a phone asks, and of an organiser's change: a table of eight with the longest names."""
JSON = "application/json"
"""The only accepted type: another site's page cannot send it without asking first (CORS)."""


class Throttle:
    """Limits requests of each address to a burst, and after it to a rate."""

    def __init__(self, burst: float, back_per_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._back_per_s, self._clock = burst, back_per_s, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        left = self._now_left(address)
        self._left.pop(address, None)
        self._left[address] = (max(0.0, left - 1.0), self._clock())
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1.0

    def has(self, address: str) -> bool:
        return self._now_left(address) >= 1.0

    def _now_left(self, address: str) -> float:
        left, at = self._left.get(address, (self._burst, self._clock()))
        return min(self._burst, left + (self._clock() - at) * self._back_per_s)


class Guard:
    """Stands before a site (ASGI).

    ``known`` gives the name under which a visitor is counted; None: a stranger, counted by address, whom
    ``refuse_stranger`` answers.
    """

    def __init__(
        self,
        app: ASGIApp,
        known: Callable[[Scope], str | None],
        refuse_stranger: Callable[[str], PlainTextResponse | None] = lambda address: None,
        *,
        takes_posts: bool = False,
        longest: int = LONGEST_POST,
    ) -> None:
        self._app, self._known, self._refuse_stranger = app, known, refuse_stranger
        self._takes_posts, self._longest = takes_posts, longest
        self._reads, self._posts = Throttle(BURST, BURST_BACK_PER_S), Throttle(POSTS, POSTS_BACK_PER_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._refusal(scope) or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        address, method = address_in(scope), scope["method"]
        who = self._known(scope)
        if who is not None:
            keep_place(scope)
        elif (refusal := self._refuse_stranger(address)) is not None:
            return refusal
        is_post = self._takes_posts and method == POST
        if not (self._posts if is_post else self._reads).allows(who or address):
            return refused(429, say("scoreboard.too_often"))
        if not is_post and method not in READS:
            return self._refused_method()
        if is_post and not _is_own(Headers(scope=scope), self._longest):
            return refused(400, say("phone.not_understood"))
        return None

    def _refused_method(self) -> PlainTextResponse:
        if self._takes_posts:
            return PlainTextResponse(say("phone.not_understood"), 405, {"Allow": ", ".join((*READS, POST))})
        return PlainTextResponse(say("scoreboard.read_only"), 405, {"Allow": ", ".join(READS)})


class TokenDoor:
    """Knows visitors by the token in the path, and slows guessing down."""

    def __init__(self, *tokens: str) -> None:
        self._tokens = [each.encode() for each in tokens]
        self._guessed = Throttle(GUESSES, GUESSES_BACK_PER_S)

    def known(self, scope: Scope) -> str | None:
        given = scope["path"].removeprefix("/").partition("/")[0].encode()
        knows = [secrets.compare_digest(given, each) for each in self._tokens]
        return address_in(scope) if any(knows) else None

    def refuse(self, address: str) -> PlainTextResponse:
        if self._guessed.allows(address):
            return refused(404, say("scoreboard.gone"))
        return refused(429, say("scoreboard.too_often"))


def address_in(scope: Scope) -> str:
    """Empty if the server does not know it."""
    return str(scope["client"][0]) if scope["client"] else ""


def refused(status: int, sentence: str) -> PlainTextResponse:
    """A refusal in a sentence, with a time to ask again if it is temporary.

    The connection then closes: further answers would cost more than asking does.
    """
    later = {"Retry-After": str(RETRY_AFTER_S), "Connection": "close"} if status in (429, 503) else None
    return PlainTextResponse(sentence, status, later)


def _is_own(headers: Headers, longest: int) -> bool:
    origin, length = headers.get("origin"), headers.get("content-length", "")
    if origin is not None and origin != f"http://{headers.get('host')}":
        return False
    if "transfer-encoding" in headers or not length.isdecimal() or len(length) > len(str(longest)):
        return False
    return int(length) <= longest and headers.get("content-type", "").split(";")[0].strip() == JSON
