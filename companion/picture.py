"""Pictures out of bytes: what a header promises is measured before anything is decoded."""

from __future__ import annotations

import os
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.text.numbers import say_list
from companion.text.speech import say

LARGEST_AS_IT_IS = 12_600_000
"""Pixels. The largest camera frame has 12 million (4608×2592). Larger pictures are halved or quartered:
reading noise takes up to 20 bytes a pixel beside the 140 MB of the app, 546 MB at 25 million pixels."""
MOST_PIXELS = 64_000_000
MOST_DECODED_BYTES = 200_000_000
"""Of 64 million pixels without transparency, 50 million with it."""
MOST_BYTES = 40_000_000
"""Of a file: as many as the pixels of a camera frame, if they are not compressed at all."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that carry the picture's size."""
_JPEG_FLAGS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_PNG_CHANNELS = {0: 1, 2: 3, 3: 3, 4: 2, 6: 4}
"""Channels by a PNG's colour type; a palette is decoded to three."""
_BARE = frozenset(range(0xD0, 0xD8)) | {0x01}
"""JPEG markers without a length."""
_WITH_ALPHA = (2, 4)
_BEHIND = 128
"""Grey that shows where a picture is transparent."""
_STRIP_ROWS = 256
"""Rows that are flattened at a time: whole pictures of floats would take gigabytes."""
_ONE_AT_A_TIME = threading.Lock()


class Kind(Enum):
    """File formats by their first bytes."""

    PNG = "PNG"
    JPEG = "JPEG"
    WEBP = "WebP"
    BMP = "BMP"


class PictureError(ValueError):
    """Bytes that are no picture which is read here; the message goes on after the file's name."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of its picture: its size in px, channels, and bytes a channel once decoded."""

    kind: Kind
    width: int
    height: int
    channels: int = 3
    depth: int = 1

    @property
    def has_alpha(self) -> bool:
        """Whether parts of it may be transparent."""
        return self.channels in _WITH_ALPHA

    @property
    def shrink(self) -> int:
        """By how much each side is shrunk: 1, 2, 4 …"""
        shrink = 1
        while self.width * self.height > LARGEST_AS_IT_IS * shrink**2:
            shrink *= 2
        return shrink

    @property
    def decoded_bytes(self) -> int:
        """What its pixels take: transparency is decoded at the file's depth, all else to 8-bit BGR."""
        return self.width * self.height * (4 * self.depth if self.has_alpha else 3)


def header_of(content: bytes, kinds: tuple[Kind, ...] = tuple(Kind)) -> Header:
    """What the first bytes say. Raises ``PictureError`` for other kinds, broken and oversized pictures."""
    if not content:
        raise PictureError(say("picture.empty"))
    kind = _kind_of(content)
    if kind not in kinds:
        kinds_read = say_list((each.value for each in kinds), either=True)
        raise PictureError(say("picture.other_kind", kinds=kinds_read))
    try:
        header = _READERS[kind](content)
    except (struct.error, IndexError):
        raise _broken(kind) from None
    _need_size(header)
    return header


def pixels_of(content: bytes, header: Header) -> np.ndarray:
    """The pixels, uint8 (H, W, 3) BGR, upright as its EXIF note says, transparency over mid grey.

    A picture of more than 12.6 million pixels is shrunk (``Header.shrink``); a JPEG is decoded so at once.
    Raises ``PictureError`` for a picture that cannot be decoded. What the decoders print is dropped.
    """
    flags = cv2.IMREAD_UNCHANGED if header.has_alpha else cv2.IMREAD_COLOR
    if header.kind is Kind.JPEG:
        flags = _JPEG_FLAGS[header.shrink]
    try:
        with _ONE_AT_A_TIME, _quiet():
            pixels = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except (cv2.error, MemoryError):
        pixels = None
    if pixels is None:
        raise PictureError(say("picture.undecodable"))
    if header.kind is not Kind.JPEG:
        pixels = _shrunk(pixels, header.shrink)
    return np.ascontiguousarray(_flattened(pixels))


