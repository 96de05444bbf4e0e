"""A small game as a feed has it, and a scoreboard that really serves it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import IO
from urllib.parse import urljoin

from companion.rules import Event
from companion.share.feed import format_lines
from tests.share.happened import ROUND, happenings

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "for-the-tests"
PATIENCE_S = 60


def feed_of(events: tuple[Event, ...] = ROUND) -> str:
    """Their feed as text."""
    return "".join(f"{line}\n" for each in happenings(events) for line in format_lines(each))


@dataclass(frozen=True, slots=True)
class Served:
    """A scoreboard that runs; ``feed`` is its standard input."""

    url: str
    process: subprocess.Popen[str]

    def feed(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def get(self, path: str = "", method: str = "GET", host: str | None = None) -> tuple[int, str, Message]:
        """Status, text and headers of an answer; ``path`` follows the page's address, or begins with /."""
        asked = urllib.request.Request(urljoin(self.url, path), method=method)
        if host is not None:
            asked.add_header("Host", host)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                return answer.status, answer.read().decode("utf-8", "replace"), answer.headers
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode(), refusal.headers

    def events(self) -> IO[bytes]:
        """The stream, open."""
        stream: IO[bytes] = urllib.request.urlopen(f"{self.url}events", timeout=PATIENCE_S)
        return stream


def message_in(stream: IO[bytes]) -> str:
    """The next message of a stream."""
    for line in stream:
        if line.startswith(b"data: {"):
            return line.decode().removeprefix("data: ")
    raise AssertionError("the stream has ended")


@contextlib.contextmanager
def served(
    *words: str, listen: str = "127.0.0.1:0", language: str = "en", complaints: IO[str] | None = None
) -> Iterator[Served]:
    """``cups-up scoreboard`` with these words, as a person starts it; ``complaints`` takes what it says."""
    call = [sys.executable, "-m", "companion", "--language", language, "scoreboard", "--listen", listen]
    process = subprocess.Popen(
        [*call, "--token", TOKEN, *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdin is not None
        told = process.stdout.readline()
        try:
            yield Served(told[told.index("http") :].strip(), process)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
