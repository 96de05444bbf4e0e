"""Scores an evening, and serves its page while it does."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.club.evening import Object, drawn_on, message_of, seatings_of
from companion.club.kept import Club
from companion.club.scorer import Scorer
from companion.club.tournament import Plan
from companion.share.web import Newest, Page, serve_page

FOLDER = Path(__file__).resolve().parent / "page"
PAGE = Page(FOLDER / "club.html", (FOLDER / "club.css", FOLDER / "club.js"))
GOODBYE_S = 5.0


def drawing(
    plan: Callable[[], Plan], publish: Callable[[Object], None] = lambda told: None
) -> Callable[[Club], dict[str, str]]:
    """For a scorer: draws the next round when its time has come, and publishes how the evening stands.

    It gives the tables' seating.
    """

    def changed(club: Club) -> dict[str, str]:
        evening = drawn_on(club, plan())
        publish(message_of(evening))
        return seatings_of(evening)

    return changed


class Told:
    """What the page is told: how the evening stands, and what is wrong with the link to the broker."""

    def __init__(self, publish: Callable[[str], None]) -> None:
        self._publish, self._all = publish, dict[str, object]()
        self._changing = threading.Lock()

    def evening(self, told: Object) -> None:
        """The evening stands like this now."""
        self._tell(told)

    def notice(self, sentence: str) -> None:
        """This is wrong now; an empty text: nothing."""
        self._tell({"notice": sentence})

    def _tell(self, fields: Object) -> None:
        with self._changing:
            self._all |= fields
            self._publish(json.dumps(self._all, ensure_ascii=False, separators=(",", ":")))


async def serve(
    listening: Sequence[socket.socket],
    token: str,
    plan: Callable[[], Plan],
    begin: Callable[[Callable[[Club], dict[str, str]], Callable[[str], None]], Scorer],
) -> None:
    """Serve the page until a signal comes.

    ``begin`` makes the scorer, which calls the first thing that it is given; the second takes what is wrong
    with the link to the broker, in a sentence.
    """
    newest, loop = Newest("{}"), asyncio.get_running_loop()
    told = Told(lambda text: _soon(loop, newest, text))
    scorer = begin(drawing(plan, told.evening), told.notice)
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
