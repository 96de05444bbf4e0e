"""Scores an evening and serves its page."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from companion.club.evening import Evening, Object, drawn_on, evening_in, message_of, seatings_of
from companion.club.kept import Club, DatabaseAway, DataRefused
from companion.club.plan_file import CHANGES, UNDO, NotChanged, change_of
from companion.club.scorer import Scorer
from companion.club.tournament import Plan
from companion.core.on_disk import write_whole
from companion.share.web import RECORD, Newest, Organiser, Page, PageFiles, serve_page
from companion.text import say

FOLDER = Path(__file__).resolve().parent / "page"
ORGANISE = ("title", "hint", "hint_result", "new_name", "add", "remove", "result", "draw", "undo", "rounds")
"""The organiser's sentences on the page."""


def _words() -> dict[str, str]:
    words = {each: say(f"club.organise.{each}") for each in ORGANISE}
    return words | {"count_as": say("club.count_as", name="{name}")}


PAGE = Page(FOLDER / "club.html", (FOLDER / "club.css", FOLDER / "club.js"), _words)
GOODBYE_S = 5.0


def drawing(
    plan: Callable[[], Plan], publish: Callable[[Object], None] = lambda told: None
) -> Callable[[Club], dict[str, str]]:
    def changed(club: Club) -> dict[str, str]:
        evening = drawn_on(club, plan())
        publish(message_of(evening))
        return seatings_of(evening)

    return changed


def organising(
    place: str, plan: Callable[[], Plan], done: Callable[[], None]
) -> Callable[[Object], str | None]:
    def do(asked: Object) -> str | None:
        what, names = asked.get("do"), asked.get("names")
        if not isinstance(what, str) or what not in CHANGES or not isinstance(names, list):
            raise ValueError(f"must be one of {CHANGES} with names, got {what!r}")
        try:
            with closing(Club(place)) as club:
                if what == UNDO:
                    if club.take_back(plan().name) is None:
                        raise NotChanged(say("club.nothing_to_undo"))
                else:
                    club.change(plan().name, change_of(evening_in(club, plan()), what, names))
        except (NotChanged, DatabaseAway, DataRefused) as fault:
            return str(fault)
        done()
        return None

    return do


def keep_page(evening: Evening, folder: Path) -> None:
    """The page as files for any web server, without what only the organiser may know. Raises OSError."""
    told = message_of(evening) | {
        each: [] for each in ("notes", "holes", "set_aside", "uncounted", "strangers")
    }
    folder.mkdir(parents=True, exist_ok=True)  # not for the owner alone: a web server reads it
    for name, content in PageFiles(PAGE).kept(told, RECORD).items():
        write_whole(folder / name, content)


class Told:
    def __init__(self, publish: Callable[[str], None]) -> None:
        self._publish, self._all = publish, dict[str, object]()
        self._changing = threading.Lock()

    def evening(self, told: Object) -> None:
        self._tell(told)

    def notice(self, sentence: str) -> None:
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
    organiser: tuple[str, str],
) -> None:
    """Serve the page until a signal comes.

    ``begin`` makes the scorer; it gets the scorer's ``changed``, and what hears of the broker's faults.
    ``organiser``: token and the database's place.
    """
    newest, loop = Newest("{}"), asyncio.get_running_loop()
    told = Told(lambda text: _soon(loop, newest, text))
    scorer = begin(drawing(plan, told.evening), told.notice)
    scoring = threading.Thread(target=scorer.run, name="scorer", daemon=True)
    scoring.start()
    try:
        rights = Organiser(organiser[0], organising(organiser[1], plan, scorer.show_soon))
        await serve_page(listening, token, newest, PAGE, _until(scoring), organiser=rights)
    finally:
        scorer.end()
        await asyncio.to_thread(scoring.join, GOODBYE_S)


def _soon(loop: asyncio.AbstractEventLoop, newest: Newest, text: str) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(newest.publish, text)


async def _until(scoring: threading.Thread) -> None:
    while scoring.is_alive():
        await asyncio.sleep(1.0)
