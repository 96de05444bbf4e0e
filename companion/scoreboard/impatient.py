"""Drops connections that hold a place and do nothing with it, or that hold all places."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENT_S = 10.0
"""A browser asks at once after it has connected."""
SLOW_S = 15.0
"""A reader whose buffers have been full for so long has gone to sleep."""
MOST_OF_ONE = 100
"""Connections of one address at once, half of all places; a router may stand for a whole room."""
OURSELVES = ("127.0.0.1", "::1")
"""A web server in front, on this machine, speaks for everybody."""


class ImpatientProtocol(H11Protocol):
    """HTTP for browsers that ask at once and read what they get; others are sent away."""

    _waiting: asyncio.TimerHandle | None = None

    # uvicorn's protocol takes a Transport, where asyncio's own says BaseTransport.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A browser is here: its whole request must come soon."""
        super().connection_made(transport)
        self._silent = self.loop.call_later(SILENT_S, self._end_if_silent)
        if self._is_one_too_many():
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._silent.cancel()
        self._stop_waiting()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Its buffers are full."""
        super().pause_writing()
        self._waiting = self.loop.call_later(SLOW_S, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._stop_waiting()

    def _is_one_too_many(self) -> bool:
        address = self._address
        if address in OURSELVES or (self.server is not None and address == self.server[0]):
            return False
        of_it = [
            each
            for each in self.connections
            if isinstance(each, ImpatientProtocol) and each._address == address
        ]
        return len(of_it) > MOST_OF_ONE

    @property
    def _address(self) -> str | None:
        return None if self.client is None else self.client[0]

    def _end_if_silent(self) -> None:
        if self.cycle is None:
            self.transport.abort()

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
