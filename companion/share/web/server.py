"""Serves a web application until what feeds it has ended: scoreboard, phones and club alike."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp, Scope
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

SILENT_S = 10.0
"""A browser asks at once after it has connected."""
LATE_S = 3.0
"""Whoever has not sent the head of a request for so long goes first when places are short."""
SLOW_S = 15.0
"""A reader whose buffers have been full for so long has gone to sleep."""
MOST_OF_ONE = 100
"""Connections of one address at once, and half of all places at most; a router may stand for a whole room."""
OURSELVES = ("127.0.0.1", "::1")
"""A web server in front, on this machine, speaks for everybody."""
CONNECTION = "connection"
"""Where a request's scope has its connection, in ``state``."""


def keep_place(scope: Scope) -> None:
    """Whoever asks this is known here: until it is answered its connection goes for nobody."""
    scope["state"][CONNECTION].is_known = True


class ImpatientProtocol(H11Protocol):
    """HTTP for browsers that ask at once and read what they get; others are sent away.

    ``limit_concurrency`` of uvicorn's settings are the places: whoever comes when all are taken gets one of
    somebody who is not known.
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
        self._most, self.limit_concurrency = self.limit_concurrency, None  # uvicorn would refuse everybody
        self.is_known, self._is_sent_away = False, False
        self._waits_since = self.loop.time()
        self._silent: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None

    # uvicorn's protocol takes a Transport, where asyncio's own says BaseTransport.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A browser is here: its whole request must come soon."""
        super().connection_made(transport)
        self._wait_for_head()
        here = [each for each in self.connections if isinstance(each, ImpatientProtocol)]
        here = [each for each in here if not each._is_sent_away]
        of_it = [each for each in here if each._address == self._address]
        if not self._is_ours and len(of_it) > min(MOST_OF_ONE, self._most // 2):
            _who_goes(of_it)._send_away()
        elif len(here) > self._most:
            _who_goes(here)._send_away()

    def connection_lost(self, exc: Exception | None) -> None:
        _stop(self._silent, self._slow)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """It has its answer; the next request must come soon, too."""
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
        """Answer rubbish, where no other answer has begun; without a body, which HEAD must not get."""
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

    def _send_away(self) -> None:
        self._is_sent_away = True
        self.transport.abort()


def _who_goes(among: Sequence[ImpatientProtocol]) -> ImpatientProtocol:
    """Whose place is given to another: first who is late, then who came first from the address with most.

    The newest of them is known by nobody yet, so that there is one.
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
"""How uvicorn begins to say that somebody was still asking when the table ended."""
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
"""Of every answer, also of those that the server itself gives."""


async def serve_app(
    app: ASGIApp,
    listening: Sequence[socket.socket],
    feed: Coroutine[None, None, None],
    end_streams: Callable[[], None],
    most: int,
) -> None:
    """Serve at these sockets until ``feed`` has ended or a signal comes, so many connections at once.

    What is wrong with the feed is raised in the end.
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
    """Whether to tell it: a line for each piece of a visitor's rubbish would fill a card."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, h11.ProtocolError | asyncio.CancelledError):
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
    """Ends the streams first: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams
        config.load()
        self.server_state.default_headers = config.encoded_headers  # the server sets them a moment too late

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)
