"""The phones' page, its stream, and what players do there."""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from companion.share.web import page
from companion.share.web.addresses import PHONE_PORT, address_of, hosts_of, listen, listening_at
from companion.share.web.asked import is_number
from companion.share.web.server import (
    Guard,
    ImpatientProtocol,
    Throttle,
    address_in,
    joined_by,
    refused,
    serve_app,
)
from companion.share.web.sources import Splitter, standard_input
from companion.text import known_language, say, say_os_fault, spoken, use_language

PATIENCE_S = 8.0
"""A table on a slow card answers within some seconds."""
MOST_OPEN = 50
"""Questions that may wait for an answer."""

Fields = dict[str, object]


class NoAnswer(Exception):
    """The table does not answer, or too many questions wait."""


class TableLine:
    def __init__(self, on_table: Callable[[Fields], None]) -> None:
        self._on_table = on_table
        self._open: dict[int, asyncio.Future[Fields]] = {}
        self._questions = 0

    async def listen(self) -> None:
        splitter = Splitter()
        async for more in standard_input():
            for line in splitter.split(more):
                self._hear(line)

    async def ask(self, fields: Fields) -> Fields:
        """Raises ``NoAnswer``."""
        if len(self._open) >= MOST_OPEN:
            raise NoAnswer
        self._questions += 1
        question, answer = self._questions, asyncio.get_running_loop().create_future()
        self._open[question] = answer
        try:
            print(json.dumps(fields | {"question": question}), flush=True)
            return await asyncio.wait_for(answer, PATIENCE_S)
        except (TimeoutError, OSError):
            raise NoAnswer from None
        finally:
            del self._open[question]

    def _hear(self, line: str) -> None:
        told = _parse_line(line)
        answered = told.get("answer")
        if answered is None:
            if isinstance(told.get("state"), dict) and isinstance(told.get("phones"), dict):
                self._on_table(told)
        elif isinstance(answered, int) and answered in self._open and not self._open[answered].done():
            self._open[answered].set_result(told)


def _parse_line(line: str) -> Fields:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


class TableState:
    def __init__(self) -> None:
        self._state: Fields = {}
        self._seats: dict[str, int] = {}
        self._streams: dict[str, page.Newest] = {}

    def take(self, told: Fields) -> None:
        state, seats = told["state"], told["phones"]
        assert isinstance(state, dict)
        assert isinstance(seats, dict)
        self._state, self._seats = state, seats
        language = known_language(str(state["language"]))
        if language is not None and language != spoken().language:
            use_language(language)
        for key in self._streams.keys() - seats.keys():
            self._streams[key].publish(json.dumps({"me": None, "message": say("phone.not_joined")}))
            self._streams.pop(key).close()
        for key, seat in seats.items():
            text = self._text(seat)
            if key in self._streams:
                self._streams[key].publish(text)
            else:
                self._streams[key] = page.Newest(text)

    def stream_of(self, key: str) -> page.Newest | None:
        return self._streams.get(key)

    def close(self) -> None:
        for each in self._streams.values():
            each.close()

    def _text(self, seat: int) -> str:
        return json.dumps(self._state | {"me": seat, "words": _words()}, ensure_ascii=False)


def _words() -> dict[str, str]:
    return {
        "your_turn": say("phone.your_turn"),
        "faces": say("phone.faces"),
        "numbers": say("phone.numbers"),
        "further": say("phone.further"),
        **page.guess_words(),
        "no_bid": say("scoreboard.no_bid"),
        "players": say("scoreboard.players"),
        "now": say("scoreboard.on_turn"),
    }


PAGE = page.Page(
    page.FOLDER / "phone.html",
    (page.FOLDER / "phone.css", page.FOLDER / "phone.js", page.DICE, page.GUESS),
    lambda: {
        "title": say("phone.title"),
        "join": say("phone.join"),
        "join_words": say("phone.join_words"),
        "code": say("phone.code"),
        "faces": say("phone.faces"),
        "numbers": say("phone.numbers"),
        "players": say("scoreboard.players"),
        "unanswered": say("phone.unanswered"),
    },
)
COOKIE, A_DAY_S = "cups-up-phone", 24 * 60 * 60
MOST_READERS = 60
MOST_OF_ONE_PHONE = 4
WRONG, WRONG_BACK_PER_S = 10.0, 0.1
"""Wrong codes of one address; then one in ten seconds."""
WRONG_TOGETHER, WRONG_TOGETHER_BACK_PER_S = 100.0, 1.0
"""Wrong codes of all addresses: at one a second, 887 million codes last for years."""
EVERYBODY = ""
SLOW_BODY_S = 5.0
"""Some hundred bytes come at once."""


