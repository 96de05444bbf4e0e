"""A reading drawn onto its picture: boxes, faces, doubts."""

from __future__ import annotations

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
    """A copy of the picture (uint8, H, W, 3, BGR) with a mark on each die read."""
    picture = pixels.copy()
    for die in reading.dice:
        _mark(picture, die)
    return picture


def label_of(die: ReadDie) -> str:
    """What is written on a die: its face, ``*`` for a star, or its doubts."""
    if die.face is None:
        return "? " + " ".join(doubt.value.replace("_", " ") for doubt in die.doubts)
    return "*" if die.star else str(die.face)


def _mark(picture: np.ndarray, die: ReadDie) -> None:
    left, top, right, bottom = die.box
    mark(picture, die.box, label_of(die), bool(die.doubts), LABEL_SHARE * max(right - left, bottom - top))


def mark(picture: np.ndarray, box: Box, text: str, doubted: bool, tall_px: float) -> None:
    """Draw a box into a picture and write a text of about ``tall_px`` above it, else below."""
    left, top, right, bottom = box
    outline(picture, box, doubted, max(right - left, bottom - top) // 24)
    wide, high = written_size(text, tall_px)
    x = int(np.clip(left, 0, max(0, picture.shape[1] - wide)))
    y = top - 2 if top - high >= 0 else min(picture.shape[0] - 2, bottom + high)
    write(picture, (x, y), text, doubted, tall_px)


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
