"""A crowd in a process of its own, as browsers are: ``readers.py``, told what to do by lines of JSON.

Each reader has an address of its own (127.0.1.1, 127.0.1.2, …): it opens the page, its files and its stream,
and fetches each picture. ``{"board": URL, "readers": N, "phones": URL, "phones_readers": M, "codes": […],
"unruly": true}`` makes the crowd come, ``{"leave": true}`` makes it go; a line of JSON says how it went.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import socket
import sys
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

NICE = 19
"""Readers have machines of their own: here they take what the table leaves."""
FILE = re.compile(rb'(?:src|href)="([\w.-]+)"')
SILENT, DEAF, RUBBISH_EVERY_S = 200, 5, 0.02
"""The unruly: connections that ask nothing, readers that never read, and how often rubbish comes."""


@dataclass
class Crowd:
    """Readers that are there, and the newest message of each."""

    newest: dict[int, bytes] = field(default_factory=dict)
    messages: int = 0
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    held: list[asyncio.StreamWriter] = field(default_factory=list)

    def come(self, told: dict[str, Any]) -> None:
        """All at once."""
        codes = [*told.get("codes", []), None]
        phones = told.get("phones_readers", 0)
        for number in range(told["readers"]):
            if number < phones:
                code = codes[min(number, len(codes) - 1)]
                reading = self._phone(number, told["phones"], code)
            else:
                reading = self._read(number, told["board"], {})
            self.tasks.append(asyncio.create_task(reading))
        if told.get("unruly"):
            self.tasks.append(asyncio.create_task(self._crowd_in(told["board"])))
            self.tasks.append(asyncio.create_task(self._talk_rubbish(told["board"])))

    def heard(self) -> dict[str, int]:
        """How many got messages, and how many of them stand at the same, newest one of the scoreboard."""
        newest = list(self.newest.values())
        same = max(map(newest.count, newest), default=0)
        return {"messages": self.messages, "readers": len(newest), "same": same}

    async def go(self) -> None:
        """All of them."""
        for each in self.tasks:
            each.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for writer in self.held:
            writer.transport.abort()

    async def _read(self, number: int, url: str, headers: dict[str, str]) -> None:
        page = await _got(number, url, "", headers)
        for name in dict.fromkeys(FILE.findall(page)):
            await _got(number, url, name.decode(), headers)
        reader, writer = await _asked(number, url, "events", headers)
        try:
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    self.newest[number], self.messages = line, self.messages + 1
                    picture = json.loads(line.removeprefix(b"data: ")).get("picture")
                    if picture:
                        await _got(number, url, picture, headers)
        finally:
            writer.close()

    async def _phone(self, number: int, url: str, code: str | None) -> None:
        headers = {}
        if code is not None:
            body = json.dumps({"code": code})
            answer = await _got(number, url, "join", {"Content-Type": "application/json"}, body)
            cookie = re.search(rb"(?i)set-cookie: ([^;\r]+)", answer)
            headers = {} if cookie is None else {"Cookie": cookie[1].decode()}
        await self._read(number, url, headers)

    async def _crowd_in(self, url: str) -> None:
        """One machine that holds as many connections as it gets, and readers that never read."""
        for _ in range(SILENT):
            with contextlib.suppress(OSError):
                self.held.append((await _connected("127.0.2.1", url))[1])
        for number in range(DEAF):
            with contextlib.suppress(OSError):
                _, writer = await _connected(f"127.0.2.{2 + number}", url)
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                cast("asyncio.Transport", writer.transport).pause_reading()  # a socket reads and writes
                writer.write(_request(url, "events", {}))
                self.held.append(writer)

    async def _talk_rubbish(self, url: str) -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await _connected("127.0.2.99", url)
                writer.write(os.urandom(2000))
                await writer.drain()
                await asyncio.sleep(RUBBISH_EVERY_S)
                writer.transport.abort()


async def _connected(source: str, url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    place = urlsplit(url)
    return await asyncio.open_connection(place.hostname, place.port, limit=1 << 20, local_addr=(source, 0))


def _request(url: str, path: str, headers: dict[str, str], body: str | None = None) -> bytes:
    place = urlsplit(url)
    method = "GET" if body is None else "POST"
    told = {"Host": f"{place.hostname}:{place.port}", **headers}
    if body is not None:
        told["Content-Length"] = str(len(body))
    if path != "events":
        told["Connection"] = "close"
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"{method} {place.path}{path} HTTP/1.1\r\n{lines}\r\n{body or ''}".encode()


async def _asked(
    number: int, url: str, path: str, headers: dict[str, str], body: str | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await _connected(f"127.0.1.{1 + number}", url)
    writer.write(_request(url, path, headers, body))
    return reader, writer


async def _got(number: int, url: str, path: str, headers: dict[str, str], body: str | None = None) -> bytes:
    reader, writer = await _asked(number, url, path, headers, body)
    try:
        return await reader.read()
    finally:
        writer.close()


async def _serve() -> None:
    loop, lines = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    crowd = Crowd()
    print(json.dumps({"ready": True}), flush=True)
    while line := await lines.readline():
        told = json.loads(line)
        if "leave" in told:
            await asyncio.sleep(1.0)  # the last message is on its way
            heard = crowd.heard()
            await crowd.go()
            print(json.dumps(heard), flush=True)
            crowd = Crowd()
        else:
            crowd.come(told)


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(_serve())
