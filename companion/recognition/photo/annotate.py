"""A reading drawn onto its picture: boxes, faces, doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from companion.reading import Box, PhotoReading, ReadDie

READ_COLOUR, DOUBT_COLOUR, INK = (80, 220, 80), (40, 140, 255), (20, 20, 20)
"""Blue, green, red: green for a face, orange for a doubt, near black for the writing."""
LABEL_SHARE = 0.42
"""Height of the writing over the die's side."""
LABEL_PX = (11, 60)
MOST_LINE_PX = 12
"""However large a thing is, its writing and its frame are no larger."""


def annotated(pixels: np.ndarray, reading: PhotoReading) -> np.ndarray:
    """A copy of the picture (uint8, H, W, 3, BGR) with a mark on each die read.

    What is written lies on no other die and on no other writing, where there is room for it.
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
    """What is written on a die: its face, ``*`` for a star, or its doubts."""
    if die.face is None:
        return "? " + " ".join(doubt.value.replace("_", " ") for doubt in die.doubts)
    return "*" if die.star else str(die.face)


def _side(box: Box) -> int:
    left, top, right, bottom = box
    return max(right - left, bottom - top)


def _places(box: Box, text: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Left and top of a text round a box, the best place first: above it, below it, beside it."""
    (left, top, right, bottom), (wide, high) = box, text
    for y in (top - high, bottom):
        yield from ((x, y) for x in (left, right - wide, left - wide, right))
    for x in (right, left - wide):
        yield from ((x, y) for y in (top, bottom - high))


def least_covering(
    places: Iterable[tuple[int, int]], text: tuple[int, int], size: tuple[int, int], taken: Sequence[Box]
) -> Box:
    """Where a text of a width and height covers least of what is ``taken``: the first such of ``places``.

    Those are left upper corners, moved into a picture of that width and height; there must be one.
    """
    wide, high = text
    corners = [(max(0, min(x, size[0] - wide)), max(0, min(y, size[1] - high))) for x, y in places]
    inside = [(x, y, x + wide, y + high) for x, y in corners]
    return min(inside, key=lambda place: sum(_shared(place, other) for other in taken))


def _shared(one: Box, other: Box) -> int:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, wide) * max(0, high)


def outline(picture: np.ndarray, box: Box, doubted: bool, line_px: int) -> None:
    """Draw a box into a picture, its line 1 to 12 px wide."""
    left, top, right, bottom = box
    colour = DOUBT_COLOUR if doubted else READ_COLOUR
    line = min(max(1, line_px), MOST_LINE_PX)
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), colour, line, cv2.LINE_AA)


def written_size(text: str, tall_px: float) -> tuple[int, int]:
    """Width and height in px of what ``write`` draws."""
    scale, stroke = _pen(tall_px)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, stroke)
    return wide, high + below


def write(picture: np.ndarray, at: tuple[int, int], text: str, doubted: bool, tall_px: float) -> None:
    """Write a text on its colour into a picture; ``at`` is its lower left corner."""
    (x, y), (scale, stroke) = at, _pen(tall_px)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, stroke)
    colour = DOUBT_COLOUR if doubted else READ_COLOUR
    cv2.rectangle(picture, (x, y - high - below), (x + wide, y + 1), colour, -1)
    cv2.putText(picture, text, (x, y - below // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, stroke, cv2.LINE_AA)


def _pen(tall_px: float) -> tuple[float, int]:
    """Scale and stroke of a writing about that tall, within ``LABEL_PX``."""
    scale = int(np.clip(tall_px, *LABEL_PX)) / 22
    return scale, max(1, round(scale * 1.6))
