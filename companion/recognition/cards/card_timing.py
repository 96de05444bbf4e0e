"""How long the card eye takes: whole readings of a drawn table with ten cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from companion.frame import Frame
from companion.recognition.cards.card_eye import CardEye
from companion.recognition.cards.drawn_table import drawn_table
from companion.recognition.timing import timed


@dataclass(frozen=True, slots=True)
class CardTimes:
    """Milliseconds of a whole reading of ten cards in a frame of 2304×1296 (median); how many are read."""

    read_ms: float
    read: int


def time_card_eye(threads: int = 1) -> CardTimes:
    """Time readings of the drawn table. Raises ``WeightsError`` when the weights cannot be opened."""
    cv2.setNumThreads(threads)
    eye, frame = CardEye(threads=threads), Frame(drawn_table(), 0)
    read = sum(card.code is not None for card in eye.read(frame).cards)
    return CardTimes(timed(lambda: eye.read(frame)), read)
