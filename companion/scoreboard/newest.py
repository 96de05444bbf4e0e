"""The newest message for all browsers: each gets the newest one, and nobody is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

RETRY_MS = 2_000
"""After this time a browser that was cut off comes back."""
BEAT_S = 10.0
"""So often a browser hears from a table at which nothing happens; the page waits 25 s."""


class Newest:
    """One message at a time, with its number. A slow reader misses those between, never the last."""

    def __init__(self, text: str) -> None:
        self._text, self._number = text, 1
        self._closed = False
        self._changed = asyncio.Event()

    def publish(self, text: str) -> None:
        """The message from now on; the same one again is none."""
        if text != self._text:
            self._text, self._number = text, self._number + 1
            self._wake()

    def close(self) -> None:
        """Nothing more will come: all streams end after the newest message."""
        self._closed = True
        self._wake()

    async def events(self, beat_s: float = BEAT_S) -> AsyncIterator[bytes]:
        """Server-sent events: the newest message at once, then each newer one, and beats between."""
        yield f"retry: {RETRY_MS}\n\n".encode()
        seen = 0
        while not self._closed or self._number != seen:
            if self._number != seen:
                seen = self._number
                yield f"id: {seen}\ndata: {self._text}\n\n".encode()
            elif not await self._changes_within(beat_s):
                yield b"event: beat\ndata: .\n\n"

    async def _changes_within(self, patience_s: float) -> bool:
        try:
            await asyncio.wait_for(self._changed.wait(), patience_s)
        except TimeoutError:
            return False
        return True

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
