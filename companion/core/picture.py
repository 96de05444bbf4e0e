"""Pictures from bytes: a header's promises are checked before anything is decoded."""

from __future__ import annotations

import os
import struct
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from companion.text import say, say_list

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel, by the file's colour type."""
STRIP_BYTES = 4_000_000
_PIECE = 65_536
"""Bytes of the file inflated at a time."""
_WHOLE_BYTES = {1: (8, 0), 2: (16, 0), 3: (8, 2), 4: (8, 6), 6: (16, 2), 8: (16, 6)}
"""Depth and colour type of that many bytes a pixel, decoded unchanged."""

Decode = Callable[[bytes], np.ndarray]
"""Gives BGR pixels. ValueError for an undecodable file."""


@dataclass(frozen=True, slots=True)
class Chunk:
    kind: bytes
    start: int
    end: int

    def of(self, content: bytes) -> bytes:
        return content[self.start : self.end]


def chunks_of(content: bytes) -> tuple[Chunk, ...]:
    """A PNG's chunks up to IEND. EOFError if the file is cut short, ValueError for anything but a chunk."""
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
    """The PNG without texts, profiles and animation frames, which may inflate to any size."""
    kept = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
    chunks = chunks_of(content)
    if all(each.kind in kept for each in chunks):
        return content
    return SIGNATURE + b"".join(
        content[each.start - 8 : each.end + 4] for each in chunks if each.kind in kept
    )


def strips_of(content: bytes, decode: Decode, as_it_is: Decode, multiple: int) -> Iterator[np.ndarray]:
    """Strips from top to bottom, each a ``multiple`` of rows except the last; not for interlaced pictures.

    ``decode`` gives the wanted pixels, ``as_it_is`` the file's samples. ValueError for missing or damaged
    rows.
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
        strip = decode(_png_header(width, tall, bits, colour, data, *coloured))
        samples = as_it_is(_png_header(row_bytes // a_pixel, tall, *_WHOLE_BYTES[a_pixel], data))
        yield strip[bool(above) :]
        above = b"\0" + _bytes_of(samples[-1])


class _Inflated:
    def __init__(self, content: bytes, chunks: tuple[Chunk, ...]) -> None:
        self._pieces = _pieces(content, chunks)
        self._stream, self._left = zlib.decompressobj(), b""

    def read(self, count: int) -> bytes:
        """The next ``count`` bytes. ValueError if there are fewer."""
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
    for each in chunks:
        if each.kind != b"IDAT":
            continue
        (summed,) = struct.unpack(">I", content[each.end : each.end + 4])
        if zlib.crc32(memoryview(content)[each.start - 4 : each.end]) != summed:
            raise ValueError(f"the chunk at {each.start} is damaged")
        for at in range(each.start, each.end, _PIECE):
            yield content[at : min(at + _PIECE, each.end)]


def _bytes_of(row: np.ndarray) -> bytes:
    """A decoded row (W,) or (W, C) as in a PNG: red first, high byte first."""
    if row.ndim == 2:
        row = row[:, [2, 1, 0, 3][: row.shape[1]]]
    return row.astype(row.dtype.newbyteorder(">")).tobytes()


def _png_header(width: int, height: int, bits: int, colour: int, data: bytes, *more: bytes) -> bytes:
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))
    return b"".join((SIGNATURE, header, *more, _chunk(b"IDAT", data), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, content: bytes) -> bytes:
    summed = zlib.crc32(content, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(content)), kind, content, struct.pack(">I", summed)))


LARGEST_AS_IT_IS = 12_600_000
"""Pixels. The largest camera frame has 12 million (4608×2592). Larger pictures are shrunk: reading noise
takes up to 20 bytes a pixel beside the app's 140 MB, 546 MB at 25 million pixels."""
MOST_PIXELS = 64_000_000
MOST_DECODED_BYTES = 200_000_000
"""64 million pixels without transparency, 50 million with it."""
MOST_HELD_BYTES = 200_000_000
"""Most that a decoder may hold at once: with app and file under 400 MB."""
MOST_BYTES = 40_000_000
"""Of a file: an uncompressed camera frame."""
LONGEST_SIDE = 1 << 20
"""Pixels; OpenCV's limit."""
_HELD_A_PIXEL = 8
"""Bytes while a picture is decoded whole: samples and OpenCV's copy."""
_STRIPS_FROM_BYTES = 40_000_000
"""A larger PNG is decoded in strips."""
_MOST_SCANS = 200
"""Of a JPEG: a progressive one has a dozen, and each scan goes over all pixels."""
_PHONES = {b"ftyp" + brand: "HEIC" for brand in (b"heic", b"heix", b"mif1")} | {b"ftypavif": "AVIF"}
"""Kinds that phones save, by the start of the file (ISO 14496-12)."""
_JPEG = b"\xff\xd8\xff"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that carry the picture's size."""
_JPEG_FLAGS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_JPEG_PROGRESSIVE = frozenset((0xC2, 0xC6, 0xCA, 0xCE))
_BARE = frozenset(range(0xD0, 0xD8)) | {0x01}
"""JPEG markers without a length."""
_WITH_ALPHA = (2, 4)
_ORIENTATION_TAG = 0x0112
_BEHIND = 128
"""Grey behind transparent parts."""
_STRIP_ROWS = 256
"""Rows flattened at a time: whole pictures of floats would take gigabytes."""
_ONE_AT_A_TIME = threading.Lock()