class PhoneSite:
    """Answers phones. ``hosts``: names and addresses under which they may ask."""

    def __init__(self, table: TableState, line: TableLine, hosts: Sequence[str]) -> None:
        self._table, self._line = table, line
        self._files = page.PageFiles(PAGE)
        self._wrong = Throttle(WRONG, WRONG_BACK_PER_S)
        self._wrong_together = Throttle(WRONG_TOGETHER, WRONG_TOGETHER_BACK_PER_S)
        self._readers: Counter[str] = Counter()
        self._streams: dict[str, list[ImpatientProtocol]] = {}
        """The newest of each phone."""
        self._asking: Counter[str] = Counter()
        routes = [
            Route("/", self._phone),
            Route("/events", self._events),
            Route("/join", self._join, methods=["POST"]),
            Route("/ask", self._ask, methods=["POST"]),
            Route("/{name}", self._file),
        ]
        self.app: ASGIApp = Guard(page.site_of(routes, hosts), self._phone_of, takes_posts=True)

    async def _phone(self, request: Request) -> Response:
        return self._files.document()

    async def _file(self, request: Request) -> Response:
        return self._files.file(request.path_params["name"]) or refused(404, say("phone.not_here"))

    async def _events(self, request: Request) -> Response:
        key = request.cookies.get(COOKIE, "")
        newest = self._table.stream_of(key)
        if newest is None:
            return refused(403, say("phone.join_words"))
        if self._readers.total() >= MOST_READERS:
            return refused(503, say("scoreboard.full"))
        if request.method == "HEAD":
            return Response(media_type=page.STREAM)
        self._streams[key] = joined_by(request.scope, self._streams.get(key, ()), MOST_OF_ONE_PHONE)
        return page.CountedStream(newest, self._readers)

    async def _join(self, request: Request) -> Response:
        asked = await _asked_in(request, ("code",), ())
        if asked is None:
            return refused(400, say("phone.not_understood"))
        address = address_in(request.scope)
        if not (self._wrong.has(address) and self._wrong_together.has(EVERYBODY)):
            return refused(429, say("scoreboard.too_often"))
        try:
            told = await self._line.ask({"do": "join", **asked})
        except NoAnswer:
            return _no_answer()
        key = told.get("phone")
        if not isinstance(key, str):
            self._wrong.allows(address)
            self._wrong_together.allows(EVERYBODY)
            return JSONResponse({"refused": told["refused"]}, 403)
        for each in self._streams.pop(self._phone_of(request.scope) or "", ()):
            each.send_away()  # another page of this browser comes back as the player for whom it now asks
        answer = JSONResponse({"refused": None})
        answer.set_cookie(COOKIE, key, max_age=A_DAY_S, path="/", httponly=True, samesite="strict")
        return answer

    async def _ask(self, request: Request) -> Response:
        key = self._phone_of(request.scope)
        who = key or address_in(request.scope)
        if self._asking[who] >= MOST_OF_ONE_PHONE:
            return refused(429, say("scoreboard.too_often"))
        with page.counted(self._asking, who):
            asked = await _asked_in(request, ("do",), ("number", "quantity", "face"))
            if asked is None or asked["do"] not in ("bid", "challenge", "spot-on"):
                return refused(400, say("phone.not_understood"))
            if key is None:
                return JSONResponse({"refused": say("phone.not_joined")}, 403)
            try:
                told = await self._line.ask({**asked, "phone": key})
            except NoAnswer:
                return _no_answer()
        return JSONResponse({"refused": told["refused"]}, 409 if told["refused"] else 200)

    def _phone_of(self, scope: Scope) -> str | None:
        key = Request(scope).cookies.get(COOKIE, "")
        return None if self._table.stream_of(key) is None else key


async def _asked_in(request: Request, words: Sequence[str], whole: Sequence[str]) -> Fields | None:
    """Gives exactly these fields of the request, else None."""
    try:
        given = json.loads(await asyncio.wait_for(request.body(), SLOW_BODY_S))
    except (ValueError, RecursionError, TimeoutError):
        return None
    if not isinstance(given, dict):
        return None
    found = {name: given.get(name, "") for name in words} | {name: given.get(name, 0) for name in whole}
    if not all(isinstance(found[each], str) for each in words):
        return None
    return found if all(is_number(found[each]) for each in whole) else None


def _no_answer() -> Response:
    return JSONResponse({"refused": say("phone.no_answer")}, 503)


MOST_REQUESTS = MOST_READERS + 60


def main() -> int:
    """Listen, print the address in one line, and serve until the table has gone."""
    parser = argparse.ArgumentParser(prog="companion.share.web")
    parser.add_argument("language")
    parser.add_argument("listen")
    args = parser.parse_args()
    use_language(args.language)
    try:
        listening = listen(address_of(args.listen, PHONE_PORT))
    except ValueError as fault:
        reason: str | None = str(fault)
    except OSError as fault:
        reason = say_os_fault(fault)
    else:
        with listening:
            address = listening_at(listening)
            print(json.dumps({"url": f"http://{address.shown_host}:{address.port}/"}), flush=True)
            asyncio.run(_serve_phones(listening))
        return 0
    print(json.dumps({"refused": reason}), flush=True)
    return 1


async def _serve_phones(listening: socket.socket) -> None:
    table = TableState()
    line = TableLine(table.take)
    site = PhoneSite(table, line, hosts_of((listening_at(listening),)))
    await serve_app(site.app, (listening,), line.listen(), table.close, MOST_REQUESTS)
