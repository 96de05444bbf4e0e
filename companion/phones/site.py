"""The phones' page, the stream of what it shows, and what players do there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.phones.guard import PhoneGuard
from companion.phones.house import House
from companion.phones.table_line import Fields, NoAnswer, TableLine
from companion.scoreboard.document import PAGE as BOARD
from companion.scoreboard.document import SHARED, Document
from companion.scoreboard.guard import Throttle, refused
from companion.scoreboard.signs_script import NAME as SIGNS
from companion.scoreboard.signs_script import signs_script
from companion.scoreboard.site import script
from companion.text.speech import say

PAGE = Path(__file__).resolve().parent / "page"
FILES = {each.name: each for each in (PAGE / "phone.css", PAGE / "phone.js", BOARD / "dice.js", *SHARED)}
COOKIE, A_DAY_S = "cups-up-phone", 24 * 60 * 60
MOST_READERS = 60
MOST_OF_ONE_PHONE = 4
"""Pages that one phone has open."""
WRONG, WRONG_BACK_PER_S = 10.0, 0.1
"""Wrong codes of one address, and after them one in ten seconds."""
WRONG_TOGETHER, WRONG_TOGETHER_BACK_PER_S = 100.0, 1.0
"""Wrong codes of all addresses: at one a second the 887 million codes last for years."""
EVERYBODY = ""
SLOW_BODY_S = 5.0
"""Some hundred bytes come at once."""


class PhoneSite:
    """Answers phones. ``hosts`` are the names and addresses under which they may ask."""

    def __init__(self, house: House, line: TableLine, hosts: Sequence[str]) -> None:
        self._house, self._line = house, line
        self._document = Document(PAGE / "phone.html")
        self._wrong = Throttle(WRONG, WRONG_BACK_PER_S)
        self._wrong_together = Throttle(WRONG_TOGETHER, WRONG_TOGETHER_BACK_PER_S)
        self.readers: dict[str, int] = {}
        routes = [
            Route("/", self._phone),
            Route("/events", self._events),
            Route("/join", self._join, methods=["POST"]),
            Route("/ask", self._ask, methods=["POST"]),
            Route("/{name}", self._file),
        ]
        trusting = TrustedHostMiddleware(Starlette(routes=routes), list(hosts), www_redirect=False)
        self.app: ASGIApp = PhoneGuard(trusting)

    async def _phone(self, request: Request) -> Response:
        words = {
            "title": say("phone.title"),
            "join": say("phone.join"),
            "join_words": say("phone.join_words"),
            "code": say("phone.code"),
            "faces": say("phone.faces"),
            "fewer": say("phone.fewer"),
            "more": say("phone.more"),
            "players": say("scoreboard.players"),
        }
        return HTMLResponse(self._document.filled(words))

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == SIGNS:
            return script(signs_script())
        return FileResponse(FILES[name]) if name in FILES else _not_found()

    async def _events(self, request: Request) -> Response:
        key = request.cookies.get(COOKIE, "")
        newest = self._house.stream_of(key)
        if newest is None:
            return refused(403, say("phone.join_words"))
        many = sum(self.readers.values()) >= MOST_READERS
        if many or self.readers.get(key, 0) >= MOST_OF_ONE_PHONE:
            return refused(503, say("scoreboard.full"))
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        return _Counted(self.readers, key, StreamingResponse(newest.events(), media_type="text/event-stream"))

    async def _join(self, request: Request) -> Response:
        asked = await _asked_in(request, ("code",), ())
        if asked is None:
            return refused(400, say("phone.not_understood"))
        address = request.client.host if request.client else EVERYBODY
        if not (self._wrong.has(address) and self._wrong_together.has(EVERYBODY)):
            return refused(429, say("scoreboard.too_often"))
        told = await self._told({"do": "join", **asked})
        key = told.get("phone")
        if not isinstance(key, str):
            self._wrong.allows(address)
            self._wrong_together.allows(EVERYBODY)
            return JSONResponse({"refused": told["refused"]}, 403)
        answer = JSONResponse({"refused": None})
        answer.set_cookie(COOKIE, key, max_age=A_DAY_S, path="/", httponly=True, samesite="strict")
        return answer

    async def _ask(self, request: Request) -> Response:
        asked = await _asked_in(request, ("do",), ("number", "quantity", "face"))
        if asked is None or asked["do"] not in ("bid", "challenge", "spot-on"):
            return refused(400, say("phone.not_understood"))
        key = request.cookies.get(COOKIE, "")
        if self._house.stream_of(key) is None:
            return JSONResponse({"refused": say("phone.not_joined")}, 403)
        told = await self._told({**asked, "phone": key})
        return JSONResponse({"refused": told["refused"]}, 409 if told["refused"] else 200)

    async def _told(self, asked: Fields) -> Fields:
        try:
            return await self._line.ask(asked)
        except NoAnswer:
            return {"refused": say("phone.no_answer")}


class _Counted(Response):
    """Counts its reader for as long as the reader is there."""

    def __init__(self, readers: dict[str, int], key: str, stream: Response) -> None:
        self._readers, self._key, self._stream = readers, key, stream
        super().__init__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._readers[self._key] = self._readers.get(self._key, 0) + 1
        try:
            await self._stream(scope, receive, send)
        finally:
            self._readers[self._key] -= 1
            if not self._readers[self._key]:
                del self._readers[self._key]


async def _asked_in(request: Request, words: Sequence[str], whole: Sequence[str]) -> Fields | None:
    """These fields of the request, and no others; ``None`` where they are not there as they must be."""
    try:
        given = json.loads(await asyncio.wait_for(request.body(), SLOW_BODY_S))
    except (ValueError, RecursionError, TimeoutError):
        return None
    if not isinstance(given, dict):
        return None
    found = {name: given.get(name, "") for name in words} | {name: given.get(name, 0) for name in whole}
    fits = all(isinstance(found[each], str) for each in words) and all(
        type(found[each]) is int for each in whole
    )
    return found if fits else None


def _not_found() -> Response:
    return refused(404, say("phone.not_here"))
