"""PNG files: their chunks, measured against the file, and a large picture decoded strip by strip.

A row is written as its difference from the row above it. So each strip is given to the decoder as a PNG of
its own, whose first row is the last one of the strip before.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel in the file, by its colour type."""
STRIP_BYTES = 4_000_000
_PIECE = 65_536
"""Bytes of the file that are inflated at a time."""
_WHOLE_BYTES = {1: (8, 0), 2: (16, 0), 3: (8, 2), 4: (8, 6), 6: (16, 2), 8: (16, 6)}
"""Depth and colour type whose pixels take that many bytes, each decoded as it is."""

Decode = Callable[[bytes], np.ndarray]
"""A file's pixels, blue first. ValueError where it cannot be decoded."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of the file: its kind of four letters, and where its content lies."""

    kind: bytes
    start: int
    end: int

    def of(self, content: bytes) -> bytes:
        """Its content."""
        return content[self.start : self.end]


def chunks_of(content: bytes) -> tuple[Chunk, ...]:
    """All chunks up to the last one, IEND. EOFError where the file ends before one does, ValueError for what
    is none.
    """
    found: list[Chunk] = []
    at = len(SIGNATURE)
    while not found or found[-1].kind != b"IEND":
        if at + 12 > len(content):
            raise EOFError(f"no chunk at {at}")
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        if at + 12 + length > len(content):
            raise EOFError(f"a chunk of {length} bytes at {at}")
        if not kind.isalpha() or (kind == b"IHDR") != (not found):
            raise ValueError(f"{kind!r} at {at}")
        found.append(Chunk(kind, at + 8, at + 8 + length))
        at += 12 + length
    return tuple(found)


def bare(content: bytes) -> bytes:
    """The file with nothing but its picture: texts, profiles and frames may unfold to any size."""
    kept = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
    chunks = chunks_of(content)
    if all(each.kind in kept for each in chunks):
        return content
    return SIGNATURE + b"".join(
        content[each.start - 8 : each.end + 4] for each in chunks if each.kind in kept
    )


def strips_of(content: bytes, decode: Decode, as_it_is: Decode, multiple: int) -> Iterator[np.ndarray]:
    """The strips from top to bottom, each of a ``multiple`` of rows; the last one may have fewer.

    ``decode`` gives the pixels that are wanted, ``as_it_is`` the file's own samples. Only for pictures that
    are not interlaced. ValueError where rows are missing or damaged.
    """
    chunks = chunks_of(content)
    width, height, bits, colour = struct.unpack(">IIBB", chunks[0].of(content)[:10])
    coloured = [_chunk(each.kind, each.of(content)) for each in chunks if each.kind in (b"PLTE", b"tRNS")]
    row_bytes = -(-width * bits * CHANNELS[colour] // 8)
    a_pixel = max(1, bits * CHANNELS[colour] // 8)
    rows_at_once = max(1, STRIP_BYTES // (row_bytes * multiple)) * multiple
    inflated, above = _Inflated(content, chunks), b""
    for top in range(0, height, rows_at_once):
        rows = min(rows_at_once, height - top)
        data = zlib.compress(above + inflated.read(rows * (row_bytes + 1)), 0)
        tall = rows + bool(above)
        strip = decode(_png(width, tall, bits, colour, data, *coloured))
        samples = as_it_is(_png(row_bytes // a_pixel, tall, *_WHOLE_BYTES[a_pixel], data))
        yield strip[bool(above) :]
        above = b"\0" + _bytes_of(samples[-1])


class _Inflated:
    """The rows as they are written, read one after the other."""

    def __init__(self, content: bytes, chunks: tuple[Chunk, ...]) -> None:
        self._pieces = _pieces(content, chunks)
        self._stream, self._left = zlib.decompressobj(), b""

    def read(self, count: int) -> bytes:
        """The next so many bytes. ValueError where there are fewer."""
        found = bytearray()
        while len(found) < count:
            self._left = self._left or next(self._pieces, b"")
            if not self._left or self._stream.eof:
                raise ValueError("too few rows")
            try:
                found += self._stream.decompress(self._left, count - len(found))
            except zlib.error as fault:
                raise ValueError(str(fault)) from None
            self._left = self._stream.unconsumed_tail
        return bytes(found)


def _pieces(content: bytes, chunks: tuple[Chunk, ...]) -> Iterator[bytes]:
    """The picture's compressed bytes. ValueError for a chunk that is not what it was when it was written."""
    for each in chunks:
        if each.kind != b"IDAT":
            continue
        (summed,) = struct.unpack(">I", content[each.end : each.end + 4])
        if zlib.crc32(memoryview(content)[each.start - 4 : each.end]) != summed:
            raise ValueError(f"the chunk at {each.start} is damaged")
        for at in range(each.start, each.end, _PIECE):
            yield content[at : min(at + _PIECE, each.end)]


def _bytes_of(row: np.ndarray) -> bytes:
    """A decoded row (W,) or (W, C) as it stands in a PNG: red first, the high byte first."""
    if row.ndim == 2:
        row = row[:, [2, 1, 0, 3][: row.shape[1]]]
    return row.astype(row.dtype.newbyteorder(">")).tobytes()


def _png(width: int, height: int, bits: int, colour: int, data: bytes, *more: bytes) -> bytes:
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))
    return b"".join((SIGNATURE, header, *more, _chunk(b"IDAT", data), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    summed = zlib.crc32(content, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(content)), kind, content, struct.pack(">I", summed)))
