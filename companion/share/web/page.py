"""Parts of every page: head, files, the seats' signs, the stream of messages."""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, ClassVar, Generic, TypeVar

from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.core.seats import INK, Outline, Rgb, sign_of
from companion.text import say, spoken

FOLDER = Path(__file__).resolve().parent / "page"
SHARED = tuple(FOLDER / name for name in ("icon.svg", "parts.js", "wire.js"))
"""Files of every page."""
DICE = FOLDER / "dice.js"
GUESS = FOLDER / "guess.js"
"""True or lie? For the phones of those who only watch."""
SIGNS = "signs.js"
"""A script that ``signs_script`` writes."""
RECORD = "record"
"""The layout of a club's page on paper."""
OVERLAYS = ("strip", "corner", "full")
"""Layouts over a picture; ``overlay`` means the first."""
LAYOUTS = ("page", "overlay", *OVERLAYS, RECORD)
"""Values of ``?layout=``; the first is the default."""
ORGANISER = "organiser"
"""The layout for who may change things."""
STREAM = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its body's file, its own files, and the sentences in the body, by name.

    Style and script have the body's name. A page with ``dice.js`` also gets the seats' signs.
    """

    body: Path
    files: tuple[Path, ...]
    words: Callable[[], dict[str, str]] = dict


def guess_words() -> dict[str, str]:
    """What ``guess.js`` says; it fills in the score, which no server knows."""
    return {
        "guess": say("guess.question"),
        "guess_true": say("guess.true"),
        "guess_lie": say("guess.lie"),
        "guess_score": say("guess.score", right="{right}", all="{all}"),
    }


class PageFiles:
    def __init__(self, page: Page) -> None:
        around = (FOLDER / "document.html").read_text(encoding="utf-8")
        self._whole = Template(around.replace("$body", page.body.read_text(encoding="utf-8").strip()))
        self._page, self._files = page, {each.name: each for each in (*page.files, *SHARED)}

    def document(self, layout: str = LAYOUTS[0]) -> HTMLResponse:
        words = {
            "lang": spoken().language,
            "layout": _classes(layout),
            "name": self._page.body.stem,
            "no_script": say("scoreboard.no_script"),
            "lost": say("scoreboard.lost"),
            **self._page.words(),
        }
        return HTMLResponse(self._whole.substitute({name: html.escape(each) for name, each in words.items()}))

    def kept(self, message: object, layout: str) -> dict[str, bytes]:
        told = json.dumps(message).replace("<", "\\u003c")
        script = f'<script type="application/json" id="kept">{told}</script>\n</head>'
        whole = bytes(self.document(layout).body).decode().replace("</head>", script, 1)
        return {"index.html": whole.encode()} | {
            name: path.read_bytes() for name, path in self._files.items()
        }

    def file(self, name: str) -> Response | None:
        if name == SIGNS and DICE in self._page.files:
            return Response(signs_script(), media_type="text/javascript")
        return FileResponse(self._files[name]) if name in self._files else None


def site_of(routes: Sequence[Route], hosts: Sequence[str]) -> ASGIApp:
    routed = Router(routes, redirect_slashes=False)
    return TrustedHostMiddleware(routed, list(hosts), www_redirect=False)


def _classes(layout: str) -> str:
    if layout == "overlay":
        return f"overlay {OVERLAYS[0]}"
    if layout in OVERLAYS:
        return f"overlay {layout}"
    return layout if layout in (*LAYOUTS, ORGANISER) else LAYOUTS[0]


@contextlib.contextmanager
def counted(counts: Counter[str], key: str) -> Iterator[None]:
    """Within it ``counts`` has one more under ``key``."""
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


class CountedStream(Response):
    """Messages for one reader, who is counted while connected."""

    def __init__(self, newest: _Newest[Any], readers: Counter[str]) -> None:
        self._newest, self._readers = newest, readers
        super().__init__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with counted(self._readers, ""):
            newest = self._newest
            await StreamingResponse(newest.body(), media_type=newest.media_type)(scope, receive, send)


RETRY_MS = 2_000
"""A disconnected browser comes back after this time."""
BEAT_S = 10.0


Told = TypeVar("Told", str, bytes)


class _Newest(ABC, Generic[Told]):
    """The newest message or picture. A slow reader may miss some between, never the last."""

    media_type: ClassVar[str]

    def __init__(self, told: Told) -> None:
        self._told: Told = told
        self._number = 1
        self._closed = False
        self._changed = asyncio.Event()

    def publish(self, told: Told) -> None:
        """Replaces the newest; the same again is not sent."""
        if told != self._told:
            self._told, self._number = told, self._number + 1
            self._wake()

    def close(self) -> None:
        self._closed = True
        self._wake()

    @abstractmethod
    def body(self) -> AsyncIterator[bytes]:
        """What a reader gets, without end."""

    async def _each(self, beat_s: float) -> AsyncIterator[bool]:
        """True for the newest at once and for each newer one, False for a beat between."""
        seen = 0
        while not self._closed or self._number != seen:
            if self._number != seen:
                seen = self._number
                yield True
            elif not await self._changes_within(beat_s):
                yield False

    async def _changes_within(self, patience_s: float) -> bool:
        try:
            await asyncio.wait_for(self._changed.wait(), patience_s)
        except TimeoutError:
            return False
        return True

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class Newest(_Newest[str]):
    media_type = STREAM

    def body(self) -> AsyncIterator[bytes]:
        return self.events()

    async def events(self, beat_s: float = BEAT_S) -> AsyncIterator[bytes]:
        """Server-sent events: the newest message at once, then each newer one, and beats between."""
        yield f"retry: {RETRY_MS}\n\n".encode()
        async for is_new in self._each(beat_s):
            message = f"id: {self._number}\ndata: {self._told}\n\n".encode()
            yield message if is_new else b"event: beat\ndata: .\n\n"


BOUNDARY = "picture"


class NewestPicture(_Newest[bytes]):
    media_type = f"multipart/x-mixed-replace; boundary={BOUNDARY}"

    async def body(self) -> AsyncIterator[bytes]:
        """Motion JPEG: the newest picture at once, then each newer one, and the same again as a beat.

        The boundary follows each picture at once: browsers show a picture when its boundary has come.
        """
        yield f"--{BOUNDARY}\r\n".encode()
        async for _ in self._each(BEAT_S):
            head = f"Content-Type: image/jpeg\r\nContent-Length: {len(self._told)}\r\n\r\n"
            yield head.encode() + self._told + f"\r\n--{BOUNDARY}\r\n".encode()


SIGNED_SEATS = 20
"""Seats with their own sign in browsers; games have at most fourteen players."""
SQUARE = 100
"""Side of the square in which a sign's corners are given."""


@cache
def signs_script() -> str:
    """``ink`` and ``signs`` by seat: colour, filled and cut-out corners."""
    signs = []
    for seat in range(SIGNED_SEATS):
        sign = sign_of(seat)
        signs.append(
            {
                "colour": _hex(sign.colour),
                "solid": [_points(each) for each in sign.shape.solid],
                "holes": [_points(each) for each in sign.shape.holes],
            }
        )
    told = json.dumps(signs, separators=(",", ":"))
    return f'export const ink = "{_hex(INK)}";\nexport const signs = {told};\n'


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _points(outline: Outline) -> str:
    return " ".join(f"{x * SQUARE:.1f},{y * SQUARE:.1f}" for x, y in outline)
