"""A reading drawn onto its picture: boxes, faces, doubts."""

from __future__ import annotations

import cv2
import numpy as np

from companion.reading import PhotoReading, ReadDie

READ_COLOUR, DOUBT_COLOUR, INK = (80, 220, 80), (40, 140, 255), (20, 20, 20)
"""Blue, green, red: green for a face, orange for a doubt, near black for the writing."""
LABEL_SHARE = 0.42
"""Height of the writing over the die's side, kept between 11 and 60 px."""


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
    side = max(right - left, bottom - top)
    colour = DOUBT_COLOUR if die.doubts else READ_COLOUR
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), colour, max(1, side // 24), cv2.LINE_AA)
    tall = int(np.clip(LABEL_SHARE * side, 11, 60))
    scale = tall / 22
    text = label_of(die)
    (wide, high), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, max(1, round(scale * 1.6)))
    x = int(np.clip(left, 0, max(0, picture.shape[1] - wide)))
    y = top - 2 if top - high - below >= 0 else min(picture.shape[0] - 2, bottom + high + below)
    cv2.rectangle(picture, (x, y - high - below), (x + wide, y + 1), colour, -1)
    cv2.putText(picture, text, (x, y - below // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, INK,
                max(1, round(scale * 1.6)), cv2.LINE_AA)  # fmt: skip
