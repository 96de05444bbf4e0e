"""A photograph from a file: JPEG or PNG in, pixels out, or one clear sentence."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from companion.frame import Frame
from companion.on_disk import NotRead, read_input
from companion.picture import MOST_BYTES, Kind, PictureError, header_of, pixels_of
from companion.recognition.errors import PhotoError
from companion.text.speech import say

LEAST_SIDE_PX = 16
"""A picture narrower than the smallest die that can be read (18 px) shows none."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph as it is read. ``size`` is (width, height) of the file's picture in px, upright."""

    frame: Frame
    size: tuple[int, int]

    @property
    def scale(self) -> float:
        """How many px of the file's picture one px of the frame is: 1, or more for a shrunk one."""
        return self.size[0] / self.frame.width


def load_photo(path: str | Path) -> Frame:
    """The frame of ``open_photo``."""
    return open_photo(path).frame


def open_photo(path: str | Path) -> Photo:
    """The photograph at ``path``, or from standard input for ``-``, upright as its EXIF note says.

    Grey, 16-bit and transparent pictures become plain 8-bit BGR; one of more than 12.6 million pixels is
    shrunk to a half or a quarter of its width. Raises ``PhotoError`` for anything that is no whole, still
    JPEG or PNG of 16 px a side up to 64 million pixels.
    """
    try:
        content = read_input(path, MOST_BYTES)
        header = header_of(content, (Kind.JPEG, Kind.PNG))
        if min(header.width, header.height) < LEAST_SIDE_PX:
            raise PhotoError(say("picture.too_small", width=header.width, height=header.height))
        pixels = pixels_of(content, header)
    except (NotRead, PictureError) as fault:
        raise PhotoError(str(fault)) from None
    turned = (header.width > header.height) != (pixels.shape[1] > pixels.shape[0])
    size = (header.height, header.width) if turned else (header.width, header.height)
    return Photo(Frame(pixels, time.monotonic_ns()), size)
