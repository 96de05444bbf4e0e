"""A photograph from a file: JPEG or PNG in, pixels out, or one clear sentence."""

from __future__ import annotations

import time
from pathlib import Path

from companion.frame import Frame
from companion.on_disk import NotRead, read_input
from companion.picture import MOST_BYTES, Kind, PictureError, header_of, pixels_of
from companion.recognition.errors import PhotoError

LEAST_SIDE_PX = 16
"""A picture narrower than the smallest die that can be read (18 px) shows none."""


def load_photo(path: str | Path) -> Frame:
    """The photograph at ``path``, or from standard input for ``-``, upright as its EXIF note says.

    Grey, 16-bit and transparent pictures become plain 8-bit BGR. Raises ``PhotoError`` for anything
    that is no whole, still JPEG or PNG of 16 px a side up to 25 megapixels.
    """
    try:
        content = read_input(path, MOST_BYTES)
        header = header_of(content, (Kind.JPEG, Kind.PNG))
        if min(header.width, header.height) < LEAST_SIDE_PX:
            size = f"{header.width}×{header.height}"
            raise PhotoError(f"is only {size} pixels: no die can be read in it")
        return Frame(pixels_of(content, header), time.monotonic_ns())
    except (NotRead, PictureError) as fault:
        raise PhotoError(str(fault)) from None
