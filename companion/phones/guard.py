"""Stands before the phones' site: asks little at once, in few words, and from the site's own pages."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.scoreboard.guard import BURST, BURST_BACK_PER_S, HEADERS, Throttle, refused
from companion.text.speech import say

ASKS, ASKS_BACK_PER_S = 30.0, 2.0
"""Bids, calls and codes of one address: a player makes one in some seconds; a household may share one."""
LONGEST_ASKED = 500
"""Bytes of one of them."""
METHODS = ("GET", "HEAD", "POST")
JSON = "application/json"
"""The only kind that is taken: a page of somebody else cannot send it here without being asked first."""


class PhoneGuard:
    """Refuses what may not be (ASGI), and adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._read, self._asked = Throttle(BURST, BURST_BACK_PER_S), Throttle(ASKS, ASKS_BACK_PER_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        refusal = self._refusal(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await (refusal or self._app)(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        address, method = scope["client"][0] if scope["client"] else "", scope["method"]
        throttle = self._asked if method == "POST" else self._read
        if not throttle.allows(address):
            return refused(429, say("scoreboard.too_often"))
        if method not in METHODS:
            return PlainTextResponse(say("phone.not_understood"), 405, {"Allow": ", ".join(METHODS)})
        if method == "POST" and not _is_own(Headers(scope=scope)):
            return refused(400, say("phone.not_understood"))
        return None


def _is_own(headers: Headers) -> bool:
    """Whether one of the site's pages asks, in few words."""
    origin, length = headers.get("origin"), headers.get("content-length", "")
    if origin is not None and origin != f"http://{headers.get('host')}":
        return False
    short = length.isdecimal() and len(length) < 10 and int(length) <= LONGEST_ASKED
    return short and headers.get("content-type", "").split(";")[0].strip() == JSON
