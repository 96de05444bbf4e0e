"""Serves a web application until what feeds it has ended: scoreboard, phones and club alike."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine, Sequence

import h11
import uvicorn
from starlette.types import ASGIApp

from companion.scoreboard.impatient import ImpatientProtocol

GOODBYE_S = 1


async def serve_app(
    app: ASGIApp,
    listening: Sequence[socket.socket],
    feed: Coroutine[None, None, None],
    end_streams: Callable[[], None],
    most: int,
) -> None:
    """Serve at these sockets until ``feed`` has ended or a signal comes.

    Beyond so many connections at once the server itself says that it is busy.
    """
    server = _Server(_config(app, most), end_streams)
    logging.getLogger("uvicorn.error").addFilter(_is_our_fault)
    feeding = asyncio.create_task(feed)
    feeding.add_done_callback(lambda _: setattr(server, "should_exit", True))
    try:
        await server.serve(sockets=list(listening))
    finally:
        feeding.cancel()


def _is_our_fault(record: logging.LogRecord) -> bool:
    """Whether to tell it: a line for each piece of a visitor's rubbish would fill a card."""
    fault = record.exc_info[1] if record.exc_info else None
    return not isinstance(fault, h11.ProtocolError)


def _config(app: ASGIApp, most: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)
