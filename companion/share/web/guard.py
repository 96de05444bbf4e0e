"""The guard before every page: refuses strangers, too many requests, and what no page of ours sends."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.share.web.server import keep_place
from companion.text import say

READS, POST = ("GET", "HEAD"), "POST"
BURST, BURST_BACK_PER_S = 300.0, 20.0
"""Requests of one visitor: a page takes five."""
POSTS, POSTS_BACK_PER_S = 30.0, 2.0
"""Bids, calls and codes of one visitor: a player makes one in some seconds; players may share an address."""
GUESSES, GUESSES_BACK_PER_S = 20.0, 0.2
"""Wrong tokens of one address."""
MOST_ADDRESSES = 2_000
RETRY_AFTER_S = 30
LONGEST_POST = 500
"""Bytes."""
JSON = "application/json"
"""The only type that is taken: the page of another site cannot send it here without asking first (CORS)."""


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
    """Stands before a site (ASGI).

    ``known`` gives the name under which a visitor's requests are counted; ``None`` for a stranger, whose
    requests count for the address. ``refuse_stranger`` gets a stranger's address.
    """

    def __init__(
        self,
        app: ASGIApp,
        known: Callable[[Scope], str | None],
        refuse_stranger: Callable[[str], PlainTextResponse | None] = lambda address: None,
        *,
        takes_posts: bool = False,
    ) -> None:
        self._app, self._known, self._refuse_stranger = app, known, refuse_stranger
        self._takes_posts = takes_posts
        self._reads, self._posts = Throttle(BURST, BURST_BACK_PER_S), Throttle(POSTS, POSTS_BACK_PER_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
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
        if is_post and not _is_own(Headers(scope=scope)):
            return refused(400, say("phone.not_understood"))
        return None

    def _refused_method(self) -> PlainTextResponse:
        if self._takes_posts:
            return PlainTextResponse(say("phone.not_understood"), 405, {"Allow": ", ".join((*READS, POST))})
        return PlainTextResponse(say("scoreboard.read_only"), 405, {"Allow": ", ".join(READS)})


class TokenDoor:
    """Knows visitors by the token at the beginning of each path, and holds up who guesses it."""

    def __init__(self, *tokens: str) -> None:
        self._tokens = [each.encode() for each in tokens]
        self._guessed = Throttle(GUESSES, GUESSES_BACK_PER_S)

    def known(self, scope: Scope) -> str | None:
        """The address of a visitor with the token."""
        given = scope["path"].removeprefix("/").partition("/")[0].encode()
        knows = [secrets.compare_digest(given, each) for each in self._tokens]
        return address_in(scope) if any(knows) else None

    def refuse(self, address: str) -> PlainTextResponse:
        """The answer to a wrong token."""
        if self._guessed.allows(address):
            return refused(404, say("scoreboard.gone"))
        return refused(429, say("scoreboard.too_often"))


def address_in(scope: Scope) -> str:
    """The address that a request comes from; empty where the server does not know it."""
    return str(scope["client"][0]) if scope["client"] else ""


def refused(status: int, sentence: str) -> PlainTextResponse:
    """A refusal in one sentence; where it is for now only, with the time after which to ask again.

    The connection is closed then: answering what else came on it would cost more than asking does.
    """
    later = {"Retry-After": str(RETRY_AFTER_S), "Connection": "close"} if status in (429, 503) else None
    return PlainTextResponse(sentence, status, later)


def _is_own(headers: Headers) -> bool:
    """Whether the request comes from a page of this site, and is short."""
    origin, length = headers.get("origin"), headers.get("content-length", "")
    if origin is not None and origin != f"http://{headers.get('host')}":
        return False
    if "transfer-encoding" in headers or not length.isdecimal() or len(length) > len(str(LONGEST_POST)):
        return False
    return int(length) <= LONGEST_POST and headers.get("content-type", "").split(";")[0].strip() == JSON
