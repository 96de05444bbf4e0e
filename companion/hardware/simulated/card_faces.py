"""The pictures of the deck that lies on the simulated table; ``models/cards/simulated.py`` draws them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.hardware.errors import SpritesMissing
from companion.text.speech import say

FOLDER = Path(__file__).resolve().parent / "cards"
WIDE_MM, TALL_MM = 63.0, 88.0
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The codes of all cards: "10H", "AS"."""
BACKS = ("back_red", "back_blue")
INDEX_MM = (6.6, 11.7)
"""Middle of the upper left index from the card's corner, across and down; the other is the same, turned."""
SHARP = 1.3
"""Pictures are shrunk to this many times their size in the frame before they are laid: they stay smooth."""


class CardFaces:
    """The deck; a picture is decoded when its card is first laid."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raises ``SpritesMissing`` when a card or a back has no file."""
        missing = [name for name in (*CODES, *BACKS) if not (folder / f"{name}.webp").is_file()]
        if missing:
            lacking = ", ".join(missing[:5])
            raise SpritesMissing(say("simulated.cards_lack", folder=str(folder), cards=lacking))
        self._folder = folder
        self._pictures: dict[tuple[str, float], np.ndarray] = {}

    def picture(self, name: str, px_a_mm: float) -> np.ndarray:
        """A card or a back for a frame of this scale, uint8 (H, W, 4), as large as ``SHARP`` says.

        Raises ``SpritesMissing`` for a broken file.
        """
        key = name, px_a_mm
        if key not in self._pictures:
            self._pictures[key] = self._shrunk(name, SHARP * px_a_mm)
        return self._pictures[key]

    def _shrunk(self, name: str, px_a_mm: float) -> np.ndarray:
        raw = cv2.imread(str(self._folder / f"{name}.webp"), cv2.IMREAD_UNCHANGED)
        if raw is None or raw.ndim != 3 or raw.shape[2] != 4:
            raise SpritesMissing(say("simulated.broken_picture", file=f"{self._folder / name}.webp"))
        size = round(WIDE_MM * px_a_mm), round(TALL_MM * px_a_mm)
        shrinks = size[1] < raw.shape[0]
        return cv2.resize(raw, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
