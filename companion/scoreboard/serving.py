"""Serves the scoreboard of one feed until the feed ends or somebody ends it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import asdict

from companion.feed.heard import Heard
from companion.feed.unnamed import Veil
from companion.scoreboard.addresses import hosts_of, listening_at
from companion.scoreboard.newest import Newest
from companion.scoreboard.parts import Shown
from companion.scoreboard.picture import MARK, Picture, picture_in
from companion.scoreboard.server import serve_app
from companion.scoreboard.shown import shown
from companion.scoreboard.site import BOARD, MOST_READERS, Page, Site
from companion.scoreboard.sources import Read
from companion.text.choice import known_language
from companion.text.speech import say, spoken, use_language

MOST_REQUESTS = MOST_READERS + 100
"""Connections at once."""
FASTEST_S = 0.1
"""Between two messages: what a whole room reads, and a game that is read from a file, make no more work."""


class Board:
    """Turns the lines of a feed into messages for the page."""

    def __init__(self, names: bool = True) -> None:
        self._heard, self._veil = Heard(), None if names else Veil()
        self._shown: Shown | None = None
        self._at: tuple[int, int] | None = None
        self._picture: Picture | None = None
        self._there = True

    def take(self, read: Read) -> None:
        """Take note of lines that have come, or that the table has gone."""
        self._there = read.there
        newest = None
        for line in read.lines:
            if line.startswith(MARK):
                self._picture = picture_in(line)
            else:
                newest = self._heard.hear(line) or newest
        if newest is None:
            return
        language = known_language(self._heard.language or "")
        if language is not None and language != spoken().language:
            use_language(language)
        self._shown = shown(newest if self._veil is None else self._veil.over(newest))
        self._at = newest.game_id, newest.number

    @property
    def picture(self) -> Picture | None:
        """The picture of the verdict that stands; ``None`` once the game has gone on."""
        found = self._picture
        revealed = self._shown is not None and self._shown.revealed
        return found if found is not None and revealed and (found.game, found.number) == self._at else None

    def message(self) -> str:
        """All that the page needs, as one line of JSON."""
        picture = self.picture
        told = {
            "language": spoken().language,
            "notice": None if self._there else say("scoreboard.no_table"),
            "waiting": say("scoreboard.waiting"),
            "bids": say("scoreboard.bids"),
            "no_bid": say("scoreboard.no_bid"),
            "players": say("scoreboard.players"),
            "on_turn": say("scoreboard.on_turn"),
            "picture": None if picture is None else picture.name,
            "picture_words": say("scoreboard.picture"),
            "shown": None if self._shown is None else asdict(self._shown),
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


async def serve(
    listening: Sequence[socket.socket], token: str, source: AsyncIterator[Read], names: bool = True
) -> None:
    """Serve what comes from the source at these sockets; returns when it has ended, or after a signal."""
    board = Board(names)
    newest = Newest(board.message())
    await serve_page(listening, token, newest, BOARD, _feed(source, board, newest), lambda: board.picture)


async def serve_page(
    listening: Sequence[socket.socket],
    token: str,
    newest: Newest,
    page: Page,
    feed: Coroutine[None, None, None],
    picture: Callable[[], Picture | None] = lambda: None,
) -> None:
    """Serve a page with its newest message and picture, until its feed has ended or a signal comes."""
    site = Site(newest, token, hosts_of(tuple(map(listening_at, listening))), page, picture=picture)
    await serve_app(site.app, listening, feed, newest.close, MOST_REQUESTS)


async def _feed(source: AsyncIterator[Read], board: Board, newest: Newest) -> None:
    async for read in source:
        board.take(read)
        newest.publish(board.message())
        await asyncio.sleep(FASTEST_S if read.lines else 0)
