"""The scoreboard: a feed as a page for browsers, served until the feed ends."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass
from secrets import compare_digest

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion.journal import write_json
from companion.share.feed import FeedReader, NameFilter
from companion.share.web import board_view
from companion.share.web.addresses import hosts_of, listening_at
from companion.share.web.page import (
    DICE,
    FOLDER,
    GUESS,
    LAYOUTS,
    ORGANISER,
    STREAM,
    CountedStream,
    Newest,
    NewestPicture,
    Page,
    PageFiles,
    guess_words,
    site_of,
)
from companion.share.web.server import LONGEST_CHANGE, Guard, TokenDoor, refused, serve_app
from companion.share.web.sources import Read
from companion.text import known_language, say, spoken, use_language

MOST_READERS = 200
MOST_ONLOOKERS = 4
"""Readers of the live picture at once: a stream or two, and somebody who sets them up [choice]."""
LIVE = "table.mjpg"


BOARD = Page(
    FOLDER / "board.html",
    (FOLDER / "board.css", FOLDER / "board.js", DICE, GUESS),
    lambda: {
        "board": say("scoreboard.title"),
        "players": say("scoreboard.players"),
        "bids": say("scoreboard.bids"),
    },
)


@dataclass(frozen=True, slots=True)
class Organiser:
    """Who may change things on a page, with their own token.

    ``do`` gets the request, on its own thread, and gives a refusal, or None. ValueError for
    what no page of ours asks.
    """

    token: str
    do: Callable[[dict[str, object]], str | None]


class Site:
    def __init__(
        self,
        newest: Newest,
        token: str,
        hosts: Sequence[str],
        page: Page = BOARD,
        picture: Callable[[], board_view.Picture | None] = lambda: None,
        organiser: Organiser | None = None,
        live: Callable[[], NewestPicture | None] = lambda: None,
    ) -> None:
        self._newest, self._picture, self._organiser = newest, picture, organiser
        self._live, self._files = live, PageFiles(page)
        self._readers: Counter[str] = Counter()
        self._onlookers: Counter[str] = Counter()
        routes = [
            Route("/{token}", self._whole),
            Route("/{token}/", self._board),
            Route("/{token}/events", self._events),
            Route("/{token}/do", self._do, methods=["POST"]),
            Route(f"/{{token}}/{LIVE}", self._table),
            Route("/{token}/{name}", self._file),
        ]
        door = TokenDoor(*([token] if organiser is None else [token, organiser.token]))
        guarded = site_of(routes, hosts)
        self.app: ASGIApp = Guard(
            guarded, door.known, door.refuse, takes_posts=organiser is not None, longest=LONGEST_CHANGE
        )

    async def _whole(self, request: Request) -> Response:
        return RedirectResponse(f"{request.url.path}/")

    async def _board(self, request: Request) -> Response:
        if self._organises(request):
            return self._files.document(ORGANISER)
        layout = request.query_params.get("layout", LAYOUTS[0])
        return self._files.document(layout if layout in LAYOUTS else LAYOUTS[0])

    def _organises(self, request: Request) -> bool:
        given = str(request.path_params["token"]).encode()
        return self._organiser is not None and compare_digest(given, self._organiser.token.encode())

    async def _do(self, request: Request) -> Response:
        if self._organiser is None or not self._organises(request):
            return refused(404, say("scoreboard.gone"))
        try:
            asked = json.loads(await request.body())
            if not isinstance(asked, dict):
                raise ValueError
            why = await asyncio.to_thread(self._organiser.do, asked)
        except (ValueError, RecursionError):
            return refused(400, say("phone.not_understood"))
        return JSONResponse({"refused": why})

    async def _file(self, request: Request) -> Response:
        name, picture = request.path_params["name"], self._picture()
        if picture is not None and name == picture.name:
            return Response(picture.jpeg, media_type="image/jpeg")
        return self._files.file(name) or refused(404, say("scoreboard.gone"))

    async def _events(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type=STREAM)
        if self._readers.total() >= MOST_READERS:
            return refused(503, say("scoreboard.full"))
        return CountedStream(self._newest, self._readers)

    async def _table(self, request: Request) -> Response:
        live = self._live()
        if live is None:
            return refused(404, say("scoreboard.gone"))
        if request.method == "HEAD":
            return Response(media_type=live.media_type)
        if self._onlookers.total() >= MOST_ONLOOKERS:
            return refused(503, say("scoreboard.full"))
        return CountedStream(live, self._onlookers)


MOST_REQUESTS = MOST_READERS + 100
"""Connections at once."""
FASTEST_S = 0.1
"""Between two messages: limits the work for a full room, and for a game read from a file."""


class Board:
    def __init__(self, names: bool = True) -> None:
        self._reader, self._filter = FeedReader(), None if names else NameFilter()
        self._shown: board_view.Shown | None = None
        self._at: tuple[int, int] | None = None
        self._picture: board_view.Picture | None = None
        self._times: tuple[str, ...] = ()
        self._there = True
        self.live: NewestPicture | None = None
        """The table's live picture; ``None`` where none is handed over."""

    def take(self, read: Read) -> None:
        self._there = read.there
        newest = None
        for line in read.lines:
            if line.startswith(board_view.MARK):
                self._picture = board_view.picture_in(line)
            elif line.startswith(board_view.TIMES):
                self._times = board_view.times_in(line)
            elif line.startswith(board_view.TABLE):
                self._take_live(board_view.table_in(line))
            else:
                newest = self._reader.read(line) or newest
        if newest is None:
            return
        language = known_language(self._reader.language or "")
        if language is not None and language != spoken().language:
            use_language(language)
        self._shown = board_view.shown(newest if self._filter is None else self._filter.apply(newest))
        self._at = newest.game_id, newest.number

    def _take_live(self, jpeg: bytes | None) -> None:
        if self.live is not None and jpeg is not None:
            self.live.publish(jpeg)
            return
        self.close()
        self.live = None if jpeg is None else NewestPicture(jpeg)

    def close(self) -> None:
        if self.live is not None:
            self.live.close()

    @property
    def picture(self) -> board_view.Picture | None:
        """The standing verdict's picture; None once the game goes on."""
        found = self._picture
        revealed = self._shown is not None and self._shown.revealed
        return found if found is not None and revealed and (found.game, found.number) == self._at else None

    def message(self) -> str:
        picture = self.picture
        told = {
            "language": spoken().language,
            "notice": None if self._there else say("scoreboard.no_table"),
            "waiting": say("scoreboard.waiting"),
            "bids": say("scoreboard.bids"),
            "no_bid": say("scoreboard.no_bid"),
            "players": say("scoreboard.players"),
            "on_turn": say("scoreboard.on_turn"),
            **guess_words(),
            "times": self._times,
            "picture": None if picture is None else picture.name,
            "picture_words": say("scoreboard.picture"),
            "shown": None if self._shown is None else asdict(self._shown),
        }
        try:
            text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
            text.encode()
        except ValueError:  # a feed from elsewhere: numbers of thousands of digits, letters that are none
            return write_json(told)
        return text


async def serve(
    listening: Sequence[socket.socket], token: str, source: AsyncIterator[Read], names: bool = True
) -> None:
    """Returns when the source has ended, or after a signal."""
    board = Board(names)
    newest = Newest(board.message())
    site = Site(newest, token, _hosts(listening), picture=lambda: board.picture, live=lambda: board.live)

    def end_streams() -> None:
        newest.close()
        board.close()

    await serve_app(site.app, listening, _feed(source, board, newest), end_streams, MOST_REQUESTS)


async def serve_page(
    listening: Sequence[socket.socket],
    token: str,
    newest: Newest,
    page: Page,
    feed: Coroutine[None, None, None],
    organiser: Organiser | None = None,
) -> None:
    site = Site(newest, token, _hosts(listening), page, organiser=organiser)
    await serve_app(site.app, listening, feed, newest.close, MOST_REQUESTS)


def _hosts(listening: Sequence[socket.socket]) -> tuple[str, ...]:
    return hosts_of(tuple(map(listening_at, listening)))


async def _feed(source: AsyncIterator[Read], board: Board, newest: Newest) -> None:
    async for read in source:
        board.take(read)
        newest.publish(board.message())
        await asyncio.sleep(FASTEST_S if read.lines else 0)
