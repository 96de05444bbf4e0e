"""The scoreboard as a web application: one page, its files, and the stream of what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.scoreboard.document import LAYOUTS, PAGE, SHARED, Document
from companion.scoreboard.guard import Guard, refused
from companion.scoreboard.newest import Newest
from companion.scoreboard.picture import Picture
from companion.scoreboard.signs_script import NAME as SIGNS
from companion.scoreboard.signs_script import signs_script
from companion.text.speech import say

MOST_READERS = 200


@dataclass(frozen=True, slots=True)
class Page:
    """A page and its own files; ``words`` gives the sentences in it, by the names that they have there."""

    body: Path
    files: tuple[Path, ...]
    words: Callable[[], dict[str, str]] = dict
    scripts: dict[str, Callable[[], str]] = field(default_factory=dict)
    """Scripts that are written here, by name."""


BOARD = Page(
    PAGE / "board.html",
    (PAGE / "board.css", PAGE / "board.js", PAGE / "dice.js"),
    lambda: {
        "board": say("scoreboard.title"),
        "players": say("scoreboard.players"),
        "bids": say("scoreboard.bids"),
    },
    {SIGNS: signs_script},
)


class Site:
    """Answers browsers. ``hosts`` are the names and addresses under which they may ask."""

    def __init__(
        self,
        newest: Newest,
        token: str,
        hosts: Sequence[str],
        page: Page = BOARD,
        most: int = MOST_READERS,
        picture: Callable[[], Picture | None] = lambda: None,
    ) -> None:
        self._newest, self._most, self._page, self._picture = newest, most, page, picture
        self._files = {each.name: each for each in (*page.files, *SHARED)}
        self._document = Document(page.body)
        self.readers = 0
        routes = [
            Route("/{token}", self._whole),
            Route("/{token}/", self._board),
            Route("/{token}/events", self._events),
            Route("/{token}/{name}", self._file),
        ]
        trusting = TrustedHostMiddleware(Starlette(routes=routes), list(hosts), www_redirect=False)
        self.app: ASGIApp = Guard(trusting, token)

    async def _whole(self, request: Request) -> Response:
        return RedirectResponse(f"{request.url.path}/")

    async def _board(self, request: Request) -> Response:
        layout = request.query_params.get("layout", LAYOUTS[0])
        return HTMLResponse(self._document.filled(self._page.words(), layout))

    async def _file(self, request: Request) -> Response:
        name, picture = request.path_params["name"], self._picture()
        if picture is not None and name == picture.name:
            return Response(picture.jpeg, media_type="image/jpeg")
        if name in self._page.scripts:
            return script(self._page.scripts[name]())
        file = self._files.get(name)
        return refused(404, say("scoreboard.gone")) if file is None else FileResponse(file)

    async def _events(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        if self.readers >= self._most:
            return refused(503, say("scoreboard.full"))
        return _Stream(self)

    def stream(self) -> StreamingResponse:
        """What one reader gets, until one of both goes."""
        return StreamingResponse(self._newest.events(), media_type="text/event-stream")


def script(text: str) -> Response:
    """A script as browsers take it."""
    return Response(text, media_type="text/javascript")


class _Stream(Response):
    """Counts its reader for as long as the reader is there."""

    def __init__(self, site: Site) -> None:
        self._site = site
        super().__init__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._site.readers += 1
        try:
            await self._site.stream()(scope, receive, send)
        finally:
            self._site.readers -= 1
