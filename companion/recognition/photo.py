"""A photograph from a file: JPEG or PNG in, pixels out, or one clear sentence."""

from __future__ import annotations

import struct
import time
from pathlib import Path

import cv2
import numpy as np

from companion.frame import Frame
from companion.recognition.errors import PhotoError

MOST_PIXELS = 64_000_000
"""Five times the largest camera frame (4608x2592): beyond it a file is taken for a bomb."""
LEAST_SIDE_PX = 16
"""A picture narrower than the smallest die that can be read (18 px) shows none."""
MOST_BYTES = 200_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that carry the picture's size."""
_WITH_ALPHA = (4, 6)
"""PNG colour types with transparency."""
_BEHIND = 128.0
"""Grey that shows where a picture is transparent."""


def load_photo(path: str | Path) -> Frame:
    """The photograph at ``path``, upright as its EXIF note says.

    Grey, 16-bit and transparent pictures become plain 8-bit BGR. Raises ``PhotoError`` for anything
    that is no whole, still JPEG or PNG of 16 px a side up to 64 megapixels.
    """
    content = _content(Path(path))
    kind_png = content.startswith(_PNG)
    if not kind_png and not content.startswith(_JPEG):
        raise PhotoError("is no JPEG or PNG picture")
    width, height = _png_size(content) if kind_png else _jpeg_size(content)
    if width * height > MOST_PIXELS:
        raise PhotoError(f"has {width}×{height} pixels; at most {MOST_PIXELS // 1_000_000} million are read")
    if min(width, height) < LEAST_SIDE_PX:
        raise PhotoError(f"is only {width}×{height} pixels: no die can be read in it")
    _refuse_parts(content, kind_png)
    return Frame(_decoded(content, kind_png), time.monotonic_ns())


def _content(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError("is a folder, not a photograph")
        if not path.is_file() and path.exists():
            raise PhotoError("is no ordinary file")
        if path.stat().st_size > MOST_BYTES:
            raise PhotoError(f"is larger than {MOST_BYTES // 1_000_000} megabytes")
        content = path.read_bytes()
    except OSError as fault:
        raise PhotoError(f"cannot be read: {fault.strerror or fault}") from None
    except ValueError as fault:
        raise fault if isinstance(fault, PhotoError) else PhotoError("is no name of a file") from None
    if not content:
        raise PhotoError("is empty")
    return content


def _png_size(content: bytes) -> tuple[int, int]:
    if len(content) < 33 or content[12:16] != b"IHDR":
        raise PhotoError("is a broken PNG picture")
    return struct.unpack(">II", content[16:24])


def _segments(content: bytes) -> dict[int, int]:
    """Marker and offset of each JPEG segment up to the first scan."""
    found, at = {}, 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        found.setdefault(marker, at)
        if marker == 0xDA:
            break
        at += 2 + struct.unpack(">H", content[at + 2 : at + 4])[0]
    return found


def _jpeg_size(content: bytes) -> tuple[int, int]:
    for marker, at in _segments(content).items():
        if marker in _JPEG_SIZES and at + 9 <= len(content):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
    raise PhotoError("is a broken JPEG picture")


def _refuse_parts(content: bytes, is_png: bool) -> None:
    """Refuse pictures that end too early, and those that are several pictures."""
    if is_png:
        if b"acTL" in content[: content.find(b"IDAT")]:
            raise PhotoError("is an animated picture: give one still photograph")
        whole = b"IEND" in content[-64:] or b"IEND" in content
    else:
        scan = _segments(content).get(0xDA)
        whole = scan is not None and content.find(b"\xff\xd9", scan) >= 0
    if not whole:
        raise PhotoError("is cut short: the end of the picture is missing")


def _decoded(content: bytes, is_png: bool) -> np.ndarray:
    clear = is_png and content[25] in _WITH_ALPHA
    try:
        flags = cv2.IMREAD_UNCHANGED if clear else cv2.IMREAD_COLOR
        pixels = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except (cv2.error, MemoryError):
        pixels = None
    if pixels is None:
        raise PhotoError("is a broken picture: it cannot be decoded")
    return np.ascontiguousarray(_flattened(pixels))


def _flattened(pixels: np.ndarray) -> np.ndarray:
    """Any decoded picture as uint8 (H, W, 3) BGR; transparency over mid grey."""
    if pixels.dtype == np.uint16:
        pixels = (pixels >> 8).astype(np.uint8)
    if pixels.ndim == 2:
        return cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    if pixels.shape[2] == 2:
        pixels = cv2.merge([pixels[..., 0]] * 3 + [pixels[..., 1]])
    if pixels.shape[2] == 3:
        return pixels
    share = pixels[..., 3:].astype(np.float32) / 255
    return (pixels[..., :3] * share + _BEHIND * (1 - share)).astype(np.uint8)
