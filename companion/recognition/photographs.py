"""Photographs: a file as a frame; a reading drawn onto its picture."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.on_disk import NotRead, read_input
from companion.core.picture import MOST_BYTES, PictureError, header_of, pixels_of
from companion.core.reading import Box, CardReading, PhotoError, PhotoReading, ReadCard, ReadDie
from companion.text import say

READ_COLOUR, DOUBT_COLOUR, INK = (80, 220, 80), (40, 140, 255), (20, 20, 20)
"""BGR: green for a face, orange for a doubt, near black for text."""
LABEL_SHARE = 0.42
"""Height of the text over the die's side."""
LABEL_PX = (11, 60)
MOST_LINE_PX = 12
"""Largest line width of text and frames."""


def annotated(pixels: np.ndarray, reading: PhotoReading) -> np.ndarray:
    """A copy of uint8 (H, W, 3), BGR.

    Texts avoid dice and other texts, if there is room.
    """
    picture = pixels.copy()
    for die in reading.dice:
        outline(picture, die.box, bool(die.doubts), _side(die.box) // 24)
    taken = [die.box for die in reading.dice]
    for die in reading.dice:
        text, tall = label_of(die), LABEL_SHARE * _side(die.box)
        wide_high = written_size(text, tall)
        place = least_covering(_places(die.box, wide_high), wide_high, picture.shape[1::-1], taken)
        taken.append(place)
        write(picture, (place[0], place[3]), text, bool(die.doubts), tall)
    return picture


def label_of(die: ReadDie) -> str:
    """A face, ``*`` for a star, or the doubts."""
    if die.face is None:
        return "? " + " ".join(doubt.value.replace("_", " ") for doubt in die.doubts)
    return "*" if die.star else str(die.face)


def _side(box: Box) -> int:
    left, top, right, bottom = box
    return max(right - left, bottom - top)


def _places(box: Box, text: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Left and top, best first: above, below, beside."""
    (left, top, right, bottom), (wide, high) = box, text
    for y in (top - high, bottom):
        yield from ((x, y) for x in (left, right - wide, left - wide, right))
    for x in (right, left - wide):
        yield from ((x, y) for y in (top, bottom - high))


def least_covering(
    places: Iterable[tuple[int, int]], text: tuple[int, int], size: tuple[int, int], taken: Sequence[Box]
) -> Box:
    """The first place in the picture that covers least of ``taken``.

    ``places``: left upper corners, at least one; they are moved into the picture.
    """
    wide, high = text
    corners = [(max(0, min(x, size[0] - wide)), max(0, min(y, size[1] - high))) for x, y in places]
    inside = [(x, y, x + wide, y + high) for x, y in corners]
    return min(inside, key=lambda place: sum(_shared(place, other) for other in taken))


def _shared(one: Box, other: Box) -> int:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, wide) * max(0, high)


def outline(picture: np.ndarray, box: Box, doubted: bool, line_px: int) -> None:
    """A line of 1 to 12 px."""
    left, top, right, bottom = box
    colour = DOUBT_COLOUR if doubted else READ_COLOUR
    line = min(max(1, line_px), MOST_LINE_PX)
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), colour, line, cv2.LINE_AA)


def written_size(text: str, tall_px: float) -> tuple[int, int]:
    """Width and height of what ``write`` draws."""
    scale, stroke = _pen(tall_px)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, stroke)
    return wide, high + below


def write(picture: np.ndarray, at: tuple[int, int], text: str, doubted: bool, tall_px: float) -> None:
    """``at``: lower left corner."""
    (x, y), (scale, stroke) = at, _pen(tall_px)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, stroke)
    colour = DOUBT_COLOUR if doubted else READ_COLOUR
    cv2.rectangle(picture, (x, y - high - below), (x + wide, y + 1), colour, -1)
    cv2.putText(picture, text, (x, y - below // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, stroke, cv2.LINE_AA)


def _pen(tall_px: float) -> tuple[float, int]:
    scale = int(np.clip(tall_px, *LABEL_PX)) / 22
    return scale, max(1, round(scale * 1.6))


LEAST_SIDE_PX = 16
"""Smaller pictures cannot show the smallest readable die (18 px)."""


@dataclass(frozen=True, slots=True)
class Photo:
    """``size``: (width, height) of the file's picture in px, upright."""

    frame: Frame
    size: tuple[int, int]

    @property
    def scale(self) -> float:
        """Px of the file per frame px: 1, or more if shrunk."""
        return self.size[0] / self.frame.width


def load_photo(path: str | Path) -> Frame:
    return open_photo(path).frame


def open_photo(path: str | Path) -> Photo:
    """Reads a path, or standard input for ``-``; upright by its EXIF note.

    Grey, 16-bit and transparent pictures become 8-bit BGR. One of more than 12.6 million pixels is shrunk to
    a half or a quarter of its width. Raises ``PhotoError`` for all but whole, still pictures of 16 px a side
    up to 64 million pixels, in the kinds that ``header_of`` knows.
    """
    try:
        content = read_input(path, MOST_BYTES)
        header = header_of(content)
        if min(header.width, header.height) < LEAST_SIDE_PX:
            raise PhotoError(say("picture.too_small", width=header.width, height=header.height))
        pixels = pixels_of(content, header)
    except (NotRead, PictureError) as fault:
        raise PhotoError(str(fault)) from None
    turned = (header.width > header.height) != (pixels.shape[1] > pixels.shape[0])
    size = (header.height, header.width) if turned else (header.width, header.height)
    return Photo(Frame(pixels, time.monotonic_ns()), size)


CARD_LABEL_SHARE = 0.11
"""Height of the text over the longer side of a card's box: smaller than the step of a fan."""
LINE_SHARE = 1 / 90
"""Width of the frame's line over that side."""


def marked_cards(pixels: np.ndarray, reading: CardReading) -> np.ndarray:
    """A copy of uint8 (H, W, 3), BGR; texts do not overlap."""
    picture = pixels.copy()
    taken: list[Box] = []
    for card in reading.cards:
        outline(picture, card.box, bool(card.doubts), round(_longer_side(card) * LINE_SHARE))
    for card in reading.cards:
        text, tall = label_of_card(card), _longer_side(card) * CARD_LABEL_SHARE
        wide_high = written_size(text, tall)
        place = least_covering(_places_on_card(card.box, wide_high), wide_high, reading.size, taken)
        taken.append(place)
        write(picture, (place[0], place[3]), text, bool(card.doubts), tall)
    return picture


def label_of_card(card: ReadCard) -> str:
    if card.code is not None:
        return card.code
    maybe = card.likely[0] if card.likely else ""
    return f"{maybe}? " + " ".join(doubt.value.replace("_", " ") for doubt in card.doubts)


def _longer_side(card: ReadCard) -> int:
    left, top, right, bottom = card.box
    return max(right - left, bottom - top)


def _places_on_card(box: Box, text: tuple[int, int]) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box
    yield left, top - text[1]
    yield right - text[0], bottom
    yield left, bottom
    yield right - text[0], top - text[1]
    for step in range(max(1, (bottom - top) // max(1, text[1]))):
        yield left, top + step * text[1]