class Kind(Enum):
    PNG = "PNG"
    JPEG = "JPEG"
    WEBP = "WebP"
    BMP = "BMP"


class PictureError(ValueError): ...


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of its picture: size in px, channels, bytes a channel once decoded.

    ``held``: bytes that its decoder holds at once, 0 if it decodes piece by piece. ``orientation``: EXIF 1
    to 8, where OpenCV does not turn the picture.
    """

    kind: Kind
    width: int
    height: int
    channels: int = 3
    depth: int = 1
    held: int = 0
    orientation: int = 1

    @property
    def has_alpha(self) -> bool:
        return self.channels in _WITH_ALPHA

    @property
    def shrink(self) -> int:
        shrink = 1
        while self.width * self.height > LARGEST_AS_IT_IS * shrink**2:
            shrink *= 2
        return shrink

    @property
    def decoded_bytes(self) -> int:
        return self.width * self.height * (4 * self.depth if self.has_alpha else 3)


def header_of(content: bytes, kinds: tuple[Kind, ...] = tuple(Kind)) -> Header:
    """Raises ``PictureError`` for pictures of other kinds, broken and oversized ones."""
    if not content:
        raise PictureError(say("picture.empty"))
    kind = _kind_of(content)
    if phones := _PHONES.get(content[4:12]):
        raise PictureError(say("picture.of_a_phone", kind=phones))
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
    """uint8 (H, W, 3) BGR, upright by EXIF, transparency over mid grey.

    Above 12.6 million pixels the picture is shrunk (``Header.shrink``), a JPEG while decoding, a PNG in
    strips. Raises ``PictureError`` if it cannot be decoded. What decoders print is dropped.
    """
    try:
        with _ONE_AT_A_TIME, _quiet():
            pixels = _decoded(content, header)
    except (cv2.error, MemoryError, ValueError):
        raise PictureError(say("picture.undecodable")) from None
    return np.ascontiguousarray(_upright(pixels, header.orientation))


def _decoded(content: bytes, header: Header) -> np.ndarray:
    """Shrunk pixels, not yet turned upright: uint8 (H, W, 3). ValueError for no picture."""
    if header.kind is Kind.JPEG:
        return _flattened(_by_opencv(content, _JPEG_FLAGS[header.shrink]))
    flags = cv2.IMREAD_UNCHANGED if header.has_alpha else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    if header.kind is Kind.PNG and not header.held and header.decoded_bytes > _STRIPS_FROM_BYTES:
        strips = strips_of(content, lambda strip: _by_opencv(strip, flags), _samples, header.shrink)
        return np.concatenate([_flattened(_shrunk(each, header.shrink)) for each in strips])
    content = bare(content) if header.kind is Kind.PNG else content
    return _flattened(_shrunk(_by_opencv(content, flags), header.shrink))


def _by_opencv(content: bytes, flags: int) -> np.ndarray:
    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    if pixels is None:
        raise ValueError("no picture")
    return pixels


def _samples(content: bytes) -> np.ndarray:
    return _by_opencv(content, cv2.IMREAD_UNCHANGED)


def _upright(pixels: np.ndarray, orientation: int) -> np.ndarray:
    if orientation >= 5:
        pixels = pixels.swapaxes(0, 1)
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return pixels[:, ::-1] if orientation in (2, 3, 6, 7) else pixels


def halved(pixels: np.ndarray) -> np.ndarray:
    """Half width and height, by area, without an odd last row or column."""
    height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
    return cv2.resize(pixels[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)


def resized(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """uint8 (H, W) or (H, W, C) at another size, with the same bytes on every machine.

    Halved while that leaves enough, the rest linear in whole numbers. OpenCV's other kernels round
    differently on Arm (``INTER_LINEAR`` in a quarter of the values), and networks then read other dice.
    """
    while pixels.shape[1] >= 2 * size[0] and pixels.shape[0] >= 2 * size[1]:
        pixels = halved(pixels)
    if (pixels.shape[1], pixels.shape[0]) == size:
        return pixels
    return cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR_EXACT)


def _shrunk(pixels: np.ndarray, shrink: int) -> np.ndarray:
    """Shrink by area; a remainder gives one more row or column, as in a JPEG."""
    if shrink == 1:
        return pixels
    (tall, below), (wide, aside) = (divmod(side, shrink) for side in pixels.shape[:2])
    whole = pixels[: tall * shrink, : wide * shrink]
    small = cv2.resize(whole, (wide, tall), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(small, 0, min(below, 1), 0, min(aside, 1), cv2.BORDER_REPLICATE)


def _kind_of(content: bytes) -> Kind | None:
    if content.startswith(SIGNATURE):
        return Kind.PNG
    if content.startswith(_JPEG):
        return Kind.JPEG
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return Kind.WEBP
    return Kind.BMP if content[:2] == b"BM" else None


def _need_size(header: Header) -> None:
    size, bits = {"width": header.width, "height": header.height}, 8 * header.depth
    if header.width < 1 or header.height < 1:
        raise _broken(header.kind)
    if header.width * header.height > MOST_PIXELS:
        raise PictureError(say("picture.too_large", millions=MOST_PIXELS // 1_000_000, **size))
    if header.decoded_bytes > MOST_DECODED_BYTES:
        raise PictureError(say("picture.too_deep", bits=bits, **size))
    if header.held > MOST_HELD_BYTES:
        raise PictureError(say("picture.not_in_parts", **size))
    if max(header.width, header.height) > LONGEST_SIDE:
        raise PictureError(say("picture.undecodable"))


def _broken(kind: Kind) -> PictureError:
    return PictureError(say("picture.broken", kind=kind.value))


def _cut_short() -> PictureError:
    return PictureError(say("picture.cut_short"))


def _png(content: bytes) -> Header:
    if len(content) < 33:
        raise _broken(Kind.PNG)
    try:
        chunks = chunks_of(content)
    except EOFError:
        raise _cut_short() from None
    except ValueError:
        raise _broken(Kind.PNG) from None
    width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0].of(content))
    kinds = {each.kind for each in chunks}
    if colour not in CHANNELS or b"IDAT" not in kinds:
        raise _broken(Kind.PNG)
    if b"acTL" in kinds:
        raise PictureError(say("picture.animated"))
    clear = b"tRNS" in kinds or colour in (4, 6)
    channels, depth = 4 if clear else 3, 2 if bits == 16 else 1
    held = width * height * _HELD_A_PIXEL * (depth if clear else 1) if interlaced else 0
    exif = next((each.of(content) for each in chunks if each.kind == b"eXIf"), b"")
    return Header(Kind.PNG, width, height, channels, depth, held, _orientation(exif))


def _jpeg(content: bytes) -> Header:
    found: Header | None = None
    for marker, at in _segments(content):
        if marker in _JPEG_SIZES and found is None:
            height, width, components = struct.unpack(">HHB", content[at + 5 : at + 10])
            found, frame = Header(Kind.JPEG, width, height), at
        if marker == 0xDA and found is not None:
            if content.find(b"\xff\xd9", at) < 0:
                raise _cut_short()
            if content.count(b"\xff\xda", at) > _MOST_SCANS:
                raise _broken(Kind.JPEG)
            in_scans = content[frame + 1] in _JPEG_PROGRESSIVE or content[at + 4] < components
            return replace(found, held=_coefficients(content, frame)) if in_scans else found
    if found is None:
        raise _broken(Kind.JPEG)
    raise _cut_short()


def _coefficients(content: bytes, frame: int) -> int:
    """Bytes of a JPEG's coefficients, kept until its last scan; ``frame``: offset of its sizes."""
    sizes: tuple[int, int, int] = struct.unpack(">HHB", content[frame + 5 : frame + 10])
    height, width, components = sizes
    factors = [divmod(content[frame + 11 + 3 * each], 16) for each in range(components)]
    widest, tallest = (max(each) for each in zip(*factors, strict=True))
    shares: float = sum(across * down for across, down in factors) / max(1, widest * tallest)
    return round(2 * width * height * shares)


