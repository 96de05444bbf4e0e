"""A reading of cards drawn onto its picture: a frame round each card, its code or its doubts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.card_reading import CardReading, ReadCard
from companion.reading import Box
from companion.recognition.photo.annotate import least_covering, outline, write, written_size

LABEL_SHARE = 0.11
"""Height of the writing over the longer side of a card's box: smaller than the step of a fan."""
LINE_SHARE = 1 / 90
"""Width of the frame's line over that side."""


def marked_cards(pixels: np.ndarray, reading: CardReading) -> np.ndarray:
    """A copy of the picture (uint8, H, W, 3, BGR) with a mark on each card read, no writing over another."""
    picture = pixels.copy()
    taken: list[Box] = []
    for card in reading.cards:
        outline(picture, card.box, bool(card.doubts), round(_side(card) * LINE_SHARE))
    for card in reading.cards:
        text, tall = label_of(card), _side(card) * LABEL_SHARE
        wide_high = written_size(text, tall)
        place = least_covering(_places(card.box, wide_high), wide_high, reading.size, taken)
        taken.append(place)
        write(picture, (place[0], place[3]), text, bool(card.doubts), tall)
    return picture


def label_of(card: ReadCard) -> str:
    """What is written on a card: its code, or what it may be and why that is in doubt."""
    if card.code is not None:
        return card.code
    maybe = card.likely[0] if card.likely else ""
    return f"{maybe}? " + " ".join(doubt.value.replace("_", " ") for doubt in card.doubts)


def _side(card: ReadCard) -> int:
    left, top, right, bottom = card.box
    return max(right - left, bottom - top)


def _places(box: Box, text: tuple[int, int]) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box
    yield left, top - text[1]
    yield right - text[0], bottom
    yield left, bottom
    yield right - text[0], top - text[1]
    for step in range(max(1, (bottom - top) // max(1, text[1]))):
        yield left, top + step * text[1]
