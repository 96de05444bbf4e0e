"""A reading of cards drawn onto its picture: a frame round each card, its code or its doubts."""

from __future__ import annotations

import numpy as np

from companion.card_reading import CardReading, ReadCard
from companion.recognition.annotate import mark

LABEL_SHARE = 0.16
"""Height of the writing over the longer side of a card's box."""


def marked_cards(pixels: np.ndarray, reading: CardReading) -> np.ndarray:
    """A copy of the picture (uint8, H, W, 3, BGR) with a mark on each card read."""
    picture = pixels.copy()
    for card in reading.cards:
        left, top, right, bottom = card.box
        tall = LABEL_SHARE * max(right - left, bottom - top)
        mark(picture, card.box, label_of(card), bool(card.doubts), tall)
    return picture


def label_of(card: ReadCard) -> str:
    """What is written on a card: its code, or what it may be and why that is in doubt."""
    if card.code is not None:
        return card.code
    return f"{card.likely[0] if card.likely else ''}? " + " ".join(
        each.value.replace("_", " ") for each in card.doubts
    )
