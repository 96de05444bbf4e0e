"""``--scoreboard``: the page of this command's games, served by a process of its own (docs/scoreboard.md)."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock
from typing import IO
from urllib.parse import urlsplit

import segno

from companion.commands.terminal.outlet import complain, tell
from companion.feed.happening import Happening
from companion.feed.written import WrittenFeed
from companion.text.speech import say, spoken

ME = "companion scoreboard"
TOKEN = "CUPS_UP_SCOREBOARD_TOKEN"
"""The variable of the environment with the token of the page's address: other users cannot read it there."""
STARTS_WITHIN_S = 20.0
"""A Pi takes some seconds to load what the server needs."""
ENDS_WITHIN_S = 3.0
KINDER = 5
"""By so much the server is nicer to other processes (nice(2)) than the table is."""


class NoScoreboard(Exception):
    """The server did not start; the message says why."""


class ScoreboardFeed:
    """Fits ``companion.feed.happening.Follower``: starts the server and writes it the feed.

    Raises ``NoScoreboard``.
    """

    def __init__(self, address: str) -> None:
        self._process = _started(address)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self.url = _url_in(self._process.stdout)
        except NoScoreboard:
            end_server(self._process)
            raise
        self._feed = WrittenFeed(self._process.stdin.fileno(), lambda reason: complain(ME, reason))

    @property
    def is_alive(self) -> bool:
        """Whether the server runs."""
        return self._process.poll() is None

    def told(self, happening: Happening) -> None:
        """Have the happening shown."""
        self._feed.told(happening)

    def show_later(self, line: Callable[[], str]) -> None:
        """Tell the server one more line; it is made when its turn comes."""
        self._feed.write_later(line)

    def close(self) -> None:
        """End the server."""
        self._feed.close()
        end_server(self._process)


class SwitchedScoreboard:
    """Fits ``companion.feed.happening.Follower``: a scoreboard that can be switched on and off.

    It is off at first. One that is switched on in the middle of a game learns the whole game.
    """

    def __init__(self) -> None:
        self._feed: ScoreboardFeed | None = None
        self._newest: Happening | None = None
        self._lock = Lock()

    @property
    def url(self) -> str | None:
        """The page's address; ``None`` while it is off, or where its server has died."""
        feed = self._feed
        return feed.url if feed is not None and feed.is_alive else None

    def open(self, address: str) -> None:
        """Listen there and nowhere else. Raises ``NoScoreboard``; then it is off."""
        self.shut()
        feed = ScoreboardFeed(address)
        with self._lock:
            self._feed, newest = feed, self._newest
            if newest is not None:
                feed.told(replace(newest, fresh=newest.record.events, before=None))

    def shut(self) -> None:
        """Nothing listens any more."""
        with self._lock:
            feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()

    def told(self, happening: Happening) -> None:
        """Have the happening shown, and keep it for a scoreboard that is switched on later."""
        with self._lock:
            self._newest = happening
            if self._feed is not None:
                self._feed.told(happening)

    def show_later(self, line: Callable[[], str]) -> None:
        """Tell the server one more line, where it is on."""
        with self._lock:
            if self._feed is not None:
                self._feed.show_later(line)

    def close(self) -> None:
        """End the server."""
        self.shut()


def announce(urls: Sequence[str]) -> None:
    """Say where the page is; on a terminal with a code for phones, where phones can reach it."""
    for url in urls:
        tell(say("scoreboard.at", url=url))
    reachable = next((url for url in urls if not is_local(url)), None)
    if reachable is None:
        tell(say("scoreboard.only_here"))
    elif sys.stdout is not None and sys.stdout.isatty():
        segno.make(reachable, error="m", micro=False).terminal(sys.stdout, compact=True)


def is_local(url: str) -> bool:
    """Whether only this machine can open it."""
    return ipaddress.ip_address(urlsplit(url).hostname or "").is_loopback


def _started(address: str) -> subprocess.Popen[bytes]:
    python = [sys.executable, *(["-I"] if sys.flags.isolated else [])]
    words = ["--language", spoken().language, "scoreboard", "--listen", address, "--json"]
    process = subprocess.Popen(
        [*python, "-m", "companion", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + KINDER)
    return process


def _url_in(output: IO[bytes]) -> str:
    """The page's address, which the server tells first of all."""
    line = first_line(output)
    if not line:
        raise NoScoreboard(say("scoreboard.no_start"))
    told = json.loads(line)
    if "refused" in told:
        raise NoScoreboard(told["refused"])
    return str(told["urls"][0])


def first_line(output: IO[bytes]) -> bytes:
    """What a server tells first of all; empty where it does not start."""
    readable, _, _ = select.select([output], [], [], STARTS_WITHIN_S)
    return output.readline() if readable else b""


def end_server(process: subprocess.Popen[bytes]) -> None:
    """Ask a server's process to end, insist where it does not, and close its pipes."""
    process.terminate()
    try:
        process.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
