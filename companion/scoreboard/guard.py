"""Who may read the scoreboard: whoever knows its token, by GET, and not more often than people do."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.text.speech import say

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
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a token: those that nobody mistakes for another, for a television's remote control."""
TOKEN_LENGTH = 12
"""31 letters to the power of 12: 59 bits."""
READS = ("GET", "HEAD")
BURST, BURST_BACK_PER_S = 300.0, 20.0
"""Requests of one address: a page takes five."""
GUESSES, GUESSES_BACK_PER_S = 20.0, 0.2
"""Wrong tokens of one address."""
MOST_ADDRESSES = 2_000
RETRY_AFTER_S = 30


def new_token() -> str:
    """A token that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(TOKEN_LENGTH))


class Throttle:
    """So many requests of one address at once, and so many more a second."""

    def __init__(self, burst: float, back_per_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._back_per_s, self._clock = burst, back_per_s, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Count one request; False where it is one too many."""
        left = self._now_left(address)
        self._left.pop(address, None)
        self._left[address] = (max(0.0, left - 1.0), self._clock())
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1.0

    def has(self, address: str) -> bool:
        """Whether a request would be allowed now; counts none."""
        return self._now_left(address) >= 1.0

    def _now_left(self, address: str) -> float:
        left, at = self._left.get(address, (self._burst, self._clock()))
        return min(self._burst, left + (self._clock() - at) * self._back_per_s)


class Guard:
    """Stands before the app (ASGI): refuses what may not be, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token
        self._asked = Throttle(BURST, BURST_BACK_PER_S)
        self._guessed = Throttle(GUESSES, GUESSES_BACK_PER_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        refusal = self._refusal(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await (refusal or self._app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        address = scope["client"][0] if scope["client"] else ""
        if not self._asked.allows(address):
            return refused(429, say("scoreboard.too_often"))
        if scope["method"] not in READS:
            return PlainTextResponse(say("scoreboard.read_only"), 405, {"Allow": ", ".join(READS)})
        given = scope["path"].split("/")[1].encode()
        if secrets.compare_digest(given, self._token.encode()):
            return None
        if self._guessed.allows(address):
            return refused(404, say("scoreboard.gone"))
        return refused(429, say("scoreboard.too_often"))


def refused(status: int, sentence: str) -> PlainTextResponse:
    """A refusal in one sentence; where it is for now only, with the time after which to ask again."""
    later = {"Retry-After": str(RETRY_AFTER_S)} if status in (429, 503) else None
    return PlainTextResponse(sentence, status, later)