def _shrunk(pixels: np.ndarray, shrink: int) -> np.ndarray:
    if shrink == 1:
        return pixels
    height, width = pixels.shape[:2]
    return cv2.resize(pixels, (-(-width // shrink), -(-height // shrink)), interpolation=cv2.INTER_AREA)


def _kind_of(content: bytes) -> Kind | None:
    if content.startswith(_PNG):
        return Kind.PNG
    if content.startswith(_JPEG):
        return Kind.JPEG
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return Kind.WEBP
    return Kind.BMP if content[:2] == b"BM" else None


def _need_size(header: Header) -> None:
    if header.width < 1 or header.height < 1:
        raise _broken(header.kind)
    if header.width * header.height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise PictureError(say("picture.too_large", width=header.width, height=header.height, millions=most))
    if header.decoded_bytes > MOST_DECODED_BYTES:
        bits = 8 * header.depth
        raise PictureError(say("picture.too_deep", width=header.width, height=header.height, bits=bits))


def _broken(kind: Kind) -> PictureError:
    return PictureError(say("picture.broken", kind=kind.value))


def _cut_short() -> PictureError:
    return PictureError(say("picture.cut_short"))


def _png(content: bytes) -> Header:
    if len(content) < 33 or content[12:16] != b"IHDR":
        raise _broken(Kind.PNG)
    width, height, bits, colour = struct.unpack(">IIBB", content[16:26])
    if colour not in _PNG_CHANNELS:
        raise _broken(Kind.PNG)
    ahead = content[: content.find(b"IDAT")]
    channels = 4 if b"tRNS" in ahead else _PNG_CHANNELS[colour]
    if b"acTL" in ahead:
        raise PictureError(say("picture.animated"))
    if b"IEND" not in content:
        raise _cut_short()
    return Header(Kind.PNG, width, height, channels, 2 if bits == 16 else 1)


def _jpeg(content: bytes) -> Header:
    found: Header | None = None
    for marker, at in _segments(content):
        if marker in _JPEG_SIZES and found is None:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            found = Header(Kind.JPEG, width, height)
        if marker == 0xDA and found is not None:
            if content.find(b"\xff\xd9", at) < 0:
                raise _cut_short()
            return found
    if found is None:
        raise _broken(Kind.JPEG)
    raise _cut_short()


def _segments(content: bytes) -> Iterator[tuple[int, int]]:
    """Marker and offset of each JPEG segment up to the first scan."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF or marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        yield marker, at
        at += 2 + struct.unpack(">H", content[at + 2 : at + 4])[0]


def _webp(content: bytes) -> Header:
    if content[12:16] == b"VP8X":
        if content[20] & 0x02:
            raise PictureError(say("picture.animated"))
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
        return Header(Kind.WEBP, width, height, 4 if content[20] & 0x10 else 3)
    if content[12:16] == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return Header(Kind.WEBP, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, 4)
    if content[12:16] != b"VP8 " or content[23:26] != b"\x9d\x01\x2a":
        raise _broken(Kind.WEBP)
    width, height = struct.unpack("<HH", content[26:30])
    return Header(Kind.WEBP, width & 0x3FFF, height & 0x3FFF)


def _bmp(content: bytes) -> Header:
    width, height = struct.unpack("<ii", content[18:26])
    return Header(Kind.BMP, abs(width), abs(height))


_READERS = {Kind.PNG: _png, Kind.JPEG: _jpeg, Kind.WEBP: _webp, Kind.BMP: _bmp}


def _flattened(pixels: np.ndarray) -> np.ndarray:
    """Any decoded picture as uint8 (H, W, 3) BGR."""
    if pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8:
        return pixels
    flat = np.empty((*pixels.shape[:2], 3), np.uint8)
    for top in range(0, len(pixels), _STRIP_ROWS):
        flat[top : top + _STRIP_ROWS] = _strip(pixels[top : top + _STRIP_ROWS])
    return flat


def _strip(rows: np.ndarray) -> np.ndarray:
    """Some rows of it. Colours are kept for opaque pixels, mid grey stands behind the others."""
    if rows.dtype == np.uint16:
        rows = (rows >> 8).astype(np.uint8)
    if rows.ndim == 2:
        return cv2.cvtColor(rows, cv2.COLOR_GRAY2BGR)
    if rows.shape[2] == 3:
        return rows
    colours = rows[..., [0, 0, 0]] if rows.shape[2] == 2 else rows[..., :3]
    share = rows[..., -1:].astype(np.float32) / 255
    return (colours * share + _BEHIND * (1 - share)).astype(np.uint8)


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing on standard error meanwhile: libpng and libjpeg print there by themselves."""
    if sys.stderr is not None:
        sys.stderr.flush()
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # standard error is closed: nobody hears them
        yield
        return
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
