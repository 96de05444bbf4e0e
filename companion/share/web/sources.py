"""Sources of a feed's lines: a table's socket, a growing file, standard input."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import io
import os
import re
import stat
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from companion.text import say, say_os_fault

SOCKET, INPUT = "unix:", "-"
LONGEST_LINE = 1_000_000
"""Bytes; a feed has no longer line."""
LONGEST_START = 1_000_000
"""Bytes; the longest game that is taken up again has its first state line before."""
_FEED_LINE = re.compile(rb'^\{(.*"state"|"event".*[^}\r\n]\n)', re.MULTILINE)
"""A state line; or an event line that a full disk or a power cut tore."""
CHUNK = 1 << 18
LOOK_AGAIN_S = 0.3
"""Between two looks at a file: short enough not to be noticed."""
TRY_AGAIN_S = 1.0
LONGEST_SOCKET = 107
"""Bytes of a socket's name (unix(7))."""

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Read:
    lines: Lines
    there: bool = True


GONE = Read((), there=False)


class Splitter:
    def __init__(self) -> None:
        self._rest = b""

    def split(self, more: bytes) -> Lines:
        *whole, self._rest = (self._rest + more).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
        return tuple(each.decode("utf-8", "replace") for each in whole if each.strip())


def why_never(place: str) -> str | None:
    """Why no feed can ever come from here: "is a folder"; None: it can."""
    try:
        if place == INPUT:
            return _why_no_input()
        if place.startswith(SOCKET):
            path = place.removeprefix(SOCKET)
            if len(os.fsencode(path)) > LONGEST_SOCKET:
                return say("file.no_name")
            return None if stat.S_ISSOCK(os.stat(path).st_mode) else say("scoreboard.no_socket")
        mode = os.stat(place).st_mode
        if stat.S_ISDIR(mode):
            return say("file.folder")
        if not _is_file(mode):
            return say("file.not_regular")
        with _opened(place) as file:
            if stat.S_ISREG(mode) and _is_other(file.read(LONGEST_START)):
                return say("scoreboard.no_feed")
    except FileNotFoundError:
        return None
    except OSError as fault:
        return say("file.unreadable", why=say_os_fault(fault))
    except ValueError:
        return say("file.no_name")
    return None


def _is_other(start: bytes) -> bool:
    """Whether a file has lines, but none of a feed; one that begins just now may have half a line."""
    return b"\n" in start and _FEED_LINE.search(start) is None


def is_there(place: str) -> bool:
    return place == INPUT or os.path.exists(place.removeprefix(SOCKET))


def _why_no_input() -> str | None:
    kinds = (stat.S_IFREG, stat.S_IFIFO, stat.S_IFSOCK)
    if sys.stdin is not None and (sys.stdin.isatty() or _kind(sys.stdin.fileno()) in kinds):
        return None
    return say("scoreboard.no_input")


def source_of(place: str) -> AsyncIterator[Read]:
    """``unix:PATH``, ``-`` or a file. Only standard input ever ends."""
    if place.startswith(SOCKET):
        return _connected(place.removeprefix(SOCKET))
    return _given() if place == INPUT else _grown(Path(place))


async def standard_input() -> AsyncIterator[bytes]:
    """Standard input to its end, whatever it is: pipe, terminal, file, closed."""
    if sys.stdin is None:
        return
    if not sys.stdin.isatty() and _kind(sys.stdin.fileno()) not in (stat.S_IFIFO, stat.S_IFSOCK):
        while more := os.read(sys.stdin.fileno(), CHUNK):  # a file never blocks, and asyncio does not take it
            yield more
        return
    reader, given = asyncio.StreamReader(), io.FileIO(os.dup(sys.stdin.fileno()))
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), given)
    try:
        while more := await reader.read(CHUNK):
            yield more
    finally:
        os.set_blocking(sys.stdin.fileno(), True)  # other programs share a terminal
        transport.close()


async def _connected(path: str) -> AsyncIterator[Read]:
    """A table's socket; a table that starts again is found again."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(path)
            splitter = Splitter()
            while more := await reader.read(CHUNK):
                yield Read(splitter.split(more))
            writer.close()
        yield GONE
        await asyncio.sleep(TRY_AGAIN_S)


async def _given() -> AsyncIterator[Read]:
    splitter = Splitter()
    async for more in standard_input():
        yield Read(splitter.split(more))


async def _grown(path: Path) -> AsyncIterator[Read]:
    while True:
        try:
            async for read in _read_on(path):
                yield read
        except OSError:
            yield GONE
            await asyncio.sleep(TRY_AGAIN_S)


async def _read_on(path: Path) -> AsyncIterator[Read]:
    with _opened(path) as file:
        splitter, length, is_pipe = Splitter(), 0, _kind(file.fileno()) == stat.S_IFIFO
        while _is_still(path, file, length):
            more = file.read(CHUNK)  # a pipe gives None if nothing came, b"" without a writer
            if more:
                length += len(more)
                yield Read(splitter.split(more))
                continue
            if is_pipe:
                yield Read((), there=more is None)
            await asyncio.sleep(LOOK_AGAIN_S)


def _opened(path: str | Path) -> io.FileIO:
    """An ordinary file or a named pipe, without waiting. OSError for anything else."""
    if not _is_file(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return io.FileIO(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))


def _is_still(path: Path, file: io.FileIO, length: int) -> bool:
    """Whether the name still means this file, of which ``length`` bytes were read."""
    named, opened = path.stat(), os.fstat(file.fileno())
    is_whole = stat.S_ISFIFO(opened.st_mode) or opened.st_size >= length
    return is_whole and (named.st_ino, named.st_dev) == (opened.st_ino, opened.st_dev)


def _is_file(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def _kind(opened: int) -> int:
    return stat.S_IFMT(os.fstat(opened).st_mode)
