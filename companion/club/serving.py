"""Scores an evening, and serves its page while it does."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.club.evening import drawn_on
from companion.club.kept import Club
from companion.club.scorer import Scorer
from companion.club.shown import message_of
from companion.club.tournament import Plan
from companion.scoreboard.newest import Newest
from companion.scoreboard.serving import serve_page
from companion.scoreboard.site import Page

FOLDER = Path(__file__).resolve().parent / "page"
PAGE = Page(FOLDER / "club.html", (FOLDER / "club.css", FOLDER / "club.js"))
GOODBYE_S = 5.0


def drawing(
    plan: Callable[[], Plan], publish: Callable[[str], None] = lambda text: None
) -> Callable[[Club], None]:
    """For a scorer: draws the next round when its time has come, and publishes how the evening stands."""

    def changed(club: Club) -> None:
        publish(json.dumps(message_of(drawn_on(club, plan())), ensure_ascii=False, separators=(",", ":")))

    return changed


async def serve(
    listening: Sequence[socket.socket],
    token: str,
    plan: Callable[[], Plan],
    begin: Callable[[Callable[[Club], None]], Scorer],
) -> None:
    """Serve the page until a signal comes. ``begin`` makes the scorer, which calls what it is given."""
    newest, loop = Newest("{}"), asyncio.get_running_loop()
    scorer = begin(drawing(plan, lambda text: _soon(loop, newest, text)))
    scoring = threading.Thread(target=scorer.run, name="scorer", daemon=True)
    scoring.start()
    try:
        await serve_page(listening, token, newest, PAGE, _until(scoring))
    finally:
        scorer.end()
        await asyncio.to_thread(scoring.join, GOODBYE_S)


def _soon(loop: asyncio.AbstractEventLoop, newest: Newest, text: str) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(newest.publish, text)


async def _until(scoring: threading.Thread) -> None:
    """Ends when the scorer has ended."""
    while scoring.is_alive():
        await asyncio.sleep(1.0)
