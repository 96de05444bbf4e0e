"""Finds event lines in the bytes of a journal, log or backup, even in damaged pages.

By the form of rows in ``event``: SQLite's record header, two whole numbers, a moment, a line that begins with
its event (https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from companion.journal.seals import LENGTH, seal_in

_JSON = json.JSONDecoder()
_BEGINNING = b'{"event":'
_MOMENT = len("2026-11-21T20:15:00+00:00")
_MOMENTS = (_MOMENT + 1 + LENGTH, _MOMENT)
"""Bytes of the moment between a row's numbers and its line, with or without a seal."""
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""SQLite's serial types of whole numbers, with their bytes; 8 and 9 are zero and one."""
_TEXT = 13
"""The serial type of an empty text; each byte adds two."""
_MOST_HEADER = 8
_MOST_BEFORE = _MOST_HEADER + 2 * 8 + _MOMENTS[0]
"""Bytes of a row before its line: header, two numbers, moment."""
PAGE = 4096
"""Bytes: SQLite's default, which every journal has."""
_USABLE = PAGE - 12
_MOST_LOCAL = _USABLE * 64 // 255 - 23
_LEAST_LOCAL = _USABLE * 32 // 255 - 23
"""Bytes of a row on its own page; the rest is on overflow pages."""
LONGEST_LINE = 100_000
"""Bytes. A record has no longer one: a number of five million digits took minutes."""

Page = Callable[[int], bytes | None]
"""By number; ``None`` beyond the file."""


@dataclass(frozen=True, slots=True)
class RawLine:
    """``game_id`` and ``number`` are 0 if the row's header is damaged."""

    game_id: int
    number: int
    written: str
    line: str


def holds_lines(path: Path) -> bool:
    try:
        return next(lines_of_file(path.read_bytes()), None) is not None
    except OSError:
        return False


def lines_of_file(content: bytes) -> Iterator[RawLine]:
    """Lines of a journal's main file, or a backup."""

    def page(number: int) -> bytes | None:
        return content[(number - 1) * PAGE : number * PAGE] or None

    yield from _lines(content, page, set())


def lines_of_log(log: bytes) -> Iterator[RawLine]:
    """Damaged frames and later ones included."""
    header, frame = 32, 24
    pages: dict[int, bytes] = {}
    seen: set[bytes] = set()
    for at in range(header, len(log), frame + PAGE):
        pages[int.from_bytes(log[at : at + 4])] = log[at + frame : at + frame + PAGE]
        yield from _lines(log[at + frame : at + frame + PAGE], pages.get, seen)


def _lines(content: bytes, page: Page, seen: set[bytes]) -> Iterator[RawLine]:
    """Each line once, though a log has many copies of each page."""
    at = content.find(_BEGINNING)
    while at >= 0:
        orphan = _orphan(content, at)
        ends = at + (_MOST_LOCAL if orphan is None else len(orphan.line))
        row = content[max(0, at - _MOST_BEFORE) : ends]
        if row not in seen:
            seen.add(row)
            yield from _readings_of(content, at, page, orphan)
        at = content.find(_BEGINNING, at + 1)


def _readings_of(content: bytes, at: int, page: Page, orphan: RawLine | None) -> Iterator[RawLine]:
    """Reads a line by its row's header, and by its own end."""
    rows = (_row(content, at - length, at, page) for length in _MOMENTS)
    row = next((row for row in rows if row is not None), None)
    if row is not None:
        yield row
        if orphan is not None and orphan.line != row.line:
            yield replace(orphan, game_id=row.game_id, number=row.number)
    elif orphan is not None:
        yield orphan


def _row(content: bytes, begins: int, line_at: int, page: Page) -> RawLine | None:
    moment_type = 2 * (line_at - begins) + _TEXT
    for game_type, game_bytes in _INTEGER_BYTES.items():
        for number_type, number_bytes in _INTEGER_BYTES.items():
            numbers_at = begins - game_bytes - number_bytes
            middle = bytes((game_type, number_type, moment_type))
            header_at = content.rfind(middle, max(0, numbers_at - _MOST_HEADER), numbers_at) - 1
            if header_at < 0 or content[header_at] != numbers_at - header_at:
                continue
            line_type = _varint(content[header_at + 4 : numbers_at])
            if line_type is None or line_type < _TEXT or line_type % 2 == 0:
                continue
            game_id = _integer(game_type, content[numbers_at : numbers_at + game_bytes])
            number = _integer(number_type, content[numbers_at + game_bytes : begins])
            length = (line_type - _TEXT) // 2
            line = _text(content, line_at, length, line_at - header_at, page)
            if line is not None and game_id > 0 and number > 0:
                return RawLine(game_id, number, content[begins:line_at].decode("ascii", "replace"), line)
    return None


def _orphan(content: bytes, at: int) -> RawLine | None:
    """A line without a known row; ``None`` unless it is JSON with a seal."""
    written = content[max(0, at - _MOMENTS[0]) : at].decode("utf-8", "replace")
    if seal_in(written) is None:
        return None
    text = content[at : at + PAGE].decode("utf-8", "replace")
    try:
        _, end = _JSON.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return RawLine(0, 0, written, text[:end])


def _integer(serial_type: int, raw: bytes) -> int:
    return int.from_bytes(raw, signed=True) if raw else serial_type - 8


def _varint(raw: bytes) -> int | None:
    """SQLite's integer, seven bits a byte; ``None`` unless it fills these bytes."""
    value = 0
    for place, byte in enumerate(raw, start=1):
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value if place == len(raw) else None
    return None


def _text(content: bytes, at: int, length: int, before: int, page: Page) -> str | None:
    """``before``: bytes of its row before it."""
    if length > LONGEST_LINE:
        return None
    payload = before + length
    local = payload if payload <= _MOST_LOCAL else _LEAST_LOCAL + (payload - _LEAST_LOCAL) % (PAGE - 4)
    local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    raw = content[at : at + local - before]
    following = content[at + local - before : at + local - before + 4]
    while len(raw) < length:
        more = page(int.from_bytes(following)) if following else None
        if more is None:
            return None
        following = more[:4]
        raw += more[4 : 4 + length - len(raw)]
    return raw.decode("utf-8", "replace")
