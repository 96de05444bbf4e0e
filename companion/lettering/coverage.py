"""Which letters a font file has: its character map (OpenType, table ``cmap``, formats 4 and 12)."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

Span = tuple[int, int]
_COLLECTION = b"ttcf"
_OUTLINES = {b"glyf", b"CFF ", b"CFF2"}
"""One of these tables: letters of any size. Fonts of coloured pictures have none."""
_SEGMENTS, _GROUPS = 4, 12


class NoFont(ValueError):
    """The file is no font whose letters can be drawn at any size."""


class Coverage:
    """The letters of one font."""

    def __init__(self, spans: Iterator[Span] | list[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def __contains__(self, letter: str) -> bool:
        at = bisect_right(self._starts, ord(letter)) - 1
        return at >= 0 and ord(letter) <= self._spans[at][1]


def coverage_of(path: Path) -> Coverage:
    """The letters of a font file, of a collection's first font. Raises ``NoFont`` and ``OSError``."""
    with path.open("rb") as file:
        try:
            return Coverage(_spans(_character_map(file)))
        except (struct.error, IndexError):
            raise NoFont from None


def _character_map(file: BinaryIO) -> bytes:
    start = 0
    if file.read(4) == _COLLECTION:
        file.seek(12)
        (start,) = struct.unpack(">I", file.read(4))
    file.seek(start + 4)
    (count,) = struct.unpack(">H", file.read(2))
    file.seek(start + 12)
    rows = [struct.unpack(">4sIII", file.read(16)) for _ in range(count)]
    tables = {tag: (offset, length) for tag, _, offset, length in rows}
    if b"cmap" not in tables or not tables.keys() & _OUTLINES:
        raise NoFont
    offset, length = tables[b"cmap"]
    file.seek(offset)
    return file.read(length)


def _spans(table: bytes) -> list[Span]:
    """The spans of the widest map of Unicode in the table."""
    (count,) = struct.unpack_from(">H", table, 2)
    maps = [struct.unpack_from(">HHI", table, 4 + 8 * at) for at in range(count)]
    by_format = {struct.unpack_from(">H", table, at)[0]: at for platform, _, at in maps if platform in (0, 3)}
    if _GROUPS in by_format:
        return [*_of_groups(table, by_format[_GROUPS])]
    if _SEGMENTS in by_format:
        return [*_of_segments(table, by_format[_SEGMENTS])]
    raise NoFont


def _of_groups(table: bytes, at: int) -> Iterator[Span]:
    (count,) = struct.unpack_from(">I", table, at + 12)
    for group in range(count):
        first, last, _ = struct.unpack_from(">III", table, at + 16 + 12 * group)
        yield first, last


def _of_segments(table: bytes, at: int) -> Iterator[Span]:
    (twice,) = struct.unpack_from(">H", table, at + 6)
    count = twice // 2
    ends = struct.unpack_from(f">{count}H", table, at + 14)
    starts = struct.unpack_from(f">{count}H", table, at + 16 + twice)
    offsets_at = at + 16 + 3 * twice
    offsets = struct.unpack_from(f">{count}H", table, offsets_at)
    for segment, (first, last, offset) in enumerate(zip(starts, ends, offsets, strict=True)):
        if offset == 0:
            yield first, last
            continue
        glyphs_at = offsets_at + 2 * segment + offset
        glyphs = struct.unpack_from(f">{last - first + 1}H", table, glyphs_at)
        yield from ((first + step, first + step) for step, glyph in enumerate(glyphs) if glyph)
