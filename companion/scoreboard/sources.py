"""Where the lines of a feed come from: a table's socket, a file that grows, or standard input."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

SOCKET, INPUT = "unix:", "-"
LONGEST_LINE = 1_000_000
"""Bytes; a longer line is no line of a feed."""
CHUNK = 1 << 18
LOOK_AGAIN_S = 0.3
"""So often a file is looked at for more; a person does not notice it."""
TRY_AGAIN_S = 1.0

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """Lines that came together. ``there``: whether a table feeds them; False once it has gone."""

    lines: Lines
    there: bool = True


GONE = Read((), there=False)


class Splitter:
    """Cuts bytes into whole lines; keeps the end for the next bytes."""

    def __init__(self) -> None:
        self._rest = b""

    def split(self, more: bytes) -> Lines:
        """The lines that are whole by now. An endless line is thrown away."""
        *whole, self._rest = (self._rest + more).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
        return tuple(each.decode("utf-8", "replace") for each in whole if each.strip())


def source_of(place: str) -> AsyncIterator[Read]:
    """The feed at this place: ``unix:PATH``, ``-`` or a file. Only standard input ever ends."""
    if place.startswith(SOCKET):
        return _connected(place.removeprefix(SOCKET))
    return _standard_input() if place == INPUT else _grown(Path(place))


async def _connected(path: str) -> AsyncIterator[Read]:
    """A table's socket, over and over: a table that starts again is found again."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(path)
            async for read in _all_of(reader):
                yield read
            writer.close()
        yield GONE
        await asyncio.sleep(TRY_AGAIN_S)


async def _standard_input() -> AsyncIterator[Read]:
    if stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode):
        yield Read(Splitter().split(sys.stdin.buffer.read()))
        return
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    try:
        async for read in _all_of(reader):
            yield read
    finally:
        transport.close()


async def _all_of(reader: asyncio.StreamReader) -> AsyncIterator[Read]:
    splitter = Splitter()
    while more := await reader.read(CHUNK):
        yield Read(splitter.split(more))


async def _grown(path: Path) -> AsyncIterator[Read]:
    """A file from its beginning, and what is appended; one that was replaced or cut begins again."""
    while True:
        try:
            file = path.open("rb")
        except OSError:
            yield GONE
            await asyncio.sleep(TRY_AGAIN_S)
            continue
        with file:
            splitter = Splitter()
            while _is_still(path, file):
                if more := file.read(CHUNK):
                    yield Read(splitter.split(more))
                else:
                    await asyncio.sleep(LOOK_AGAIN_S)


def _is_still(path: Path, file: BinaryIO) -> bool:
    try:
        named, opened = path.stat(), os.fstat(file.fileno())
    except OSError:
        return False
    return named.st_ino == opened.st_ino and named.st_dev == opened.st_dev and opened.st_size >= file.tell()