def _segments(content: bytes) -> Iterator[tuple[int, int]]:
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
        exif = _riff_chunk(content, b"EXIF") if content[20] & 0x08 else b""
        return _whole(Kind.WEBP, width, height, 4 if content[20] & 0x10 else 3, _orientation(exif))
    if content[12:16] == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return _whole(Kind.WEBP, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, 4)
    if content[12:16] != b"VP8 " or content[23:26] != b"\x9d\x01\x2a":
        raise _broken(Kind.WEBP)
    width, height = struct.unpack("<HH", content[26:30])
    return _whole(Kind.WEBP, width & 0x3FFF, height & 0x3FFF)


def _riff_chunk(content: bytes, kind: bytes) -> bytes:
    at = 12
    while at + 8 <= len(content):
        length = int.from_bytes(content[at + 4 : at + 8], "little")
        if content[at : at + 4] == kind:
            return content[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
    return b""


def _bmp(content: bytes) -> Header:
    width, height = struct.unpack("<ii", content[18:26])
    return _whole(Kind.BMP, abs(width), abs(height))


def _whole(kind: Kind, width: int, height: int, channels: int = 3, orientation: int = 1) -> Header:
    held = width * height * _HELD_A_PIXEL
    return Header(kind, width, height, channels, held=held, orientation=orientation)


def _orientation(exif: bytes) -> int:
    exif = exif.removeprefix(b"Exif\0\0")
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (entries,) = struct.unpack_from(f"{order}H", exif, at)
        for entry in range(at + 2, at + 2 + 12 * entries, 12):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, entry)
            if tag == _ORIENTATION_TAG:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1


_READERS = {Kind.PNG: _png, Kind.JPEG: _jpeg, Kind.WEBP: _webp, Kind.BMP: _bmp}


def _flattened(pixels: np.ndarray) -> np.ndarray:
    if pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8:
        return pixels
    flat = np.empty((*pixels.shape[:2], 3), np.uint8)
    for top in range(0, len(pixels), _STRIP_ROWS):
        flat[top : top + _STRIP_ROWS] = _strip(pixels[top : top + _STRIP_ROWS])
    return flat


def _strip(rows: np.ndarray) -> np.ndarray:
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
    if sys.stderr is not None:
        sys.stderr.flush()
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # standard error is closed already
        yield
        return
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
